"""How fast `ratchet` is beside git, ripgrep, ast-grep and semgrep: `python -m benchmarks.speed`."""
