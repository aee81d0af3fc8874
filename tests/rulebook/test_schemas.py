"""JSON Schemas: valid themselves, and of one mind with the readers."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from ratchet.rulebook.schemas import schemas
from ratchet.rulebook.yaml_reader import read_documents
from tests.rulebook.test_config import FULL
from tests.rulebook.test_languages import LANGUAGE
from tests.rulebook.test_rules import RULE

PACKS = Path(__file__).parents[2] / "rules"


def valid(name: str, data: object) -> bool:
    return Draft202012Validator(schemas()[name]).is_valid(data)


def yaml(text: str) -> object:
    [document] = read_documents("x.yaml", text.encode())
    return document.data


@pytest.mark.parametrize("name", ["config", "language", "rule"])
def test_a_schema_is_itself_valid_and_says_what_it_describes(name: str) -> None:
    schema = schemas()[name]
    Draft202012Validator.check_schema(schema)
    assert schema["title"]
    assert schema["description"]
    assert "$id" not in schema


def test_what_the_readers_take_the_schemas_take() -> None:
    config = tomllib.loads(FULL)
    config["goal"] = {rule: {**goal, "by": str(goal["by"])} for rule, goal in config["goal"].items()}
    assert valid("config", config)
    assert valid("language", yaml(LANGUAGE))
    assert valid("rule", yaml(RULE))


def test_what_the_readers_refuse_the_schemas_refuse() -> None:
    assert not valid("config", {"pack": ["rust"]})
    assert not valid("config", {"goal": {"a/b": {"to": 1}}})
    assert not valid("language", yaml(LANGUAGE.replace("suffixes: [.toy]", "suffixes: [toy]")))
    assert not valid("rule", yaml(RULE.replace("count:", "cuont:")))
    assert not valid("rule", yaml(RULE.replace("advice", "advise")))
    assert not valid("rule", yaml(RULE.replace("language: rust", "scope: prod")))


@pytest.mark.parametrize("path", sorted(PACKS.glob("*/*.yaml")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_shipped_file_satisfies_its_schema(path: Path) -> None:
    name = "language" if path.name == "language.yaml" else "rule"
    for document in read_documents(path.name, path.read_bytes()):
        assert valid(name, document.data)
