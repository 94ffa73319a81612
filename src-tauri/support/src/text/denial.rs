//! Finds the words that a sentence denies: not, never, without, no longer, and their scope.

use std::ops::Range;

use super::{
    signs::Sign,
    token::{Class, Token},
};

pub(crate) fn clauses(tokens: &[Token]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let clause = tokens.get(at)?.clause;
        let start = at;
        at += tokens[at..].iter().take_while(|token| token.clause == clause).count();
        Some(start..at)
    })
}

/// Marks the denied tokens of a sentence.
pub(crate) fn deny(tokens: &mut [Token]) {
    let all: Vec<Range<usize>> = clauses(tokens).collect();
    let mut untrue = false;
    for range in all {
        let clause = &mut tokens[range];
        deny_clause(clause);
        // “I don't think that it rises” and “a myth that it rises” deny the next clause.
        if untrue && THAT.contains(&&*clause[0].folded) {
            clause.iter_mut().for_each(|token| token.denied = !token.denied);
        }
        let plain = !clause.iter().any(|token| token.sign == Some(Sign::Not));
        untrue = clause.iter().any(|token| {
            let word = &&*token.folded;
            if token.denied { BELIEVED.contains(word) } else { plain && UNTRUE.contains(word) }
        });
    }
}

fn deny_clause(clause: &mut [Token]) {
    let mut denied = false;
    let mut whole_from = None;
    let mut at = 0;
    while at < clause.len() {
        if denied && begins_statement(clause, at) {
            denied = false;
        }
        if !is_not(clause, at) {
            clause[at].denied = denied;
            at += 1;
            continue;
        }
        let word = clause[at].folded.clone();
        // “Not all” means some, and denies nothing by itself.
        if let Some(all) = clause.get_mut(at + 1).filter(|token| token.sign == Some(Sign::All)) {
            all.sign = Some(Sign::Some);
            at += 1;
            continue;
        }
        // “Not open until 9” means open from 9 on: only the bound is denied.
        if let Some(until) = until(clause, at) {
            clause[until].denied = true;
            clause[at..until].iter_mut().for_each(|token| token.denied = denied);
            at = until + 1;
            continue;
        }
        // “Without yeast in the cellar” only denies the yeast; “not uncommon” only denies the denial.
        let is_little = WITHOUT.contains(&&*word);
        if is_little || clause.get(at + 1).is_some_and(|next| is_negative(&next.folded)) {
            let end = if is_little { end_of_phrase(clause, at + 1) } else { at + 2 };
            clause[at..end].iter_mut().for_each(|token| token.denied = !denied);
            at = end;
            continue;
        }
        // Double negation in Romance languages is one denial: “personne n'est”, “non … mai”.
        if !(denied && ROMANCE.contains(&&*word)) {
            denied = !denied;
        }
        // German “nicht” also denies the words before it, except at the start of a joined part: “Salz und keine
        // Butter”.
        if WHOLE.contains(&&*word) {
            let joined = at > 0 && JOINS.contains(&&*clause[at - 1].folded);
            whole_from = whole_from.or(Some(if joined { at } else { 0 }));
        }
        clause[at].denied = denied;
        at += 1;
    }
    if let Some(from) = whole_from {
        clause[from..].iter_mut().for_each(|token| token.denied = true);
    }
}

fn is_not(clause: &[Token], at: usize) -> bool {
    if clause[at].sign != Some(Sign::Not) {
        return false;
    }
    let word = &*clause[at].folded;
    let follows = |places: usize| clause.get(at + places);
    let is = |places: usize, words: &[&str]| {
        follows(places).is_some_and(|token| words.contains(&&*token.folded))
    };
    let around = at.saturating_sub(AROUND)..(at + AROUND).min(clause.len());
    // French denies with two words: “ne” or “personne” alone denies nothing. “Ne … plus” means no longer.
    match word {
        "ne" => {
            let with = around.clone().find(|other| WITH_NE.contains(&&*clause[*other].folded));
            return with.is_some_and(|other| {
                let is_some =
                    clause.get(other + 1).is_some_and(|next| next.sign == Some(Sign::All));
                clause[other].folded == "plus" || (!is_some && is_not(clause, other))
            });
        }
        "personne" if !clause[around].iter().any(|token| token.folded == "ne") => return false,
        _ => {}
    }
    // “Nobody except Paula” doesn't deny Paula.
    if follows(1).is_some_and(|next| next.sign == Some(Sign::Except)) {
        return false;
    }
    // “No more than” and “no llueve más de 20 días” are bounds; “non apre solo il lunedì” means not only.
    let is_more = follows(1).is_some_and(|next| next.folded.ends_with("er"));
    let is_number = |places: usize| follows(places).is_some_and(|it| it.class == Class::Number);
    let compares = is(2, &COMPARES) && (is_more || is(1, &MORE))
        || (2..4).any(|more| is(more, &MORE) && is(more + 1, &COMPARES) && is_number(more + 2));
    let reach = if DISTANT.contains(&word) { 4 } else { 2 };
    let is_only =
        (1..reach).any(|it| follows(it).is_some_and(|next| next.sign == Some(Sign::Only)));
    !compares && !is_only && !is_positive(word, follows(1).map(|token| token.folded.as_str()))
}

/// Negators before the verb; “only” may follow the verb.
const DISTANT: [&str; 3] = ["no", "non", "nao"];

/// Maximum distance, in tokens, of words that belong together.
const AROUND: usize = 12;

/// Words that deny together with “ne”, before or after it.
const WITH_NE: [&str; 10] =
    ["pas", "plus", "jamais", "rien", "personne", "aucun", "aucune", "ni", "guere", "point"];

