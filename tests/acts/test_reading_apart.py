"""Files that workers read by themselves say what they say in any other way, and one of them spoils no other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from ratchet.acts import learning
from ratchet.acts.bench import Bench
from ratchet.acts.errands import Ahead, Errand, Fetched
from ratchet.acts.measuring import measure
from ratchet.acts.reading_apart import read_apart
from ratchet.model.measured import Measured
from ratchet.model.snapshot import DictSnapshot, Unreadable
from ratchet.repo.disk import DiskSnapshot
from ratchet.repo.limits import Limits, can_fork
from ratchet.repo.store import Store
from ratchet.repo.worktree import directory_snapshot
from tests.counting import CARGO, shipped_policy

pytestmark = pytest.mark.skipif(not can_fork(), reason="there are no workers without fork")

SITE = "pub fn f{n}(x: Option<u8>) -> u8 {{\n    x.unwrap()\n}}\n"
FILES: dict[str, str | bytes] = {
    "Cargo.toml": CARGO,
    "src/lib.rs": "mod a;\n#[cfg(test)]\nmod tests;\n" + SITE.format(n=0),
    "src/a.rs": SITE.format(n=1) + "// ratchet: allow(rust/unwrap) reason=\"it is there\"\n" + SITE.format(n=2),
    "src/tests.rs": SITE.format(n=3),
    "src/broken.rs": "pub fn broken( { }\n" + SITE.format(n=4),
    "src/latin.rs": b"// \xe4\n" + SITE.format(n=5).encode(),
    "src/odd\udcff.rs": SITE.format(n=6),
    "app/main.py": "def f(x):\n    try:\n        return x\n    except:\n        pass\n",
}  # fmt: skip
FAILING: dict[str, str | bytes] = {
    "src/merge.rs": "<<<<<<< ours\nfn a() {}\n=======\nfn b( {}\n>>>>>>> theirs\n",
    "src/binary.rs": b"fn a() {}\0",
    "src/large.rs": SITE.format(n=7) + "//" + "x" * 5000 + "\n",
}


def on_disk(root: Path, files: dict[str, str | bytes], limit: int = 4000) -> DiskSnapshot:
    for path, text in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape"))
    return directory_snapshot(str(root), limit)


def found(tree: DictSnapshot | DiskSnapshot, limits: Limits | None = None) -> Measured:
    bench = Bench(limits=limits) if limits else Bench()
    assert bench.knows_nothing
    return measure(tree, shipped_policy(), bench, lambda _: True)


def test_what_workers_read_says_the_same(tmp_path: Path) -> None:
    here, told = found(on_disk(tmp_path, FILES)), found(DictSnapshot(FILES))
    assert len(here.findings) > 6
    assert here.findings == told.findings
    assert here.inspection == told.inspection
    assert here.files == told.files


DECLARED = '[[test]]\nname = "suite"\npath = "src/suite.rs"\n[[bin]]\nname = "app"\npath = "tests/app.rs"\n'


@pytest.mark.parametrize("number", [0, 400])
def test_a_file_that_seemed_to_be_production_is_asked_once_more(tmp_path: Path, number: int) -> None:
    """Its path does not tell it, but a manifest does: nobody asks if all of it parses, or what is in it."""
    files: dict[str, str | bytes] = {
        "Cargo.toml": CARGO + DECLARED,
        "tests/app.rs": "fn main() {\n    f().unwrap();\n}\n",
    }
    files["src/suite.rs"] = "pub fn broken( { }\n" + SITE.format(n=1)
    files["src/lib.rs"] = "".join(f"mod m{n};\n" for n in range(number)) + SITE.format(n=2)
    files |= {f"src/m{n}.rs": SITE.format(n=n) for n in range(number)}
    here, told = (
        measure(tree, shipped_policy(), Bench(limits=Limits(2)))
        for tree in (on_disk(tmp_path, files, limit=100_000), DictSnapshot(files))
    )
    assert {"src/lib.rs", "tests/app.rs"} <= {finding.path for finding in here.findings}
    assert (here.findings, here.inspection, here.files) == (told.findings, told.inspection, told.files)
    assert here.inspection.degraded == ()


def test_what_cannot_be_read_is_told_for_itself(tmp_path: Path) -> None:
    here = found(on_disk(tmp_path, FILES | FAILING))
    reasons = {each.path: each.reason for each in here.inspection.failed}
    assert reasons.keys() == FAILING.keys()
    assert "conflict markers at line 1" in reasons["src/merge.rs"]
    assert "binary" in reasons["src/binary.rs"]
    assert "over max_file_bytes" in reasons["src/large.rs"]
    assert here.findings == found(DictSnapshot(FILES)).findings


def test_a_file_that_vanished_since_it_was_listed_is_told(tmp_path: Path) -> None:
    tree = on_disk(tmp_path, FILES)
    (tmp_path / "src" / "a.rs").unlink()
    (tmp_path / "src" / "latin.rs").unlink()
    (tmp_path / "src" / "latin.rs").symlink_to("lib.rs")
    failed = {each.path: each.reason for each in found(tree).inspection.failed}
    assert failed == {"src/a.rs": "No such file or directory", "src/latin.rs": "a symlink, not followed"}


def test_one_hostile_file_costs_one_answer(tmp_path: Path) -> None:
    hostile = {"src/hostile.rs": "fn f() { x.unwrap()\n" * 4000}  # as many names around a site as there are lines
    many = {f"src/m{n}.rs": SITE.format(n=n) for n in range(90)}
    here = found(on_disk(tmp_path, {**FILES, **many, **hostile}, limit=100_000), Limits(2, seconds=0.4))
    assert [(each.path, each.reason) for each in here.inspection.failed] == [
        ("src/hostile.rs", "took longer than 0.4 s to analyse")
    ]
    assert {finding.path for finding in here.findings} >= many.keys()


def test_a_file_that_changes_after_it_was_read_is_found_out(tmp_path: Path) -> None:
    tree = on_disk(tmp_path, FILES)
    found(tree)
    assert tree.read("src/a.rs")
    (tmp_path / "src" / "lib.rs").write_text("pub fn other() {}\n")
    with pytest.raises(Unreadable, match="changed while"):
        tree.read("src/lib.rs")


def test_who_is_interrupted_has_less_to_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(BaseException):
        pass

    def few(
        errands: Iterable[Errand], total: int, tree: DiskSnapshot, bench: Bench, ahead: Ahead | None
    ) -> Iterator[tuple[Errand, Fetched]]:
        for number, each in enumerate(read_apart(errands, total, tree, bench, ahead)):
            if number == 4:
                raise Interrupted
            yield each

    bench = Bench(store=Store(str(tmp_path / "kept" / "facts.sqlite"), day=1), blank=True)
    monkeypatch.setattr(learning, "read_apart", few)
    monkeypatch.setattr(learning, "_AT_ONCE", 2)
    with pytest.raises(Interrupted):
        measure(on_disk(tmp_path / "tree", FILES), shipped_policy(), bench)
    assert bench.store is not None
    assert bench.store.state().entries == 4 + len(bench.lenses)
