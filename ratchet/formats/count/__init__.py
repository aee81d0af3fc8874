"""Formats of what was counted, one module each: `ratchet count --format NAME`."""
