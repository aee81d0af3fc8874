"""What a rule that counts wants, and what it finds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from ratchet.model.digests import sha256
from ratchet.model.evidence import Evidence, FileEvidence, Sighting
from ratchet.model.facts import Site
from ratchet.model.finding import Finding
from ratchet.model.rule import Spec
from ratchet.model.scope import COMPILED, Scope
from ratchet.model.value import frozen
from ratchet.syntax.query_tokens import canonical

__all__ = ["COUNT", "CountSpec", "Found", "counted_by", "counting", "counts_in", "found_by", "lines_of", "scopes_of"]

COUNT = "count"

Found = tuple[tuple[Finding, ...], tuple[Finding, ...], tuple[Finding, ...]]
"""Findings in the order of places: those that a budget counts, those of other scopes, and those that are allowed."""


@frozen
class CountSpec:
    """What to count: the sites of `query` but not those of `unless`, in these scopes, longer than so many lines.

    Inside a site there must be no match of `lacks`, and around it none of `not_within`.
    """

    language: str
    scopes: frozenset[Scope]
    query: str
    unless: str = ""
    longer_than: int = 0
    lacks: str = ""
    not_within: str = ""

    @property
    def needs(self) -> frozenset[str]:
        """Nothing but the files."""
        return frozenset()

    @property
    def may_be_empty(self) -> bool:
        """A pattern that is nowhere is what a rule is for."""
        return True

    @property
    def meaning(self) -> str:
        """Layout and comments of a query do not count: reformatting a rule keeps its budgets."""
        measured = {
            "verb": COUNT,
            "language": self.language,
            "scopes": sorted(self.scopes),
            "query": canonical(self.query),
            "unless": canonical(self.unless),
            "longer_than": self.longer_than,
            # A rule without them means what it meant before there were such keys.
            **({"lacks": canonical(self.lacks)} if self.lacks else {}),
            **({"not-within": canonical(self.not_within)} if self.not_within else {}),
        }
        text = json.dumps(measured, sort_keys=True, separators=(",", ":"))
        return f"sha256:{sha256(text.encode()).hexdigest()}"


def counted_by(rule: str, spec: CountSpec, evidence: Evidence) -> Iterator[Sighting]:
    """The sites that carry the name of a rule, and whether the spec counts them."""
    for file in evidence.files:
        if file.language == spec.language and not file.role.data:
            yield from (_sighting(site, spec, file) for site in file.facts.sites if site.rule == rule)


def found_by(rules: Mapping[str, CountSpec], file: FileEvidence) -> Found:
    """What rules that count find in one file."""
    if file.role.data or not file.facts.sites:
        return (), (), ()
    mine = {rule: spec for rule, spec in rules.items() if spec.language == file.language}
    counted: list[Finding] = []
    outside: list[Finding] = []
    allowed: list[Finding] = []
    for site in file.facts.sites:
        if site.rule in mine:
            finding = _finding(site, file, _is_exempt(site, file))
            is_counted = counts_in(mine[site.rule], finding.scope)
            (outside if not is_counted else allowed if site.allowed else counted).append(finding)
    return _in_order(counted), _in_order(outside), _in_order(allowed)


def counting(spec: Spec) -> CountSpec | None:
    """The sites that a rule of any kind wants counted: its own, or those of the rule that it limits."""
    found = spec if isinstance(spec, CountSpec) else getattr(spec, "count", None)
    return found if isinstance(found, CountSpec) else None


def scopes_of(spec: Spec) -> tuple[str, ...]:
    """The scopes a rule speaks of, in the order of the words."""
    return tuple(scope for scope in COMPILED if not isinstance(spec, CountSpec) or scope in spec.scopes)


def lines_of(spec: Spec) -> int:
    """How many lines a site must exceed to count; 0 for any."""
    return spec.longer_than if isinstance(spec, CountSpec) else 0


def counts_in(spec: CountSpec, scope: Scope) -> bool:
    """Whether a site in code of this scope counts."""
    return scope in spec.scopes


def _is_exempt(site: Site, file: FileEvidence) -> bool:
    """A pattern for libraries says nothing about programs, and none means a macro that the crate defines itself."""
    role = file.role
    is_printed = site.library_only and not role.library
    return is_printed or bool(role.own_macros and _called_macro(site.text) in role.own_macros)


def _called_macro(text: str) -> str:
    """The name before the first `!` of a site; nothing where there is none."""
    name, mark, _ = text.partition("!")
    return name.rstrip() if mark else ""


def _in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """As they are shown: two rules may find something at one place."""
    findings.sort(key=lambda finding: finding.order)
    return tuple(findings)


def _sighting(site: Site, spec: CountSpec, file: FileEvidence) -> Sighting:
    finding = _finding(site, file, _is_exempt(site, file))
    return Sighting(finding, counts_in(spec, finding.scope), site.allowed)


def _finding(site: Site, file: FileEvidence, is_exempt: bool) -> Finding:
    """The file's own scope decides, unless it is production: then the code around the site does."""
    scope = site.scope if file.role.scope is Scope.PRODUCTION else file.role.scope
    if scope is Scope.PRODUCTION and is_exempt:
        scope = Scope.EXEMPT
    module, local = file.module, site.symbol
    symbol = f"{module}{file.separator}{local}" if module and local else module or local
    return Finding(site.rule, file.path, site.span, scope, symbol, local, site.text, site.expression)
