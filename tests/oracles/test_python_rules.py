"""Over Python packages ratchet finds, line by line, what `ast` and `tokenize` find, and what ruff finds."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest

from tests.oracles.python_rules import RULES, Found, find
from tests.repository import environment

Lines = set[tuple[str, int]]
"""Paths and lines."""

DATA = Path(__file__).parent / "data"
PINNED: dict[str, str] = tomllib.loads((DATA / "python-packages.toml").read_text(encoding="utf-8"))
INSTALLED = Path(sysconfig.get_path("purelib"))
# Small ones that every development environment has.
FEW = ("attr", "click", "packaging", "pluggy", "requests")
LEAST_PACKAGES, LEAST_FILES, LEAST_SITES = 20, 5_000, 20_000
# What silences ruff, with white space of four kinds between its words.
SILENCING = (
    "#{0}noqa{1}:{2}F401{3}",
    "#{0}ruff{1}:{2}noqa{3}",
    "#{0}flake8{1}:{2}noqa{3}:F401",
    "# words #{0}ruff{1}:{2}ignore{3}[F401]",
    "#{0}ruff{1}:{2}file-ignore{3}[F401]",
    "#{0}ruff{1}:{2}disable{3}[F401]",
)
# What may stand behind `except`, behind `exc_info=`, and in a handler.
CAUGHT = (
    *("(" * depth + name + ")" * depth for depth in range(6) for name in ("Exception", "builtins.BaseException")),
    *("(OSError, " * depth + "Exception" + ",)" * depth for depth in range(6)),
    *("(" * depth + "Exception, OSError" + ",)" * depth for depth in range(1, 6)),
    *("(builtins).Exception", "((builtins)).Exception", "OSError, Exception", "OSError, (((Exception)))"),
    *("OSError", "(OSError, pkg.Exception)", "((OSError, (ValueError,)), (MyException,))", "f(Exception)"),
)
LOGGED = (
    *("True", "1", "error", "(error)", "sys.exc_info()", "(type(error), error, None)", "not f", "f and g", "error.x"),
    *(
        "False",
        "None",
        "0",
        "00",
        "0x0",
        "0b0",
        "0_0",
        "0.0",
        "0.00",
        ".0",
        "0j",
        "0e5",
        "()",
        "( )",
        "[]",
        "[ ]",
        "{}",
    ),
    *('""', "b''", "f''", "r''", "Rb''", "u''", '""""""', "'' ''", "dict()", "list()", "tuple( )", "set()", "list([])"),
    *("(False)", "((None))", "((0))", "(())", "(dict)()", "((dict()))"),
)
HANDLERS = (
    *(f"logger.error(1, exc_info={value})" for value in LOGGED),
    *("raise", "raise error", "raise (error)", "raise OSError from error", "raise OSError", "f(error)"),
    *(f"logger.exception(1){tail}" for tail in ("", "  # words", ", 1", ",", ", # 1", ".x", "[0]", " or 1", "; f()")),
    *("f(logger.exception(1))", "x = logger.exception(1)", "f(), logger.exception(1)", "await_(logger.exception)"),
)
LINTS = {"E722": "bare-except", "BLE001": "broad-except", "T201": "print"}


def test_ratchet_ast_and_ruff_agree_on_a_few_packages(tmp_path: Path) -> None:
    assert _compare(tmp_path, (INSTALLED / name for name in FEW))


@pytest.mark.long
def test_ratchet_ast_and_ruff_agree_on_many_packages(tmp_path: Path) -> None:
    installed = (path for path in sorted(INSTALLED.iterdir()) if (path / "__init__.py").is_file())
    found = _compare(tmp_path, (*installed, *_downloaded(tmp_path / "wheels")))
    packages = {path.partition("/")[0] for path in found}
    sites = Counter((site.rule, site.exempt) for each in found.values() for site in each.sites)
    sys.stdout.write(f"{len(packages)} packages, {len(found)} files\n")
    for rule in RULES:
        classes = ", ".join(f"{name} {number}" for (of, name), number in sorted(sites.items()) if of == rule and name)
        raw = sum(number for (of, _), number in sites.items() if of == rule)
        sys.stdout.write(f"{rule}: raw {raw}, counted {sites[rule, '']}; exempt: {classes}\n")
    assert len(packages) >= LEAST_PACKAGES
    assert len(found) >= LEAST_FILES
    assert sum(number for (_, exempt), number in sites.items() if not exempt) >= LEAST_SITES


def _downloaded(wheels: Path) -> Iterator[Path]:
    """The packages in the wheels of pinned distributions."""
    wanted = [f"{name}=={version}" for name, version in PINNED.items()]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest"]
    done = subprocess.run([*command, wheels, *wanted], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"NOT COMPARED ON PINNED PACKAGES: pip cannot download them: {done.stderr.strip()[-300:]}")
    for wheel in sorted(wheels.glob("*.whl")):
        directory = wheels / "-".join(wheel.name.split("-")[:2])
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(directory)
        yield directory


def _compare(tmp_path: Path, packages: Iterator[Path] | tuple[Path, ...]) -> Mapping[str, Found]:
    """What is in the files that Python reads, if ratchet finds the same, and ruff does but for known classes."""
    root = tmp_path / "packages"
    # Git lists every file; without it ratchet would not look into some directories.
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    for package in packages:
        shutil.copytree(package, root / package.name, ignore=shutil.ignore_patterns("__pycache__", ".git*"))
    found: dict[str, Found] = {}
    for path in sorted(path for path in root.rglob("*") if path.suffix in (".py", ".pyi")):
        name = path.relative_to(root).as_posix()
        if (read := find(path, name)) is not None:
            found[name] = read
    ours, refused = _ask_ratchet(root)
    assert not refused & found.keys()
    wrong = [line for name, each in found.items() for line in _differences(name, ours.get(name, Counter()), each)]
    assert not wrong, "\n".join(wrong)
    unlike = list(_unlike_ruff(root, found))
    assert not unlike, "\n".join(unlike)
    return found


def _ask_ratchet(root: Path) -> tuple[dict[str, Counter[tuple[str, int]]], frozenset[str]]:
    command = [sys.executable, "-m", "ratchet", "count", "--format", "json", "--scope", "all"]
    command += [f"--rule=python/{rule}" for rule in RULES]
    home = environment(root.parent / "home")
    done = subprocess.run([*command, "."], cwd=root, env=home, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 2), done.stderr
    report = json.loads(done.stdout)
    sites: dict[str, Counter[tuple[str, int]]] = {}
    for each in report["findings"]:
        rule = each["rule"].removeprefix("python/") + (" of a program" if each["scope"] == "exempt" else "")
        sites.setdefault(each["path"], Counter())[rule, each["line"]] += 1
    return sites, frozenset(report["inspected"]["failed"])


def _differences(name: str, ours: Counter[tuple[str, int]], found: Found) -> Iterator[str]:
    theirs = Counter((site.rule, site.line) for site in found.sites if not site.exempt and site.rule in RULES)
    theirs += Counter((f"{site.rule} of a program", site.line) for site in found.sites if site.exempt == "program")
    for who, only in (("ratchet", ours - theirs), ("ast", theirs - ours)):
        for (rule, line), number in sorted(only.items()):
            yield f"{name}:{line}: only {who} sees {rule} ×{number}"


def _unlike_ruff(root: Path, found: Mapping[str, Found]) -> Iterator[str]:
    """Where ruff says something else of the handlers and prints than the classes of `ast` let expect."""
    said = _ask_ruff(root, LINTS, "--ignore-noqa")
    for name, each in found.items():
        for lint, rule in LINTS.items():
            sites = [site for site in each.sites if site.rule == rule]
            lines = {line for path, line in said[lint] if path == name}
            must = {site for site in sites if site.ruff == "reports"}
            may = {site for site in sites if site.ruff != "silent"}
            for site in must:
                if not lines & set(range(site.line, site.last + 1)):
                    yield f"{name}:{site.line}: ruff has no {lint}"
            for line in lines - {line for site in may for line in range(site.line, site.last + 1)}:
                yield f"{name}:{line}: only ruff has {lint}"


def _ask_ruff(root: Path, lints: Collection[str], *options: str) -> Mapping[str, Lines]:
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--exit-zero", *options]
    command += [f"--select={','.join(lints)}", "--output-format=json", "--config=exclude=[]", "--no-respect-gitignore"]
    done = subprocess.run([*command, "."], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said: dict[str, Lines] = {lint: set() for lint in lints}
    for each in json.loads(done.stdout):
        if each["code"] in said:
            path = Path(each["filename"]).relative_to(root.resolve()).as_posix()
            said[each["code"]].add((path, each["location"]["row"]))
    return said


def test_a_comment_that_silences_ruff_is_counted(tmp_path: Path) -> None:
    comments = [
        form.format(*gaps) for form in SILENCING for gaps in itertools.product(("", " ", "\t", "\xa0"), repeat=4)
    ]
    root = tmp_path / "packages"
    for number, comment in enumerate(comments):
        for name, text in (("before", f"{comment}\nimport os\n"), ("behind", f"import os  {comment}\n")):
            path = root / str(number) / f"{name}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    loud = {path for path, _ in _ask_ruff(root, ("F401",))["F401"]}
    ours, _ = _ask_ratchet(root)
    paths = {path.relative_to(root).as_posix() for path in root.rglob("*.py")}
    silent = {path: comments[int(path.partition("/")[0])] for path in paths - loud}
    assert len(silent) > len(comments) / 2
    assert not {
        comment for path, comment in silent.items() if not any(rule == "noqa" for rule, _ in ours.get(path, ()))
    }


def test_ratchet_and_ruff_agree_on_handlers(tmp_path: Path) -> None:
    root = tmp_path / "packages"
    pairs = [*((caught, "pass") for caught in CAUGHT), *(("Exception as error", handler) for handler in HANDLERS)]
    pairs += [(f"{caught} as error", "raise error") for caught in CAUGHT if not caught.startswith("OSError,")]
    head = "import builtins, logging\nlogger = logging.getLogger()\ntry:\n    f()\n"
    root.mkdir()
    for number, (caught, handler) in enumerate(pairs):
        (root / f"{number}.py").write_text(f"{head}except {caught}:\n    {handler}\n", encoding="utf-8")
    theirs = {path for path, _ in _ask_ruff(root, ("BLE001",), "--target-version=py314")["BLE001"]}
    ours, failed = _ask_ratchet(root)
    assert not failed
    assert len(CAUGHT) / 2 < len(theirs) < len(pairs)
    counted = {path for path, sites in ours.items() if ("broad-except", 5) in sites}
    assert not {pairs[int(path.removesuffix(".py"))] for path in counted ^ theirs}


def test_the_packages_are_pinned_and_sorted() -> None:
    assert len(PINNED) >= 20
    assert list(PINNED) == sorted(PINNED)
