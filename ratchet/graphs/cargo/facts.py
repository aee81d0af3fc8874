"""What a manifest says of its package, as words that rules can ask for."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.graphs.cargo.dependencies import edition_of, inherited
from ratchet.graphs.cargo.manifests import Manifest
from ratchet.graphs.cargo.paths import landed

__all__ = ["package_facts", "resolver_of"]

_READMES = ("README.md", "README.txt", "README")
_TEXTS = ("description", "license", "repository", "rust-version")


def package_facts(manifest: Manifest, root: Manifest | None, files: frozenset[str]) -> Mapping[str, str]:
    """The fields that a release needs, inherited ones resolved, and what decides how the package is built.

    `publish` is `true`, `false` or the names of registries; `readme` and `license-file` are paths in the repository,
    empty where there is none. `files` are those that a readme may be.
    """
    facts = {key: inherited(manifest, root, key)[0].text() for key in _TEXTS}
    facts["version"] = inherited(manifest, root, "version")[0].text()
    facts["edition"] = edition_of(manifest, root)
    facts["publish"] = _publish(manifest, root, facts["version"])
    facts["readme"] = _readme(manifest, root, files)
    facts["license-file"] = _file(manifest, root, "license-file")
    library = manifest.get("lib")
    if library.get("proc-macro", "proc_macro", "crate-type", "crate_type").is_there:
        kinds = library.get("crate-type", "crate_type")
        macro = library.get("proc-macro", "proc_macro").flag() or "proc-macro" in kinds.texts()
        facts["proc-macro"] = "true" if macro else "false"
    return facts


def resolver_of(root: Manifest) -> str:
    """The version of the resolver of a workspace: as said, or by the edition of its root package."""
    said = root.get("workspace").get("resolver").text() or (
        root.package.get("resolver").text() if root.has_package else ""
    )
    if said or not root.has_package:
        return said or "1"
    edition = edition_of(root, root)
    return "3" if edition >= "2024" else "2" if edition >= "2021" else "1"


def _publish(manifest: Manifest, root: Manifest | None, version: str) -> str:
    said = inherited(manifest, root, "publish")[0]
    if isinstance(said.value, list):
        return ",".join(sorted(said.texts())) or "false"
    flag = said.flag()
    # A package without a version cannot be published.
    return "false" if flag is False or not version else "true"


def _readme(manifest: Manifest, root: Manifest | None, files: frozenset[str]) -> str:
    said = inherited(manifest, root, "readme")[0]
    if isinstance(said.value, str):
        return _file(manifest, root, "readme")
    if said.value is False or (said.value is not None and said.flag() is None):
        return ""
    candidates = [f"{manifest.directory}/{name}".lstrip("/") for name in _READMES]
    return next((each for each in candidates if each in files), "README.md" if said.value is True else "")


def _file(manifest: Manifest, root: Manifest | None, key: str) -> str:
    """A file that the package names, from the top of the repository; as it is written where that is outside."""
    said, owner = inherited(manifest, root, key)
    written = said.text()
    return landed(owner.directory, written) or written if written else ""
