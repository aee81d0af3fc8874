"""Standard input and output for a protocol: nothing else may get in between."""

from __future__ import annotations

import os
from typing import BinaryIO

__all__ = ["protocol_streams"]


def protocol_streams() -> tuple[BinaryIO, BinaryIO]:
    """Copies to speak a protocol on; what anybody prints by mistake from now on goes to standard error."""
    spoken, heard = os.dup(1), os.dup(0)
    os.dup2(2, 1)
    return os.fdopen(heard, "rb"), os.fdopen(spoken, "wb")
