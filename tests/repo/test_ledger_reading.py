"""Baseline files are read strictly, and every mistake names its line and the way out."""

from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratchet.model.baseline import Baseline
from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.model.snapshot import DictSnapshot
from ratchet.model.waiver import Waiver
from ratchet.repo.commits import commit_snapshot
from ratchet.repo.git import Git
from ratchet.repo.ledger import (
    read_baseline,
    read_waivers,
    render_files,
    render_rules,
    render_units,
    write_baseline,
)
from ratchet.repo.names import path_text
from ratchet.repo.worktree import worktree_snapshot
from tests.repository import Repo

MEANING = "sha256:" + "0" * 64
BASELINE = Baseline({"src/a.rs": {"rust/unwrap": 3}}, {"crate:a": {"rust/unsafe": 1}}, {"rust/unwrap": MEANING})
RULES = render_rules({"rust/unwrap": MEANING})
RESTORE = "git restore --source=HEAD -- baselines/files.toml"
WAIVER = Waiver("rust/unwrap", "src/a.rs", 2, "the lock cannot be poisoned", "@ada", date(2027, 3, 31))
WAIVER_TEXT = """\
[[waiver]]
rule = "rust/unwrap"
path = "src/a.rs"
allow = 2
reason = "the lock cannot be poisoned"
owner = "@ada"
expires = 2027-03-31
"""


def files(text: str | bytes, rules: str = RULES) -> DictSnapshot:
    return DictSnapshot({"baselines/files.toml": text, "baselines/rules.toml": rules})


def mistakes_of(snapshot: DictSnapshot) -> tuple[Mistake, ...]:
    with pytest.raises(RatchetError) as error:
        read_baseline(snapshot, "baselines")
    return error.value.mistakes


def only_mistake(text: str | bytes) -> Mistake:
    (mistake,) = mistakes_of(files(text))
    return mistake


def waiver_mistakes(text: str) -> list[tuple[str, int]]:
    with pytest.raises(RatchetError) as error:
        read_waivers(DictSnapshot({"baselines/waivers.toml": text}), "baselines")
    return [(mistake.message, mistake.place.line if mistake.place else 0) for mistake in error.value.mistakes]


def on_disk(repo: Repo, limit: int = 2_000_000) -> Baseline | None:
    return read_baseline(worktree_snapshot(Git(str(repo.root)), limit), "baselines")


def test_without_any_file_there_is_no_baseline() -> None:
    assert read_baseline(DictSnapshot({"src/a.rs": ""}), "baselines") is None


@pytest.mark.parametrize("directory", ["baselines", "baselines/", "./baselines", "quality/limits"])
def test_a_baseline_is_read_from_its_directory(directory: str) -> None:
    clean = directory.strip("./")
    snapshot = DictSnapshot(
        {
            f"{clean}/files.toml": render_files(BASELINE.files),
            f"{clean}/units.toml": render_units(BASELINE.units),
            f"{clean}/rules.toml": render_rules(BASELINE.meanings),
        }
    )
    assert read_baseline(snapshot, directory) == BASELINE


def test_a_directory_outside_the_repository_is_refused() -> None:
    for directory in ("../baselines", "/baselines", "a/../..", ".."):
        with pytest.raises(RatchetError, match="outside the repository"):
            read_baseline(DictSnapshot({}), directory)


def test_a_zero_written_by_hand_is_the_same_as_no_entry() -> None:
    baseline = read_baseline(files('["a.rs"]\n"rust/unwrap" = 0\n["b.rs"]\n"x" = 1\n'), "baselines")
    assert baseline is not None
    assert baseline.files == {"b.rs": {"x": 1}}