/// Words with a negative prefix: “uncommon”, “unüblich”.
fn is_negative(word: &str) -> bool {
    const OTHERS: [&str; 8] = ["unti", "unte", "unde", "unle", "unit", "uniq", "unio", "univ"];
    word.len() > 5 && word.starts_with("un") && !OTHERS.iter().any(|other| word.starts_with(other))
}

/// The index of a number's bound that the word at `not` denies: “not open until 9”, “not before 9”.
fn until(clause: &[Token], not: usize) -> Option<usize> {
    let is_number =
        |at: usize| clause[at + 1..].iter().take(3).any(|token| token.class == Class::Number);
    const BOUNDS: [&str; 9] =
        ["until", "till", "before", "vor", "hasta", "antes", "avant", "prima", "ate"];
    (not + 1..clause.len())
        .take(AROUND)
        .find(|at| BOUNDS.contains(&&*clause[*at].folded) && is_number(*at))
}

/// The end of a phrase with “without”: behind its first content word that isn't a verb (“without adding salt”).
fn end_of_phrase(clause: &[Token], from: usize) -> usize {
    let is_verb =
        |at: &usize| ["ing", "ed"].iter().any(|ending| clause[*at].folded.ends_with(ending));
    let counted = (from..clause.len()).find(|at| clause[*at].counts() && !is_verb(at));
    counted.map_or(clause.len(), |at| at + 1)
}

/// A conjunction that begins a new statement: “and it rises”, “and the dough is warm”, “and doesn't rise”.
fn begins_statement(clause: &[Token], at: usize) -> bool {
    if !JOINS.contains(&&*clause[at].folded) {
        return false;
    }
    let is_one = |token: &Token, words: &[&str]| words.contains(&&*token.folded);
    let rest = &clause[at + 1..];
    let is_subject = |token: &Token| is_one(token, &SUBJECTS) || token.class == Class::Name;
    matches!(rest, [first, second, ..] if is_subject(first) && second.class != Class::Name)
        || rest.iter().take(4).any(|token| is_one(token, &FINITE))
        || rest.iter().take(3).any(|token| token.sign == Some(Sign::Not))
}

const JOINS: [&str; 8] = ["and", "or", "und", "oder", "y", "et", "e", "o"];

const SUBJECTS: [&str; 14] = [
    "he", "she", "it", "they", "we", "there", "er", "es", "wir", "il", "elle", "ils", "elles",
    "ella",
];

/// Finite verbs, which show that the joined part has its own verb.
const FINITE: [&str; 26] = [
    "is", "are", "was", "were", "has", "have", "had", "will", "can", "ist", "sind", "war", "waren",
    "hat", "wird", "kann", "es", "son", "esta", "est", "sont", "sono", "era", "sao", "peut",
    "puede",
];

/// Words that also deny the words before them in the clause.
const WHOLE: [&str; 10] =
    ["nicht", "kein", "keine", "keinen", "keinem", "keiner", "keines", "nie", "niemals", "niemand"];

const WITHOUT: [&str; 6] = ["without", "ohne", "sin", "sans", "senza", "sem"];

const THAT: [&str; 4] = ["that", "dass", "que", "che"];

/// Words of belief. Denied, they deny the following clause.
const BELIEVED: [&str; 36] = [
    "true", "case", "believe", "believes", "believed", "think", "thinks", "thought", "fact",
    "stimmt", "wahr", "fall", "glaube", "glaubt", "glauben", "denke", "denkt", "richtig", "cierto",
    "verdad", "creo", "cree", "pienso", "vrai", "crois", "croit", "pense", "exact", "vero",
    "credo", "crede", "penso", "verdade", "acho", "acredito", "certo",
];

#[rustfmt::skip]
const UNTRUE: [&str; 26] = [
    "myth", "false", "untrue", "misconception", "fallacy", "wrong", "doubt", "doubts", "doubted", "mythos", "irrtum", "falsch",
    "unwahr", "marchen", "bezweifle", "bezweifelt", "mito", "falso", "mentira", "dudo", "mythe", "faux", "doute", "dubito",
    "duvido", "bugia",
];

const MORE: [&str; 14] = [
    "more", "less", "fewer", "later", "mehr", "weniger", "mas", "menos", "plus", "moins", "piu",
    "meno", "mais", "sooner",
];

const COMPARES: [&str; 8] = ["than", "als", "que", "de", "di", "do", "d", "da"];

/// Words that don't cancel another negator.
const ROMANCE: [&str; 27] = [
    "jamais", "rien", "personne", "aucun", "aucune", "mai", "nessuno", "nessuna", "nessun",
    "niente", "nulla", "nada", "nadie", "nunca", "ninguno", "ninguna", "ningun", "nenhum",
    "nenhuma", "ninguem", "nem", "neanche", "pas", "ni", "ne", "non", "nao",
];

/// Fixed phrases that deny nothing: “not only”, “no doubt”, “nothing but”.
fn is_positive(word: &str, next: Option<&str>) -> bool {
    matches!(
        (word, next),
        ("not" | "no", Some("doubt" | "matter" | "just" | "merely"))
            | ("no", Some("obstante"))
            | ("nao", Some("obstante"))
            | ("nothing", Some("but"))
            | ("without", Some("doubt" | "fail"))
            | ("ohne", Some("zweifel"))
            | ("sin", Some("embargo" | "duda"))
            | ("sans", Some("doute"))
            | ("senza", Some("dubbio"))
            | ("sem", Some("duvida"))
    )
}
