//! Tells the model the outcomes of the changes that it proposed.

use conversation::{Change, ChangeState, Message, NoteChange, Result};
use library::Library;

/// Maximum changes to report to the model, newest ones preferred; and maximum texts of one change.
const MOST_OUTCOMES: usize = 10;

/// Maximum bytes of each text.
const SHOWN: usize = 400;

pub(super) async fn outcomes(library: &Library, messages: &[Message]) -> Result<Vec<String>> {
    let answers = messages.iter().filter_map(Message::answer);
    let answers = answers.filter(|answer| !answer.steps.is_empty()).map(|answer| answer.id);
    let changes = library.changes_of(answers.collect()).await?;
    let first = changes.len().saturating_sub(MOST_OUTCOMES);
    Ok(changes[first..].iter().map(outcome).collect())
}

fn outcome(change: &Change) -> String {
    let title = &change.title;
    let saved = || texts(change, true);
    match change.state {
        ChangeState::Proposed => format!("{title}: the user has not decided yet."),
        ChangeState::Refused => format!("{title}: the user refused it. Nothing was written."),
        ChangeState::Undone => format!("{title}: it was written, and the user undid it."),
        ChangeState::Applied if !change.edited => format!("{title}: saved as you proposed it."),
        ChangeState::Applied => {
            format!("{title}: saved, but in words of the user's own: {}.", saved())
        }
        ChangeState::Partly => {
            let own = if change.edited { ", with words of the user's own" } else { "" };
            let left = texts(change, false);
            format!("{title}: saved only in part{own}. Saved: {}. Left out: {left}.", saved())
        }
    }
}

/// The new texts that the user accepted, or those that the user didn't.
fn texts(change: &Change, is_taken: bool) -> String {
    let taken = |note: usize, hunk: usize| {
        let here = change.taken.iter().find(|taken| taken.note as usize == note);
        here.is_some_and(|taken| taken.hunks.iter().any(|at| *at as usize == hunk))
    };
    let of = |(at, note): (usize, &NoteChange)| {
        let hunks = note.hunks.iter().enumerate().filter(|(hunk, _)| taken(at, *hunk) == is_taken);
        let shown = |text: &str| notes::shortened(text.trim(), SHOWN).into_owned();
        let texts = hunks.map(|(_, hunk)| match hunk.after.trim() {
            "" => format!("“{}” removed", shown(&hunk.before)),
            after => format!("“{}”", shown(after)),
        });
        texts.collect::<Vec<_>>()
    };
    let texts: Vec<String> =
        change.notes.iter().enumerate().flat_map(of).take(MOST_OUTCOMES).collect();
    if texts.is_empty() { "nothing".to_owned() } else { texts.join("; ") }
}
