"""What the commands around the gate report, over hand-made values: the text of each golden file, by its name."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.formats import base_text, cache_text, doctor_text, setup_text
from ratchet.formats.paint import PLAIN
from ratchet.model.cache import CacheReport
from ratchet.model.diagnosis import Diagnosis, Part
from ratchet.model.errors import Mistake, Place
from ratchet.model.reports import Done, Setting
from ratchet.model.setup import Setup
from ratchet.model.verdict import Side

__all__ = ["tool_renderings"]

BASES = {
    "base": Side("origin/main", "1f" * 20, "GITHUB_BASE_REF of GitHub Actions"),
    "base-last": Side("HEAD", "1f" * 20),
    "base-none": Side("HEAD"),
    "base-note": Side("HEAD", "1f" * 20, note="Jenkins names none (no pull request, and nothing before this commit)"),
}
CACHES = {
    "cache": CacheReport("/r/.git/ratchet/facts.sqlite", 1_234, 5_678_901, 256_000_000),
    "cache-cleared": CacheReport("/r/.git/ratchet/facts.sqlite", 1, 20_480, 256_000_000, cleared=True),
    "cache-off": CacheReport("/r/.git/ratchet/facts.sqlite", 0, 0, 256_000_000, used=False),
    "cache-odd": CacheReport("/r/\x1b[31m/facts.sqlite", 0, 9, 256_000_000, False, "/r/\x1b[31m is not a directory"),
}
CI = Setup(
    (
        Setting(".gitlab/ci/ratchet.yml", Done.WROTE, "read it, then commit it", to_commit=True),
        Setting("odd \x1b[31m name.yml", Done.WROTE, "read it, then commit it", to_commit=True),
        Setting(".gitlab-ci.yml", Done.LEFT, "it is there already, and says something else"),
        Setting("kept.yml", Done.KEPT, "it is there already, word for word"),
    ),
    ("require the check", "in CODEOWNERS:", "  /ratchet.toml @OWNER"),
)
HOOK = Setup((Setting(".git/hooks/pre-commit", Done.KEPT, "it calls ratchet already"),))
DOCTOR = Diagnosis(
    (
        Part("versions", (("ratchet", "0.1.0"), ("extra watch", "not installed"))),
        Part("environment", (("set", ""),)),
        Part("languages", (("rüst", "3 files"), ("odd\x1b[31m", "0 files\u202e"))),
        Part("graphs", ()),
    ),
    (Mistake("rust/unwrap has no baseline", Place("ratchet.toml", 2), "run: ratchet init --rule rust/unwrap"),),
)


def tool_renderings() -> Mapping[str, str]:
    """Name of the golden file → what the format makes of the value."""
    made = {f"{name}.txt": base_text.render(side, PLAIN) for name, side in BASES.items()}
    made |= {f"{name}.txt": cache_text.render(report, PLAIN) for name, report in CACHES.items()}
    return made | {
        "cache.json": cache_text.render_json(CACHES["cache-odd"]),
        "base.json": base_text.render_json(BASES["base"]),
        "doctor.txt": doctor_text.render(DOCTOR, PLAIN),
        "doctor-well.txt": doctor_text.render(Diagnosis(DOCTOR.parts[:1]), PLAIN),
        "doctor.json": doctor_text.render_json(DOCTOR),
        "init-ci.txt": setup_text.render(CI, PLAIN),
        "init-ci.json": setup_text.render_json(CI, setup_text.CI),
        "init-git-hook.txt": setup_text.render(HOOK, PLAIN),
        "init-git-hook.json": setup_text.render_json(HOOK, setup_text.HOOK),
    }
