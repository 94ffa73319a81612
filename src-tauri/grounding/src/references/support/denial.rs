//! What a sentence denies: not, never, without, no longer, and how far that reaches.

use super::{signs::Sign, token::Token};

/// Marks what the clauses of a sentence deny.
pub(super) fn deny(tokens: &mut [Token]) {
    let mut at = 0;
    while at < tokens.len() {
        let clause = tokens[at].clause;
        let end = at + tokens[at..].iter().take_while(|token| token.clause == clause).count();
        deny_clause(&mut tokens[at..end]);
        at = end;
    }
}

fn deny_clause(clause: &mut [Token]) {
    let mut denied = false;
    let mut whole = false;
    for at in 0..clause.len() {
        let next = clause.get(at + 1).map(|token| token.folded.as_str());
        // “No more than” is a bound.
        let compares = clause.get(at + 2).is_some_and(|token| token.folded == "than");
        let is_not = clause[at].sign == Some(Sign::Not)
            && !compares
            && !is_positive(&clause[at].folded, next);
        if is_not {
            // “Personne n'est”, “non … mai”: two of them in Romance languages and French are one.
            let doubles = at > 0 && ROMANCE.contains(&clause[at].folded.as_str()) && denied;
            if !doubles {
                denied = !denied;
            }
            // German puts “nicht” behind what it denies.
            whole |= matches!(clause[at].folded.as_str(), "nicht" | "kein" | "keine" | "nie");
        }
        clause[at].denied = denied;
    }
    if whole {
        for token in clause {
            token.denied = true;
        }
    }
}

/// Words that stand beside another negator without taking its meaning back.
const ROMANCE: [&str; 24] = [
    "jamais", "rien", "personne", "aucun", "aucune", "mai", "nessuno", "nessuna", "nessun",
    "niente", "nulla", "nada", "nadie", "nunca", "ninguno", "ninguna", "ningun", "nenhum",
    "nenhuma", "ninguem", "nem", "neanche", "pas", "ni",
];

/// “Not only”, “no doubt”, “nothing but”: the sentence says so after all.
fn is_positive(word: &str, next: Option<&str>) -> bool {
    matches!(
        (word, next),
        ("not" | "no", Some("only" | "doubt" | "matter" | "just" | "merely"))
            | ("nicht", Some("nur"))
            | ("no", Some("solo"))
            | ("non", Some("solo" | "seulement"))
            | ("nao", Some("so"))
            | ("nothing", Some("but"))
    )
}
