"""The dependencies that a manifest declares, with what it inherits from its workspace."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ratchet.graphs.cargo.conditions import normal_form
from ratchet.graphs.cargo.lines import Steps
from ratchet.graphs.cargo.manifests import Manifest, Part
from ratchet.graphs.cargo.paths import landed
from ratchet.model.graph import EdgeKind
from ratchet.model.value import field, frozen, replace

__all__ = ["Dependency", "Heritage", "declared", "edition_of", "inherited", "patches"]

_TABLES = (
    (EdgeKind.NORMAL, ("dependencies",)),
    (EdgeKind.DEV, ("dev-dependencies", "dev_dependencies")),
    (EdgeKind.BUILD, ("build-dependencies", "build_dependencies")),
)
_DEFAULT_REGISTRY = "crates-io"
_REFERENCES = ("rev", "tag", "branch")


@frozen
class Dependency:
    """One entry of a table of dependencies.

    `key` is its name there, `package` that of the package it means. `path` is as it was written and `directory` where
    it leads, None if outside of the repository. `origin` is `registry`, `registry:<name or url>`, `git+<url>` with
    `?rev=`, `?tag=` or `?branch=`, or `path`. `features` has `default` among them unless that is switched off.
    """

    key: str
    package: str
    kind: EdgeKind
    steps: Steps
    cfg: str = ""
    requirement: str = ""
    path: str = ""
    directory: str | None = None
    origin: str = "registry"
    optional: bool = False
    features: tuple[str, ...] = ("default",)


@frozen(eq=False)
class Heritage:
    """What the members of a workspace inherit; each dependency is made sense of once."""

    root: Manifest
    known: dict[str, Dependency | None] = field(default_factory=dict)

    def dependency(self, key: str) -> Dependency | None:
        """What `[workspace.dependencies]` says of a name."""
        if key not in self.known:
            said = self.root.get("workspace").get("dependencies").get(key)
            found = _described(key, said, EdgeKind.NORMAL, self.root.directory) if said.is_there else None
            self.known[key] = found
        return self.known[key]


def declared(manifest: Manifest, heritage: Heritage | None) -> tuple[Dependency, ...]:
    """Every dependency of a manifest, in the order of kinds, platforms and names."""
    holders = [("", Part(manifest.data, (), manifest.wrong)), *manifest.get("target").items()]
    return tuple(
        found
        for target, holder in holders
        for cfg in [normal_form(target)]
        for kind, names in _TABLES
        for key, spec in holder.get(*names).items()
        if (found := _dependency(key, spec, (kind, cfg), manifest, heritage)) is not None
    )


def _dependency(
    key: str, spec: Part, where: tuple[EdgeKind, str], manifest: Manifest, heritage: Heritage | None
) -> Dependency | None:
    kind, cfg = where
    if isinstance(spec.value, str):
        return Dependency(key, key, kind, spec.steps, cfg, spec.value)
    if not spec.get("workspace").flag():
        found = _described(key, spec, kind, manifest.directory)
        return replace(found, cfg=cfg) if cfg else found
    known = None if heritage is None else heritage.dependency(key)
    if heritage is None or known is None:
        owner = "no workspace is in sight" if heritage is None else f"{heritage.root.path} does not have it"
        manifest.wrong(spec.steps, f"is inherited, but {owner}")
        return None
    return _with_own_features(known, spec, where, lambda: edition_of(manifest, heritage.root))


def _with_own_features(
    known: Dependency, spec: Part, where: tuple[EdgeKind, str], edition: Callable[[], str]
) -> Dependency:
    """`name.workspace = true`: what the workspace says, with the features that the member adds."""
    kind, cfg = where
    if spec.value == {"workspace": True}:
        return replace(known, kind=kind, steps=spec.steps, cfg=cfg, optional=False)
    features = {*known.features, *spec.get("features").texts()}
    switch = spec.get("default-features", "default_features").flag()
    if switch:
        features.add("default")
    elif switch is False and edition() >= "2024":
        features.discard("default")
    optional = spec.get("optional").flag() is True and kind is not EdgeKind.DEV
    return replace(known, kind=kind, steps=spec.steps, cfg=cfg, optional=optional, features=tuple(sorted(features)))


def _described(key: str, spec: Part, kind: EdgeKind, directory: str) -> Dependency:
    """A dependency with its details, from the directory its path starts at."""
    if isinstance(spec.value, str):
        return Dependency(key, key, kind, spec.steps, requirement=spec.value)
    features = set(spec.get("features").texts())
    if spec.get("default-features", "default_features").flag() is not False:
        features.add("default")
    path = spec.get("path").text()
    return Dependency(
        key,
        spec.get("package").text() or key,
        kind,
        spec.steps,
        requirement=spec.get("version").text(),
        path=path,
        directory=landed(directory, path) if path else None,
        origin="path" if path else _origin(spec),
        optional=bool(spec.get("optional").flag()) and kind is not EdgeKind.DEV,
        features=tuple(sorted(features)),
    )


def _origin(spec: Part) -> str:
    if git := spec.get("git").text():
        named = ((key, spec.get(key).text()) for key in _REFERENCES)
        reference = next((f"?{key}={value}" for key, value in named if value), "")
        return f"git+{git}{reference}"
    registry = spec.get("registry-index").text() or spec.get("registry").text()
    return f"registry:{registry}" if registry and registry != _DEFAULT_REGISTRY else "registry"


def inherited(manifest: Manifest, root: Manifest | None, key: str) -> tuple[Part, Manifest]:
    """A field of the package, and the manifest that says it: `key.workspace = true` asks the workspace."""
    said = manifest.package.get(key)
    if not (isinstance(said.value, dict) and said.value.get("workspace") is True):
        return said, manifest
    if root is None:
        manifest.wrong(said.steps, "is inherited, but no workspace is in sight")
        return Part(None, said.steps, manifest.wrong), manifest
    found = root.get("workspace").get("package").get(key)
    if not found.is_there:
        manifest.wrong(said.steps, f"is inherited, but {root.path} does not have it")
    return found, root


def edition_of(manifest: Manifest, root: Manifest | None) -> str:
    """The edition of a package; the first one where it says none."""
    return inherited(manifest, root, "edition")[0].text("2015") or "2015"


def patches(root: Manifest) -> Iterator[tuple[str, Dependency]]:
    """What `[patch]` and `[replace]` of a workspace put in the place of packages, by the origin they replace."""
    for origin, table in root.get("patch").items():
        for key, spec in table.items():
            wanted = "registry" if origin == _DEFAULT_REGISTRY else origin
            yield wanted, _described(key, spec, EdgeKind.NORMAL, root.directory)
    for key, spec in root.get("replace").items():
        name, _, version = key.rpartition("#")[2].rpartition("/")[2].rpartition(":")
        found = _described(name or version, spec, EdgeKind.NORMAL, root.directory)
        yield "registry", replace(found, requirement=f"={version}" if name else "")
