"""Contracts of import-linter mean the same as rules: kept and broken, type by type."""

from __future__ import annotations

import pytest

from tests.rulebook.foreign.contracts import BROKEN, CONTRACTS, KEPT, SHOP
from tests.rulebook.foreign.judging import found, left, refused, text

ALL = {**SHOP, ".importlinter": CONTRACTS}


def test_every_contract_is_kept_or_broken_as_it_says() -> None:
    told = found(ALL, ".importlinter")
    assert {name for name, findings in told.items() if findings} == set(BROKEN)
    assert {name for name, findings in told.items() if not findings} == set(KEPT)
    assert left(ALL, ".importlinter") == []


def contract(body: str, head: str = "") -> dict[str, str]:
    return {**SHOP, ".importlinter": f"[importlinter]\nroot_package = shop\n{head}\n[importlinter:contract:c]\n{body}"}


def rule(body: str, head: str = "") -> str:
    """The rule that a contract becomes, without its head."""
    page = text(contract(body, head), ".importlinter")
    return page.partition("advice: ")[2].partition("\n")[2].rstrip()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "name = n\ntype = forbidden\nsource_modules = shop.web\nforbidden_modules = django\n",
            "deny: mod:shop.web -> ext:django",
        ),
        (
            "name = n\ntype = layers\nlayers =\n  shop.cli\n  shop.web | shop.features\n  shop.domain : shop.data\n",
            "layers:\n  within: mod:shop\n  of:\n    - cli\n    - web | features\n    - domain & data",
        ),
        (
            "name = n\ntype = layers\nlayers =\n    shop.web.views\n    shop.data\n",
            "layers:\n  of:\n    - mod:shop.web.views\n    - mod:shop.data",
        ),
        ("name = n\ntype = independence\nmodules = shop.features.*\n", "independent:\n  of: mod:shop.features.{a}"),
        (
            "name = n\ntype = protected\nprotected_modules = shop.data\nallowed_importers = shop.domain\n",
            "only:\n  from: mod:shop.domain\n  into: mod:shop.data\n  among: mod:shop\n  reach: direct",
        ),
        (
            "name = n\ntype = protected\nprotected_modules = shop.data\nallowed_importers =\n",
            "deny:\n  from: mod:shop\n  to: mod:shop.data\n  reach: direct",
        ),
        (
            "name = n\ntype = acyclic_siblings\nancestors = shop\ndepth = 1\nskip_descendants = shop.web\n",
            'acyclic:\n  siblings: [mod:shop, "!mod:shop.web", "!mod:shop.*.*"]',
        ),
        (
            (
                "name = n\ntype = forbidden\nsource_modules = shop.web\nforbidden_modules = shop.data\n"
                "ignore_imports =\n    shop.web -> shop.data\n    shop.cli -> json\n"
            ),
            (
                "deny:\n  from: mod:shop.web\n  to: mod:shop.data\n  except:\n"
                '    - from: [mod:shop.web, "!mod:shop.web.*"]\n      to: [mod:shop.data, "!mod:shop.data.*"]\n'
                "      why: ignored in .importlinter\n"
                "    - from: mod:shop.cli\n      to: std:json\n      why: ignored in .importlinter"
            ),
        ),
    ],
)
def test_a_contract_becomes_what_a_person_would_write(body: str, said: str) -> None:
    assert rule(body) == said


def test_imports_that_only_a_type_checker_sees_can_be_left_out() -> None:
    body = "name = n\ntype = independence\nmodules =\n    shop.web\n    shop.domain\n"
    assert rule(body, "exclude_type_checking_imports = True").endswith("  edges: {type_only: false}")


def test_test_code_within_the_package_counts_as_it_does_there() -> None:
    body = "name = n\ntype = independence\nmodules =\n    shop.web\n    shop.domain\n"
    files = {**contract(body), "shop/tests/test_x.py": ""}
    assert "edges: {kinds: [normal, dev], test: true}" in text(files, ".importlinter")


def test_name_and_guidance_become_because_and_advice() -> None:
    body = "name = Web: never\ntype = forbidden\nsource_modules = shop.web\nforbidden_modules = a\n"
    page = text(contract(body + "broken_contract_guidance =\n    Ask the\n    owners.\n"), ".importlinter")
    assert 'id: arch/c\nbecause: "Web: never"\nadvice: Ask the owners.\n' in page


def test_what_cannot_be_said_is_listed_with_its_line() -> None:
    body = (
        "name = a\ntype = independence\nmodules = shop.web\n\n[importlinter:contract:own]\nname = b\ntype = my_type\n"
    )
    kept = "\n[importlinter:contract:k]\nname = k\ntype = independence\nmodules =\n  shop.web\n  shop.data\n"
    assert left(contract(body + kept, "contract_types =\n    my_type: x.y\n"), ".importlinter") == [
        (
            ".importlinter:3: `contract_types` is of no use here: a contract type of your own is code, "
            "and no code of the repository is run"
        ),
        ".importlinter:6: the contract `a`: a single module is independent of itself",
        ".importlinter:13: the contract `b` is of the type `my_type`, which only its own code knows",
    ]


@pytest.mark.parametrize(
    ("settings", "message", "line"),
    [
        ("[importlinter\n", "broken INI: File contains no section headers.", 1),
        ("[importlinter]\na = 1\na = 2\n", "broken INI: While reading from '.importlinter' [line  3]", 3),
        ("[other]\n", "there is no section [importlinter] in it", 1),
        ("[importlinter]\nroot_package = shop\n", "there is no contract of import-linter in it", 1),
        ("[importlinter]\n[importlinter:contract:a]\ntype = layers\n", "`root_package` is missing", 1),
    ],
)
def test_a_broken_file_is_refused_with_its_line(settings: str, message: str, line: int) -> None:
    (mistake,) = refused({**SHOP, ".importlinter": settings}, ".importlinter")
    assert mistake.message.startswith(message)
    assert mistake.place is not None
    assert mistake.place.line == line


def test_nothing_translated_is_an_error_after_what_is_left() -> None:
    body = "name = a\ntype = my_type\n"
    assert [each.message for each in refused(contract(body), ".importlinter")] == [
        "the contract `a` is of the type `my_type`, which only its own code knows",
        "nothing in it could be translated from importlinter",
    ]


def test_toml_says_the_same_as_ini() -> None:
    toml = """\
[tool.importlinter]
root_packages = ["shop"]

[[tool.importlinter.contracts]]
name = "n"
type = "forbidden"
source_modules = ["shop.web"]
forbidden_modules = ["django"]
allow_indirect_imports = true
"""
    page = text({**SHOP, "pyproject.toml": toml}, "pyproject.toml")
    assert "# pyproject.toml:4\n" in page
    assert "deny:\n  from: mod:shop.web\n  to: ext:django\n  reach: direct\n" in page


def test_a_package_below_src_or_beside_the_settings_of_a_part_is_found() -> None:
    body = "name = n\ntype = layers\ncontainers = shop.*\nlayers =\n    (high)\n    low\n    lowest\n"
    settings = f"[importlinter]\nroot_package = shop\n[importlinter:contract:c]\n{body}"
    code = {f"part/src/shop/{each}/__init__.py": "" for each in (".", "a", "a/low", "a/lowest", "b", "b/low")}
    files = {"part/.importlinter": settings, **{path.replace("/./", "/"): each for path, each in code.items()}}
    page = text(files, "part/.importlinter")
    assert page.count("within: ") == 2
    assert "id: arch/c-shop-b\n" in page
    assert page.count("may_be_empty: true") == 2
