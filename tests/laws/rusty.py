"""Expressions in Rust, made of tokens, that know what must be counted in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from hypothesis import strategies as st

__all__ = ["WATCHED", "Code", "attributes", "expressions", "form", "in_tests", "marked"]

WATCHED = ("rust/unwrap", "rust/expect", "rust/unsafe-block", "rust/panic")


@dataclass(frozen=True, slots=True, repr=False)
class Code:
    """Tokens, with the sites among them that are production and those that are not."""

    tokens: tuple[str, ...]
    sites: Counter[str] = field(default_factory=Counter)
    tested: Counter[str] = field(default_factory=Counter)

    def __repr__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The tokens with a space after each."""
        return " ".join(self.tokens) + "\n"


def form(words: str, *parts: Code, **sites: int) -> Code:
    """Code of a form: its words are tokens, where `~` is a space and `¶` a line's end, and each `@` is the next part.

    Keywords add sites: `unwrap=1`.
    """
    tokens: list[str] = []
    rest = list(parts)
    for word in words.split():
        tokens += rest.pop(0).tokens if word == "@" else [word.replace("~", " ").replace("¶", "\n")]
    own = Counter({f"rust/{rule.replace('_', '-')}": number for rule, number in sites.items()})
    return Code(
        tuple(tokens),
        sum((part.sites for part in parts), own),
        sum((part.tested for part in parts), Counter()),
    )


def in_tests(code: Code) -> Code:
    """The same tokens where only tests are compiled."""
    return Code(code.tokens, Counter(), code.sites + code.tested)


def _uncompiled(code: Code) -> Code:
    """The same tokens where nothing is compiled."""
    return Code(code.tokens)


_TESTS = (
    "# [ cfg ( test ) ]",
    "# [ cfg ( all ( test , unix ) ) ]",
    "# [ cfg ( any ( test ) ) ]",
    "# [ cfg ( not ( not ( test ) ) ) ]",
    '# [ cfg ( all ( any ( test , test ) , feature = "x" ) ) ]',
    "# [ allow ( dead_code ) ] # [ cfg ( test ) ]",
    "# [ cfg ( test ) ] # [ inline ]",
)
_OTHERS = (
    "",
    "# [ inline ]",
    "# [ cfg ( not ( test ) ) ]",
    '# [ cfg ( any ( test , feature = "test" ) ) ]',
    "# [ cfg_attr ( test , allow ( dead_code ) ) ]",
    '# [ doc = "x.unwrap()" ]',
    "///~x.unwrap()¶",
)


_LEAVES = st.sampled_from(
    [
        form("x"),
        form("1"),
        form("f ( )"),
        form("unwrap ( )"),
        form("a . unwrap"),
        form("a . unwrap_or ( 1 )"),
        form("p . expect ( Token :: Comma )"),
        form('"s.unwrap()~panic!()"'),
        form('r#"unsafe~{~x.expect("m")~}"#'),
        form('b"x.unwrap()"'),
        form("'c'"),
        form("Option :: unwrap", unwrap=1),
        form("std :: result :: Result :: unwrap", unwrap=1),
        form("cfg ! ( test )"),
        form("todo ! ( )", panic=1),
        form('std :: unreachable ! ( "no" )', panic=1),
    ]
)


def _inside(one: st.SearchStrategy[Code]) -> st.SearchStrategy[Code]:
    """Expressions around expressions."""
    plain: list[Callable[[Code], Code]] = [
        lambda a: form("( @ ) . unwrap ( )", a, unwrap=1),
        lambda a: form('f ( @ ) ? . expect ( "m" )', a, expect=1),
        lambda a: form("( @ ) . await . unwrap ( ) . b", a, unwrap=1),
        lambda a: form("unsafe { @ }", a, unsafe_block=1),
        lambda a: form("vec ! [ @ , 3 ]", a),
        lambda a: form("vec ! [ ( @ ) . unwrap ( ) ; 2 ]", a, unwrap=1),
        lambda a: form('format ! ( "{}" , ( @ ) . expect ( "m" ) )', a, expect=1),
        lambda a: form("select ! { _ = x => @ , }", a),
        lambda a: form("move | y | { let _ = @ ; y }", a),
        lambda a: form("async move { @ }", a),
        lambda a: form("S { a : @ , .. d }", a),
        lambda a: form("loop { break ( @ ) ; }", a),
        lambda a: form("& mut ( @ )", a),
        lambda a: form("stringify ! ( @ )", _uncompiled(a)),
    ]
    return st.one_of(
        st.builds(lambda make, a: make(a), st.sampled_from(plain), one),
        st.builds(lambda a, b: form("g ( @ , @ )", a, b), one, one),
        st.builds(lambda a, b: form("if ( @ ) == 1 { panic ! ( ) } else { @ }", a, b, panic=1), one, one),
        st.builds(_match, one, one, attributes()),
        st.builds(_block, one, one, attributes()),
        st.builds(lambda a, b, mark: form("S { @ b : @ , a : @ }", *marked(mark, b), a), one, one, attributes()),
    )


def attributes() -> st.SearchStrategy[tuple[str, bool]]:
    """An attribute, and whether it leaves what follows to tests."""
    return st.one_of(
        st.sampled_from(_TESTS).map(lambda text: (text, True)), st.sampled_from(_OTHERS).map(lambda text: (text, False))
    )


def marked(attribute: tuple[str, bool], code: Code) -> tuple[Code, Code]:
    """The attribute as code, and the code as it is under it."""
    text, for_tests = attribute
    return form(text), in_tests(code) if for_tests else code


def _match(first: Code, second: Code, attribute: tuple[str, bool]) -> Code:
    mark, first = marked(attribute, first)
    return form("match x { @ Some ( y ) if y > 1 => @ , _ => { @ } }", mark, first, second)


def _block(first: Code, second: Code, attribute: tuple[str, bool]) -> Code:
    mark, first = marked(attribute, first)
    tail = "let Some ( z ) = ( @ ) else { return ; } ;"
    return form(f"{{ @ let y = @ ; fn h ( ) {{ }} {tail} @ {{ x ; }} z }}", mark, first, second, mark)


def expressions() -> st.SearchStrategy[Code]:
    """Expressions that are nested a little."""
    return st.recursive(_LEAVES, _inside, max_leaves=5)
