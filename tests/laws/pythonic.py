"""Python programs with imports wherever one may stand, among strings and comments that only look like imports."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from hypothesis import strategies as st

__all__ = ["programs"]

NESTED = sys.version_info >= (3, 12)  # strings within the fields of strings of the same kind: PEP 701

GAPS = st.sampled_from([" ", "  ", "\t", " \\\n ", "\\\n"])
_LOOKALIKES = (
    "'import no'", '"import no"', r'r"\" import no"', r"'\' import no'", "b'import no'", '"""\nimport no\n"""',
    "'''\n\nfrom no import no\n'''", r'"""\"""' + '\nimport no"""', "u'import no' 'import no'", '""', "''", "x", "(1)",
    'rb"\\\\"', "'''\"\"\"'''", '"#"', "f'{x} import no'", "f'{{import no}}'", "f'{x!r:>{w}} import no'", "F'{x:{y}}'",
    "f'''{x\n}\nimport no\n'''", "rf'\\{x}'", "f'\\N{BULLET} import no {x}'", "f\"{d['import no']}\"", "fR'{x:\\d}'",
    "f'{x != y}'", "f'{x:,}' 'import no'", "if_", "...", "f'{(lambda: x)}'", "f'{ {1: x}[1] }'", "f'{x:{{}}}'",
)  # fmt: skip
_NESTED = (
    "f'{d['import no']}'", "f'{f'{x['import no']}'} import no'", "f'{x # import no\n}'", "f'{'\\''}'",
    'f"{x:{"import no"}}"',
    "f'{__import__('inner')}'", "f'''{f\"{f'{__import__(\"deep\")}'}\"}'''", "rf'{'}'}{x!r:{'{'}}'",
    "f'{[x, {'import no': 1}]}'",
)  # fmt: skip
_CALLS = (
    '__import__("a.b")', "__import__('a', fromlist=['b', 'c'])", "__import__('d', globals(), None, ('e',), 1)",
    'importlib.import_module("a.b")', 'import_module(".c", __package__)', "import_module(name='q')",
    'importlib.import_module("..c", package="x.y.z")', "il.import_module('f')", "load('g')",
    "importlib.import_module(h)",
    "builtins.__import__('i' 'j')", "x.import_module('no')", "x().importlib.import_module('no')", "__import__(f'{k}')",
    "importlib . import_module ( # import no\n 'm' )", "import_module('.n', x)", "import_module('.o', __name__,)",
)  # fmt: skip
_CONDITIONS = (
    "TYPE_CHECKING", "typing.TYPE_CHECKING", "t . TYPE_CHECKING", "TC", "not TYPE_CHECKING", "not (not TC)",
    "x", "x == TC",
    "TYPE_CHECKING or x", "TYPE_CHECKING and x", "(TYPE_CHECKING) and not x", "not (TYPE_CHECKING or x)",
    "TYPE_CHECKING_",
    "not TYPE_CHECKING or x", "not TYPE_CHECKING and x", "x if TYPE_CHECKING else y", "(TYPE_CHECKING,)", "(x := TC)",
    "TYPE_CHECKING or TC", "x(TYPE_CHECKING)", "'TYPE_CHECKING'", "(TYPE_CHECKING # x\n)", "TYPE_CHECKING \\\n",
    "lambda: TYPE_CHECKING", "not not TYPE_CHECKING", "x or (y and (TYPE_CHECKING))", "[TYPE_CHECKING]",
)  # fmt: skip
_PRELUDES = (
    "from typing import TYPE_CHECKING as TC", "import typing as t", "from importlib import import_module",
    "import importlib as il", "from importlib import import_module as load", "import importlib, builtins",
    '"""import no"""',
    "from __future__ import annotations", "\f", "# import no \\", "",
)  # fmt: skip


@dataclass(frozen=True)
class Block:
    """A compound statement: its headers, and what each holds."""

    parts: tuple[tuple[str, Body], ...]


@dataclass(frozen=True)
class Body:
    """What a header holds: statements on its own line, or lines of their own."""

    inline: str
    lines: tuple[Item, ...] = ()


Item = str | Block

_LEAVES = st.sampled_from((*_LOOKALIKES, *_CALLS, *(_NESTED if NESTED else ())))


