"""Whether a `cfg(…)` of a manifest holds on a target platform, as far as the name of the platform tells."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

__all__ = ["can_build", "holds_on"]

# What cargo never sets while it looks at dependencies, whatever the platform.
_NEVER = frozenset({"test", "doc", "doctest", "proc_macro", "feature"})
_ARCHES = (
    (r"i[3-6]86", "x86"),
    (r"x86_64h?", "x86_64"),
    (r"aarch64(?:_be)?|arm64e|arm64_32", "aarch64"),
    (r"arm64ec", "arm64ec"),
    (r"arm(?:v\w+|eb\w*)?|thumb\w+", "arm"),
    (r"riscv32\w*", "riscv32"),
    (r"riscv64\w*", "riscv64"),
    (r"wasm32\w*", "wasm32"),
    (r"wasm64", "wasm64"),
    (r"powerpc64(?:le)?", "powerpc64"),
    (r"powerpc", "powerpc"),
    (r"sparc64|sparcv9", "sparc64"),
    (r"mips64(?:el)?", "mips64"),
    (r"mips(?:el)?", "mips"),
    (r"s390x", "s390x"),
    (r"loongarch64", "loongarch64"),
)
_BIG = re.compile(r"powerpc(?:64)?|s390x|sparc\w*|mips(?:64)?|aarch64_be|armeb\w*|armebv\w*")
_OSES = {"darwin": "macos", "wasi": "wasi", "wasip1": "wasi", "wasip2": "wasi", "wasip3": "wasi"} | {
    each: each
    for each in (
        "linux", "windows", "ios", "tvos", "watchos", "visionos", "freebsd", "netbsd", "openbsd", "dragonfly",
        "solaris", "illumos", "fuchsia", "haiku", "redox", "emscripten", "none", "uefi", "hermit", "aix", "nto",
    )
}  # fmt: skip
_NOT_UNIX = frozenset({"windows", "wasi", "none", "uefi", "hermit", "unknown"})
_ATOMIC, _ATOMIC_ARCHES = frozenset({"8", "16", "32", "64", "ptr"}), frozenset({"x86_64", "aarch64"})
_HOSTS = frozenset({"linux", "windows", "macos", "freebsd", "netbsd", "openbsd", "solaris", "illumos", "haiku"})
_VENDORS = frozenset({"unknown", "pc", "apple", "uwp", "win7"})
_ENVS = ("gnu", "musl", "msvc", "uclibc", "ohos", "sgx", "newlib")
# Their names do not show the environment, or it changed from release to release of the compiler.
_ODD_ENVS = frozenset({"ios", "tvos", "watchos", "visionos", "nto", "redox", "wasi"})


def holds_on(cfg: str, triple: str) -> bool | None:
    """Whether a condition, or a triple that stands for one, holds; None where the name of the platform cannot tell."""
    if not cfg.startswith("cfg("):
        return cfg == triple
    from ratchet.syntax.rust.cfg import Meta, parse_meta

    facts = _facts(triple)

    def holds(condition: Meta) -> bool | None:
        if condition.args is not None:
            return _combined(condition.path, [holds(part) for part in condition.args])
        if condition.path in ("true", "false") and condition.value is None:
            return condition.path == "true"
        return _known(condition.path, condition.value, facts)

    parsed = parse_meta(cfg)
    return holds(parsed.args[0]) if parsed is not None and parsed.args is not None and len(parsed.args) == 1 else None


def can_build(triple: str) -> bool:
    """Whether a compiler runs on a platform, so that a target may be its own host."""
    return not _HOSTS.isdisjoint(_facts(triple).get("target_os", ()))


def _known(name: str, value: str | None, facts: Mapping[str, frozenset[str]]) -> bool | None:
    if name in _NEVER:
        return False
    if value is None:
        families = facts.get("target_family")
        return name in families if name in ("unix", "windows") and families is not None else None
    if name == "target_has_atomic":
        return True if value in _ATOMIC and not _ATOMIC_ARCHES.isdisjoint(facts.get("target_arch", ())) else None
    values = facts.get(name)
    return None if values is None else value in values


def _combined(name: str, parts: list[bool | None]) -> bool | None:
    """Kleene's `not`, `all` and `any`."""
    if name == "not" and len(parts) == 1:
        return None if parts[0] is None else not parts[0]
    if name == "all":
        return False if False in parts else None if None in parts else True
    if name == "any":
        return True if True in parts else None if None in parts else False
    return None


@cache
def _facts(triple: str) -> Mapping[str, frozenset[str]]:
    """The values that a triple gives to names; a name that it does not decide is not there."""
    first, *rest = triple.split("-")
    arch = next((name for form, name in _ARCHES if re.fullmatch(form, first)), None)
    system = next((_OSES[part] for part in rest if part in _OSES), None)
    if any(part.startswith("android") for part in rest):
        system = "android"
    if rest == ["unknown", "unknown"]:
        system = "unknown"
    if arch is None or system is None:
        return {}
    found = {
        "target_arch": arch,
        "target_os": system,
        "target_endian": "big" if _BIG.fullmatch(first) else "little",
        "target_pointer_width": "64" if _wide(arch, triple) else "32",
    }
    if rest[0] in _VENDORS or rest[0] in _OSES:
        found["target_vendor"] = rest[0] if rest[0] in _VENDORS else "unknown"
    if system not in _ODD_ENVS:
        found["target_env"] = next((env for env in _ENVS if rest[-1].startswith(env)), "")
    families = set() if system in _NOT_UNIX else {"unix"}
    families |= {"windows"} if system == "windows" else set()
    families |= {"wasm"} if arch.startswith("wasm") else set()
    return {name: frozenset({value}) for name, value in found.items()} | {"target_family": frozenset(families)}


def _wide(arch: str, triple: str) -> bool:
    narrow = triple.endswith(("ilp32", "gnux32")) or triple.startswith("arm64_32")
    return ("64" in arch or arch == "s390x") and not narrow
