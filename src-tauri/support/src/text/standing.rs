//! What a sentence says of the world: a fact, or only a question, a plan, a condition, an opinion, a template.

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::token::Token;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    Stated,
    Asked,
    /// A task, a wish, an intention.
    Planned,
    Conditional,
    /// The opinion of somebody else than the author.
    Believed,
    Template,
}

/// Phrases of each standing, folded, in English, German, Spanish and French.
#[rustfmt::skip]
const PHRASES: [(Standing, &[&str]); 3] = [
    (Standing::Believed, &[
        "thinks", "believes", "swears", "suspects", "reckons", "guesses", "assumes", "is sure", "is convinced",
        "meint", "glaubt", "findet", "vermutet", "behauptet", "schwort", "denkt", "befurchtet", "ist uberzeugt", "ist sicher",
        "cree", "opina", "piensa", "sospecha", "supone", "pense", "croit", "trouve", "estime", "soupconne", "suppose",
    ]),
    (Standing::Planned, &[
        "want to", "wants to", "would like to", "i'd like to", "we'd like to", "plan to", "plans to", "planning to", "intend to",
        "intends to", "hope to", "hopes to", "going to", "i will", "we will", "i'll", "we'll", "thinking about", "thinking of", "considering", "mean to", "aim to",
        "will ich", "ich will", "wollen wir", "wir wollen", "mochte", "mochten", "wurde gern", "wurde gerne", "habe vor", "haben vor",
        "planen", "geplant", "hoffe", "hoffen", "vorhaben", "uberlege", "uberlegen",
        "quiero", "queremos", "quisiera", "me gustaria", "nos gustaria", "pienso", "planeo", "voy a", "vamos a", "espero",
        "je veux", "nous voulons", "on veut", "je voudrais", "j'aimerais", "on aimerait", "j'espere", "je compte",
        "je vais", "nous allons", "on va", "prevoit de", "on hesite",
    ]),
    (Standing::Conditional, &[
        "if", "unless", "in case", "provided that", "wenn", "falls", "sofern", "es sei denn", "a menos que", "a moins que",
    ]),
];

/// Words of a standing at the beginning of a sentence; elsewhere they mean other things.
const FIRST: [(Standing, &[&str]); 2] = [
    (
        Standing::Planned,
        &["goal", "goals", "todo", "wishlist", "wish", "ziel", "ziele", "objetivo", "objectif"],
    ),
    (Standing::Conditional, &["si"]),
];

/// The same in Chinese, where words have no spaces between them.
const CHINESE: [(Standing, &[&str]); 3] = [
    (Standing::Believed, &["认为", "觉得", "猜测", "以为", "怀疑"]),
    (Standing::Planned, &["我想", "想要", "打算", "计划", "希望", "以后再", "目标"]),
    (Standing::Conditional, &["如果", "要是", "假如", "除非"]),
];

/// Words before “if” that make a question of it, or a statement about when something holds.
const BEFORE_IF: [&str; 18] = [
    "ask", "asks", "asked", "asking", "know", "knows", "knew", "wonder", "wonders", "check",
    "checks", "see", "sure", "only", "even", "nur", "auch", "as",
];

/// Headings and titles above a template.
const TEMPLATES: [&str; 7] =
    ["template", "templates", "vorlage", "vorlagen", "plantilla", "modele", "模板"];

/// Words of a claim that is about a question, a plan, a condition, an opinion or a template.
#[rustfmt::skip]
const ABOUT: [(Standing, &[&str]); 5] = [
    (Standing::Asked, &[
        "whether", "question", "questions", "ask", "asks", "asked", "open", "unclear", "undecided", "vote", "wonder", "wonders",
        "ob", "frage", "fragen", "fragt", "offen", "unklar", "pregunta", "preguntas", "question", "demande", "是否", "问题",
    ]),
    (Standing::Planned, &[
        "planned", "plan", "plans", "intended", "intend", "intends", "intention", "want", "wants", "wish", "wishes", "hope", "hopes",
        "will", "shall", "should", "must", "needs", "need", "needed", "task", "tasks", "todo", "to-do", "offer", "mean", "goal", "aim",
        "to be", "has to", "have to", "up to", "yet to", "not yet", "would like", "supposed to", "due", "next", "later", "open",
        "soll", "sollen", "will", "wollen", "muss", "mussen", "geplant", "vorgesehen", "vorhaben", "plant", "plane", "mochte", "ziel",
        "aufgabe", "noch", "quiere", "quiero", "queremos", "debe", "piensa", "previsto", "veut", "voudrait", "doit", "prevu", "想", "要", "计划", "打算",
    ]),
    (Standing::Conditional, &[
        "should", "must", "needed", "need", "needs", "to be", "has to", "have to", "depends", "case", "would", "could", "when",
        "whenever", "sollte", "muss", "mussen", "bei", "sobald", "debe", "hay que", "cuando", "doit", "faut", "quand", "时", "就",
    ]),
    (Standing::Believed, &[
        "thinks", "believes", "swears", "suspects", "claims", "reckons", "says", "finds", "opinion", "according", "considers",
        "meint", "glaubt", "findet", "vermutet", "sagt", "laut", "zufolge", "meinung", "halt", "cree", "dice", "opina", "segun",
        "pense", "croit", "trouve", "selon", "dit", "认为", "觉得",
    ]),
    (Standing::Template, &["template", "example", "vorlage", "beispiel", "plantilla", "ejemplo", "modele", "exemple", "模板"]),
];

