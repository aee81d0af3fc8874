//! Code that `syn` parses: items, statements and expressions with their attributes.

use proc_macro2::{Span, TokenStream};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    Arm, Attribute, BareFnArg, Block, Expr, ExprMethodCall, ExprPath, ExprTry, ExprUnsafe, Field, FieldPat, FieldValue,
    File, FnArg, ForeignItem, GenericParam, ImplItem, Item, ItemForeignMod, ItemImpl, ItemMacro, ItemMod, ItemTrait,
    LitStr, Local, Macro, Meta, Pat, Path, Signature, Stmt, Token, TraitItem, Type, TypeBareFn, Variant,
};

use crate::attributes::{of_attributes, word};
use crate::facts::{Facts, Reading, Rule, Scope, Shape, Step, Target};
use crate::{shapes, tokens};

const NEVER_COMPILED: [&str; 1] = ["stringify"];
const TESTS: [&str; 2] = ["proptest", "quickcheck"];

/// Read a whole file.
pub fn read(source: &str) -> Facts {
    let mut facts = Facts::default();
    if let Ok(file) = syn::parse_file(source) {
        Reader(&mut facts).visit_file(&file);
    } else if let Ok(stream) = source.parse::<TokenStream>() {
        facts.reading = Reading::Tokens;
        if !parsed(&stream, &mut facts) {
            tokens::file(stream, &mut facts);
        }
    } else {
        facts.reading = Reading::Nothing;
    }
    facts
}

/// The tokens a macro was called with, by the macro's name.
pub fn call(name: &str, stream: &TokenStream, facts: &mut Facts) {
    if NEVER_COMPILED.contains(&name) {
        return;
    }
    if let Some(target) = included(name, stream) {
        facts.link(target);
    }
    let outside = facts.scope;
    if TESTS.contains(&name) {
        facts.scope = outside.or(Some(Scope::Test));
    }
    if !parsed(stream, facts) {
        tokens::walk(stream.clone(), facts);
    }
    facts.scope = outside;
}

fn included(name: &str, stream: &TokenStream) -> Option<Target> {
    let kind = match name {
        "include" => Target::Include,
        "include_str" | "include_bytes" => Target::Data,
        _ => return None,
    };
    let literal = Parser::parse2(
        |input: ParseStream| {
            let literal: LitStr = input.parse()?;
            input.parse::<Option<Token![,]>>()?;
            Ok(literal)
        },
        stream.clone(),
    );
    literal.map_or(None, |text| Some(kind(text.value())))
}

/// Walk through tokens as items, statements or a list of expressions; false where they are none of these.
pub fn parsed(stream: &TokenStream, facts: &mut Facts) -> bool {
    if stream.is_empty() {
        return true;
    }
    let mut reader = Reader(facts);
    if let Ok(items) = Parser::parse2(many::<Item>, stream.clone()) {
        for item in &items {
            reader.visit_item(item);
        }
    } else if let Ok(statements) = Parser::parse2(Block::parse_within, stream.clone()) {
        for statement in &statements {
            reader.visit_stmt(statement);
        }
    } else if let Ok(values) = Parser::parse2(Punctuated::<Expr, Token![,]>::parse_terminated, stream.clone()) {
        for value in &values {
            reader.visit_expr(value);
        }
    } else {
        return false;
    }
    true
}

fn many<T: Parse>(input: ParseStream) -> syn::Result<Vec<T>> {
    let mut found = Vec::new();
    while !input.is_empty() {
        found.push(input.parse()?);
    }
    Ok(found)
}

struct Reader<'f>(&'f mut Facts);

