use index::{Hit, Mode, UnusedHit, Why};
use notes::{ByteRange, ContentHash, LineRange};

use super::*;

const ONE_FACT: &[&str] = &[
    "Who has my ladder?",
    "What was the name of the dentist?",
    "How much did the sofa cost?",
    "how long does the glue dry",
    "And why?",
    "What does the contract say?",
    "Wie heißt der neue Nachbar?",
    "Welche Farbe hat der Zaun?",
    "Wann ist die Steuer fällig?",
    "¿Cuándo vuelve Marta?",
    "Combien de sucre faut-il ?",
    "Сколько стоил диван?",
    "钥匙在哪里？",
];

const SEVERAL_NOTES: &[&str] = &[
    "Compare the two offers for the roof",
    "What's new with the choir?",
    "What do my notes say about sourdough?",
    "Which plants died last winter?",
    "Where did we want to stay, and where did we stay in the end?",
    "Give me an overview of the move",
    "How has the plan for the garden changed?",
    "What came of the complaint?",
    "What has the coach recommended so far?",
    "Was hat der Arzt bisher gesagt?",
    "Quel est l'état de chacun de mes chantiers ?",
    "Was ist aus dem Umzug geworden?",
    "Wie hat sich die Miete entwickelt?",
    "Welche Fehler haben wir beim Zelten gemacht?",
    "Was war kaputt, und wer hat es repariert?",
    "¿Qué pasó con el seguro?",
    "Quels travaux restent à faire ?",
    "Quali differenze ci sono tra i due contratti?",
    "Hoe is het huis veranderd?",
    "В чём разница между предложениями?",
    "两个报价有什么区别？",
];

#[test]
fn a_question_over_several_notes_is_told_from_one_for_a_fact() {
    for question in ONE_FACT {
        assert!(!asks_over_notes(&words(question)), "{question}");
    }
    for question in SEVERAL_NOTES {
        assert!(asks_over_notes(&words(question)), "{question}");
    }
}

#[test]
fn a_question_for_an_amount_does_not_ask_how() {
    for question in ["How many chairs do we have?", "Wie alt ist der Baum?", "How old is it?"] {
        assert!(!asks_how(&words(question)), "{question}");
    }
    for question in
        ["Why is the cellar damp?", "and how do I prune it", "Wieso rostet das?", "怎么修？"]
    {
        assert!(asks_how(&words(question)), "{question}");
    }
}

fn hit(note: &str, similarity: f32) -> Hit {
    Hit {
        rank: 0,
        path: NotePath::new(note).unwrap(),
        title: String::new(),
        ordinal: 0,
        heading_path: Vec::new(),
        columns: None,
        part: None,
        lines: LineRange { start: 1, end: 1 },
        range: ByteRange { start: 0, end: 0 },
        text: String::new(),
        hash: ContentHash::of(""),
        tokens: 0,
        score: 0.0,
        why: Why { similarity: Some(similarity), ..Why::default() },
    }
}

/// Two sent passages of A.md, one considered one of each other note, and one below the threshold.
fn found(similarities: [f32; 6], across_languages: bool) -> SearchResults {
    let [first, second, rest @ ..] = similarities;
    let unused = |(name, similarity), reason| UnusedHit { hit: hit(name, similarity), reason };
    let next = ["B.md", "C.md", "D.md", "E.md"].into_iter().zip(rest);
    let next = next.map(|it| unused(it, UnusedReason::BeyondDisplay));
    SearchResults {
        hits: vec![hit("A.md", first), hit("A.md", second)],
        unused: next.chain([unused(("F.md", 0.1), UnusedReason::BelowThreshold)]).collect(),
        matching_passages: 6,
        matching_notes: 5,
        mode: Mode::Hybrid,
        notices: Vec::new(),
        with_wordings: false,
        across_languages,
    }
}

#[test]
fn all_considered_passages_are_sent_one_of_each_note_first() {
    let flat = [0.4, 0.4, 0.39, 0.38, 0.37, 0.36];
    let sharp = [0.6, 0.4, 0.3, 0.3, 0.3, 0.3];
    let all = "A.md B.md C.md D.md E.md A.md";
    for (question, similarities, across, sent) in [
        ("Compare the offers", sharp, false, all),
        ("Why is the cellar damp?", flat, false, all),
        ("Why is the cellar damp?", sharp, false, "A.md A.md"),
        ("Who has the ladder?", flat, false, "A.md A.md"),
        ("Who has the ladder?", flat, true, all),
        ("Who has the ladder?", sharp, true, "A.md A.md"),
    ] {
        let mut found = found(similarities, across);
        widen(question, &mut found);
        let notes: Vec<&str> = found.hits.iter().map(|hit| hit.path.as_str()).collect();
        assert_eq!(notes.join(" "), sent, "{question} {similarities:?} {across}");
        assert!(
            found.unused.iter().any(|it| it.reason == UnusedReason::BelowThreshold),
            "{question}"
        );
    }
}
