"""Blobs → trees, sites and scopes; the one door to tree-sitter."""
