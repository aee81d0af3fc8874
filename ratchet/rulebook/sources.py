"""Which rule and language files are in force: the packs that are switched on, and the repository's own."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.config import Config
from ratchet.model.value import frozen

__all__ = ["Source", "sources"]

_LANGUAGE_FILE = "language.yaml"


@frozen
class Source:
    """A file of rules, or of a language, and the path that messages show.

    It `is_shipped` where it came with this release, and `is_tried` where its content was released.
    """

    path: str
    text: bytes
    is_language: bool
    is_tried: bool
    is_shipped: bool = False


def sources(config: Config, shipped: Mapping[str, bytes], local: Mapping[str, bytes]) -> list[Source]:
    """The files in force, shipped ones first: the packs that are named, or those of languages where none is.

    A rules directory that holds a shipped pack's `language.yaml` is where packs are made: what it has of any pack
    stands for that pack, but for packs of other shipped languages: a release may bring the language of somebody who has
    rules of his own for others. Otherwise its files come on top, but for exact copies of shipped files.
    """
    own = {_below(config.rules, path): path for path in sorted(local) if path.endswith((".yaml", ".yml"))}
    makes_packs = any(_is_language(path) and path in shipped for path in own)
    spoken = {_pack(path) for path in shipped if _is_language(path)}
    kept = {pack for pack in spoken if f"{pack}/{_LANGUAGE_FILE}" not in own}
    replaced = {_pack(path) for path in own} - kept if makes_packs else set()
    wanted = spoken if config.packs is None else set(config.packs)
    active = {path: text for path, text in shipped.items() if _pack(path) not in replaced and _is_on(wanted, path)}
    files = [Source(f"rules/{path}", text, _is_language(path), True, True) for path, text in sorted(active.items())]
    # A copy of a released file was tried with it, unless the repository has a grammar of its own.
    tried = frozenset[bytes]() if any(map(_is_language, own)) else frozenset(shipped.values())
    for below, path in own.items():
        if active.get(below) != local[path]:
            files.append(Source(path, local[path], _is_language(below), local[path] in tried))
    return files


def _below(directory: str, path: str) -> str:
    return path.removeprefix(f"{directory}/")


def _pack(path: str) -> str:
    return path.partition("/")[0]


def _is_language(path: str) -> bool:
    return path.rpartition("/")[2] == _LANGUAGE_FILE


def _is_on(wanted: set[str], path: str) -> bool:
    """A language is known even where its pack is off: the repository's own rules may speak of it."""
    return path.endswith((".yaml", ".yml")) and (_pack(path) in wanted or _is_language(path))
