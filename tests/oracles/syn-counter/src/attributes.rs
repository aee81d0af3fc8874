//! What attributes do to the code they stand on.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Expr, Lit, LitStr, Meta};

use crate::cfg::{arguments, holds};
use crate::facts::{Facts, Scope, Target};

const TESTS: [&str; 13] = [
    "test",
    "gtest",
    "ktest",
    "parameterized",
    "pg_test",
    "proptest",
    "quickcheck",
    "rstest",
    "test_case",
    "test_matrix",
    "test_resources",
    "traced_test",
    "wasm_bindgen_test",
];
const BENCHES: [&str; 2] = ["bench", "library_benchmark"];

/// An attribute, wherever it was read from.
struct Plain {
    path: Vec<String>,
    arguments: Option<TokenStream>,
    value: Option<String>,
}

/// The files that `path` attributes name in one world, and whether the module's own name may count there too.
#[derive(Clone, Default)]
struct Redirection {
    paths: Vec<String>,
    surely: bool,
}

/// All the attributes of one piece of code together.
#[derive(Clone, Default)]
pub struct Effect {
    pub scope: Option<Scope>,
    /// The scope that a test attribute gives; only a function can be a test.
    of_function: Option<Scope>,
    plainly: Redirection,
    in_tests: Redirection,
}

pub fn of_attributes(attributes: &[Attribute]) -> Effect {
    let mut effect = Effect::default();
    for attribute in attributes {
        effect.add(&plain_of_meta(&attribute.meta), Some(true), Some(true));
    }
    effect
}

/// The effect of what stands in the brackets of `#[…]` among tokens.
pub fn of_brackets(streams: &[TokenStream]) -> Effect {
    let mut effect = Effect::default();
    for stream in streams {
        let tokens: Vec<TokenTree> = stream.clone().into_iter().collect();
        if let Some(plain) = plain_of_tokens(&tokens) {
            effect.add(&plain, Some(true), Some(true));
        }
    }
    effect
}

impl Effect {
    /// `now` and `tested` say whether the attribute is there without and with `test`.
    fn add(&mut self, plain: &Plain, now: Option<bool>, tested: Option<bool>) {
        let path: Vec<&str> = plain.path.iter().map(String::as_str).collect();
        match (path.as_slice(), &plain.arguments, &plain.value) {
            (["cfg"], Some(stream), _) => {
                let off = arguments(stream.clone()).first().is_some_and(|each| holds(each, false) == Some(false));
                self.give(Scope::Test, off && now == Some(true));
            }
            (["cfg_attr"], Some(stream), _) => self.add_conditional(stream, now, tested),
            (["path"], _, Some(value)) => {
                self.plainly.add(value, now);
                self.in_tests.add(value, tested);
            }
            ([.., last], ..) => {
                self.give_function(Scope::Test, TESTS.contains(last) && now != Some(false));
                self.give_function(Scope::Bench, BENCHES.contains(last) && now != Some(false));
            }
            _ => {}
        }
    }

    fn add_conditional(&mut self, stream: &TokenStream, now: Option<bool>, tested: Option<bool>) {
        let pieces = arguments(stream.clone());
        let Some((condition, attributes)) = pieces.split_first() else { return };
        for plain in attributes.iter().filter_map(|each| plain_of_tokens(each)) {
            self.add(&plain, both(now, holds(condition, false)), both(tested, holds(condition, true)));
        }
    }

    fn give(&mut self, scope: Scope, really: bool) {
        if really && self.scope.is_none() {
            self.scope = Some(scope);
        }
    }

    fn give_function(&mut self, scope: Scope, really: bool) {
        if really && self.scope.is_none() && self.of_function.is_none() {
            self.of_function = Some(scope);
        }
    }

    /// The same where the code is a function.
    pub fn on_function(&self) -> Option<Scope> {
        self.of_function.or(self.scope)
    }

    /// Take down the files of `mod name;`.
    pub fn module(&self, name: &str, facts: &mut Facts) {
        for path in &self.plainly.paths {
            facts.link(Target::Path(path.clone()));
        }
        if !self.plainly.surely {
            facts.link(Target::Module(name.to_owned()));
        }
        for path in &self.in_tests.paths {
            facts.link_in_tests(Target::Path(path.clone()));
        }
        if !self.in_tests.surely {
            facts.link_in_tests(Target::Module(name.to_owned()));
        }
    }

    /// The directory that `#[path = "…"] mod name { … }` names.
    pub fn directory(&self) -> Option<&str> {
        self.plainly.paths.first().map(String::as_str)
    }
}

impl Redirection {
    fn add(&mut self, path: &str, there: Option<bool>) {
        if there != Some(false) && !self.surely {
            self.paths.push(path.to_owned());
            self.surely = there == Some(true);
        }
    }
}

fn both(left: Option<bool>, right: Option<bool>) -> Option<bool> {
    match (left, right) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn plain_of_meta(meta: &Meta) -> Plain {
    let path: Vec<String> = meta.path().segments.iter().map(|each| word(&each.ident)).collect();
    let (arguments, value) = match meta {
        Meta::Path(_) => (None, None),
        Meta::List(list) => (Some(list.tokens.clone()), None),
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => (None, Some(text.value())),
                _ => (None, None),
            },
            _ => (None, None),
        },
    };
    Plain { path, arguments, value }
}

fn plain_of_tokens(tokens: &[TokenTree]) -> Option<Plain> {
    let mut plain = Plain { path: Vec::new(), arguments: None, value: None };
    let mut rest = tokens.iter();
    while let Some(token) = rest.next() {
        match token {
            TokenTree::Ident(ident) => plain.path.push(word(ident)),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            TokenTree::Punct(punct) if punct.as_char() == '=' => {
                let value: TokenStream = rest.cloned().collect();
                plain.value = syn::parse2::<LitStr>(value).map(|text| text.value()).ok();
                break;
            }
            TokenTree::Group(group) => {
                plain.arguments = Some(group.stream());
                break;
            }
            _ => return None,
        }
    }
    (!plain.path.is_empty()).then_some(plain)
}

/// An identifier without the mark of a raw one.
pub fn word(ident: &proc_macro2::Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}
