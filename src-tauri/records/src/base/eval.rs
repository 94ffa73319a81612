//! Evaluates expressions for one note.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

use language::say;

use super::{
    Base, BaseNote,
    dates::Moment,
    expression::{Expr, Operator},
    functions,
    item::{Fault, Item, List},
    length::Length,
    vault::Vault,
};

/// Maximum depth of an evaluation, across formulas.
const MAX_DEPTH: u32 = 150;

type Value<'a> = Result<Item<'a>, Fault>;

/// The variables of `filter`, `map` and `reduce`.
pub(super) struct Locals<'a> {
    value: Item<'a>,
    index: usize,
    accumulated: Option<Item<'a>>,
}

pub(super) struct Row<'r, 'a> {
    base: &'a Base,
    vault: &'r Vault<'a>,
    note: &'a BaseNote,
    this: Option<&'a BaseNote>,
    /// Results, because formulas may refer to a formula many times.
    formulas: RefCell<HashMap<&'a str, Value<'a>>>,
    depth: Cell<u32>,
}

impl<'r, 'a> Row<'r, 'a> {
    pub(super) fn new(
        base: &'a Base,
        vault: &'r Vault<'a>,
        note: &'a BaseNote,
        this: Option<&'a BaseNote>,
    ) -> Self {
        Self { base, vault, note, this, formulas: RefCell::default(), depth: Cell::new(0) }
    }

    pub(super) fn value(&self, expr: &'a Expr) -> Value<'a> {
        self.eval(expr, None)
    }

    pub(super) fn property(&self, key: &str) -> Value<'a> {
        self.vault.property(self.note, key)
    }

