"""Formats of a difference, one module each: `ratchet diff --format NAME`."""
