"""Modules and layers of tach mean the same as rules."""

from __future__ import annotations

from tests.rulebook.foreign.judging import found, left, refused, text

CODE = {
    "app/__init__.py": "",
    "app/ui.py": "import app.core.store\nimport app.tools\nimport app.jobs\n",
    "app/jobs.py": "import app.core\nimport app.extra\n",
    "app/extra.py": "import app.jobs\n",
    "app/core/__init__.py": "import app.tools\n",
    "app/core/store.py": "import app.core\nimport requests\n",
    "app/tools.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import app.ui\n",
}


def config(modules: str, head: str = "") -> dict[str, str]:
    return {**CODE, "tach.toml": f"{head}\n{modules}"}


def module(name: str, rest: str) -> str:
    return f'[[modules]]\npath = "app.{name}"\n{rest}\n'


def test_a_module_imports_only_what_its_list_names_and_what_is_for_all() -> None:
    files = config(
        module("ui", 'depends_on = ["app.jobs"]')
        + module("jobs", 'depends_on = ["app.core"]')
        + module("core", "depends_on = []")
        + module("extra", "unchecked = true")
        + module("tools", "depends_on = []\nutility = true")
    )
    assert found(files, "tach.toml") == {
        "app.core depends only on what tach.toml lists for it": [],
        "app.jobs depends only on what tach.toml lists for it": ["app.jobs -> app.extra"],
        "app.tools depends only on what tach.toml lists for it": [],
        "app.ui depends only on what tach.toml lists for it": ["app.ui -> app.core.store"],
    }
    assert (
        "only:\n  from: mod:app.jobs\n  to: [mod:app.core, mod:app.tools]\n  among: mod:app.*\n"
        "  reach: direct\n  edges: {type_only: false}\n"
    ) in text(files, "tach.toml")


def test_code_belongs_to_the_nearest_module() -> None:
    files = config(
        module("core", "depends_on = []")
        + module("core.store", "depends_on = []")
        + module("ui", 'depends_on = ["app.core"]')
    )
    assert found(files, "tach.toml")["app.ui depends only on what tach.toml lists for it"] == [
        "app.ui -> app.core.store"
    ]
    assert found(files, "tach.toml")["app.core.store depends only on what tach.toml lists for it"] == [
        "app.core.store -> app.core"
    ]
    assert 'from: [mod:app.core, "!mod:app.core.store"]' in text(files, "tach.toml")


def test_a_module_within_one_that_is_left_out_of_a_third_has_a_rule_of_its_own() -> None:
    code = {"a/__init__.py": "", "a/b/__init__.py": "", "a/b/c.py": "", "z.py": "import a\nimport a.b\nimport a.b.c\n"}
    listed = [("a", "[]"), ("a.b", "[]"), ("a.b.c", "[]"), ("z", '["a.b"]')]
    modules = "".join(f'[[modules]]\npath = "{name}"\ndepends_on = {deps}\n' for name, deps in listed)
    told = found({**code, "tach.toml": modules}, "tach.toml")
    assert sorted(told["z depends only on what tach.toml lists for it"]) == ["z -> a", "z -> a.b.c"]
    told = found({**code, "tach.toml": modules.replace('["a.b"]', '["a", "a.b.c"]')}, "tach.toml")
    assert told["z depends only on what tach.toml lists for it"] == ["z -> a.b"]


def test_layers_are_one_rule_and_decide_before_lists() -> None:
    modules = (
        module("ui", 'layer = "top"\ndepends_on = []')
        + module("jobs", 'layer = "mid"\ndepends_on = ["app.extra"]')
        + module("extra", 'layer = "mid"\ndepends_on = []')
        + module("tools", 'layer = "low"')
    )
    files = config(modules, 'layers = ["top", { name = "mid", closed = true }, "low"]\n')
    told = found(files, "tach.toml")
    assert told["the layers are top, mid, low, from top to bottom"] == ["app.ui -> app.tools"]
    assert told["app.extra depends only on what tach.toml lists for it"] == ["app.extra -> app.jobs"]
    assert (
        "of:\n    - mod:app.ui\n    - mod:app.extra & mod:app.jobs\n    - mod:app.tools\n  closed: [mod:app.extra]\n"
        in (text(files, "tach.toml"))
    )


def test_layers_of_modules_within_modules_are_several_rules() -> None:
    modules = module("core", 'layer = "top"') + module("core.store", 'layer = "low"')
    told = found(config(modules, 'layers = ["top", "low"]\n'), "tach.toml")
    assert told == {"the layer low is below top": ["app.core.store -> app.core"]}


def test_bans_deprecations_and_visibility_are_rules_too() -> None:
    files = config(
        module("ui", 'depends_on = [{ path = "app.jobs", deprecated = true }, "app.core"]')
        + module("jobs", 'cannot_depend_on = ["app.core"]')
        + module("core", 'visibility = ["app.ui"]')
    )
    told = found(files, "tach.toml")
    assert told["that app.ui depends on these is deprecated in tach.toml"] == ["app.ui -> app.jobs"]
    assert told["app.jobs cannot depend on these, by tach.toml"] == ["app.jobs -> app.core"]
    assert told["app.core is visible only to app.ui, by tach.toml"] == ["app.jobs -> app.core"]
    assert "phase: warn\n" in text(files, "tach.toml")


def test_types_and_local_imports_count_as_they_are_set() -> None:
    modules = module("ui", "depends_on = []") + module("tools", "depends_on = []")
    counted = found(config(modules, "ignore_type_checking_imports = false\n"), "tach.toml")
    assert counted["app.tools depends only on what tach.toml lists for it"] == ["app.tools -> app.ui"]
    page = text(config(f'{modules}[rules]\nlocal_imports = "off"\n'), "tach.toml")
    assert "edges: {type_only: false, lazy: false}" in page


def test_what_tach_does_not_look_at_is_left_out_of_the_rules() -> None:
    files = config(module("core", "depends_on = []") + module("tools", ""), 'exclude = ["app/core/store.py"]\n')
    assert 'from: [mod:app.core, "!mod:app.core.store"]' in text(files, "tach.toml")


def test_cycles_are_looked_for_among_the_modules_of_one_package() -> None:
    every = "".join(module(name, "") for name in ("ui", "jobs", "core", "extra", "tools"))
    told = found(config(every, "forbid_circular_dependencies = true\n"), "tach.toml")
    assert told == {
        "no module of app depends on itself through others": [
            "app.extra -> app.jobs -> app.extra",
            "app.jobs -> app.extra -> app.jobs",
        ]
    }


def test_what_cannot_be_said_is_listed_with_its_line() -> None:
    modules = module("ui", "depends_on = []") + module("jobs", 'depends_on_external = ["x"]')
    head = 'exact = true\nforbid_circular_dependencies = true\nroot_module = "forbid"\n'
    files = config(f'{modules}[[interfaces]]\nexpose = ["a"]\n', head)
    more = {"app/jobs.py": "import app.core  # tach-ignore\n", "app/core/tach.domain.toml": ""}
    assert [each.partition(":")[0] + ":" + each.split(":")[1] for each in left({**files, **more}, "tach.toml")] == [
        "app/core/tach.domain.toml:1",
        "app/jobs.py:1",
        "tach.toml:1",
        "tach.toml:2",
        "tach.toml:3",
        "tach.toml:8",
        "tach.toml:11",
    ]


def test_no_module_is_no_file_of_tach() -> None:
    (mistake,) = refused({**CODE, "tach.toml": '[[modules]]\npath = "gone"\n'}, "tach.toml")
    assert mistake.message == "there is no module in it that the repository has"
