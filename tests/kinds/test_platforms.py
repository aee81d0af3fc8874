"""What holds on a platform, by its name alone."""

from __future__ import annotations

import pytest

from ratchet.kinds.platforms import holds_on

LINUX, WINDOWS, MAC = "x86_64-unknown-linux-gnu", "i686-pc-windows-msvc", "aarch64-apple-darwin"
WASM = "wasm32-unknown-unknown"
CASES: dict[str, tuple[bool | None, bool | None, bool | None]] = {
    "cfg(unix)": (True, False, True),
    "cfg(windows)": (False, True, False),
    'cfg(target_os = "macos")': (False, False, True),
    'cfg(target_arch="x86")': (False, True, False),
    'cfg(target_pointer_width = "64")': (True, False, True),
    'cfg(target_env = "gnu")': (True, False, False),
    'cfg(target_family = "unix")': (True, False, True),
    'cfg(target_vendor = "apple")': (False, False, True),
    'cfg(target_endian = "little")': (True, True, True),
    'cfg(all(unix, not(target_os = "linux")))': (False, False, True),
    'cfg(any(windows, target_os = "linux"))': (True, True, False),
    "cfg(any())": (False, False, False),
    "cfg(all())": (True, True, True),
    "cfg(true)": (True, True, True),
    'cfg(feature = "x")': (False, False, False),
    "cfg(test)": (False, False, False),
    "cfg(tokio_unstable)": (None, None, None),
    "cfg(not(loom))": (None, None, None),
    "cfg(all(loom, windows))": (False, None, False),
    "cfg(any(loom, windows))": (None, True, None),
    'cfg(target_has_atomic = "ptr")': (True, None, True),
    'cfg(target_feature = "avx2")': (None, None, None),
    "x86_64-unknown-linux-gnu": (True, False, False),
    "cfg(": (None, None, None),
    "cfg(a, b)": (None, None, None),
    "cfg(not(unix, unix))": (None, None, None),
}


@pytest.mark.parametrize("cfg", CASES)
def test_a_condition_holds_fails_or_is_unknown(cfg: str) -> None:
    assert (holds_on(cfg, LINUX), holds_on(cfg, WINDOWS), holds_on(cfg, MAC)) == CASES[cfg]


def test_the_web_is_a_platform_too() -> None:
    assert holds_on('cfg(all(target_arch = "wasm32", target_os = "unknown"))', WASM) is True
    assert holds_on("cfg(unix)", WASM) is False


def test_a_platform_that_nobody_knows_decides_nothing() -> None:
    assert holds_on("cfg(unix)", "pdp11-dec-unix") is None
    assert holds_on('cfg(target_os = "linux")', "") is None
    assert holds_on("pdp11-dec-unix", "pdp11-dec-unix") is True


def test_a_condition_may_be_nested_without_measure() -> None:
    assert holds_on("cfg(" + "not(" * 5000 + "unix" + ")" * 5001, LINUX) is None
