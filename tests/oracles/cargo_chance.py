"""Workspaces made by chance: features, optional dependencies, platforms and kinds in mixtures that cargo accepts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

__all__ = ["chance_workspace"]

_PLATFORMS = ("", "", "", "cfg(unix)", "cfg(windows)", 'cfg(target_os = "linux")', "x86_64-pc-windows-msvc")
_FEATURES = ("default", "f1", "f2", "f3")
_CRATES = 9


def chance_workspace(seed: int) -> dict[str, str]:
    """The files of a workspace whose crates depend on those before them, and in tests on any."""
    chance = Random(seed)
    resolver = chance.choice("123")
    files = {"Cargo.toml": f'[workspace]\nresolver = "{resolver}"\nmembers = ["*"]\n'}
    for number in range(_CRATES):
        files[f"c{number}/Cargo.toml"] = _crate(number, chance)
    return files


def _crate(number: int, chance: Random) -> str:
    uses = {other: chance.random() < 0.6 for other in range(number) if chance.random() < 0.5}
    lines = [f'[package]\nname = "c{number}"\nversion = "0.1.0"\nedition = "2021"']
    if chance.random() < 0.2:
        lines.append("[lib]\nproc-macro = true")
    lines.append("[features]")
    for place, feature in enumerate(_FEATURES):
        values = sorted(set(_values(place, uses, chance)))
        lines.append(f"{feature} = [{', '.join(values)}]")
    # Every optional dependency is named once, so that cargo does not ask for it.
    lines += [f'on{other} = ["dep:c{other}"]' for other, optional in uses.items() if optional]
    lines += [_table(other, optional, chance) for other, optional in uses.items()]
    if chance.random() < 0.5:
        lines.append(f"[dev-dependencies.{_located(chance.randrange(_CRATES), chance)}")
    return "\n".join(lines) + "\n"


def _values(place: int, uses: dict[int, bool], chance: Random) -> Iterator[str]:
    """What a feature turns on; features lead on to later ones, so that they end."""
    for later in _FEATURES[place + 1 :]:
        if chance.random() < 0.3:
            yield f'"{later}"'
    for other, optional in uses.items():
        if chance.random() < 0.3:
            asked = chance.choice(_FEATURES[1:])
            forms = (f'"dep:c{other}"', f'"c{other}/{asked}"', f'"c{other}?/{asked}"')
            yield chance.choice(forms) if optional else f'"c{other}/{asked}"'


def _table(other: int, optional: bool, chance: Random) -> str:
    platform = chance.choice(_PLATFORMS)
    kind = chance.choice(("dependencies", "dependencies", "build-dependencies"))
    table = f"target.'{platform}'.{kind}" if platform else kind
    return f"[{table}.{_located(other, chance)}" + ("\noptional = true" if optional else "")


def _located(other: int, chance: Random) -> str:
    """The rest of the header of a table, and what it says."""
    asked = [f'"{feature}"' for feature in _FEATURES[1:] if chance.random() < 0.2]
    default = "true" if chance.random() < 0.5 else "false"
    return f'c{other}]\npath = "../c{other}"\ndefault-features = {default}\nfeatures = [{", ".join(asked)}]'
