//! Tokens that no parser understands, as in the rules of a macro: the same sites and modules, found by their shape.

use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};

use crate::attributes::{of_brackets, word, Effect};
use crate::cfg::arguments;
use crate::code::{call, parsed};
use crate::facts::{Facts, Rule, Shape, Step};
use crate::shapes;

const MODIFIERS: [&str; 7] = ["pub", "unsafe", "async", "const", "default", "extern", "safe"];
const WITH_BODY: [&str; 9] = ["fn", "mod", "impl", "trait", "enum", "struct", "union", "macro_rules", "extern"];
const TO_SEMICOLON: [&str; 5] = ["let", "const", "static", "type", "use"];

/// A whole file of tokens.
pub fn file(stream: TokenStream, facts: &mut Facts) {
    inside(stream, facts);
}

/// The tokens of a macro call: an inner attribute among them has a meaning that only the macro knows.
pub fn walk(stream: TokenStream, facts: &mut Facts) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    Walk { tokens: &tokens, facts }.all();
}

/// The rules of a `macro_rules!`: what they match is no code, what they make of it is.
pub fn rules(stream: TokenStream, facts: &mut Facts) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(body) = token {
            if at >= 2 && is(&tokens[at - 1], '>') && is(&tokens[at - 2], '=') {
                inside(body.stream(), facts);
            }
        }
    }
}

/// Tokens in brackets of their own, which an inner attribute covers.
fn inside(stream: TokenStream, facts: &mut Facts) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let mut attributes = Vec::new();
    for three in tokens.windows(3) {
        if let [hash, bang, TokenTree::Group(brackets)] = three {
            if is(hash, '#') && is(bang, '!') && brackets.delimiter() == Delimiter::Bracket {
                attributes.push(brackets.stream());
            }
        }
    }
    let outside = facts.scope;
    facts.scope = outside.or(of_brackets(&attributes).scope);
    Walk { tokens: &tokens, facts }.all();
    facts.scope = outside;
}

struct Walk<'t, 'f> {
    tokens: &'t [TokenTree],
    facts: &'f mut Facts,
}

