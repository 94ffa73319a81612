use conversation::{MessageId, ProbableSource, reference::Number};

use super::*;

type Sentence = (Option<Support>, &'static [&'static str]);

const YES: Sentence = (Some(Support::Supported), &[]);
const WEAK: Sentence = (Some(Support::Weak), &[]);
const NO: Sentence = (Some(Support::Unsupported), &[]);
const MADE_UP: Sentence = (Some(Support::Unsupported), &["731"]);
const UNCITED: Sentence = (None, &[]);

/// An answer of a sentence for each item: the support by its citation, if it has one, and its missing facts.
fn answer(sentences: &[Sentence]) -> Answer {
    let mut answer = Answer::new(MessageId::new(), String::new(), now());
    for (support, missing) in sentences {
        let start = u32::try_from(answer.text.len()).unwrap();
        answer.text.push_str("Use salt [1].");
        if support.is_some() {
            let mut mark = CitationMark::new(start + 9, start + 12, Number(1));
            mark.support = *support;
            answer.citations.push(mark);
        }
        let missing = missing.iter().map(|fact| (*fact).to_owned()).collect();
        answer.checks.push(Check { missing, ..Check::new(start, start + 13) });
    }
    answer
}

// B122
#[test]
fn an_answer_without_support_or_with_a_missing_fact_is_doubtful() {
    let cases: [&[Sentence]; 5] = [&[WEAK], &[NO], &[UNCITED], &[MADE_UP], &[YES, MADE_UP]];
    for doubtful in cases {
        assert!(is_doubtful(&answer(doubtful)), "{doubtful:?}");
    }
    let cases: [&[Sentence]; 3] = [&[YES], &[YES, WEAK], &[YES, NO]];
    for good in cases {
        assert!(!is_doubtful(&answer(good)), "{good:?}");
    }
    let mut foreign = answer(&[UNCITED]);
    foreign.checks[0].other_language.push(Number(1));
    let mut refused = answer(&[UNCITED]);
    refused.text = "The notes don't say.".to_owned();
    assert!(!is_doubtful(&foreign) && !is_doubtful(&refused));
}

// B122
#[test]
fn the_better_supported_draft_wins_and_the_first_stays_in_a_tie() {
    let better: [(&[Sentence], &[Sentence]); 4] = [
        (&[YES], &[NO]),
        (&[YES], &[WEAK]),
        (&[YES], &[YES, MADE_UP]),
        (&[YES, YES, NO], &[WEAK, WEAK]),
    ];
    for (draft, best) in better {
        let (draft, best) = (answer(draft), answer(best));
        assert!(is_better(&draft, &best) && !is_better(&best, &draft), "{draft:?} {best:?}");
    }
    let no_better: [(&[Sentence], &[Sentence]); 4] = [
        (&[YES], &[YES]),
        // No draft is supported.
        (&[WEAK], &[MADE_UP]),
        (&[YES, UNCITED], &[WEAK]),
        (&[YES, YES, MADE_UP], &[WEAK]),
    ];
    for (draft, best) in no_better {
        assert!(!is_better(&answer(draft), &answer(best)), "{draft:?} {best:?}");
    }
    let mut sourced = answer(&[YES, UNCITED]);
    let start = sourced.checks[1].start;
    let source = ProbableSource { start, end: start + 13, number: Number(1), evidence: Vec::new() };
    sourced.probably.push(source);
    assert!(is_better(&sourced, &answer(&[WEAK])));
}
