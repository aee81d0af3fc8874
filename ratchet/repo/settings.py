"""Writing a first `ratchet.toml`."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ratchet.model.config import Config
from ratchet.model.errors import Mistake
from ratchet.repo.atomic import replace_file

__all__ = ["config_text", "rules_directory", "write_config"]

_HEAD = """\
# What ratchet watches in this repository. The numbers are in {baselines}/ and only go down.
# A change to this file that makes the gate see less needs a maintainer's sign-off.
packs = [{packs}]
rules = "{rules}"
baselines = "{baselines}"
"""


def rules_directory(top: str, config: Config) -> str:
    """Where the rules of a repository without a config will be; a directory `rules` is somebody else's."""
    return "ratchet/rules" if os.path.isdir(os.path.join(top, config.rules)) else config.rules


def write_config(top: str, config: Config, unreadable: Sequence[Mistake]) -> str:
    """Write the config; returns its path."""
    replace_file(os.path.join(top, config.path), config_text(config, unreadable))
    return config.path


def config_text(config: Config, unreadable: Sequence[Mistake]) -> bytes:
    """A first config, with the files that cannot be analysed excluded, each with its reason."""
    packs = ", ".join(f'"{pack}"' for pack in config.packs or ())
    text = _HEAD.format(packs=packs, rules=config.rules, baselines=config.baselines)
    if unreadable:
        lines = [f"    {_quoted(mistake.place.path)},  # {mistake.message}" for mistake in unreadable if mistake.place]
        text += "exclude = [\n" + "\n".join(lines) + "\n]\n"
    return text.encode()


def _quoted(path: str) -> str:
    import tomlkit

    return tomlkit.string(path).as_string()
