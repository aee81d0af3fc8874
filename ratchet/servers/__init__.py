"""Programs that stay: a language server for editors, and tools for coding agents; both answer from the library."""
