//! What a receiver and the arguments of a call are, as far as syntax tells.

use proc_macro2::{Group, TokenStream, TokenTree};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Lit, Path, PathArguments, Token};

use crate::attributes::word;

pub fn receiver(value: &Expr) -> &'static str {
    match value {
        Expr::Path(path) if path.qself.is_none() && is_name(&path.path) => "name",
        Expr::Field(field) if receiver(&field.base) != "other" => "field",
        Expr::Group(group) => receiver(&group.expr),
        _ => "other",
    }
}

fn is_name(path: &Path) -> bool {
    path.leading_colon.is_none()
        && path.segments.len() == 1
        && matches!(path.segments[0].arguments, PathArguments::None)
}

/// The receiver that ends before the dot at a place among tokens.
pub fn receiver_before(tokens: &[TokenTree], dot: usize) -> &'static str {
    let mut kind = "name";
    let mut at = dot;
    loop {
        let Some(last) = at.checked_sub(1) else { return "other" };
        match &tokens[last] {
            TokenTree::Ident(name) if name != "await" => {}
            TokenTree::Literal(_) if last > 0 && is(&tokens[last - 1], '.') => {}
            _ => return "other",
        }
        match last.checked_sub(1).map(|before| &tokens[before]) {
            Some(mark) if is(mark, '.') => (at, kind) = (last - 1, "field"),
            Some(mark) if is(mark, ':') && last > 1 && is(&tokens[last - 2], ':') => return "other",
            _ => return kind,
        }
    }
}

pub fn arguments(values: &Punctuated<Expr, Token![,]>) -> &'static str {
    match values.len() {
        0 => "none",
        1 => argument(&values[0]),
        _ => "several",
    }
}

fn argument(value: &Expr) -> &'static str {
    match value {
        Expr::Lit(literal) if matches!(literal.lit, Lit::Str(_)) => "text",
        Expr::Lit(_) => "literal",
        Expr::Path(path) => {
            let last = path.path.segments.last().map(|segment| word(&segment.ident)).unwrap_or_default();
            match (path.qself.is_none() && path.path.segments.len() == 1, is_screaming(&last)) {
                (true, true) => "constant",
                (true, false) => "name",
                (false, true) => "path-constant",
                (false, false) => "path",
            }
        }
        Expr::Array(_) | Expr::Repeat(_) => "list",
        Expr::Closure(_) => "closure",
        Expr::Group(group) => argument(&group.expr),
        Expr::Range(_) => "range",
        Expr::Reference(borrowed) => argument(&borrowed.expr),
        Expr::Tuple(_) => "tuple",
        _ => "other",
    }
}

/// The arguments among tokens, in which `$name` and `#name` stand for names.
pub fn arguments_of(stream: TokenStream) -> &'static str {
    let named = name_variables(stream);
    match Parser::parse2(Punctuated::parse_terminated, named.clone()) {
        Ok(values) => arguments(&values),
        Err(_) => match crate::cfg::arguments(named).as_slice() {
            [] => "none",
            [one] => first_token(one),
            _ => "several",
        },
    }
}

fn first_token(tokens: &[TokenTree]) -> &'static str {
    match tokens.first() {
        Some(TokenTree::Literal(literal)) if literal.to_string().ends_with(['"', '#']) => "text",
        Some(TokenTree::Literal(_)) => "literal",
        Some(mark) if is(mark, '|') => "closure",
        _ => "other",
    }
}

fn name_variables(stream: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let is_mark = |at: usize| {
        (is(&tokens[at], '$') || is(&tokens[at], '#')) && matches!(tokens.get(at + 1), Some(TokenTree::Ident(_)))
    };
    let kept = (0..tokens.len()).filter(|at| !is_mark(*at)).map(|at| match &tokens[at] {
        TokenTree::Group(group) => Group::new(group.delimiter(), name_variables(group.stream())).into(),
        other => other.clone(),
    });
    kept.collect()
}

/// Whether a name is one of a constant: `MAX_SIZE`, `EOF`.
fn is_screaming(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && !name.chars().any(char::is_lowercase)
}

fn is(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}
