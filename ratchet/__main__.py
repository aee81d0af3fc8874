"""`python -m ratchet` is `ratchet`."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # `-m` puts the current directory first on the path: a repository could have its own modules imported from there.
    if not sys.flags.safe_path:
        del sys.path[0]

    from ratchet.start import main

    main()
