"""Hashes without OpenSSL, which takes longer to load than a small file takes to be read."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # true for every checker; see ratchet/model/value.py
if TYPE_CHECKING:
    from hashlib import blake2b, sha256
    from hashlib import sha1 as _sha1
else:
    try:
        from _blake2 import blake2b
        from _sha1 import sha1 as _sha1
    except ImportError:  # an interpreter that is built without them
        from hashlib import blake2b
        from hashlib import sha1 as _sha1

    def __getattr__(name: str) -> object:
        """What is loaded when it is asked for: a hook that looks at one file does without."""
        if name != "sha256":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            from _sha2 import sha256
        except ImportError:
            try:
                from _sha256 import sha256  # its home before Python 3.12
            except ImportError:
                from hashlib import sha256
        return sha256


__all__ = ["blake2b", "blob_id", "sha256"]

_MUCH = 500_000


def blob_id(content: bytes) -> str:
    """Git's name for these bytes; OpenSSL is quicker, so it is asked where it is loaded already, or for much."""
    loaded = sys.modules.get("hashlib")
    if loaded is None and len(content) > _MUCH:
        import hashlib as loaded
    sha1 = loaded.sha1 if loaded else _sha1
    name = sha1(b"blob %d\0" % len(content), usedforsecurity=False)
    name.update(content)
    return name.hexdigest()
