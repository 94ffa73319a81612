//! The commands for proposed changes: propose, list, apply, refuse, undo.

use std::{collections::HashSet, path::Path, process::ExitCode};

use anstyle::{AnsiColor, Style};
use app::{App, FootnoteStanding, WrittenChange};
use conversation::{
    Change, ChangeId, ChangeState, ChosenHunks, Code, NoteChange, Number, Reference,
};
use notes::{Hunk, NotePath, Unit};
use serde::Serialize;

use crate::{
    args::{Apply, Ask, ChangesArgs, Check, OneChange, Undo},
    out::{BOLD, DIM, Out, Stop, WARN, name, printable, spelled_out},
    sentences, talk,
};

const REMOVED: Style = AnsiColor::Red.on_default();
const ADDED: Style = AnsiColor::Green.on_default();

pub async fn propose(app: &App, ask: &Ask, out: &mut Out) -> Result<ExitCode, Stop> {
    app.vaults.open(&ask.vault).await?;
    let known: HashSet<ChangeId> =
        app.changes.list().await?.into_iter().map(|entry| entry.id).collect();
    let asked = talk::ask(app, ask, out).await?;
    let mut new: Vec<ChangeId> = app.changes.list().await?.into_iter().map(|it| it.id).collect();
    new.retain(|id| !known.contains(id));
    if new.is_empty() {
        out.notice(sentences::NO_CHANGE)?;
        return Ok(if asked == ExitCode::SUCCESS { ExitCode::from(1) } else { asked });
    }
    for id in new.into_iter().rev() {
        show(app, id, out).await?;
    }
    Ok(asked)
}

