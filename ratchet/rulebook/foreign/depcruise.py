"""Rules of dependency-cruiser, from `.dependency-cruiser.json`, into rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.rulebook.foreign.cruise_rules import CannotSay, Cruise, Rule, forbidden, required
from ratchet.rulebook.foreign.json_document import read_json
from ratchet.rulebook.foreign.translation import Draft, Translation, Tree
from ratchet.rulebook.yaml_reader import Document

__all__ = ["refuse_script", "translate"]

_TYPESCRIPT = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte")
_KINDS: Mapping[str, Callable[[Cruise, Rule], Iterator[Draft]]] = {"forbidden": forbidden, "required": required}


def refuse_script(path: str, _text: bytes, _tree: Tree) -> Translation:
    """A config that is a program cannot be read without running it."""
    name = path.rpartition("/")[2]
    asked = f'import("./{name}").then((m) => console.log(JSON.stringify(m.default ?? m, null, 2)))'
    hint = f"write it as data first: node -e '{asked}' > .dependency-cruiser.json"
    raise RatchetError("a program is not JSON, and no code of the repository is run", Place(path), hint)


def translate(path: str, text: bytes, tree: Tree) -> Translation:
    """The rules that mean what the forbidden and required ones mean."""
    document = read_json(path, text)
    if document is None or not isinstance(document.data, dict):
        raise RatchetError("there is no table of settings in it", Place(path, 1))
    data = document.data
    options = data.get("options") if isinstance(data.get("options"), dict) else {}
    files = tuple(each for each in tree.paths if each.endswith(_TYPESCRIPT))
    cruise = Cruise(path, files, bool(cast("dict[str, object]", options).get("tsPreCompilationDeps")))
    drafts: list[Draft] = []
    left = [*_unsaid(document)]
    for kind, at, table in _tables(data):
        rule = Rule(table, document.place((kind, at)))
        try:
            drafts += _KINDS[kind](cruise, rule)
        except CannotSay as why:
            left.append(Mistake(f"the rule `{rule.name}`: {why}", rule.place, why.hint))
    return Translation(tuple(drafts), tuple(sorted(left, key=lambda mistake: mistake.place or Place(path))))


def _tables(data: Mapping[str, object]) -> Iterator[tuple[str, int, Mapping[str, object]]]:
    for kind in _KINDS:
        listed = data.get(kind)
        for at, each in enumerate(listed if isinstance(listed, list) else []):
            if isinstance(each, dict):
                yield kind, at, each


def _unsaid(document: Document) -> Iterator[Mistake]:
    data = cast("Mapping[str, object]", document.data)
    if "extends" in data:
        why = "the rules of another file or package are not read"
        yield Mistake(f"`extends`: {why}", document.place(("extends",)), "translate that file too, if it is JSON")
    if data.get("allowed"):
        why = "it forbids all that it does not list, from everywhere"
        hint = "write an `only` rule for each part that has a list: only: {from: …, to: …, among: …}"
        yield Mistake(f"`allowed`: {why}", document.place(("allowed",)), hint)
    options = data.get("options")
    for key in ("exclude", "includeOnly"):
        if isinstance(options, dict) and key in options and "node_modules" not in str(options[key]):
            why = "what is looked at is said once, for all rules"
            hint = "name the files under `exclude` in ratchet.toml"
            yield Mistake(f"`options.{key}`: {why}", document.place(("options", key)), hint)
