//! Finds what isn't understood before anything is evaluated.

use std::cell::{Cell, RefCell};

use language::say;

use super::{
    Base, Filter, WrittenExpression,
    expression::Expr,
    functions::{GLOBAL, METHODS},
};

const FILE_FIELDS: &str = "name basename path folder ext extension size ctime created mtime modified file properties \
     tags links backlinks embeds aliases";

pub(super) struct Check<'a> {
    base: &'a Base,
    /// Formulas being checked, to find circles.
    open: RefCell<Vec<&'a str>>,
    /// Formulas without a problem.
    sound: RefCell<Vec<&'a str>>,
    uses_this: Cell<bool>,
}

impl<'a> Check<'a> {
    pub(super) fn new(base: &'a Base) -> Self {
        Self {
            base,
            open: RefCell::default(),
            sound: RefCell::default(),
            uses_this: Cell::new(false),
        }
    }

    /// Whether some checked expression refers to the note that shows the base.
    pub(super) fn uses_this(&self) -> bool {
        self.uses_this.get()
    }

    /// The statements of a filter that aren't understood, with the reasons.
    pub(super) fn filter(&self, filter: &'a Filter, problems: &mut Vec<(&'a str, String)>) {
        match filter {
            Filter::All(parts) | Filter::Any(parts) | Filter::None(parts) => {
                parts.iter().for_each(|it| self.filter(it, problems));
            }
            Filter::Is(written) => {
                if let Err(reason) = self.written(written) {
                    problems.push((&written.text, reason));
                }
            }
        }
    }

    fn written(&self, written: &'a WrittenExpression) -> Result<(), String> {
        match &written.parsed {
            Ok(expr) => self.expr(expr),
            Err(reason) => Err(reason.clone()),
        }
    }

    pub(super) fn formula(&self, name: &str) -> Result<(), String> {
        let Some((name, formula)) = self.base.formulas.iter().find(|(known, _)| known == name)
        else {
            return Err(say! {
                en: "there is no formula “{name}”", de: "es gibt keine Formel „{name}“",
            });
        };
        let name = name.as_str();
        if self.sound.borrow().contains(&name) {
            return Ok(());
        }
        if self.open.borrow().contains(&name) {
            return Err(say! {
                en: "the formula “{name}” refers to itself", de: "die Formel „{name}“ verweist auf sich selbst",
            });
        }
        if self.open.borrow().len() > 20 {
            return Err(say! {
                en: "the formulas refer to each other too deeply",
                de: "die Formeln verweisen zu tief aufeinander",
            });
        }
        self.open.borrow_mut().push(name);
        let found = self.written(formula);
        self.open.borrow_mut().pop();
        if found.is_ok() {
            self.sound.borrow_mut().push(name);
        }
        found
    }

    fn expr(&self, expr: &'a Expr) -> Result<(), String> {
        let unknown = |name: &str| {
            Err(say! { en: "there is no function “{name}”", de: "es gibt keine Funktion „{name}“" })
        };
        if let Some(name) = expr.formula() {
            return self.formula(name);
        }
        match expr {
            Expr::Call(name, _) if !is_in(GLOBAL, name) => return unknown(name),
            Expr::Method(_, name, _) if !is_in(METHODS, name) => return unknown(name),
            Expr::Member(of, field) if is_file(of) && !is_file_field(field) => {
                return Err(say! {
                    en: "a file has no “{field}”", de: "eine Datei hat kein „{field}“",
                });
            }
            Expr::Name(name) if name == "this" => self.uses_this.set(true),
            _ => {}
        }
        expr.children().into_iter().try_for_each(|it| self.expr(it))
    }
}

pub(super) fn is_file_field(name: &str) -> bool {
    is_in(FILE_FIELDS, name)
}

/// `file` or `this.file`.
fn is_file(expr: &Expr) -> bool {
    let is_of_this = |of: &Expr| of.is_name("this");
    expr.is_name("file")
        || matches!(expr, Expr::Member(of, name) if name == "file" && is_of_this(of))
}

fn is_in(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|known| known == name)
}