/// The standing of a sentence. `raw` is its text with markup, `above` the titles and headings above it.
pub(crate) fn standing<'a>(
    raw: &str,
    tokens: &[Token],
    above: impl Iterator<Item = &'a Token>,
) -> Standing {
    let bare = raw.trim().trim_end_matches(['*', '_', '"', '”', '»', ')', '~']);
    let is_asked = bare.ends_with(['?', '？', '؟']) || bare.contains('¿');
    if is_asked {
        return Standing::Asked;
    }
    if is_open_task(raw) {
        return Standing::Planned;
    }
    let is_template = |token: &Token| TEMPLATES.contains(&&*token.folded);
    if raw.contains("___") || raw.contains("{{") || raw.contains("<%") || { above }.any(is_template)
    {
        return Standing::Template;
    }
    let words = spaced(tokens);
    let phrases = PHRASES.iter().find(|(standing, phrases)| {
        phrases.iter().any(|phrase| match standing {
            Standing::Conditional => is_condition(&words, phrase),
            _ => places(&words, phrase).next().is_some(),
        })
    });
    let first = tokens.first().map_or("", |token| &*token.folded);
    let opens = FIRST.iter().find(|(_, words)| words.contains(&first));
    let chinese = CHINESE.iter().find(|(_, signs)| signs.iter().any(|sign| raw.contains(sign)));
    let found = phrases.map(|(it, _)| *it).or(opens.map(|(it, _)| *it));
    found.or(chinese.map(|(it, _)| *it)).unwrap_or(Standing::Stated)
}

/// The tokens of the first part between semicolons that states a fact.
pub(crate) fn stated_part(raw: &str, text: &str, tokens: &[Token]) -> Range<usize> {
    if is_open_task(raw) || !text.contains(';') {
        return 0..0;
    }
    let mut from = 0;
    for part in text.split_inclusive(';') {
        let place = from..from + part.len();
        let first = tokens.partition_point(|token| token.range.start < place.start);
        let end = tokens.partition_point(|token| token.range.start < place.end);
        let is_stated = standing(part, &tokens[first..end], std::iter::empty()) == Standing::Stated;
        if is_stated && first < end {
            return first..end;
        }
        from = place.end;
    }
    0..0
}

fn spaced(tokens: &[Token]) -> String {
    let mut words = String::from(" ");
    for token in tokens {
        words.push_str(&token.folded);
        words.push(' ');
    }
    words
}

/// `[ ]`, and every other box but a ticked one.
fn is_open_task(raw: &str) -> bool {
    let rest = raw.trim_start().trim_start_matches(['-', '*', '+', ' ']);
    let mut signs = rest.chars();
    signs.next() == Some('[')
        && !matches!(signs.next(), Some('x' | 'X' | '[' | ']' | '^' | '0'..='9') | None)
        && signs.next() == Some(']')
        && matches!(signs.next(), Some(' ') | None)
}

/// The places of whole words in a text that [`spaced`] made.
fn places<'a>(words: &'a str, phrase: &'a str) -> impl Iterator<Item = usize> + 'a {
    words.match_indices(phrase).map(|(at, _)| at).filter(move |at| {
        words[..*at].ends_with(' ') && words[at + phrase.len()..].starts_with(' ')
    })
}

fn is_condition(words: &str, phrase: &str) -> bool {
    places(words, phrase).any(|at| {
        let before = words[..at].trim_end().rsplit(' ').next().unwrap_or_default();
        !BEFORE_IF.contains(&before)
    })
}

/// A claim's standing, as far as it decides what is evidence for it.
#[derive(Debug, Clone)]
pub(crate) struct Purport {
    standing: Standing,
    words: String,
    raw: String,
}

impl Purport {
    pub(crate) fn of(raw: &str, tokens: &[Token]) -> Self {
        Self {
            standing: standing(raw, tokens, std::iter::empty()),
            words: spaced(tokens),
            raw: raw.to_owned(),
        }
    }

    /// Whether a sentence of this standing can be evidence for the claim: a fact always, anything else only for a claim
    /// about such a thing. `tokens` are the sentence's.
    pub(crate) fn admits(&self, other: Standing, tokens: &[Token]) -> bool {
        if other == Standing::Stated || other == self.standing {
            return true;
        }
        let says = |word: &&str| match word.is_ascii() {
            true => places(&self.words, word).next().is_some(),
            false => self.raw.contains(*word),
        };
        let is_about = ABOUT
            .iter()
            .filter(|(standing, _)| *standing == other)
            .any(|(_, words)| words.iter().any(says));
        is_about || (other == Standing::Believed && self.names_believer(tokens))
    }

    /// Whether the claim names whose opinion the sentence tells.
    fn names_believer(&self, tokens: &[Token]) -> bool {
        let (_, verbs) = PHRASES[0];
        let verb = tokens.iter().position(|token| verbs.contains(&&*token.folded));
        let before = &tokens[..verb.unwrap_or(0)];
        let believer = before.iter().rev().find(|token| token.counts());
        believer.is_some_and(|token| places(&self.words, &token.folded).next().is_some())
    }
}

/// The text with spaces in place of its struck-out parts, and these parts, one a line.
pub(crate) fn without_struck(text: &str) -> (String, String) {
    let mut kept = String::with_capacity(text.len());
    let mut gone = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("~~") {
        let inside = &rest[start + 2..];
        let is_struck = |end: &usize| {
            let struck = &inside[..*end];
            !struck.starts_with(['~', ' ', '\n']) && !struck.contains("\n\n")
        };
        let end = inside.find("~~").filter(|end| *end > 0 && is_struck(end));
        let Some(end) = end else {
            kept.push_str(&rest[..start + 2]);
            rest = inside;
            continue;
        };
        kept.push_str(&rest[..start]);
        gone.push_str(&inside[..end]);
        gone.push('\n');
        let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
        kept.extend(rest.as_bytes()[start..start + end + 4].iter().map(|byte| blank(*byte)));
        rest = &inside[end + 2..];
    }
    kept.push_str(rest);
    (kept, gone)
}
