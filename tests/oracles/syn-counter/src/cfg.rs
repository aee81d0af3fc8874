//! Conditions in Kleene's logic: true, false, or `None` for what depends on anything but `test`.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Whether a condition holds in a world where `test` is set, or is not.
pub fn holds(condition: &[TokenTree], test: bool) -> Option<bool> {
    match condition {
        [TokenTree::Ident(word)] => match word.to_string().as_str() {
            "test" => Some(test),
            // Only rustdoc sets it, and only for the tests that it takes out of comments.
            "doctest" => Some(false),
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        },
        [TokenTree::Ident(word), TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
            let parts = arguments(group.stream());
            let values = parts.iter().map(|part| holds(part, test));
            match word.to_string().as_str() {
                "all" => values.fold(Some(true), and),
                "any" => values.map(not).fold(Some(true), and).map(|value| !value),
                "not" if parts.len() == 1 => values.map(not).fold(None, |_, value| value),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The pieces between the commas of an argument list; a comma at the end adds none.
pub fn arguments(stream: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut pieces = vec![Vec::new()];
    for token in stream {
        match (&token, pieces.last_mut()) {
            (TokenTree::Punct(punct), _) if punct.as_char() == ',' => pieces.push(Vec::new()),
            (_, Some(piece)) => piece.push(token),
            (_, None) => pieces.push(vec![token]),
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

fn not(value: Option<bool>) -> Option<bool> {
    value.map(|value| !value)
}

fn and(left: Option<bool>, right: Option<bool>) -> Option<bool> {
    match (left, right) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}
