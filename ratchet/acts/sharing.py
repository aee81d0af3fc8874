"""What one tree of a comparison shares with the other: most files are the same in both, and are looked at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ratchet.kinds.counted import CountSpec, Found, found_by
from ratchet.model.evidence import FileEvidence
from ratchet.model.facts import FileFacts, Link
from ratchet.model.rule import Rulebook
from ratchet.model.scope import Role
from ratchet.model.value import field, frozen, mutable
from ratchet.syntax.scoping import Roles

__all__ = ["Shared"]


@frozen
class _Walked:
    """Roles, and all that they were taken from: the paths, where files lead to, and the contents that were read."""

    paths: tuple[str, ...]
    links: Mapping[str, tuple[Link, ...]]
    contents: Mapping[str, str]
    roles: Roles


@mutable
class Shared:
    """The last that was made of each file, and of all of them; what the other tree has alike is the same object.

    It is `unsure` where roles were taken from something that could not be read. `roots` and `named` are of all trees.
    """

    files: dict[str, FileEvidence] = field(default_factory=dict)
    found: dict[str, tuple[FileEvidence, Rulebook, Found]] = field(default_factory=dict)
    walks: dict[tuple[object, int], _Walked] = field(default_factory=dict)
    unsure: bool = False
    roots: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)

    def file(self, path: str, language: tuple[str, str], facts: FileFacts, role: Role) -> FileEvidence | None:
        """The evidence of a file, where it was the same before; `language` is its name and its separator."""
        known = self.files.get(path)
        if known is None or known.facts is not facts or (known.language, known.separator) != language:
            return None
        return known if known.role is role or known.role == role else None

    def found_in(self, file: FileEvidence, rulebook: Rulebook, rules: Mapping[str, CountSpec]) -> Found:
        """What the rules that count find in a file."""
        known = self.found.get(file.path)
        if known is None or known[0] is not file or known[1] is not rulebook:
            known = self.found[file.path] = file, rulebook, found_by(rules, file)
        return known[2]

    @property
    def manifests(self) -> dict[str, str]:
        """The names of the contents that roles were taken from, by path."""
        return {path: name for walked in self.walks.values() for path, name in walked.contents.items()}

    def roles(
        self,
        asked: tuple[str, bool],
        paths: tuple[str, ...],
        files: Mapping[str, FileFacts],
        name: Callable[[str], str],
        walk: Callable[[set[str]], Roles],
    ) -> Roles:
        """The roles of all files: where they lead where they led before, they are what they were.

        `asked` is what is asked of the language, and whether roles are to be proved; `name` tells the content of a
        file, empty where it cannot be read; `walk` finds the roles out and notes which contents it read.
        """
        key = asked, len(files)
        links = {path: facts.links for path, facts in files.items()}
        known = self.walks.get(key)
        if known is None or known.paths != paths or known.links != links or not _are_same(known.contents, name):
            read: set[str] = set()
            roles = walk(read)
            self.roots.update(roles.roots)
            self.named.update(roles.named)
            contents = {path: name(path) for path in read}
            known = _Walked(paths, links, contents, roles)
            if all(contents.values()):
                self.walks[key] = known
            else:
                self.unsure = True
        return known.roles


def _are_same(contents: Mapping[str, str], name: Callable[[str], str]) -> bool:
    return all(name(path) == content for path, content in contents.items())
