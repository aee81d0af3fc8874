"""Tools for coding agents over the Model Context Protocol: check, explain, next."""

from __future__ import annotations

from datetime import timedelta

from mcp.server.mcpserver import MCPServer

import ratchet
from ratchet.acts.explain import explain_place, find_subject
from ratchet.acts.explain_fitness import explain_fitness, says_itself
from ratchet.acts.next import FEW, next_work
from ratchet.acts.world import open_world
from ratchet.library import check
from ratchet.model.errors import RatchetError

__all__ = ["serve"]

_INSTRUCTIONS = (
    "ratchet refuses changes that make counted debt grow. Call `check` before you say that you are done; mend what it "
    "names in the code. Never edit baselines/, rules/ or ratchet.toml, never add an inline allow or a waiver, and never "
    "move code into tests to satisfy it: such changes are found and need a maintainer. `explain` says why a site "
    "counts, `next` gives small packets of debt to pay off."
)