pub async fn changes(app: &App, args: &ChangesArgs, out: &mut Out) -> Result<ExitCode, Stop> {
    open(app, args.vault.as_deref()).await?;
    if let Some(id) = &args.id {
        show(app, id.parse()?, out).await?;
        return Ok(ExitCode::SUCCESS);
    }
    for entry in app.changes.list().await? {
        if args.waiting && entry.state != ChangeState::Proposed {
            continue;
        }
        if out.json {
            out.object(&entry)?;
            continue;
        }
        let when = entry.decided.unwrap_or(entry.made);
        out.line(&format!(
            "{BOLD}{}{BOLD:#} {}, {} {DIM}{when:.0}, {}{DIM:#}",
            name(&entry.title),
            sentences::change_state(entry.state),
            sentences::notes(entry.notes),
            entry.id
        ))?;
        if let Some((_, title)) = &entry.conversation {
            out.line(&format!("  {DIM}from “{}”{DIM:#}", name(title)))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn apply(app: &App, args: &Apply, out: &mut Out) -> Result<ExitCode, Stop> {
    open(app, args.change.vault.as_deref()).await?;
    // Applies only the change that was last shown: a change whose notes have changed since is shown
    // again first.
    let change = app.changes.last_seen(args.change.id.parse()?).await?;
    let taken = match &args.only[..] {
        [] => change.all(),
        only => chosen(&change, only)?,
    };
    let revision = args.revision.unwrap_or(change.revision);
    warn_of_lost_undo(app.changes.undo_lost(&change).await?, out)?;
    match app.changes.apply(change.id, revision, taken).await {
        Ok(applied) => print_written(&applied, out),
        Err(error) => {
            let waits = app.changes.last_seen(change.id).await?.state == ChangeState::Proposed;
            if error.code == Code::Changed && waits {
                show(app, change.id, out).await?;
            }
            Err(error.into())
        }
    }
}

pub async fn refuse(app: &App, args: &OneChange, out: &mut Out) -> Result<ExitCode, Stop> {
    let change = opened_change(app, args).await?;
    app.changes.refuse(change.id).await?;
    print_change(&app.changes.get(change.id).await?, out)
}

pub async fn undo(app: &App, args: &Undo, out: &mut Out) -> Result<ExitCode, Stop> {
    open(app, args.vault.as_deref()).await?;
    if let Some(conversation) = &args.conversation {
        let undone = app.changes.undo_conversation(conversation.parse()?).await?;
        out.either(&serde_json::json!({ "undone": undone }), || sentences::undone(undone))?;
        return Ok(ExitCode::SUCCESS);
    }
    let id = args.id.as_deref().unwrap_or_default().parse()?;
    print_written(&app.changes.undo(id).await?, out)
}

fn print_written(written: &WrittenChange, out: &Out) -> Result<ExitCode, Stop> {
    if let Some(notice) = &written.notice {
        out.notice(notice)?;
    }
    print_change(&written.change, out)
}

pub async fn footnotes(app: &App, check: &Check, out: &mut Out) -> Result<ExitCode, Stop> {
    open(app, check.vault.as_deref()).await?;
    // Waits for a scan of the folder, to include the footnotes of new notes.
    app.vaults.synced().await?;
    let only = check.file.as_ref().map(|file| NotePath::new(&file.to_string_lossy()));
    let found = app.changes.footnotes(only.transpose()?).await?;
    let count = |is: fn(&FootnoteStanding) -> bool| found.iter().filter(|it| is(&it.state)).count();
    let changed = count(|it| matches!(it, FootnoteStanding::Changed | FootnoteStanding::Gone));
    let unchecked = count(|it| *it == FootnoteStanding::Unchecked);
    for footnote in &found {
        if out.json {
            out.object(footnote)?;
            continue;
        }
        let Some(state) = sentences::footnote_state(footnote.state) else { continue };
        out.line(&format!(
            "{}:{} {BOLD}[^{}]{BOLD:#} {WARN}{state}{WARN:#} {DIM}{}: “{}”{DIM:#}",
            name(&footnote.note),
            footnote.line,
            name(&footnote.label),
            name(&footnote.link),
            name(&footnote.words)
        ))?;
    }
    if !out.json {
        out.line(&sentences::changed_since(changed, found.len(), unchecked))?;
    }
    Ok(ExitCode::from(u8::from(changed > 0)))
}

/// Opens the vault, or the one that was last open.
async fn open(app: &App, vault: Option<&Path>) -> Result<(), Stop> {
    let recent = match vault {
        Some(vault) => Some(vault.to_owned()),
        None => app.vaults.recent().await?.into_iter().next(),
    };
    let vault = recent.ok_or_else(|| Stop::bad_input(sentences::NO_VAULT))?;
    app.vaults.open(&vault).await?;
    Ok(())
}

async fn opened_change(app: &App, args: &OneChange) -> Result<Change, Stop> {
    open(app, args.vault.as_deref()).await?;
    Ok(app.changes.get(args.id.parse()?).await?)
}

/// The hunks with these numbers. Numbers begin at 1 and count through all notes of the change.
fn chosen(change: &Change, only: &[usize]) -> Result<Vec<ChosenHunks>, Stop> {
    let mut all = Vec::new();
    for taken in change.all() {
        all.extend(taken.hunks.iter().map(|hunk| (taken.note, *hunk)));
    }
    let mut taken: Vec<ChosenHunks> = Vec::new();
    let mut wanted: Vec<usize> = only.to_vec();
    wanted.sort_unstable();
    wanted.dedup();
    for number in wanted {
        let part = number.checked_sub(1).and_then(|at| all.get(at));
        let (note, hunk) =
            *part.ok_or_else(|| Stop::bad_input(sentences::no_part(number, all.len())))?;
        match taken.last_mut().filter(|taken| taken.note == note) {
            Some(taken) => taken.hunks.push(hunk),
            None => taken.push(ChosenHunks { note, hunks: vec![hunk] }),
        }
    }
    Ok(taken)
}

fn print_change(change: &Change, out: &Out) -> Result<ExitCode, Stop> {
    out.either(change, || {
        let (title, state) = (name(&change.title), sentences::change_state(change.state));
        format!("{BOLD}{title}{BOLD:#} {state} {DIM}{}{DIM:#}", change.id)
    })?;
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct ChangeObject<'a> {
    #[serde(flatten)]
    change: &'a Change,
    /// For each hunk of each note, the numbers of its supporting passages.
    rests_on: &'a [Vec<Vec<Number>>],
    /// Number of older changes that can't be undone once this one is written.
    crowds_out: u32,
}

async fn show(app: &App, id: ChangeId, out: &Out) -> Result<(), Stop> {
    let change = app.changes.get(id).await?;
    let sources = app.changes.sources(&change).await?;
    let crowds_out = app.changes.undo_lost(&change).await?;
    if out.json {
        let rests_on = &sources.rests_on;
        return out.object(&ChangeObject { change: &change, rests_on, crowds_out });
    }
    print_change(&change, out)?;
    let mut number = 0;
    for (at, note) in change.notes.iter().enumerate() {
        let rests_on = sources.rests_on.get(at).map(Vec::as_slice).unwrap_or_default();
        show_note(note, &mut number, (rests_on, &sources.references), out)?;
    }
    warn_of_lost_undo(crowds_out, out)?;
    if change.state == ChangeState::Proposed {
        out.aside(&sentences::decide(change.id, change.whole));
    }
    Ok(())
}

fn warn_of_lost_undo(changes: u32, out: &Out) -> Result<(), Stop> {
    match changes {
        0 => Ok(()),
        changes => out.notice(&sentences::undo_lost(changes)),
    }
}

/// Prints the hunks of a note. `number` is the number of the last hunk shown before.
fn show_note(
    note: &NoteChange,
    number: &mut usize,
    (rests_on, references): (&[Vec<Number>], &[Reference]),
    out: &Out,
) -> Result<(), Stop> {
    out.line(&sentences::deed(&name(&note.path), &note.deed, BOLD, |path| name(path)))?;
    if let Some(collision) = &note.collision {
        out.line(&format!("  {WARN}{}{WARN:#}", printable(collision)))?;
    }
    for (at, hunk) in note.hunks.iter().enumerate() {
        *number += 1;
        let numbers = rests_on.get(at).map(Vec::as_slice).unwrap_or_default();
        let found = numbers.iter().filter_map(|number| {
            let reference = references.iter().find(|it| it.number == Some(*number))?;
            Some(format!("[{number}] {}", name(&reference.title)))
        });
        let part = sentences::part(*number, hunk.line, &found.collect::<Vec<_>>());
        out.line(&format!("{DIM}{part}{DIM:#}"))?;
        let (before, after) = around(hunk);
        let parts = [("-", REMOVED, &hunk.before), ("+", ADDED, &hunk.after)];
        for (sign, style, text) in parts {
            if text.is_empty() && (hunk.unit != Unit::Words && hunk.unit != Unit::Link) {
                continue;
            }
            let (before, after) = (spelled_out(before), spelled_out(after));
            let text = spelled_out(text);
            let lines: Vec<&str> = text.trim_end_matches('\n').split('\n').collect();
            let last = lines.len().saturating_sub(1);
            for (at, line) in lines.into_iter().enumerate() {
                let before = if at == 0 { &*before } else { "" };
                let after = if at == last { &*after } else { "" };
                out.line(&format!(
                    "{style}{sign} {before}{BOLD}{line}{BOLD:#}{style}{after}{style:#}"
                ))?;
            }
        }
    }
    Ok(())
}

/// The unchanged text before and after a hunk's words, on the same line.
fn around(hunk: &Hunk) -> (&str, &str) {
    match hunk.unit {
        Unit::Words | Unit::Link => (
            hunk.lead.rsplit('\n').next().unwrap_or_default(),
            match hunk.before.ends_with('\n') || hunk.after.ends_with('\n') {
                true => "",
                false => hunk.tail.split('\n').next().unwrap_or_default(),
            },
        ),
        _ => ("", ""),
    }
}
