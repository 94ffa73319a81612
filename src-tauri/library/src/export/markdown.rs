//! A conversation as Markdown.

use std::{collections::HashMap, fmt::Write};

use jiff::Timestamp;
use language::one_line as line;

use crate::{Archive, ArchivedMessage, sentences::export as sentences};
use conversation::{
    Answer, Call, CallState, Message, MessageId, MessageState, Remark, Work,
    reference::{Reference, State},
};

/// The shown branch: questions, and answers with their tool calls and references. Passages that were only considered
/// are omitted.
pub fn markdown(archive: &Archive) -> String {
    let mut out = format!(
        "# {}\n\n*{}*\n",
        line(&archive.title),
        sentences::times(&time(archive.created), &time(archive.updated))
    );
    for message in shown(archive) {
        write_message(&mut out, message);
    }
    out
}

fn shown(archive: &Archive) -> Vec<&Message> {
    let by_id: HashMap<MessageId, &ArchivedMessage> =
        archive.messages.iter().map(|message| (message.message.id, message)).collect();
    let mut at = archive.shown;
    let mut shown = Vec::new();
    while let Some(message) = at.and_then(|id| by_id.get(&id)) {
        shown.push(&message.message);
        at = message.parent;
    }
    shown.reverse();
    shown
}

fn write_message(out: &mut String, message: &Message) {
    let when = time(message.created);
    match message {
        Message::Question(question) => {
            let _ = write!(
                out,
                "\n## {}\n\n*{when}*\n\n{}\n",
                sentences::QUESTION,
                question.text.trim_end()
            );
            for file in &question.attachments {
                let _ = write!(out, "\n{}: {}\n", sentences::ATTACHED, line(&file.name));
            }
        }
        Message::Answer(answer) => {
            let model = answer.model.as_deref().map(|model| format!(" · {}", line(model)));
            let model = model.unwrap_or_default();
            let _ = write!(out, "\n## {}\n\n*{when}{model}*\n", sentences::ANSWER);
            let calls: Vec<_> = answer.steps.iter().flat_map(|step| &step.calls).collect();
            if !calls.is_empty() {
                out.push('\n');
                for call in calls {
                    let _ = writeln!(out, "- {}", told(call));
                }
            }
            if let Some(work) = answer.work.as_ref().filter(|work| !work.steps.is_empty()) {
                write_work(out, work, &answer.remarks);
            }
            if !answer.text.trim().is_empty() {
                let _ = write!(out, "\n{}\n", answer.cited_text().trim_end());
            }
            if let Some(corrected) = corrected(answer) {
                let _ = write!(out, "\n*{corrected}*\n");
            }
            if let Some(what) = unfinished(answer.state) {
                let why = answer.error.as_ref().map(|error| format!(" {}", line(&error.message)));
                let _ = write!(out, "\n*{what}{}*\n", why.unwrap_or_default());
            }
        }
    }
    write_references(out, message);
}

fn write_work(out: &mut String, work: &Work, remarks: &[Remark]) {
    let _ = write!(out, "\n**{}**\n\n", sentences::STEPS);
    let said = |out: &mut String, at: usize| {
        for remark in remarks.iter().filter(|it| it.step as usize == at) {
            let _ = writeln!(out, "- {}: {}", sentences::SAID_ON_THE_WAY, line(&remark.text));
        }
    };
    for (at, step) in work.steps.iter().enumerate() {
        said(out, at);
        let found = if step.found.is_empty() { sentences::NOTHING.text() } else { &step.found };
        let _ = writeln!(out, "- {}: {}", line(&step.task), line(found));
    }
    said(out, work.steps.len());
    for open in &work.open {
        let _ = writeln!(out, "- {}: {}", sentences::OPEN, line(open));
    }
}

fn corrected(answer: &Answer) -> Option<String> {
    let marks = answer.citations.iter().filter(|mark| mark.instead_of.is_some());
    let told: Vec<String> = marks
        .filter(|mark| !answer.repeats(mark))
        .map(|mark| match mark.written() {
            Some(written) => sentences::in_place_of(mark.number, written),
            None => sentences::added(mark.number),
        })
        .collect();
    (!told.is_empty()).then(|| sentences::corrected(&told))
}