impl Reader<'_> {
    fn under(&mut self, attributes: &[Attribute], visit: impl FnOnce(&mut Self)) {
        self.within(of_attributes(attributes).scope, visit);
    }

    fn under_function(&mut self, attributes: &[Attribute], visit: impl FnOnce(&mut Self)) {
        self.within(of_attributes(attributes).on_function(), visit);
    }

    fn within(&mut self, scope: Option<Scope>, visit: impl FnOnce(&mut Self)) {
        let outside = self.0.scope;
        self.0.scope = outside.or(scope);
        visit(self);
        self.0.scope = outside;
    }

    fn tokens(&mut self, stream: &TokenStream) {
        tokens::walk(stream.clone(), self.0);
    }

    fn unsafe_item(&mut self, unsafety: &Option<Token![unsafe]>, form: &'static str) {
        if let Some(word) = unsafety {
            self.0.site(Rule::UnsafeItem, word.span, Shape::only(form));
        }
    }

    fn method(&mut self, called: &ExprMethodCall, tried: bool) {
        if let Some(rule) = Rule::of(&word(&called.method)) {
            let of = shapes::receiver(&called.receiver).to_owned();
            let shape = Shape { form: "method", of, argument: shapes::arguments(&called.args), tried };
            self.0.site(rule, called.dot_token.spans[0], shape);
        }
        visit::visit_expr_method_call(self, called);
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_file(&mut self, file: &'ast File) {
        self.under(&file.attrs, |reader| visit::visit_file(reader, file));
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        match &attribute.meta {
            Meta::List(list) => {
                if let Some(name) = list.path.get_ident() {
                    tokens::unsafe_attribute(name, &list.tokens, self.0);
                }
                self.tokens(&list.tokens);
            }
            Meta::NameValue(pair) => self.visit_expr(&pair.value),
            Meta::Path(_) => {}
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        let attributes: &[Attribute] = match item {
            Item::Const(it) => &it.attrs,
            Item::Enum(it) => &it.attrs,
            Item::ExternCrate(it) => &it.attrs,
            Item::Fn(it) => {
                return self.under_function(&it.attrs, |reader| visit::visit_item(reader, item));
            }
            Item::ForeignMod(it) => &it.attrs,
            Item::Impl(it) => &it.attrs,
            Item::Macro(it) => &it.attrs,
            Item::Mod(it) => &it.attrs,
            Item::Static(it) => &it.attrs,
            Item::Struct(it) => &it.attrs,
            Item::Trait(it) => &it.attrs,
            Item::TraitAlias(it) => &it.attrs,
            Item::Type(it) => &it.attrs,
            Item::Union(it) => &it.attrs,
            Item::Use(it) => &it.attrs,
            Item::Verbatim(stream) => return self.tokens(stream),
            _ => &[],
        };
        self.under(attributes, |reader| visit::visit_item(reader, item));
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        let effect = of_attributes(&item.attrs);
        let name = word(&item.ident);
        if item.content.is_none() {
            effect.module(&name, self.0);
        }
        let step = effect.directory().map_or(Step::Named(name), |path| Step::Redirected(path.to_owned()));
        self.0.around.push(step);
        visit::visit_item_mod(self, item);
        self.0.around.pop();
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        item.attrs.iter().for_each(|attribute| self.visit_attribute(attribute));
        if item.mac.path.is_ident("macro_rules") {
            tokens::rules(item.mac.tokens.clone(), self.0);
        } else {
            self.visit_macro(&item.mac);
        }
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        let name = called.path.segments.last().map(|segment| word(&segment.ident)).unwrap_or_default();
        call(&name, &called.tokens, self.0);
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let attributes: &[Attribute] = match item {
            ImplItem::Const(it) => &it.attrs,
            ImplItem::Fn(it) => {
                return self.under_function(&it.attrs, |reader| visit::visit_impl_item(reader, item));
            }
            ImplItem::Macro(it) => &it.attrs,
            ImplItem::Type(it) => &it.attrs,
            ImplItem::Verbatim(stream) => return self.tokens(stream),
            _ => &[],
        };
        self.under(attributes, |reader| visit::visit_impl_item(reader, item));
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        let attributes: &[Attribute] = match item {
            TraitItem::Const(it) => &it.attrs,
            TraitItem::Fn(it) => {
                return self.under_function(&it.attrs, |reader| visit::visit_trait_item(reader, item));
            }
            TraitItem::Macro(it) => &it.attrs,
            TraitItem::Type(it) => &it.attrs,
            TraitItem::Verbatim(stream) => return self.tokens(stream),
            _ => &[],
        };
        self.under(attributes, |reader| visit::visit_trait_item(reader, item));
    }

    fn visit_foreign_item(&mut self, item: &'ast ForeignItem) {
        let attributes: &[Attribute] = match item {
            ForeignItem::Fn(it) => {
                return self.under_function(&it.attrs, |reader| visit::visit_foreign_item(reader, item));
            }
            ForeignItem::Macro(it) => &it.attrs,
            ForeignItem::Static(it) => &it.attrs,
            ForeignItem::Type(it) => &it.attrs,
            ForeignItem::Verbatim(stream) => return self.tokens(stream),
            _ => &[],
        };
        self.under(attributes, |reader| visit::visit_foreign_item(reader, item));
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            Stmt::Macro(it) => self.under(&it.attrs, |reader| visit::visit_stmt(reader, statement)),
            _ => visit::visit_stmt(self, statement),
        }
    }

    fn visit_local(&mut self, local: &'ast Local) {
        self.under(&local.attrs, |reader| visit::visit_local(reader, local));
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        self.under(&arm.attrs, |reader| visit::visit_arm(reader, arm));
    }

    fn visit_field(&mut self, field: &'ast Field) {
        self.under(&field.attrs, |reader| visit::visit_field(reader, field));
    }

    fn visit_field_value(&mut self, field: &'ast FieldValue) {
        self.under(&field.attrs, |reader| visit::visit_field_value(reader, field));
    }

    fn visit_field_pat(&mut self, field: &'ast FieldPat) {
        self.under(&field.attrs, |reader| visit::visit_field_pat(reader, field));
    }

    fn visit_variant(&mut self, variant: &'ast Variant) {
        self.under(&variant.attrs, |reader| visit::visit_variant(reader, variant));
    }

    fn visit_bare_fn_arg(&mut self, argument: &'ast BareFnArg) {
        self.under(&argument.attrs, |reader| visit::visit_bare_fn_arg(reader, argument));
    }

    fn visit_fn_arg(&mut self, argument: &'ast FnArg) {
        let attributes = match argument {
            FnArg::Receiver(it) => &it.attrs,
            FnArg::Typed(it) => &it.attrs,
        };
        self.under(attributes, |reader| visit::visit_fn_arg(reader, argument));
    }

    fn visit_generic_param(&mut self, parameter: &'ast GenericParam) {
        let attributes = match parameter {
            GenericParam::Const(it) => &it.attrs,
            GenericParam::Lifetime(it) => &it.attrs,
            GenericParam::Type(it) => &it.attrs,
        };
        self.under(attributes, |reader| visit::visit_generic_param(reader, parameter));
    }

    fn visit_type(&mut self, kind: &'ast Type) {
        match kind {
            Type::Verbatim(stream) => self.tokens(stream),
            _ => visit::visit_type(self, kind),
        }
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        match pattern {
            Pat::Verbatim(stream) => self.tokens(stream),
            _ => visit::visit_pat(self, pattern),
        }
    }

    fn visit_expr(&mut self, value: &'ast Expr) {
        match value {
            Expr::Verbatim(stream) => self.tokens(stream),
            _ => self.under(attributes_of(value), |reader| visit::visit_expr(reader, value)),
        }
    }

    fn visit_signature(&mut self, signature: &'ast Signature) {
        self.unsafe_item(&signature.unsafety, "fn");
        visit::visit_signature(self, signature);
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        self.unsafe_item(&item.unsafety, "impl");
        visit::visit_item_impl(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.unsafe_item(&item.unsafety, "trait");
        visit::visit_item_trait(self, item);
    }

    fn visit_item_foreign_mod(&mut self, item: &'ast ItemForeignMod) {
        self.unsafe_item(&item.unsafety, "extern");
        visit::visit_item_foreign_mod(self, item);
    }

    fn visit_type_bare_fn(&mut self, kind: &'ast TypeBareFn) {
        self.unsafe_item(&kind.unsafety, "pointer");
        visit::visit_type_bare_fn(self, kind);
    }

    fn visit_expr_unsafe(&mut self, block: &'ast ExprUnsafe) {
        self.0.site(Rule::UnsafeBlock, block.unsafe_token.span, Shape::only("block"));
        visit::visit_expr_unsafe(self, block);
    }

    fn visit_expr_method_call(&mut self, called: &'ast ExprMethodCall) {
        self.method(called, false);
    }

    fn visit_expr_try(&mut self, tried: &'ast ExprTry) {
        match &*tried.expr {
            Expr::MethodCall(called) => self.under(&called.attrs, |reader| reader.method(called, true)),
            _ => visit::visit_expr_try(self, tried),
        }
    }

    fn visit_expr_path(&mut self, value: &'ast ExprPath) {
        if let Some((rule, span, owner)) = panicking(value) {
            self.0.site(rule, span, Shape::path("path", owner));
        }
        visit::visit_expr_path(self, value);
    }
}

/// `Option::unwrap`, `std::result::Result::<T, E>::expect`, `<Option<T>>::unwrap`, `Parser::expect`.
fn panicking(value: &ExprPath) -> Option<(Rule, Span, String)> {
    let mut backwards = value.path.segments.iter().rev();
    let rule = Rule::of(&word(&backwards.next()?.ident))?;
    match (backwards.next(), &value.qself) {
        (Some(segment), None) => Some((rule, start(&value.path)?, word(&segment.ident))),
        (owner, Some(this)) => {
            let span = this.lt_token.span;
            match (&*this.ty, owner) {
                (Type::Path(kind), None) => Some((rule, span, word(&kind.path.segments.last()?.ident))),
                (_, Some(segment)) => Some((rule, span, format!("as {}", word(&segment.ident)))),
                _ => Some((rule, span, "type".to_owned())),
            }
        }
        (None, None) => None,
    }
}

fn start(path: &Path) -> Option<Span> {
    match &path.leading_colon {
        Some(colons) => Some(colons.spans[0]),
        None => path.segments.first().map(|segment| segment.ident.span()),
    }
}

fn attributes_of(value: &Expr) -> &[Attribute] {
    match value {
        Expr::Array(it) => &it.attrs,
        Expr::Assign(it) => &it.attrs,
        Expr::Async(it) => &it.attrs,
        Expr::Await(it) => &it.attrs,
        Expr::Binary(it) => &it.attrs,
        Expr::Block(it) => &it.attrs,
        Expr::Break(it) => &it.attrs,
        Expr::Call(it) => &it.attrs,
        Expr::Cast(it) => &it.attrs,
        Expr::Closure(it) => &it.attrs,
        Expr::Const(it) => &it.attrs,
        Expr::Continue(it) => &it.attrs,
        Expr::Field(it) => &it.attrs,
        Expr::ForLoop(it) => &it.attrs,
        Expr::Group(it) => &it.attrs,
        Expr::If(it) => &it.attrs,
        Expr::Index(it) => &it.attrs,
        Expr::Infer(it) => &it.attrs,
        Expr::Let(it) => &it.attrs,
        Expr::Lit(it) => &it.attrs,
        Expr::Loop(it) => &it.attrs,
        Expr::Macro(it) => &it.attrs,
        Expr::Match(it) => &it.attrs,
        Expr::MethodCall(it) => &it.attrs,
        Expr::Paren(it) => &it.attrs,
        Expr::Path(it) => &it.attrs,
        Expr::RawAddr(it) => &it.attrs,
        Expr::Range(it) => &it.attrs,
        Expr::Reference(it) => &it.attrs,
        Expr::Repeat(it) => &it.attrs,
        Expr::Return(it) => &it.attrs,
        Expr::Struct(it) => &it.attrs,
        Expr::Try(it) => &it.attrs,
        Expr::TryBlock(it) => &it.attrs,
        Expr::Tuple(it) => &it.attrs,
        Expr::Unary(it) => &it.attrs,
        Expr::Unsafe(it) => &it.attrs,
        Expr::While(it) => &it.attrs,
        Expr::Yield(it) => &it.attrs,
        _ => &[],
    }
}