    /// Nothing for an unknown field.
    pub(super) fn file_field(&self, name: &str) -> Value<'a> {
        self.vault.field(self.note, name).unwrap_or(Ok(Item::Empty))
    }

    pub(super) fn formula(&self, name: &str) -> Value<'a> {
        let Some((name, formula)) = self.base.formulas.iter().find(|(known, _)| known == name)
        else {
            return Ok(Item::Empty);
        };
        if let Some(known) = self.formulas.borrow().get(name.as_str()) {
            return known.clone();
        }
        let value = match &formula.parsed {
            Ok(expr) => self.eval(expr, None),
            Err(reason) => Err(Fault::Wrong(reason.clone())),
        };
        self.formulas.borrow_mut().insert(name, value.clone());
        value
    }

    fn eval(&self, expr: &'a Expr, locals: Option<&Locals<'a>>) -> Value<'a> {
        self.vault.charge(1)?;
        let depth = self.depth.get() + 1;
        if depth > MAX_DEPTH {
            return Err(Fault::Wrong(say! {
                en: "the formulas refer to each other too deeply",
                de: "die Formeln verweisen zu tief aufeinander",
            }));
        }
        self.depth.set(depth);
        let value = self.eval_inner(expr, locals);
        self.depth.set(depth - 1);
        value
    }

    fn eval_inner(&self, expr: &'a Expr, locals: Option<&Locals<'a>>) -> Value<'a> {
        match expr {
            Expr::Empty => Ok(Item::Empty),
            Expr::Bool(bool) => Ok(Item::Bool(*bool)),
            Expr::Number(number) => Ok(Item::Number(*number)),
            Expr::Text(text) => Ok(Item::text(text)),
            Expr::List(items) => Item::list(self.all(items, locals)?),
            Expr::Object(entries) => {
                let values = entries.iter().map(|(_, it)| self.eval(it, locals));
                let values = List::new(values.collect::<Result<_, _>>()?)?;
                let keys = entries.iter().map(|(key, _)| key.as_str().into()).collect();
                Ok(Item::Object(keys, values))
            }
            Expr::Name(name) => self.name(name, locals),
            Expr::Hyphenated(name, difference) => {
                if self.vault.has_key(name) {
                    self.vault.property(self.note, name)
                } else {
                    self.eval(difference, locals)
                }
            }
            Expr::Member(..) | Expr::Index(..) => self.part(expr, locals),
            Expr::Call(name, arguments) => self.call(name, arguments, locals),
            Expr::Method(of, name, arguments) => self.method(of, name, arguments, locals),
            Expr::Not(of) => Ok(Item::Bool(!self.eval(of, locals)?.is_true())),
            Expr::Minus(of) => {
                let of = self.eval(of, locals)?;
                Ok(match (of.single(), of.as_number()) {
                    (Item::Length(length), _) => Item::Length(length.times(-1.0)),
                    (_, Some(number)) => Item::number(-number),
                    _ => Item::Empty,
                })
            }
            Expr::All(parts) => self.decide(parts, false, locals),
            Expr::Any(parts) => self.decide(parts, true, locals),
            Expr::Binary(operator, a, b) => {
                let (a, b) = (self.eval(a, locals)?, self.eval(b, locals)?);
                self.binary(*operator, &a, &b)
            }
        }
    }

    fn all(
        &self,
        expressions: &'a [Expr],
        locals: Option<&Locals<'a>>,
    ) -> Result<Vec<Item<'a>>, Fault> {
        expressions.iter().map(|it| self.eval(it, locals)).collect()
    }

    /// Whether some part equals `decisive`; stops there.
    fn decide(&self, parts: &'a [Expr], decisive: bool, locals: Option<&Locals<'a>>) -> Value<'a> {
        for part in parts {
            if self.eval(part, locals)?.is_true() == decisive {
                return Ok(Item::Bool(decisive));
            }
        }
        Ok(Item::Bool(!decisive))
    }

    fn name(&self, name: &str, locals: Option<&Locals<'a>>) -> Value<'a> {
        if let Some(locals) = locals {
            match name {
                "value" => return Ok(locals.value.clone()),
                "index" => return Ok(Item::Number(locals.index as f64)),
                "acc" if locals.accumulated.is_some() => {
                    return Ok(locals.accumulated.clone().unwrap_or(Item::Empty));
                }
                _ => {}
            }
        }
        match name {
            "file" => Ok(Item::File(self.note)),
            "note" => Ok(Item::Note(self.note)),
            "this" => Ok(self.this.map_or(Item::Empty, Item::Note)),
            _ => self.vault.property(self.note, name),
        }
    }

    /// `of.name` or `of[index]`.
    fn part(&self, expr: &'a Expr, locals: Option<&Locals<'a>>) -> Value<'a> {
        if let Some(formula) = expr.formula() {
            return self.formula(formula);
        }
        match expr {
            Expr::Member(of, name) => {
                let is_this = of.is_name("this");
                let of = self.eval(of, locals)?;
                self.member(&of, name, is_this)
            }
            Expr::Index(of, index) => {
                let is_this = of.is_name("this");
                let (of, index) = (self.eval(of, locals)?, self.eval(index, locals)?);
                match (&of, &index) {
                    (_, Item::Text(name)) => self.member(&of, name, is_this),
                    (of, Item::Number(number)) => {
                        let at = position(*number);
                        Ok(match of {
                            Item::List(list) => at.and_then(|at| list.items.get(at)).cloned(),
                            // A property with one value may be a list of one.
                            other => (at == Some(0)).then(|| other.clone()),
                        }
                        .unwrap_or(Item::Empty))
                    }
                    _ => Ok(Item::Empty),
                }
            }
            _ => Ok(Item::Empty),
        }
    }

    fn member(&self, of: &Item<'a>, name: &str, is_this: bool) -> Value<'a> {
        let length = |length: usize| Ok(Item::Number(length as f64));
        match of {
            Item::Note(note) if is_this && name == "file" => Ok(Item::File(note)),
            Item::Note(note) => {
                let property = self.vault.property(note, name)?;
                match self.vault.field(note, name) {
                    Some(field) if is_this && matches!(property, Item::Empty) => field,
                    _ => Ok(property),
                }
            }
            Item::File(note) => self.vault.field(note, name).unwrap_or(Ok(Item::Empty)),
            Item::List(list) if name == "length" => length(list.items.len()),
            Item::Empty if name == "length" => Ok(Item::Number(0.0)),
            _ => match of.single() {
                Item::Text(text) if name == "length" => length(text.chars().count()),
                Item::Link(link) if name == "length" => length(link.shown.chars().count()),
                Item::Date(moment) => Ok(moment.field(name).map_or(Item::Empty, Item::Number)),
                Item::Length(length) => Ok(length.field(name).map_or(Item::Empty, Item::Number)),
                Item::Text(text) => {
                    let date = Moment::read_any(text).and_then(|it| it.field(name));
                    let length = || Length::read(text).and_then(|it| it.field(name));
                    Ok(date.or_else(length).map_or(Item::Empty, Item::Number))
                }
                Item::Link(link) => {
                    let field = link.note.and_then(|note| self.vault.field(note, name));
                    field.unwrap_or(Ok(Item::Empty))
                }
                Item::Object(keys, values) => {
                    let at = keys.iter().position(|key| **key == *name);
                    let value = at.and_then(|at| values.items.get(at));
                    Ok(value.cloned().unwrap_or(Item::Empty))
                }
                _ => Ok(Item::Empty),
            },
        }
    }

    fn call(&self, name: &str, arguments: &'a [Expr], locals: Option<&Locals<'a>>) -> Value<'a> {
        if name == "if" {
            let is_true = match arguments.first() {
                Some(condition) => self.eval(condition, locals)?.is_true(),
                None => false,
            };
            let chosen = arguments.get(if is_true { 1 } else { 2 });
            return chosen.map_or(Ok(Item::Empty), |it| self.eval(it, locals));
        }
        functions::call(self.vault, name, &self.all(arguments, locals)?)
    }

    fn method(
        &self,
        of: &'a Expr,
        name: &str,
        arguments: &'a [Expr],
        locals: Option<&Locals<'a>>,
    ) -> Value<'a> {
        let of = self.eval(of, locals)?;
        if matches!(name, "filter" | "map" | "reduce") {
            let items = match &of {
                Item::List(list) => list.items.to_vec(),
                Item::Empty => Vec::new(),
                other => vec![other.clone()],
            };
            let Some(each) = arguments.first() else { return Ok(of) };
            if name == "reduce" {
                let start = arguments.get(1).map(|it| self.eval(it, locals)).transpose()?;
                return self.reduce(items, each, start.unwrap_or(Item::Empty));
            }
            return self.each(items, each, name == "filter");
        }
        functions::method(self.vault, &of, name, &self.all(arguments, locals)?)
    }

    fn each(&self, items: Vec<Item<'a>>, each: &'a Expr, filters: bool) -> Value<'a> {
        let mut found = Vec::new();
        let mut size = 0;
        for (index, value) in items.into_iter().enumerate() {
            let locals = Locals { value, index, accumulated: None };
            let result = self.eval(each, Some(&locals))?;
            let item = if filters { locals.value } else { result.clone() };
            if !filters || result.is_true() {
                size += item.size();
                found.push(item);
            }
            if size > 100_000 {
                return Err(Fault::too_large());
            }
        }
        Item::list(found)
    }

    fn reduce(&self, items: Vec<Item<'a>>, each: &'a Expr, start: Item<'a>) -> Value<'a> {
        let mut accumulated = start;
        for (index, value) in items.into_iter().enumerate() {
            let locals = Locals { value, index, accumulated: Some(accumulated) };
            accumulated = self.eval(each, Some(&locals))?;
        }
        Ok(accumulated)
    }

    fn binary(&self, operator: Operator, a: &Item<'a>, b: &Item<'a>) -> Value<'a> {
        self.vault.charge(a.size() + b.size())?;
        let compare =
            |test: fn(std::cmp::Ordering) -> bool| Ok(Item::Bool(a.compare(b).is_some_and(test)));
        match operator {
            Operator::Equal => Ok(Item::Bool(a.equals(b))),
            Operator::Unequal => Ok(Item::Bool(!a.equals(b))),
            Operator::Less => compare(std::cmp::Ordering::is_lt),
            Operator::AtMost => compare(std::cmp::Ordering::is_le),
            Operator::More => compare(std::cmp::Ordering::is_gt),
            Operator::AtLeast => compare(std::cmp::Ordering::is_ge),
            Operator::Add => add(a.single(), b.single()),
            Operator::Subtract => subtract(a.single(), b.single()),
            Operator::Multiply | Operator::Divide | Operator::Remainder => {
                scale(operator, a.single(), b.single())
            }
        }
    }
}

