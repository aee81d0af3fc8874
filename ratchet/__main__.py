"""`python -m ratchet` is `ratchet`."""

from __future__ import annotations

from ratchet.cli.main import main

if __name__ == "__main__":
    main()
