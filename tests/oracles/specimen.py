"""A small crate, and a library beside it, in which every line that ratchet or clippy sees something in says so.

A mark `//~ unwrap` ends a line in which both see an unwrap. `//~ unwrap ours CONST` is one that only ratchet must see,
`//~ unwrap clippy BUILD` one that only clippy may see; the word names the class of the difference. Several marks on one
line are parted by `;`.
"""

from __future__ import annotations

__all__ = ["CRATE"]

CRATE = {
    "Cargo.toml": """
[package]
name = "specimen"
version = "0.0.0"
edition = "2021"
publish = false

[features]
default = ["on"]
on = []
off = []

[[bin]]
name = "tool"
path = "tools/tool.rs"

[[bench]]
name = "speed"
harness = false

[workspace]
members = ["kit"]
""",
    "build.rs": """
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    std::env::var("OUT_DIR").unwrap(); //~ unwrap clippy BUILD
}
""",
    "src/lib.rs": """
//! The library.
#![allow(dead_code, unused_macros, clippy::all)]

pub mod constants;
pub mod macros;
pub mod nested;
pub mod paths;
pub mod plain;
pub mod scopes;
pub mod shared;
pub mod types;
pub mod ufcs;
pub mod unsafes;

mod gated;

#[cfg(test)]
mod checks;

#[cfg(feature = "off")]
pub mod switched_off;

pub mod included {
    include!("text/included.rs");
}
""",
    "src/plain.rs": """
pub fn chain(text: &str) -> u8 {
    text.trim()
        .parse::<u8>()
        .unwrap() //~ unwrap
}

pub fn message(text: &str) -> u8 {
    text.parse().expect("a number") //~ expect
}

pub fn twice(x: Option<Option<u8>>) -> u8 {
    x.unwrap().unwrap() //~ unwrap; unwrap
}

pub fn stops(kind: u8) -> u8 {
    match kind {
        0 => panic!("zero"), //~ panic
        1 => todo!(), //~ panic
        2 => unimplemented!("two"), //~ panic
        3 => std::unreachable!(), //~ panic
        _ => kind,
    }
}

pub fn closures(x: Option<u8>) -> impl Fn() -> u8 {
    move || x.unwrap() //~ unwrap
}

pub async fn later(x: Option<u8>) -> u8 {
    async { x.expect("some") }.await //~ expect
}

pub fn computed(x: Option<u8>, what: &str) -> u8 {
    x.expect(&format!("no {what}")) //~ expect
}

pub fn kept(x: Option<u8>, y: Result<u8, u8>) -> u8 {
    x.unwrap_or(1) + x.unwrap_or_default() + y.unwrap_or_else(|e| e)
}

/// ```
/// Some(1).unwrap();
/// ```
pub fn described() -> &'static str {
    // x.unwrap(), panic!(), unsafe { x }
    "x.unwrap() panic!() unsafe { x }"
}

pub fn the_other_case(y: Result<u8, u8>) -> u8 {
    y.unwrap_err() //~ unwrap clippy OTHER_CASE
}

pub fn the_other_case_with_a_message(y: Result<u8, u8>) -> u8 {
    y.expect_err("an error") //~ expect clippy OTHER_CASE
}

pub mod tests {
    pub fn a_name_proves_nothing(x: Option<u8>) -> u8 {
        x.unwrap() //~ unwrap
    }
}
""",
    "src/scopes.rs": """
#[cfg(test)]
mod tests {
    fn helper(x: Option<u8>) -> u8 {
        x.unwrap()
    }

    #[test]
    fn works() {
        panic!("{}", helper(None));
    }
}

#[test]
fn outside_a_module() {
    Some(1).unwrap();
}

#[cfg(all(test, not(feature = "off")))]
pub fn in_tests(x: Option<u8>) -> u8 {
    x.unwrap()
}

#[cfg(any(test))]
#[cfg(feature = "on")]
pub fn in_tests_too(x: Option<u8>) -> u8 {
    x.unwrap()
}

#[cfg_attr(all(), cfg(test))]
pub fn in_tests_by_attribute(x: Option<u8>) -> u8 {
    x.unwrap()
}

#[cfg(not(test))]
pub fn outside_tests(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap
}

#[cfg(any(test, feature = "on"))]
pub fn in_both(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap
}

#[cfg(not(any(test, feature = "off")))]
pub fn in_most_builds(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap
}

#[cfg(feature = "off")]
pub fn in_other_builds(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap ours OFF
}

#[cfg(all(windows, unix))]
pub fn in_no_build(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap ours OFF
}

pub fn at_run_time(x: Option<u8>) -> u8 {
    if cfg!(test) {
        return x.unwrap(); //~ unwrap
    }
    0
}

pub struct Pair {
    pub first: u8,
    #[cfg(test)]
    pub second: u8,
}

pub fn parts(x: Option<u8>) -> (Pair, Vec<u8>) {
    #[cfg(test)]
    let y = x.unwrap();
    #[cfg(not(test))]
    let y = x.unwrap(); //~ unwrap
    #[cfg(test)]
    {
        x.unwrap();
    }
    let pair = Pair {
        first: match x {
            #[cfg(test)]
            Some(0) => x.unwrap(),
            #[cfg(not(test))]
            Some(0) => x.unwrap(), //~ unwrap
            _ => y,
        },
        #[cfg(test)]
        second: x.unwrap(),
    };
    (
        pair,
        vec![
            #[cfg(test)]
            x.unwrap(),
            x.unwrap(), //~ unwrap
        ],
    )
}

pub struct Only;

#[cfg(test)]
impl Only {
    pub fn helper(&self, x: Option<u8>) -> u8 {
        x.unwrap()
    }
}

impl Only {
    #[cfg(test)]
    pub fn inspect(&self, x: Option<u8>) -> u8 {
        x.unwrap()
    }

    pub fn work(&self, x: Option<u8>) -> u8 {
        x.unwrap() //~ unwrap
    }
}
""",
    "src/macros.rs": """
use std::fmt::Write;

macro_rules! never_used {
    ($e:expr) => {
        $e.unwrap() //~ unwrap ours BODY
    };
}

macro_rules! used {
    ($e:expr) => {
        $e.unwrap() //~ unwrap ours BODY
    };
}

macro_rules! each {
    ($($e:expr),*) => {
        $(
            let _ = $e.expect("some"); //~ expect ours BODY
            if $e.is_none() { panic!("none") } //~ panic ours BODY
            unsafe { std::hint::assert_unchecked(true) } //~ unsafe-block
        )*
    };
}

macro_rules! items {
    ($($i:item)*) => { $($i)* };
}

macro_rules! dropped {
    ($($t:tt)*) => {};
}

macro_rules! method {
    ($e:expr, $name:ident) => {
        $e.$name()
    };
}

macro_rules! matching {
    (unsafe { $($t:tt)* }) => { 1 };
    (x.unwrap()) => { 2 };
}

pub fn calls(x: Option<u8>) -> u8 {
    each!(x);
    matching!(unsafe { x }); //~ unsafe-block ours DROPPED
    method!(x, unwrap);
    dropped!(x.unwrap()); //~ unwrap ours DROPPED
    let _ = stringify!(x.unwrap());
    used!(x)
}

pub fn arguments(x: Option<u8>) -> String {
    let mut out = String::new();
    let _ = write!(out, "{}", x.unwrap()); //~ unwrap
    assert_eq!(x.unwrap(), 1, "{}", x.expect("some")); //~ unwrap; expect
    if matches!(x.unwrap(), 1) { //~ unwrap
        out += &format!("{:?}", vec![x.unwrap(), Option::unwrap(x)]); //~ unwrap; unwrap
    }
    out
}

items! {
    pub fn made(x: Option<u8>) -> u8 {
        x.unwrap() //~ unwrap
    }

    #[cfg(test)]
    pub fn made_for_tests(x: Option<u8>) -> u8 {
        x.unwrap()
    }

    #[cfg(test)]
    pub(crate) mod made_module {
        pub fn f(x: Option<u8>) -> u8 {
            x.unwrap()
        }
    }

    #[test]
    fn made_test() {
        Some(1).unwrap();
    }

    pub mod inner;

    #[cfg(test)]
    mod inner_checks;
}
""",
    "src/macros/inner.rs": """
pub fn f(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap
}
""",
    "src/macros/inner_checks.rs": """
pub fn f(x: Option<u8>) -> u8 {
    x.unwrap()
}
""",
    "src/ufcs.rs": """
pub fn calls(x: Option<u8>, y: Result<u8, u8>) -> u8 {
    Option::unwrap(x) //~ unwrap
        + std::option::Option::unwrap(x) //~ unwrap
        + Option::<u8>::unwrap(x) //~ unwrap
        + <Option<u8>>::unwrap(x) //~ unwrap
        + Result::unwrap(y) //~ unwrap
        + Option::expect(x, "some") //~ expect
}

pub fn paths(x: Vec<Option<u8>>) -> Vec<u8> {
    x.into_iter().map(Option::unwrap).collect() //~ unwrap ours PATH
}
""",
    "src/constants.rs": """
pub const FIRST: u8 = Some(1).unwrap(); //~ unwrap ours CONST
pub static SECOND: u8 = Some(2).expect("two"); //~ expect ours CONST
pub const LENGTH: usize = [0; Some(3).unwrap()].len(); //~ unwrap ours CONST

pub const fn third(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap
}

pub fn block() -> u8 {
    const { Some(4).unwrap() } //~ unwrap ours CONST
}

const _: () = assert!(FIRST == 1);
""",
    "src/types.rs": """
use std::convert::Infallible;

pub mod messages {
    pub const LOCK: &str = "the lock is never poisoned";
}

#[derive(Clone, Copy, PartialEq)]
pub enum Token {
    Comma,
}

pub struct Own;

impl Own {
    pub fn unwrap(&self) -> u8 {
        1
    }

    pub fn expect(&self, token: Token) -> Result<u8, Token> {
        Err(token)
    }

    pub fn note(&self, _text: &str) -> u8 {
        2
    }
}

pub fn calls(own: Own) -> Result<u8, Token> {
    own.unwrap(); //~ unwrap ours TYPE
    let _ = own.expect(Token::Comma);
    let wanted = Token::Comma;
    let _ = own.expect(wanted); //~ expect ours TYPE
    own.expect(wanted)?;
    Ok(own.note("x"))
}

pub fn never(x: Result<u8, Infallible>) -> u8 {
    x.unwrap() //~ unwrap ours NEVER
}

pub fn named(x: Option<u8>) -> u8 {
    x.expect(messages::LOCK) //~ expect clippy NAMED
}

pub fn after_a_call(x: Option<Option<u8>>) -> Option<u8> {
    x.map(Some).expect(messages::LOCK)?; //~ expect
    x.map(|x| x.filter(|_| true)).expect("given")?; //~ expect
    (x).expect(messages::LOCK) //~ expect
}

pub fn named_before_a_question(x: Option<Option<u8>>) -> Option<u8> {
    Some(x.expect("given")?) //~ expect clippy NAMED
}
""",
    "src/unsafes.rs": """
pub fn documented(x: &u8) -> u8 {
    // SAFETY: a reference is never dangling
    unsafe { std::ptr::read(x) } //~ unsafe-block
}

pub fn undocumented(x: &u8) -> u8 {
    unsafe { std::ptr::read(x) } //~ unsafe-block
}

pub fn in_a_macro(x: &u8) -> Vec<u8> {
    vec![unsafe { std::ptr::read(x) }] //~ unsafe-block
}

pub const IN_A_CONSTANT: u8 = unsafe { std::mem::transmute::<i8, u8>(1) }; //~ unsafe-block

#[cfg(test)]
pub fn in_tests(x: &u8) -> u8 {
    unsafe { std::ptr::read(x) }
}
""",
    "kit/Cargo.toml": """
[package]
name = "kit"
version = "0.0.0"
edition = "2021"
publish = false
""",
    "kit/src/lib.rs": """
pub fn speaks(x: u8) -> u8 {
    println!("{x}"); //~ debug-output
    std::print!("{x}"); //~ debug-output
    eprintln!("{x}"); //~ debug-output
    eprint!("{x}"); //~ debug-output
    dbg!(x) //~ debug-output
}

#[cfg(test)]
pub fn speaks_in_tests(x: u8) -> u8 {
    println!("{x}");
    dbg!(x)
}
""",
    "src/shared.rs": """
pub fn both_targets(x: Option<u8>) -> u8 {
    println!("reached from the library and from the program"); //~ debug-output clippy PROGRAM
    x.unwrap() //~ unwrap
}
""",
    "src/gated.rs": """
#![cfg(test)]

pub fn f(x: Option<u8>) -> u8 {
    x.unwrap()
}

mod below;
""",
    "src/gated/below.rs": """
pub fn f(x: Option<u8>) -> u8 {
    x.unwrap()
}
""",
    "src/checks.rs": """
mod parts;

fn f(x: Option<u8>) -> u8 {
    x.unwrap()
}
""",
    "src/checks/parts.rs": """
fn f(x: Option<u8>) -> u8 {
    x.unwrap()
}
""",
    "src/switched_off.rs": """
pub fn f(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap ours OFF
}
""",
    "src/text/included.rs": """
pub fn f(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap
}
""",
    "src/orphan.rs": """
pub fn f(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap ours ORPHAN
}
""",
    "src/nested/mod.rs": """
pub mod deep;

pub fn f(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap
}
""",
    "src/nested/deep.rs": """
pub mod deeper {
    pub mod deepest;
}

#[cfg(test)]
mod tests;

pub fn f(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap
}
""",
    "src/nested/deep/deeper/deepest.rs": """
pub fn f(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap
}
""",
    "src/nested/deep/tests.rs": """
fn f(x: Option<u8>) -> u8 {
    x.unwrap()
}
""",
    "src/paths.rs": """
#[path = "elsewhere/odd-name.rs"]
pub mod renamed;

pub mod inline {
    #[path = "odd.rs"]
    pub mod elsewhere;
}

#[cfg_attr(not(feature = "off"), path = "elsewhere/chosen.rs")]
#[cfg_attr(feature = "off", path = "elsewhere/rejected.rs")]
pub mod picked;

#[cfg(test)]
#[path = "elsewhere/checks.rs"]
mod checks;
""",
    "src/elsewhere/odd-name.rs": """
pub mod neighbour;

pub fn f(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap
}
""",
    "src/elsewhere/neighbour.rs": """
pub fn f(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap
}
""",
    "src/paths/inline/odd.rs": """
pub fn f(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap
}
""",
    "src/elsewhere/chosen.rs": """
pub fn f(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap
}
""",
    "src/elsewhere/rejected.rs": """
pub fn f(x: Option<u8>) -> u8 {
    x.unwrap() //~ unwrap ours OFF
}
""",
    "src/elsewhere/checks.rs": """
fn f(x: Option<u8>) -> u8 {
    x.unwrap()
}
""",
    "src/main.rs": """
#![allow(dead_code, clippy::all)]

mod shared;

fn main() {
    println!("hello"); //~ debug-output clippy PROGRAM
    dbg!(shared::both_targets(Some(1))); //~ debug-output
    std::env::args().next().unwrap(); //~ unwrap
}

#[cfg(test)]
mod tests {
    #[test]
    fn works() {
        super::main();
        Some(1).unwrap();
    }
}
""",
    "src/bin/second.rs": """
fn main() {
    std::env::args().next().unwrap(); //~ unwrap
}
""",
    "src/bin/third/main.rs": """
mod part;

fn main() {
    part::f(None);
}
""",
    "src/bin/third/part.rs": """
pub fn f(x: Option<u8>) -> u8 {
    eprintln!("{x:?}"); //~ debug-output clippy PROGRAM
    x.unwrap() //~ unwrap
}
""",
    "tools/tool.rs": """
fn main() {
    std::env::args().next().unwrap(); //~ unwrap
}
""",
    "tests/it.rs": """
mod common;

#[test]
fn works() {
    common::f(None);
    Some(1).unwrap();
}
""",
    "tests/common/mod.rs": """
pub fn f(x: Option<u8>) -> u8 {
    x.unwrap()
}
""",
    "benches/speed.rs": """
fn main() {
    Some(1).unwrap();
}
""",
    "examples/show.rs": """
fn main() {
    println!("{}", Some(1).unwrap());
}
""",
}
