"""Blobs into dependency graphs: one module or package per ecosystem; no toolchain, no network, nothing is run."""
