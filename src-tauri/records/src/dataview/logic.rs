//! Conditions joined by “and”, “or” and “not”.

use super::lexer::Cursor;
use crate::Condition;

pub(super) enum Logic {
    Is(Condition),
    Not(Box<Logic>),
    All(Vec<Logic>),
    Any(Vec<Logic>),
}

/// Conditions of which one must hold.
type Clause = Vec<Condition>;

/// Maximum conditions after “or” is distributed over “and”, which may repeat them.
const MOST: usize = 200;

impl Logic {
    /// The clauses that must all hold. The error is the word that makes them too many.
    pub(super) fn clauses(self) -> Result<Vec<Clause>, String> {
        self.clauses_of(false)
    }

    fn clauses_of(self, negated: bool) -> Result<Vec<Clause>, String> {
        let (parts, is_all) = match self {
            Self::Is(condition) => {
                let negated = condition.negated ^ negated;
                return Ok(vec![vec![Condition { negated, ..condition }]]);
            }
            Self::Not(inner) => return inner.clauses_of(!negated),
            Self::All(parts) => (parts, !negated),
            Self::Any(parts) => (parts, negated),
        };
        let parts = parts.into_iter().map(|part| part.clauses_of(negated));
        let parts = parts.collect::<Result<Vec<Vec<Clause>>, String>>()?;
        if is_all {
            return Ok(parts.concat());
        }
        let mut found: Vec<Clause> = vec![Vec::new()];
        for part in parts {
            let joined = found.iter().flat_map(|a| part.iter().map(move |b| [&a[..], b].concat()));
            let joined: Vec<Clause> = joined.take(MOST + 1).collect();
            if joined.iter().map(Vec::len).sum::<usize>() > MOST {
                return Err("or".to_owned());
            }
            found = joined;
        }
        Ok(found)
    }
}

/// Reads parts with “and” and “or” between them. As in Dataview, both have the same rank, and the left one comes first.
pub(super) fn chain(
    cursor: &mut Cursor<'_>,
    part: impl Fn(&mut Cursor<'_>) -> Result<Logic, String>,
) -> Result<Logic, String> {
    let mut left = part(cursor)?;
    loop {
        let is_and = cursor.takes_word("and") || cursor.takes_sign("&");
        if !is_and && !cursor.takes_word("or") && !cursor.takes_sign("|") {
            return Ok(left);
        }
        let right = part(cursor)?;
        left = match (left, is_and) {
            (Logic::All(mut parts), true) => {
                parts.push(right);
                Logic::All(parts)
            }
            (Logic::Any(mut parts), false) => {
                parts.push(right);
                Logic::Any(parts)
            }
            (left, true) => Logic::All(vec![left, right]),
            (left, false) => Logic::Any(vec![left, right]),
        };
    }
}
