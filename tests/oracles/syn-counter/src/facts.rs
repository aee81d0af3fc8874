//! What one file says, whoever reaches it: its sites, and the files it names.

use proc_macro2::Span;

/// The role of code; the stronger first: where a file is reached twice, the first of these counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    Production,
    Build,
    Example,
    Bench,
    Test,
}

impl Scope {
    pub const STRONGEST_FIRST: [Scope; 5] =
        [Scope::Production, Scope::Build, Scope::Example, Scope::Bench, Scope::Test];

    pub fn name(self) -> &'static str {
        match self {
            Scope::Production => "production",
            Scope::Build => "build",
            Scope::Example => "example",
            Scope::Bench => "bench",
            Scope::Test => "test",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    Expect,
    UnsafeBlock,
    UnsafeItem,
    Unwrap,
}

impl Rule {
    pub fn name(self) -> &'static str {
        match self {
            Rule::Expect => "expect",
            Rule::UnsafeBlock => "unsafe-block",
            Rule::UnsafeItem => "unsafe-item",
            Rule::Unwrap => "unwrap",
        }
    }

    /// The rule for a method or a path that ends in this name.
    pub fn of(name: &str) -> Option<Rule> {
        match name {
            "unwrap" => Some(Rule::Unwrap),
            "expect" => Some(Rule::Expect),
            _ => None,
        }
    }
}

/// What a site looks like, so that the reader of the output can decide which of them count.
#[derive(Clone)]
pub struct Shape {
    /// `method`, `path`, `block`, or the kind of unsafe item.
    pub form: &'static str,
    /// The kind of receiver of a method, or the type in front of `::`.
    pub of: String,
    /// The kind of argument.
    pub argument: &'static str,
    /// Whether `?` follows.
    pub tried: bool,
}

impl Shape {
    pub fn only(form: &'static str) -> Shape {
        Shape::path(form, "-".to_owned())
    }

    pub fn path(form: &'static str, of: String) -> Shape {
        Shape { form, of, argument: "-", tried: false }
    }
}

pub struct Site {
    pub line: usize,
    pub rule: Rule,
    pub scope: Option<Scope>,
    pub shape: Shape,
}

/// How an inline module changes the directory in which its own modules are looked for.
#[derive(Clone)]
pub enum Step {
    Named(String),
    Redirected(String),
}

pub enum Target {
    /// `mod name;`, in the directory of the modules around it.
    Module(String),
    /// `#[path = "…"] mod name;`.
    Path(String),
    /// `include!("…")`.
    Include(String),
    /// `include_str!("…")` and the like: the file is text, not code.
    Data(String),
}

pub struct Link {
    pub target: Target,
    pub around: Vec<Step>,
    pub scope: Option<Scope>,
}

/// How much of a file `syn` understood.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Reading {
    #[default]
    Parsed,
    Tokens,
    Nothing,
}

impl Reading {
    pub fn name(self) -> &'static str {
        match self {
            Reading::Parsed => "parsed",
            Reading::Tokens => "tokens",
            Reading::Nothing => "nothing",
        }
    }
}

/// Collects while code is walked through; `scope` and `around` are those of the code being walked.
#[derive(Default)]
pub struct Facts {
    pub sites: Vec<Site>,
    pub links: Vec<Link>,
    pub reading: Reading,
    pub scope: Option<Scope>,
    pub around: Vec<Step>,
}

impl Facts {
    pub fn site(&mut self, rule: Rule, span: Span, shape: Shape) {
        self.sites.push(Site { line: span.start().line, rule, scope: self.scope, shape });
    }

    pub fn link(&mut self, target: Target) {
        self.links.push(Link { target, around: self.around.clone(), scope: self.scope });
    }

    pub fn link_in_tests(&mut self, target: Target) {
        let scope = self.scope.or(Some(Scope::Test));
        self.links.push(Link { target, around: self.around.clone(), scope });
    }
}
