"""Everything that decides a verdict besides the code: config, rules, budgets, waivers."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.baseline import Baseline
from ratchet.model.config import Config
from ratchet.model.language import Language
from ratchet.model.rule import Rulebook
from ratchet.model.value import field, frozen
from ratchet.model.waiver import Waiver

__all__ = ["Policy"]


@frozen
class Policy:
    """The policy as one snapshot states it; `baseline` is None where nothing was adopted yet."""

    config: Config = field(default_factory=Config)
    rulebook: Rulebook = field(default_factory=Rulebook)
    languages: Mapping[str, Language] = field(default_factory=dict)
    baseline: Baseline | None = None
    waivers: tuple[Waiver, ...] = ()
    digest: str = ""
