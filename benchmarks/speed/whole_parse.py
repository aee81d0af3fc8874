"""Nothing but the parse: every Rust file that holds a word of the four rules, whole, in two processes.

Who takes whole files apart takes at least as long, before anything is found, named, compared or judged.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import tree_sitter_rust
from tree_sitter import Language, Parser

_WORDS = (b"unwrap", b"expect", b"unsafe")
_PROCESSES = 2


def main() -> None:
    """Parse the files of the work tree in the current directory."""
    listed = subprocess.run(["git", "ls-files", "-z", "*.rs"], check=True, capture_output=True).stdout
    paths = [path for path in listed.split(b"\0") if path]
    children = [pid for number in range(_PROCESSES) if (pid := _apart(paths[number::_PROCESSES]))]
    if any(os.waitpid(pid, 0)[1] for pid in children):
        raise SystemExit("a process did not parse its share")


def _apart(paths: list[bytes]) -> int:
    """Parse some files in a process of their own; back comes its number."""
    pid = os.fork()
    if pid:
        return pid
    try:
        parser = Parser(Language(tree_sitter_rust.language()))
        for path in paths:
            content = Path(os.fsdecode(path)).read_bytes()
            if any(word in content for word in _WORDS):
                parser.parse(content)
        os._exit(0)
    finally:
        os._exit(1)


if __name__ == "__main__":
    main()