@pytest.mark.parametrize(
    ("present", "missing"),
    [
        (["files.toml"], "baselines/rules.toml is missing"),
        (["rules.toml"], "baselines/files.toml is missing"),
        (["units.toml"], "baselines/files.toml and baselines/rules.toml are missing"),
    ],
)
def test_half_a_baseline_says_what_is_missing(present: list[str], missing: str) -> None:
    (mistake,) = mistakes_of(DictSnapshot({f"baselines/{name}": "" for name in present}))
    assert missing in mistake.message
    assert mistake.hint == "git restore --source=HEAD -- baselines/"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("-1", "must be at least 0, not -1"),
        ("true", "must be a whole number, not true or false"),
        ("1.0", "must be a whole number, not a fraction"),
        ("inf", "must be a whole number, not a fraction"),
        ('"3"', "must be a whole number, not text"),
        ("[3]", "must be a whole number, not a list"),
        ("{ a = 3 }", "must be a whole number, not a mapping"),
        ("1000000001", "must be at most 1,000,000,000: no count is that large"),
        ("99999999999999999999999", "must be at most 1,000,000,000: no count is that large"),
    ],
)
def test_a_budget_is_a_number_that_a_count_can_have(value: str, message: str) -> None:
    mistake = only_mistake(f'# header\n["src/a.rs"]\n"rust/expect" = 1\n"rust/unwrap" = {value}\n')
    assert mistake.message == f"`rust/unwrap` of `src/a.rs`: {message}"
    assert mistake.place == Place("baselines/files.toml", 4, 1)
    assert mistake.hint == RESTORE


def test_a_budget_outside_of_a_table_is_refused() -> None:
    mistake = only_mistake('"rust/unwrap" = 3\n')
    assert mistake.message == "`rust/unwrap`: must be a mapping, not a number"


@pytest.mark.parametrize("key", ["./a.rs", "a//b.rs", "/etc/a.rs", "../a.rs", "a/", ".", "", "a/../a.rs", "a%20%25"])
def test_a_path_has_one_spelling_only(key: str) -> None:
    mistake = only_mistake(f'["ok.rs"]\n"r" = 1\n\n["{key}"]\n"r" = 1\n')
    assert "is not how ratchet writes a" in mistake.message
    assert mistake.place == Place("baselines/files.toml", 4, 2)


def test_all_mistakes_of_all_files_are_told_at_once() -> None:
    snapshot = DictSnapshot(
        {
            "baselines/files.toml": '["b.rs"]\n"r" = -1\n["./a.rs"]\n"r" = "x"\n',
            "baselines/units.toml": '["crate:a"]\n"r" = 1.5\n',
            "baselines/rules.toml": 'schema = "ratchet/baseline/1"\n["r"]\nmeaning = "md5:1"\nmeening = ""\n["s"]\n',
        }
    )
    assert [str(mistake.place) for mistake in mistakes_of(snapshot)] == [
        "baselines/rules.toml:3:1",
        "baselines/rules.toml:4:1",
        "baselines/rules.toml:5:2",
        "baselines/files.toml:2:1",
        "baselines/files.toml:3:2",
        "baselines/files.toml:4:1",
        "baselines/units.toml:2:1",
    ]


def test_of_very_many_mistakes_the_first_are_told() -> None:
    told = mistakes_of(files("".join(f'["{number}.rs"]\n"r" = -1\n' for number in range(200))))
    assert len(told) == 51
    assert told[-1].message == "and 150 more mistakes"


