"""Settings: where they are found, what they become, and what is refused in them."""

from __future__ import annotations

from datetime import date

import pytest

from ratchet.model.config import Config, Goal
from ratchet.model.rule import Phase
from ratchet.model.snapshot import DictSnapshot, Unreadable
from ratchet.rulebook.config import read_config
from tests.rulebook.complaints import complaints, hints

PACKS = ("python", "rust")
FULL = """\
packs = ["rust"]
rules = "./quality//rules/"
baselines = "quality/baselines"
exclude = ["vendor/**", "/generated"]
test_attributes = ["my_test"]
test_macros = ["check"]
max_file_bytes = 5
[phase]
"rust/indexing" = "observe"
[goal]
"rust/unwrap" = { to = 100, by = 2027-03-31 }
"rust/expect" = { to = 0, by = "2027-04-01" }
"""


def read(**files: str) -> Config:
    return read_config(DictSnapshot({name.replace("_", "."): text for name, text in files.items()}), PACKS)


def test_without_a_file_the_defaults_hold() -> None:
    assert read() == Config()
    assert read(pyproject_toml='[project]\nname = "ratchet-user"\n') == Config()


def test_everything_the_settings_may_say_is_kept() -> None:
    assert read(ratchet_toml=FULL) == Config(
        path="ratchet.toml",
        packs=("rust",),
        rules="quality/rules",
        baselines="quality/baselines",
        exclude=("vendor/**", "/generated"),
        phases={"rust/indexing": Phase.OBSERVE},
        goals={"rust/expect": Goal(0, date(2027, 4, 1)), "rust/unwrap": Goal(100, date(2027, 3, 31))},
        test_attributes=("my_test",),
        test_macros=("check",),
        max_file_bytes=5,
    )


def test_an_empty_file_is_one_that_states_the_defaults() -> None:
    assert read(ratchet_toml="") == Config(path="ratchet.toml")


def test_an_empty_list_of_packs_is_not_all_packs() -> None:
    assert read(ratchet_toml="packs = []").packs == ()


def test_settings_may_stand_in_pyproject() -> None:
    assert read(pyproject_toml='[tool.ratchet]\nrules = "r"\n') == Config(path="pyproject.toml", rules="r")


def test_a_broken_pyproject_that_does_not_speak_of_ratchet_is_not_ours_to_refuse() -> None:
    assert read(pyproject_toml="[project\n") == Config()


def test_a_broken_pyproject_that_speaks_of_ratchet_is_refused() -> None:
    text = "[tool.ratchet]\nrules = \n"
    assert complaints(lambda: read(pyproject_toml=text)) == ["pyproject.toml:2:9 broken TOML: Invalid value"]


def test_settings_in_two_places_are_refused() -> None:
    assert complaints(lambda: read(pyproject_toml="[tool.ratchet]\n", ratchet_toml="")) == [
        "ratchet.toml `ratchet.toml` and `[tool.ratchet]` in `pyproject.toml` both have settings"
    ]


def test_a_file_that_cannot_be_read_is_refused() -> None:
    class Locked(DictSnapshot):
        def read(self, path: str) -> bytes:
            raise Unreadable(f"{path} is locked", "unlock it")

    assert complaints(lambda: read_config(Locked({"ratchet.toml": ""}), PACKS)) == [
        "ratchet.toml cannot read the settings: ratchet.toml is locked"
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('pack = ["rust"]', "1:1 unknown key `pack`"),
        ('packs = ["rust", "pyton"]', "1:18 packs[1]: there is no pack `pyton`"),
        ("packs = 1", "1:1 packs: must be a list, not a number"),
        ("rules = true", "1:1 rules: must be text, not true or false"),
        ('rules = "../x"', "1:1 rules: `../x` must stay inside the repository"),
        ('rules = "/x"', "1:1 rules: `/x` must be relative to the repository"),
        ("rules = 'C:/x'", "1:1 rules: `C:/x` must be relative to the repository"),
        ("rules = 'a\\b'", "1:1 rules: `a\\b` must have `/` between its parts"),
        ('baselines = "."', "1:1 baselines: `.` is not the name of anything inside the repository"),
        ('baselines = "a\\nb"', "1:1 baselines: `a\nb` is not the name of anything inside the repository"),
        ('\nexclude = ["a", "[z-a]"]', "2:17 exclude[1]: `[z-a]` is no pattern for paths"),
        ('exclude = ["../a/**"]', "1:12 exclude[0]: `../a/**` must stay inside the repository"),
        ("max_file_bytes = -1", "1:1 max_file_bytes: must be at least 1, not -1"),
        ("max_file_bytes = nan", "1:1 max_file_bytes: must be a whole number, not a fraction"),
        ("max_file_bytes = true", "1:1 max_file_bytes: must be a whole number, not true or false"),
        ('[phase]\n"a/b" = "blok"', "2:1 phase.a/b: `blok` is not one of observe, warn, block"),
        ('[goal]\n"a/b" = { to = 1 }', "2:1 goal.a/b: `by` is missing"),
        ('[goal]\n"a/b" = { to = -1, by = 2027-01-01 }', "2:11 goal.a/b.to: must be at least 0, not -1"),
        ('[goal]\n"a/b" = { to = 1, by = "2027-02-30" }', "2:19 goal.a/b.by: `2027-02-30` is not a day"),
        ('[goal]\n"a/b" = { to = 1, by = 2027-02-03T00:00:00 }', "2:19 goal.a/b.by: must be a date such as"),
        ("rules = \n", "1:9 broken TOML: Invalid value"),
        ("a = 1\na = 2\n", "2:6 broken TOML: Cannot overwrite a value"),
    ],
)
def test_a_mistake_is_found_where_it_stands(text: str, complaint: str) -> None:
    [said] = complaints(lambda: read(ratchet_toml=text))
    assert said.startswith(f"ratchet.toml:{complaint}")


def test_places_in_pyproject_are_those_of_pyproject() -> None:
    text = '[project]\nname = "x"\n\n[tool.ratchet]\nruels = "r"\n'
    assert complaints(lambda: read(pyproject_toml=text)) == ["pyproject.toml:5:1 unknown key `ruels`"]
    assert complaints(lambda: read(pyproject_toml="tool.ratchet = 1\n")) == [
        "pyproject.toml:1:6 must be a mapping, not a number"
    ]


def test_a_mistake_says_what_was_meant() -> None:
    assert hints(lambda: read(ratchet_toml='packs = ["pyton"]')) == ["did you mean `python`?"]
    assert hints(lambda: read(ratchet_toml='packs = ["cobol"]')) == ["shipped are python, rust"]
    assert hints(lambda: read(ratchet_toml='exclud = ["x"]')) == ["did you mean `exclude`?"]


def test_every_mistake_of_a_file_is_found_at_once() -> None:
    text = 'packs = ["pyton"]\nrules = "../x"\nexclude = 1\n[phase]\n"a/b" = "blok"\n'
    places = [said.split(" ", 1)[0] for said in complaints(lambda: read(ratchet_toml=text))]
    assert places == ["ratchet.toml:1:10", "ratchet.toml:2:1", "ratchet.toml:3:1", "ratchet.toml:5:1"]