fn unfinished(state: MessageState) -> Option<&'static str> {
    match state {
        MessageState::Complete => None,
        MessageState::Streaming => Some(sentences::STREAMING.text()),
        MessageState::Interrupted => Some(sentences::INTERRUPTED.text()),
        MessageState::Cancelled => Some(sentences::CANCELLED.text()),
        MessageState::Failed => Some(sentences::FAILED.text()),
    }
}

fn told(call: &Call) -> String {
    let failed = match call.state {
        CallState::Failed => sentences::CALL_FAILED.text(),
        _ => "",
    };
    let arguments = code(&line(&call.arguments));
    let told =
        if call.told.is_empty() { String::new() } else { format!(" — {}", line(&call.told)) };
    format!("{} {arguments}{failed}{told}", code(&line(&call.name)))
}

fn write_references(out: &mut String, message: &Message) {
    let is_listed = |reference: &&Reference| reference.state != State::Considered;
    let mut listed: Vec<&Reference> = message.references.iter().filter(is_listed).collect();
    if listed.is_empty() {
        return;
    }
    listed.sort_by_key(|reference| reference.number.map_or(u32::MAX, |number| number.0));
    let _ = write!(out, "\n**{}**\n\n", sentences::REFERENCES);
    for (n, reference) in listed.iter().enumerate() {
        // Lines of one paragraph: in a list, some programs would show `[1]` as a checkbox.
        let end = if n + 1 < listed.len() { "  \n" } else { "\n" };
        let _ = write!(out, "{}{end}", entry(reference));
    }
}

/// A reference on one line: `[1] [[Salt#How much|Salt › How much]] — snippet`.
fn entry(reference: &Reference) -> String {
    let number = match reference.number {
        Some(number) => format!("[{number}]"),
        None => "•".to_owned(),
    };
    let what = match reference.state {
        State::Changed => sentences::CHANGED_SINCE.text(),
        State::Gone => sentences::GONE_SINCE.text(),
        State::Broken => sentences::NOT_FOUND.text(),
        State::Cited | State::Used | State::Considered => "",
    };
    let said = reference.summary.as_deref().filter(|_| reference.passage.is_none());
    let snippet = line(said.unwrap_or(&reference.snippet));
    let snippet = if snippet.is_empty() { String::new() } else { format!(" — {snippet}") };
    format!("{number} {}{what}{snippet}", link(reference))
}

fn link(reference: &Reference) -> String {
    if let Some(url) = &reference.url {
        let title = line(&reference.title).replace(['[', ']'], "");
        return format!("[{title}](<{}>)", url.replace(['<', '>', '\n'], "").replace(' ', "%20"));
    }
    let part = reference.passage.as_ref().and_then(|passage| passage.part.as_ref());
    let Some(path) = &reference.path else {
        let name = line(&reference.wikilink);
        return part
            .map_or_else(|| name.clone(), |part| format!("{name}, {}", line(&part.to_string())));
    };
    let target = path.as_str().strip_suffix(".md").unwrap_or(path.as_str());
    let headings = reference.passage.as_ref().map_or(&[][..], |passage| &passage.heading_path);
    // A note's first heading is mostly its title.
    let headings = match headings.split_first() {
        Some((first, rest)) if *first == reference.title => rest,
        _ => headings,
    };
    let plain = |text: &str| line(&text.replace(['[', ']', '|', '#', '^'], " "));
    // A file that isn't a note is linked by page, not by heading.
    let anchor: String = match part {
        Some(part) => format!("#{}", part.anchor()),
        None => headings.iter().map(|heading| format!("#{}", plain(heading))).collect(),
    };
    let of_part = part.map(|part| plain(&part.to_string()));
    let shown = std::iter::once(plain(&reference.title))
        .chain(of_part)
        .chain(headings.iter().map(|text| plain(text)))
        .collect::<Vec<_>>()
        .join(" › ");
    if anchor.is_empty() && shown == target {
        format!("[[{target}]]")
    } else {
        format!("[[{target}{anchor}|{shown}]]")
    }
}

pub(super) fn time(time: Timestamp) -> String {
    time.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// A single-line code span with a fence longer than any backticks in the text.
pub(super) fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text) + 1);
    match text.starts_with('`') || text.ends_with('`') {
        true => format!("{fence} {text} {fence}"),
        false => format!("{fence}{text}{fence}"),
    }
}

pub(super) fn longest_run(text: &str) -> usize {
    text.split(|char| char != '`').map(str::len).max().unwrap_or(0)
}