@pytest.mark.parametrize("marker", ["<<<<<<< HEAD", "=======", ">>>>>>> topic", "||||||| base"])
def test_conflict_markers_are_named_with_the_way_out(marker: str) -> None:
    mistake = only_mistake(f'["a.rs"]\n"r" = 1\n{marker}\n"r" = 2\n')
    assert "merge conflict" in mistake.message
    assert mistake.place == Place("baselines/files.toml", 3)
    assert mistake.hint == "run: ratchet merge baselines/files.toml"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('["a.rs"]\n"r" = \n', "baselines/files.toml:2:7"),
        ('["a.rs"]\n"r" = 1\n["a.rs"]\n', "baselines/files.toml:3:8"),
        ('["a.rs"]\n"r" = 1\n"r" = 2\n', "baselines/files.toml:3:8"),
        ('["a.rs', "baselines/files.toml:1"),
        (b'# ok\n["\xff"]\n', "baselines/files.toml:2"),
        ("\ufeff# bom\n", "baselines/files.toml:1:1"),
        ("a = " + "[" * 5000, "baselines/files.toml"),
        ("a = " + "1" * 5000, "baselines/files.toml"),
    ],
)
def test_a_syntax_error_has_its_place_and_the_command_that_restores_the_file(text: str | bytes, place: str) -> None:
    mistake = only_mistake(text)
    assert "not valid TOML" in mistake.message or mistake.message == "not UTF-8 text"
    assert str(mistake.place) == place
    assert mistake.hint == RESTORE


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 100_000 + " = 1",
        "[" + "a . " * 100_000 + "a]",
        '"a"' + '."a"' * 100_000 + " = 1",
        "x = { " + "a." * 100_000 + "a = 1 }",
        'x = { a = """\n""", ' + "k." * 100_000 + "k = 1 }",
        "x = { a = '''\n'''', " + "k." * 100_000 + "k = 1 }",
        'x = "' + '\\"' * 100_000 + "." * 100,
    ],
)
def test_no_text_stalls_the_reader(text: str) -> None:
    began = time.monotonic()
    only_mistake(text)
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    "key", ['"' + "a." * 100 + 'rs"', "'" + "a." * 100 + "rs'"], ids=["basic string", "literal string"]
)
def test_a_quoted_path_may_have_many_dots(key: str) -> None:
    text = f"# {'.' * 100}\n[{key}]\n'r' = 1 # {'a.' * 100}\n"
    baseline = read_baseline(files(text), "baselines")
    assert baseline is not None
    assert len(baseline.files) == 1


def test_a_file_over_the_size_cap_is_refused() -> None:
    mistake = only_mistake("#" * 20_000_001)
    assert "20,000,001 bytes" in mistake.message


def test_a_baseline_may_be_larger_than_a_source_file(repo: Repo) -> None:
    large = Baseline({f"{number:050}.rs": {"r": 1} for number in range(100)}, {}, {"r": MEANING})
    write_baseline(str(repo.root), "baselines", large)
    assert on_disk(repo, limit=1000) == large
    commit = repo.commit()
    assert read_baseline(commit_snapshot(Git(str(repo.root)), commit, "main", 1000), "baselines") == large


def test_a_baseline_of_the_future_asks_for_a_newer_ratchet_and_says_nothing_else() -> None:
    rules = 'schema = "ratchet/baseline/2"\nnew = 1\n'
    (mistake,) = mistakes_of(files('["a.rs"]\n"r" = { count = 1 }\n', rules))
    assert "written by a newer ratchet: needs ratchet >=" in mistake.message
    assert mistake.place == Place("baselines/rules.toml", 1, 1)
    assert "upgrade ratchet" in mistake.hint


@pytest.mark.parametrize(
    "schema", ["", 'schema = "ratchet/verdict/1"\n', 'schema = "ratchet/baseline/0"\n', "schema = 1\n"]
)
def test_rules_without_a_known_layout_are_refused(schema: str) -> None:
    (mistake,) = mistakes_of(files("", schema))
    assert "schema" in mistake.message


def test_an_unreadable_baseline_is_an_error(repo: Repo) -> None:
    write_baseline(str(repo.root), "baselines", BASELINE)
    snapshot = worktree_snapshot(Git(str(repo.root)), 1000)
    repo.remove("baselines/files.toml")
    with pytest.raises(RatchetError, match="cannot read it: No such file"):
        read_baseline(snapshot, "baselines")


@pytest.mark.parametrize("link", ["baselines/files.toml", "baselines/rules.toml", "baselines"])
def test_a_baseline_behind_a_symlink_is_refused(repo: Repo, link: str) -> None:
    write_baseline(str(repo.root), "baselines", BASELINE)
    (repo.root / link).rename(repo.root / "elsewhere")
    (repo.root / link).symlink_to(repo.root / "elsewhere")
    with pytest.raises(RatchetError, match=f"{link}: a symlink, not followed"):
        on_disk(repo)