/// A whole number from 0.
fn position(number: f64) -> Option<usize> {
    (0.0..1e9).contains(&number).then_some(number as usize)
}

fn as_length(item: &Item<'_>) -> Option<Length> {
    match item {
        Item::Length(length) => Some(*length),
        Item::Text(text) => Length::read(text),
        Item::Number(millis) => Some(Length::millis(*millis)),
        _ => None,
    }
}

fn moved<'a>(date: Moment, length: Length) -> Item<'a> {
    let at = length.after(date.at);
    at.map_or(Item::Empty, |at| Item::Date(Moment { at, timed: date.timed || length.has_time() }))
}

fn add<'a>(a: &Item<'a>, b: &Item<'a>) -> Value<'a> {
    Ok(match (a, b) {
        (Item::Date(date), other) | (other, Item::Date(date)) if as_length(other).is_some() => {
            as_length(other).map_or(Item::Empty, |it| moved(*date, it))
        }
        (Item::Length(a), b) | (b, Item::Length(a)) if as_length(b).is_some() => {
            as_length(b).map_or(Item::Empty, |b| Item::Length(a.plus(b)))
        }
        (Item::Number(a), Item::Number(b)) => Item::number(a + b),
        (Item::List(a), Item::List(b)) => Item::list([&*a.items, &*b.items].concat())?,
        (Item::Number(_) | Item::Date(_) | Item::Length(_) | Item::Empty, Item::Empty)
        | (Item::Empty, Item::Number(_) | Item::Date(_) | Item::Length(_)) => Item::Empty,
        (a, b) => Item::long_text(a.shown() + &b.shown())?,
    })
}

