"""Items and whole programs in Rust around expressions that know what must be counted in them."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.laws.rusty import Code, attributes, expressions, form, in_tests, marked

__all__ = ["programs", "together"]

# `macro_rules!`, `$e` and `),*` are single tokens here and not for rustc: the grammar wants nothing inside them.
_FUNCTIONS = (
    "fn a ( ) { let y = @ ; }",
    "pub ( crate ) async fn a < T : Clone > ( x : & 'static T ) -> u8 where T : Copy { @ }",
    "pub const fn a ( ) -> u8 { return @ ; }",
    'pub unsafe extern "C" fn a ( ) { fn inner ( ) { @ ; } inner ( ) }',
    "pub const A : u8 = @ ;",
    "static A : [ u8 ; 2 ] = [ @ , 1 ] ;",
    "impl < T > S < T > { pub fn a ( & self ) { @ ; } }",
    "impl Default for S { fn default ( ) -> Self { Self ( @ ) } }",
    "pub trait R { const A : u8 ; fn a ( & self ) -> u8 { @ } fn b ( ) ; }",
    "enum E { A = @ , B }",
    "macro_rules! m { ( $e : expr ) => { @ } ; }",
    "macro_rules! m { ( $ ( $e : expr ),* ) => { $ ( g ( @ ) ; )* } ; }",
    "items ! { pub fn a ( ) { @ ; } }",
    "thread_local ! { static A : u8 = @ ; }",
)
_TEST_FUNCTIONS = (
    "# [ test ] fn a ( ) { @ ; }",
    "# [ tokio :: test ( start_paused = true ) ] async fn a ( ) { @ ; }",
    "# [ rstest ] # [ case ( 1 ) ] fn a ( n : u8 ) { @ ; }",
    "proptest ! { fn a ( n in 0 .. 9 ) { @ ; } }",
    "# [ cfg ( test ) ] mod tests { use super :: * ; # [ test ] fn a ( ) { @ ; } }",
    "mod tests { # ! [ cfg ( test ) ] fn a ( ) { @ ; } }",
    "items ! { # [ cfg ( test ) ] pub fn a ( ) { @ ; } fn b ( ) { } }",
)
_NOISE = (
    "use std :: fmt ;",
    "type A = unsafe fn ( ) ;",
    "pub struct S { pub unwrap : u8 , # [ cfg ( test ) ] expect : u8 }",
    "fn unwrap ( ) { }",
    "trait T { fn expect ( & self , token : Token ) ; }",
    "extern crate alloc ;",
)


def _item() -> st.SearchStrategy[Code]:
    """One item that is no module."""
    return st.one_of(
        st.builds(form, st.sampled_from(_FUNCTIONS), expressions()),
        st.builds(lambda words, a: form(words, in_tests(a)), st.sampled_from(_TEST_FUNCTIONS), expressions()),
        st.sampled_from(_NOISE).map(form),
    )


def _with_attribute(item: Code, attribute: tuple[str, bool]) -> Code:
    mark, item = marked(attribute, item)
    return form("@ @", mark, item)


def together(*parts: Code) -> Code:
    """Code after code."""
    return form(" ".join("@" * len(parts)), *parts)


def _module(items: list[Code]) -> Code:
    return form("pub mod n { @ }", together(*items))


def programs() -> st.SearchStrategy[Code]:
    """A few items, some under attributes, some in modules."""
    item = st.builds(_with_attribute, _item(), attributes())
    module = st.builds(_with_attribute, st.lists(item, min_size=1, max_size=2).map(_module), attributes())
    return st.lists(st.one_of(item, item, module), min_size=1, max_size=3).map(lambda parts: together(*parts))