def _wider(part: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    forms = (
        "({0})", "[{0},\n{1}]", "({0} # import no ( \n, {1})", "lambda: {0}", "(lambda q={0}, *r: {1})",
        "{{0: {0}, 1: {1}}}",
        "x[{0}:{1}]", "f(lambda: {0}, {1})", "[{0} for i in ({1})]", "({0} if x else {1})",
        "[lambda: {0} for i in ({1}) if x]",
        "({0}\n  if x\nelse {1})", "(x := {0})", "{{{0}: lambda: {1}}}", "f(*{0},\n# import no\n**{1})",
    )  # fmt: skip

    def filled(form: str, first: str, second: str) -> str:
        return (
            form.replace("{{", "\0")
            .replace("}}", "\1")
            .replace("{0}", first)
            .replace("{1}", second)
            .translate({0: "{", 1: "}"})
        )

    return st.builds(filled, st.sampled_from(forms), part, part)


EXPRESSIONS = st.recursive(_LEAVES, _wider, max_leaves=4)


@st.composite
def imports(draw: st.DrawFn) -> str:
    """An import statement, with gaps of all kinds."""
    form = draw(
        st.sampled_from([
            "import_a", "import_a.b", "import_a . b", "import_a_as_b,c", "import_fromage,_importer", "from_._import_a",
            "from.import_a", "from_.._import_a,b", "from_.a.b_import_c", "from_a_import(b)", "from_a.b_import_*",
            "from_fromage.fromx_import_(a,\n b_as_c, # import no (\n\n)", "from_a_import_b_as_c,_d",
            "from_..._a_import_b",
            "from_zipimport_import_a", "from_a_import_(\n\tb\n)", "import_é.ñ", "from_.é_import_ñ", "from_a_import(b,)",
        ])
    )  # fmt: skip
    return "".join(draw(GAPS) if char == "_" else char for char in form)


SIMPLE = st.one_of(
    imports(),
    EXPRESSIONS.map("v = {}".format),
    EXPRESSIONS.map("v: int = {}".format),
    EXPRESSIONS.map("match = {}".format),
    EXPRESSIONS,
    st.sampled_from(["pass", "yield_ = 1", "x = \\\n    1", "case(x)", "lazy = 1", "del v"]),
)
COMMENTS = st.sampled_from(["", "", " # import no", ";", " # from no import no \\"])
LINES = st.builds(lambda parts, end: "; ".join(parts) + end, st.lists(SIMPLE, min_size=1, max_size=3), COMMENTS)
CONDITIONS = st.sampled_from(_CONDITIONS) | EXPRESSIONS.map("({})".format)


def _bodies(items: st.SearchStrategy[Item]) -> st.SearchStrategy[Body]:
    indented = st.lists(items, min_size=1, max_size=3).map(lambda lines: Body("", tuple(lines)))
    return indented | LINES.map(Body)


@st.composite
def _blocks(draw: st.DrawFn, items: st.SearchStrategy[Item]) -> Block:
    """One compound statement."""
    body = _bodies(items)
    word = draw(st.sampled_from(["if", "if", "if", "try", "def", "class", "for", "while", "with", "match", "async"]))
    if word == "if":
        heads = ["if " + draw(CONDITIONS), *("elif " + draw(CONDITIONS) for _ in range(draw(st.integers(0, 2))))]
        heads += draw(st.sampled_from([[], ["else"]]))
    elif word == "try":
        heads = draw(
            st.sampled_from([
                ["try", "except"], ["try", "finally"], ["try", "except E", "except (A, B)", "else", "finally"],
                ["try", "except* __import__('err').E"],
            ])
        )  # fmt: skip
    elif word == "match":
        case = Block(
            tuple((head, draw(body)) for head in draw(st.sampled_from([["case 1", "case _"], ["case [x] if x"]])))
        )
        return Block((("match " + draw(EXPRESSIONS.map("({})".format)), Body("", (case,))),))
    elif word == "def":
        value = draw(EXPRESSIONS.map("({})".format))
        heads = [draw(st.sampled_from([f"def f(x={value})", f"@d({value})\n~def f() -> x", "async  def f(\n  x\n)"]))]
    else:
        loops = {
            "for": ["for x in y", "else"],
            "while": ["while x", "else"],
            "with": ["with (x\n) as y"],
            "class": ["class A(x)"],
        }
        heads = loops.get(word, ["async def f()"])
    return Block(tuple((head, draw(body)) for head in heads))


ITEMS: st.SearchStrategy[Item] = st.recursive(LINES, _blocks, max_leaves=10)


def _rendered(item: Item, indent: str, unit: str) -> str:
    if isinstance(item, str):
        return f"{indent}{item}\n"
    text = ""
    for head, body in item.parts:
        text += indent + head.replace("~", indent) + ":"
        text += f" {body.inline}\n" if body.inline else "\n"
        text += "".join(_rendered(each, indent + unit, unit) for each in body.lines)
    return text


@st.composite
def programs(draw: st.DrawFn) -> bytes:
    """A program as bytes, with line ends, tabs and marks of all kinds."""
    unit = draw(st.sampled_from(["    ", "  ", "\t", " "]))
    lines = [*draw(st.lists(st.sampled_from(_PRELUDES), max_size=4)), ""]
    items = draw(st.lists(ITEMS, min_size=1, max_size=4))
    text = "\n".join(lines) + "".join(_rendered(each, "", unit) for each in items)
    text = text.replace("\n", draw(st.sampled_from(["\n", "\n", "\r\n", "\r"])))
    return draw(st.sampled_from([b"", b"", b"\xef\xbb\xbf"])) + text.encode()