ODD = b'%25F"\\\n\x01\x7f\xff\xc3\xa4a.'
parts = st.lists(st.sampled_from([*ODD]), min_size=1, max_size=6).map(lambda part: bytes(part) + b"_")
paths = st.lists(parts, min_size=1, max_size=3).map(lambda several: path_text(b"/".join(several)))
budgets = st.dictionaries(
    paths, st.dictionaries(st.sampled_from(["rust/unwrap", "a/b", "ä"]), st.integers(1, 10**9), min_size=1), max_size=5
)
meanings = st.dictionaries(st.sampled_from(["rust/unwrap", "a/b", "ä"]), st.just(MEANING))


@given(budgets, budgets, meanings)
def test_what_is_written_is_read_back(
    files_: dict[str, dict[str, int]], units_: dict[str, dict[str, int]], meanings_: dict[str, str]
) -> None:
    baseline = Baseline(files_, units_, meanings_)
    snapshot = DictSnapshot(
        {
            "baselines/files.toml": render_files(files_),
            "baselines/units.toml": render_units(units_),
            "baselines/rules.toml": render_rules(meanings_),
        }
    )
    assert read_baseline(snapshot, "baselines") == baseline


def test_without_a_file_there_are_no_waivers() -> None:
    assert read_waivers(DictSnapshot({}), "baselines") == ()


def test_a_waiver_is_read_with_its_place() -> None:
    text = f'# why\n\n{WAIVER_TEXT}\n  [[ waiver ]]\nissue = "#7"\n{WAIVER_TEXT.partition(chr(10))[2]}'
    first, second = read_waivers(DictSnapshot({"baselines/waivers.toml": text}), "baselines")
    assert (first.rule, first.path, first.allow, first.owner) == ("rust/unwrap", "src/a.rs", 2, "@ada")
    assert (first.expires, first.issue, second.issue) == (date(2027, 3, 31), "", "#7")
    assert (str(first.place), str(second.place)) == ("baselines/waivers.toml:3", "baselines/waivers.toml:11")


def test_waivers_in_a_list_and_dates_as_text_are_read_too() -> None:
    entry = '{ rule = "r", path = ".", allow = 1, reason = "x", owner = "y", expires = "2027-03-31" }'
    text = f"waiver = [\n  {entry},\n  {entry},\n]\n"
    waivers = read_waivers(DictSnapshot({"baselines/waivers.toml": text}), "baselines")
    assert [str(waiver.place) for waiver in waivers] == ["baselines/waivers.toml:2", "baselines/waivers.toml:3"]
    assert {waiver.expires for waiver in waivers} == {date(2027, 3, 31)}


@pytest.mark.parametrize("missing", ["rule", "path", "allow", "reason", "owner", "expires"])
def test_reason_owner_and_the_rest_are_mandatory(missing: str) -> None:
    text = "".join(line for line in WAIVER_TEXT.splitlines(keepends=True) if not line.startswith(missing))
    assert waiver_mistakes("\n" + text) == [(f"entry 1 of `waiver`: `{missing}` is missing", 2)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('expries = "x"', "unknown key `expries` in entry 1 of `waiver`"),
        ("allow = 0", "`allow` of entry 1 of `waiver`: must be at least 1, not 0"),
        ("allow = true", "`allow` of entry 1 of `waiver`: must be a whole number, not true or false"),
        ('reason = " "', "`reason` of entry 1 of `waiver`: must not be empty"),
        ('expires = "soon"', "`expires` of entry 1 of `waiver`: must be a date such as 2027-03-31, not text"),
        (
            "expires = 2027-03-31T00:00:00",
            "`expires` of entry 1 of `waiver`: must be a date such as 2027-03-31, not a datetime",
        ),
        ('path = "./a.rs"', "`path` of entry 1 of `waiver`: `./a.rs` is not how ratchet writes a path"),
    ],
)
def test_a_wrong_value_is_told_with_its_line(line: str, message: str) -> None:
    key = line.partition(" ")[0]
    kept = [old for old in WAIVER_TEXT.splitlines() if not old.startswith(key)]
    assert waiver_mistakes("\n".join([*kept, line])) == [(message, len(kept) + 1)]


def test_an_unknown_table_beside_the_waivers_is_refused() -> None:
    assert waiver_mistakes('[[wavier]]\nrule = "x"\n') == [("unknown key `wavier`", 1)]
