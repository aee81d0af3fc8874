"""Formats of a verdict, one module each: `ratchet check --format NAME`."""
