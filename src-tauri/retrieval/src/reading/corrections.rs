//! Questions that correct themselves: “the longest film… er, book”, “in May, no, June”.

use std::ops::Range;

use records::FoundPeriod;

use super::words::{Kind, Word};

/// Words of a correction. One of [`SURE`] must be among them.
const MARKS: &str = "er erm um uh oh oops no wait sorry i mean meant or rather ah ahm hm nein moment quatsch ich meine meinte vielmehr oder besser gesagt";
const SURE: &str =
    "er erm um uh oops wait sorry mean meant rather ahm quatsch meine meinte vielmehr besser";
const ARTICLES: &str = "a an the my in der die das den meine im";

/// Removes a kind of notes, or a time, that the question replaces by another one.
pub(super) fn correct(words: &mut Vec<Word>, periods: &mut Vec<FoundPeriod>) {
    let is_mark = |word: &Word| word.is(MARKS);
    let end_of =
        |start: usize| start + words[start..].iter().take_while(|word| is_mark(word)).count();
    let is_sure = |run: &Range<usize>| words[run.clone()].iter().any(|word| word.is(SURE));
    // “In May or June” is no correction.
    let is_denied = |run: &Range<usize>| words[run.clone()].iter().any(|it| it.is("no nein"));
    let mut runs = (1..words.len()).map(|start| start..end_of(start));
    let Some(run) = runs.find(|run| is_sure(run) || is_denied(run)) else { return };
    let (is_sure, start, end) = (is_sure(&run), run.start, run.end);
    let Some(next) = (end..words.len()).find(|at| !words[*at].is(ARTICLES)) else { return };
    let is_kind = |at: usize| words[at].is_of_kind(Kind::Class);
    let has = |range: &Range<usize>, at: usize| {
        range.start <= words[at].range.start && words[at].range.end <= range.end
    };
    let period_of = |at: usize| periods.iter().position(|it| has(&it.range, at));
    match (period_of(start - 1), period_of(next)) {
        (Some(old), Some(new)) if old != new => {
            let range = periods.remove(old).range;
            let first = (0..start).find(|at| has(&range, *at)).unwrap_or(start);
            words.drain(first..end);
        }
        _ if is_sure && is_kind(start - 1) && is_kind(next) => {
            words.drain(start - 1..next);
        }
        _ => {}
    }
}
