"""What Rust calls the module in a file."""

from __future__ import annotations

__all__ = ["module_path"]


def module_path(path: str) -> str:
    """`crates/a/src/net/mod.rs` → `net`; crate roots have no prefix."""
    parts = path.removesuffix(".rs").split("/")
    parts = parts[len(parts) - parts[::-1].index("src") :] if "src" in parts else parts[-1:]
    return "::".join(part for part in parts if part not in ("lib", "main", "mod"))
