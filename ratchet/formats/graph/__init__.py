"""Formats of a dependency graph, one module each: `ratchet graph --format NAME`."""
