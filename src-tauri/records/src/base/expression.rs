//! The expressions of filters and formulas.

mod lexer;
mod parser;

pub(super) use parser::parse;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expr {
    Empty,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Expr>),
    Object(Vec<(String, Expr)>),
    /// `file`, `note`, `formula`, `this`, a variable of a list function, or a property.
    Name(String),
    /// `due-date` without spaces: a property if the vault has one of this name, otherwise a difference.
    Hyphenated(String, Box<Expr>),
    Member(Box<Expr>, String),
    Index(Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
    Method(Box<Expr>, String, Vec<Expr>),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    All(Vec<Expr>),
    Any(Vec<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Operator {
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        }
    }
}

impl Expr {
    /// The formula that `formula.name` or `formula["name"]` refers to.
    pub(super) fn formula(&self) -> Option<&str> {
        match self {
            Self::Member(of, name) if of.is_name("formula") => Some(name),
            Self::Index(of, name) if of.is_name("formula") => match &**name {
                Self::Text(name) => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn is_name(&self, name: &str) -> bool {
        matches!(self, Self::Name(known) if known == name)
    }

    pub(super) fn children(&self) -> Vec<&Self> {
        match self {
            Self::List(items) | Self::Call(_, items) | Self::All(items) | Self::Any(items) => {
                items.iter().collect()
            }
            Self::Object(entries) => entries.iter().map(|(_, it)| it).collect(),
            Self::Method(of, _, arguments) => std::iter::once(&**of).chain(arguments).collect(),
            Self::Member(it, _) | Self::Hyphenated(_, it) | Self::Not(it) | Self::Minus(it) => {
                vec![&**it]
            }
            Self::Index(a, b) | Self::Binary(_, a, b) => vec![&**a, &**b],
            Self::Empty | Self::Bool(_) | Self::Number(_) | Self::Text(_) | Self::Name(_) => {
                Vec::new()
            }
        }
    }
}
