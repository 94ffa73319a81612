//! Parses the expressions of a `.base` file.

use language::say;

use super::{
    Expr, Operator,
    lexer::{PlacedToken, Token, is_name, tokens, unexpected},
};

/// Maximum depth of an expression, which bounds the stack of all functions that walk it.
const MAX_DEPTH: u32 = 64;

const LEVELS: [&[(&str, Operator)]; 4] = [
    &[("==", Operator::Equal), ("!=", Operator::Unequal)],
    &[
        ("<", Operator::Less),
        ("<=", Operator::AtMost),
        (">", Operator::More),
        (">=", Operator::AtLeast),
    ],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)],
];

pub(in super::super) fn parse(text: &str) -> Result<Expr, String> {
    let tokens = tokens(text)?;
    let mut parser = Parser { text, tokens: &tokens, at: 0, depth: 0 };
    let parsed = parser.any()?;
    match parser.tokens.get(parser.at) {
        None => Ok(parsed.expr),
        Some(rest) => Err(unexpected(&text[rest.start..rest.end])),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [PlacedToken],
    at: usize,
    /// Number of nested calls.
    depth: u32,
}

struct ParsedExpression {
    expr: Expr,
    depth: u32,
}

type Outcome = Result<ParsedExpression, String>;

fn too_deep() -> String {
    say! { en: "it is nested too deeply", de: "er ist zu tief verschachtelt" }
}

/// Adds a level above children of the given depth.
fn above(depth: u32, expr: Expr) -> Outcome {
    let depth = depth + 1;
    if depth > MAX_DEPTH { Err(too_deep()) } else { Ok(ParsedExpression { expr, depth }) }
}

impl Parser<'_> {
    fn sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(it)) if *it == sign);
        self.at += usize::from(found);
        found
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|it| &it.token)
    }

    fn expect(&mut self, sign: &str) -> Result<(), String> {
        if self.sign(sign) {
            return Ok(());
        }
        Err(match self.tokens.get(self.at) {
            Some(it) => unexpected(&self.text[it.start..it.end]),
            None => say! { en: "“{sign}” is missing", de: "„{sign}“ fehlt" },
        })
    }

    fn any(&mut self) -> Outcome {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(too_deep());
        }
        let parsed = self.joined("||", Self::all, Expr::Any);
        self.depth -= 1;
        parsed
    }

    fn all(&mut self) -> Outcome {
        self.joined("&&", |parser| parser.binary(0), Expr::All)
    }

    /// One flat node for `a && b && c`, because long chains are common.
    fn joined(
        &mut self,
        sign: &str,
        part: fn(&mut Self) -> Outcome,
        join: fn(Vec<Expr>) -> Expr,
    ) -> Outcome {
        let first = part(self)?;
        if !self.sign(sign) {
            return Ok(first);
        }
        let (mut parts, mut depth) = (vec![first.expr], first.depth);
        loop {
            let next = part(self)?;
            depth = depth.max(next.depth);
            parts.push(next.expr);
            if !self.sign(sign) {
                return above(depth, join(parts));
            }
        }
    }

    fn binary(&mut self, level: usize) -> Outcome {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        loop {
            let operator = operators.iter().find(|(sign, _)| self.sign(sign));
            let Some((_, operator)) = operator else { return Ok(left) };
            let right = self.binary(level + 1)?;
            let depth = left.depth.max(right.depth);
            let (left_expr, right_expr) = (Box::new(left.expr), Box::new(right.expr));
            left = above(depth, Expr::Binary(*operator, left_expr, right_expr))?;
        }
    }

    fn unary(&mut self) -> Outcome {
        let wrap = if self.sign("!") {
            Expr::Not
        } else if self.sign("-") {
            Expr::Minus
        } else {
            return self.postfix();
        };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(too_deep());
        }
        let of = self.unary()?;
        self.depth -= 1;
        above(of.depth, wrap(Box::new(of.expr)))
    }

    fn postfix(&mut self) -> Outcome {
        let mut of = self.primary()?;
        loop {
            if self.sign(".") {
                let Some(Token::Name(name)) = self.peek().cloned() else {
                    return Err(say! {
                        en: "a name must follow the point", de: "nach dem Punkt fehlt ein Name",
                    });
                };
                self.at += 1;
                if self.sign("(") {
                    let (arguments, depth) = self.list(")")?;
                    let method = Expr::Method(Box::new(of.expr), name, arguments);
                    of = above(depth.max(of.depth), method)?;
                } else {
                    of = above(of.depth, Expr::Member(Box::new(of.expr), name))?;
                }
            } else if self.sign("[") {
                let index = self.any()?;
                self.expect("]")?;
                let depth = of.depth.max(index.depth);
                of = above(depth, Expr::Index(Box::new(of.expr), Box::new(index.expr)))?;
            } else {
                return Ok(of);
            }
        }
    }

    fn list(&mut self, end: &str) -> Result<(Vec<Expr>, u32), String> {
        let (mut items, mut depth) = (Vec::new(), 0);
        while !self.sign(end) {
            if !items.is_empty() {
                self.expect(",")?;
                if self.sign(end) {
                    break;
                }
            }
            let item = self.any()?;
            depth = depth.max(item.depth);
            items.push(item.expr);
        }
        Ok((items, depth))
    }

    fn primary(&mut self) -> Outcome {
        let Some(PlacedToken { token, start, end }) = self.tokens.get(self.at).cloned() else {
            return Err(say! { en: "it ends too early", de: "er endet zu früh" });
        };
        self.at += 1;
        let expr = match token {
            Token::Number(number) => Expr::Number(number),
            Token::Text(text) => Expr::Text(text),
            Token::Name(name) => return self.name(name, end),
            Token::Sign("(") => {
                let inner = self.any()?;
                self.expect(")")?;
                return Ok(inner);
            }
            Token::Sign("[") => {
                let (items, depth) = self.list("]")?;
                return above(depth, Expr::List(items));
            }
            Token::Sign("{") => return self.object(),
            Token::Sign(_) => return Err(unexpected(&self.text[start..end])),
        };
        above(0, expr)
    }

    fn name(&mut self, name: String, end: usize) -> Outcome {
        match name.as_str() {
            "true" => return above(0, Expr::Bool(true)),
            "false" => return above(0, Expr::Bool(false)),
            "null" | "undefined" => return above(0, Expr::Empty),
            _ => {}
        }
        if self.sign("(") {
            let (arguments, depth) = self.list(")")?;
            return above(depth, Expr::Call(name, arguments));
        }
        let (mut end, mut whole) = (end, name.clone());
        let mut difference = above(0, Expr::Name(name))?;
        while let Some((part, part_end)) = self.hyphenated(end) {
            self.at += 2;
            whole = format!("{whole}-{part}");
            end = part_end;
            let parts = (Box::new(difference.expr), Box::new(Expr::Name(part)));
            difference =
                above(difference.depth, Expr::Binary(Operator::Subtract, parts.0, parts.1))?;
        }
        match difference.expr {
            Expr::Name(_) => Ok(difference),
            expr => above(difference.depth, Expr::Hyphenated(whole, Box::new(expr))),
        }
    }

    /// The name behind a hyphen that directly follows `end`, if no call or member follows.
    fn hyphenated(&self, end: usize) -> Option<(String, usize)> {
        let [hyphen, part, ..] = self.tokens.get(self.at..)? else { return None };
        let Token::Name(name) = &part.token else { return None };
        let adjacent = hyphen.token == Token::Sign("-")
            && hyphen.start == end
            && part.start == hyphen.end
            && self.text[part.start..].starts_with(is_name);
        let ends = !self.text[part.end..].starts_with(['(', '.', '[']);
        (adjacent && ends).then(|| (name.clone(), part.end))
    }

    fn object(&mut self) -> Outcome {
        let (mut entries, mut depth) = (Vec::new(), 0);
        while !self.sign("}") {
            if !entries.is_empty() {
                self.expect(",")?;
            }
            let (Some(Token::Text(key)) | Some(Token::Name(key))) = self.peek().cloned() else {
                return Err(say! { en: "a name is missing", de: "ein Name fehlt" });
            };
            self.at += 1;
            self.expect(":")?;
            let value = self.any()?;
            depth = depth.max(value.depth);
            entries.push((key, value.expr));
        }
        above(depth, Expr::Object(entries))
    }
}