impl Walk<'_, '_> {
    fn all(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            at = self.attributed(at).unwrap_or_else(|| self.plain(at, &Effect::default()));
        }
    }

    /// Attributes and what they stand on; the place after it.
    fn attributed(&mut self, at: usize) -> Option<usize> {
        let mut brackets = Vec::new();
        let mut next = at;
        while let Some((stream, after)) = self.attribute(next) {
            brackets.extend(stream);
            next = after;
        }
        if next == at {
            return None;
        }
        let effect = of_brackets(&brackets);
        let scope = if self.keyword(next) == "fn" { effect.on_function() } else { effect.scope };
        let outside = self.facts.scope;
        self.facts.scope = outside.or(scope);
        for stream in brackets {
            let tokens: Vec<TokenTree> = stream.clone().into_iter().collect();
            if let [TokenTree::Ident(name), TokenTree::Group(values)] = tokens.as_slice() {
                unsafe_attribute(name, &values.stream(), self.facts);
            }
            walk(stream, self.facts);
        }
        let end = if scope.is_some() { self.end(next) } else { next };
        next = self.module(self.modifiers(next), &effect).unwrap_or(next);
        while next < end {
            next = self.attributed(next).unwrap_or_else(|| self.plain(next, &Effect::default()));
        }
        self.facts.scope = outside;
        Some(next)
    }

    /// `#[…]`, or `$(#[…])*` with none that could be known.
    fn attribute(&self, at: usize) -> Option<(Option<TokenStream>, usize)> {
        match self.tokens.get(at..)? {
            [hash, TokenTree::Group(brackets), ..] if is(hash, '#') && brackets.delimiter() == Delimiter::Bracket => {
                Some((Some(brackets.stream()), at + 2))
            }
            [dollar, TokenTree::Group(repeated), ..] if is(dollar, '$') => {
                let inside: Vec<TokenTree> = repeated.stream().into_iter().collect();
                let [hash, TokenTree::Group(_)] = inside.as_slice() else { return None };
                is(hash, '#').then(|| (None, if self.is_at(at + 2, '*') { at + 3 } else { at + 2 }))
            }
            _ => None,
        }
    }

    /// One piece of code without attributes, or one token of it; the place after it.
    fn plain(&mut self, at: usize, effect: &Effect) -> usize {
        if let Some(next) = self.module(at, effect) {
            return next;
        }
        self.site(at);
        match &self.tokens[at..] {
            [TokenTree::Ident(name), bang, TokenTree::Ident(_), TokenTree::Group(body), ..]
                if is(bang, '!') && name == "macro_rules" =>
            {
                rules(body.stream(), self.facts);
                at + 4
            }
            [TokenTree::Ident(name), bang, TokenTree::Group(body), ..] if is(bang, '!') => {
                call(&word(name), &body.stream(), self.facts);
                at + 3
            }
            [TokenTree::Group(body), ..] => {
                self.enter(body);
                at + 1
            }
            _ => at + 1,
        }
    }

    fn enter(&mut self, body: &Group) {
        if body.delimiter() != Delimiter::Brace || !parsed(&body.stream(), self.facts) {
            inside(body.stream(), self.facts);
        }
    }

    /// `mod name;` and `mod name { … }`; the place after it.
    fn module(&mut self, at: usize, effect: &Effect) -> Option<usize> {
        let [TokenTree::Ident(keyword), TokenTree::Ident(name), body, ..] = self.tokens.get(at..)? else { return None };
        if keyword != "mod" {
            return None;
        }
        let name = word(name);
        match body {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let step = effect.directory().map_or(Step::Named(name), |path| Step::Redirected(path.to_owned()));
                self.facts.around.push(step);
                inside(group.stream(), self.facts);
                self.facts.around.pop();
            }
            semicolon if is(semicolon, ';') => effect.module(&name, self.facts),
            _ => return None,
        }
        Some(at + 3)
    }

    fn site(&mut self, at: usize) {
        if let Some((rule, span, shape)) = self.method(at).or_else(|| self.path(at)).or_else(|| self.unsafety(at)) {
            self.facts.site(rule, span, shape);
        }
    }

    fn method(&self, at: usize) -> Option<(Rule, Span, Shape)> {
        let [TokenTree::Punct(dot), TokenTree::Ident(name), TokenTree::Group(arguments), ..] = self.tokens.get(at..)?
        else {
            return None;
        };
        let is_range = at > 0
            && matches!(&self.tokens[at - 1], TokenTree::Punct(other) if other.as_char() == '.' && other.spacing() == Spacing::Joint);
        if dot.as_char() != '.' || is_range || arguments.delimiter() != Delimiter::Parenthesis {
            return None;
        }
        let of = shapes::receiver_before(self.tokens, at).to_owned();
        let argument = shapes::arguments_of(arguments.stream());
        let shape = Shape { form: "method", of, argument, tried: self.is_at(at + 3, '?') };
        Some((Rule::of(&word(name))?, dot.span(), shape))
    }

    fn path(&self, at: usize) -> Option<(Rule, Span, Shape)> {
        let TokenTree::Ident(owner) = self.tokens.get(at)? else { return None };
        let mut next = self.colons(at + 1)?;
        if self.is_at(next, '<') {
            next = self.colons(self.closing(next)?)?;
        }
        let TokenTree::Ident(name) = self.tokens.get(next)? else { return None };
        Some((Rule::of(&word(name))?, owner.span(), Shape::path("path", word(owner))))
    }

    fn colons(&self, at: usize) -> Option<usize> {
        (self.is_at(at, ':') && self.is_at(at + 1, ':')).then_some(at + 2)
    }

    /// The place after the `>` that closes the `<` here.
    fn closing(&self, at: usize) -> Option<usize> {
        let mut depth = 0;
        for (offset, token) in self.tokens[at..].iter().enumerate() {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
                TokenTree::Punct(punct) if punct.as_char() == '>' => depth -= 1,
                TokenTree::Punct(punct) if punct.as_char() == ';' => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(at + offset + 1);
            }
        }
        None
    }

    fn unsafety(&self, at: usize) -> Option<(Rule, Span, Shape)> {
        let [TokenTree::Ident(word), TokenTree::Group(_) | TokenTree::Ident(_), ..] = self.tokens.get(at..)? else {
            return None;
        };
        if word != "unsafe" {
            return None;
        }
        match &self.tokens[at + 1] {
            TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
                Some((Rule::UnsafeBlock, word.span(), Shape::only("block")))
            }
            _ => Some((Rule::UnsafeItem, word.span(), Shape::only(self.item(at + 1)?))),
        }
    }

    /// The kind of item that `unsafe` before this place makes unsafe.
    fn item(&self, at: usize) -> Option<&'static str> {
        match self.tokens.get(at..)? {
            [TokenTree::Ident(word), ..] if word == "impl" => Some("impl"),
            [TokenTree::Ident(word), ..] if word == "trait" => Some("trait"),
            [TokenTree::Ident(auto), TokenTree::Ident(word), ..] if auto == "auto" && word == "trait" => Some("trait"),
            [TokenTree::Ident(word), TokenTree::Group(of), ..]
                if word == "fn" && of.delimiter() == Delimiter::Parenthesis =>
            {
                Some("pointer")
            }
            [TokenTree::Ident(word), ..] if word == "fn" => Some("fn"),
            [TokenTree::Ident(word), TokenTree::Literal(_), ..] if word == "extern" => self.foreign(at + 2),
            [TokenTree::Ident(word), mark, TokenTree::Ident(_), ..]
                if word == "extern" && (is(mark, '$') || is(mark, '#')) =>
            {
                self.foreign(at + 3)
            }
            [TokenTree::Ident(word), ..] if word == "extern" => self.foreign(at + 1),
            _ => None,
        }
    }

    /// The kind of item after `unsafe extern` and its ABI.
    fn foreign(&self, at: usize) -> Option<&'static str> {
        match self.tokens.get(at)? {
            TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => Some("extern"),
            TokenTree::Ident(word) if word == "fn" => self.item(at),
            _ => None,
        }
    }

    /// Past `pub(crate)`, `unsafe`, `extern "C"` and such, as far as an item may follow.
    fn modifiers(&self, at: usize) -> usize {
        let mut next = at;
        loop {
            match self.tokens.get(next..) {
                Some([TokenTree::Ident(public), TokenTree::Group(_), ..]) if public == "pub" => next += 2,
                Some([TokenTree::Ident(foreign), TokenTree::Literal(_), ..]) if foreign == "extern" => next += 2,
                Some([TokenTree::Ident(constant), TokenTree::Ident(name), ..])
                    if constant == "const" && !is_one_of(name, &["fn", "unsafe", "async", "extern"]) =>
                {
                    return next;
                }
                Some([TokenTree::Ident(modifier), ..]) if is_one_of(modifier, &MODIFIERS) => next += 1,
                Some([dollar, TokenTree::Ident(_), TokenTree::Ident(name), ..])
                    if is(dollar, '$') && (is_one_of(name, &MODIFIERS) || is_one_of(name, &WITH_BODY)) =>
                {
                    next += 2;
                }
                Some([dollar, TokenTree::Ident(_), TokenTree::Ident(name), ..])
                    if is(dollar, '$') && is_one_of(name, &["static", "type", "use"]) =>
                {
                    next += 2;
                }
                _ => return next,
            }
        }
    }

    /// The word that says what kind of code begins here, if one does.
    fn keyword(&self, start: usize) -> String {
        match self.tokens.get(self.modifiers(start)) {
            Some(TokenTree::Ident(keyword)) => keyword.to_string(),
            _ => String::new(),
        }
    }

    /// Where the code that begins here ends.
    fn end(&self, start: usize) -> usize {
        let keyword = self.keyword(start);
        let is_item = WITH_BODY.contains(&keyword.as_str());
        let is_statement = TO_SEMICOLON.contains(&keyword.as_str());
        for at in start..self.tokens.len() {
            // What is a `$item`, or has a `$body`, ends where attributes of the next begin.
            if at > start && !is_statement && self.attribute(at).is_some() {
                return at;
            }
            match &self.tokens[at] {
                TokenTree::Punct(punct) if punct.as_char() == ';' => return at + 1,
                TokenTree::Punct(punct) if punct.as_char() == ',' && !is_item && !is_statement => return at + 1,
                TokenTree::Group(body)
                    if body.delimiter() == Delimiter::Brace && !is_statement && (is_item || !self.goes_on(at + 1)) =>
                {
                    return at + 1;
                }
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// Whether what follows a block still belongs to the same expression or match arm.
    fn goes_on(&self, at: usize) -> bool {
        match self.tokens.get(at) {
            Some(TokenTree::Ident(next)) => next == "else" || next == "if",
            Some(TokenTree::Punct(next)) => matches!(next.as_char(), '.' | '?' | '=' | '|' | ','),
            _ => false,
        }
    }

    fn is_at(&self, at: usize, mark: char) -> bool {
        self.tokens.get(at).is_some_and(|token| is(token, mark))
    }
}

/// The `unsafe(…)` of an attribute, also where `cfg_attr` gives it.
pub fn unsafe_attribute(name: &Ident, stream: &TokenStream, facts: &mut Facts) {
    if name == "unsafe" {
        facts.site(Rule::UnsafeItem, name.span(), Shape::only("attribute"));
    } else if name == "cfg_attr" {
        for piece in arguments(stream.clone()).iter().skip(1) {
            if let [TokenTree::Ident(inner), TokenTree::Group(values)] = piece.as_slice() {
                unsafe_attribute(inner, &values.stream(), facts);
            }
        }
    }
}

fn is(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

fn is_one_of(ident: &Ident, words: &[&str]) -> bool {
    words.iter().any(|word| ident == word)
}