fn subtract<'a>(a: &Item<'a>, b: &Item<'a>) -> Value<'a> {
    match (a, b) {
        (Item::Date(date), other) => {
            if let Some(length) = as_length(other) {
                return Ok(moved(*date, length.times(-1.0)));
            }
            let difference = other.as_date().and_then(|it| Length::between(it.at, date.at));
            Ok(difference.map_or(Item::Empty, Item::Length))
        }
        (other, Item::Date(date)) => {
            let difference = other.as_date().and_then(|it| Length::between(date.at, it.at));
            Ok(difference.map_or(Item::Empty, Item::Length))
        }
        (Item::Length(a), b) if as_length(b).is_some() => {
            Ok(as_length(b).map_or(Item::Empty, |b| Item::Length(a.plus(b.times(-1.0)))))
        }
        _ => numbers("-", a, b, |a, b| a - b),
    }
}

fn scale<'a>(operator: Operator, a: &Item<'a>, b: &Item<'a>) -> Value<'a> {
    let sign = operator.sign();
    match (operator, a, b) {
        (Operator::Multiply, Item::Length(length), Item::Number(number))
        | (Operator::Multiply, Item::Number(number), Item::Length(length)) => {
            Ok(Item::Length(length.times(*number)))
        }
        (Operator::Divide, Item::Length(length), Item::Number(number)) if *number != 0.0 => {
            Ok(Item::Length(length.times(1.0 / number)))
        }
        (Operator::Multiply, ..) => numbers(sign, a, b, |a, b| a * b),
        (Operator::Divide, ..) => numbers(sign, a, b, |a, b| a / b),
        _ => numbers(sign, a, b, |a, b| a % b),
    }
}

/// Nothing if one of the values is missing.
fn numbers<'a>(sign: &str, a: &Item<'a>, b: &Item<'a>, compute: fn(f64, f64) -> f64) -> Value<'a> {
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => Ok(Item::number(compute(a, b))),
        _ if a.is_empty() || b.is_empty() => Ok(Item::Empty),
        _ => Err(Fault::Wrong(say! {
            en: "“{sign}” needs two numbers", de: "„{sign}“ braucht zwei Zahlen",
        })),
    }
}
