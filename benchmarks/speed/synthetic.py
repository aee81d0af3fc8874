"""A Rust workspace of any size that nobody wrote: the same for the same number on every machine."""

from __future__ import annotations

import random
from pathlib import Path

__all__ = ["grow"]

_IN_A_CRATE = 50
_BODIES = (
    "    let total: u64 = values.iter().map(|value| value.wrapping_mul({n})).sum();\n    total % {m}\n",
    "    match values.first() {{\n        Some(first) => first + {n},\n        None => {m},\n    }}\n",
    "    let mut sum = {n};\n    for value in values {{\n        sum += value ^ 7;\n    }}\n    sum.min({m})\n",
)
_DEBTS = (
    '    let parsed: u64 = "{n}".parse().unwrap();\n    values.len() as u64 + parsed\n',
    '    *values.get({n}).expect("there are enough")\n',
    "    unsafe {{ *values.as_ptr().add({n}) }}\n",
)
_TESTS = """
#[cfg(test)]
mod tests {{
    #[test]
    fn it_adds() {{
        assert_eq!(super::step_0(&[1, 2]).checked_add({n}).unwrap(), {m});
    }}
}}
"""


def grow(where: Path, files: int, seed: int = 1) -> None:
    """Write so many Rust files, in crates of fifty, of which three in ten hold something to count."""
    chance = random.Random(seed)
    for first in range(0, files, _IN_A_CRATE):
        count = min(_IN_A_CRATE, files - first)
        crate = where / "crates" / f"part{first // _IN_A_CRATE:04}"
        source = crate / "src"
        source.mkdir(parents=True)
        manifest = f'[package]\nname = "{crate.name}"\nversion = "0.1.0"\nedition = "2021"\n'
        (crate / "Cargo.toml").write_text(manifest, encoding="utf-8")
        modules = [f"module{number:02}" for number in range(1, count)]
        (source / "lib.rs").write_text("".join(f"pub mod {name};\n" for name in modules), encoding="utf-8")
        for name in modules:
            (source / f"{name}.rs").write_text(_module(chance), encoding="utf-8")
    (where / "Cargo.toml").write_text('[workspace]\nmembers = ["crates/*"]\n', encoding="utf-8")


def _module(chance: random.Random) -> str:
    kinds = _BODIES + _DEBTS if chance.random() < 0.3 else _BODIES
    parts = [_function(number, chance.choice(kinds), chance) for number in range(chance.randint(3, 25))]
    tests = [_filled(_TESTS, chance)] if chance.random() < 0.4 else []
    return "".join(["//! A part of a large whole.\n", *parts, *tests])


def _function(number: int, body: str, chance: random.Random) -> str:
    return f"\n/// Step {number}.\npub fn step_{number}(values: &[u64]) -> u64 {{\n{_filled(body, chance)}}}\n"


def _filled(text: str, chance: random.Random) -> str:
    return text.format(n=chance.randint(1, 999), m=chance.randint(1000, 9999))
