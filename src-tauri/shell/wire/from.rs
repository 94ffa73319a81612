//! From the domain to what the window sees.

use std::time::Duration;

use ::models::CountKind;
use app::{IndexStatus, Standing, SyncState};
use conversation::{
    context::{ContextView, Segment},
    reference::{Kind, Reference, State},
};
use notes::{Catalog, LineRange};
use turn::TurnEvent;

use super::*;

impl From<LineRange> for Lines {
    fn from(lines: LineRange) -> Self {
        Self { start: lines.start, end: lines.end }
    }
}

impl From<app::VaultInfo> for Vault {
    fn from(vault: app::VaultInfo) -> Self {
        Self { root: vault.root.display().to_string(), name: vault.name, index: vault.index.into() }
    }
}

impl From<IndexStatus> for Index {
    fn from(status: IndexStatus) -> Self {
        let paused = status.paused;
        let unread = status.refused.iter().map(|refusal| Problem {
            path: refusal.path.to_string(),
            reason: format!(
                "Lines {} to {} can't be found by meaning: {}",
                refusal.lines.start, refusal.lines.end, refusal.reason
            ),
        });
        Self {
            state: match status.state {
                SyncState::Synced => IndexState::Synced,
                SyncState::Indexing { done, total } if paused => IndexState::Paused { done, total },
                SyncState::Indexing { done, total } => IndexState::Indexing { done, total },
                SyncState::Away(message) => IndexState::Away { message },
                SyncState::Failed(message) => IndexState::Failed { message },
            },
            indexed: status.indexed,
            failed: status
                .failed
                .into_iter()
                .map(|problem| Problem { path: problem.path, reason: problem.reason })
                .chain(unread)
                .collect(),
            excluded: status.excluded,
            passages: status.chunks,
            embedded: match status.meaning {
                app::MeaningState::Embedding { done, .. } => done,
                _ => status.embedded,
            },
            meaning: match status.meaning {
                app::MeaningState::Off(message) => MeaningState::Off { message },
                app::MeaningState::Loading => MeaningState::Loading,
                app::MeaningState::Embedding { done, total } if paused => {
                    MeaningState::Paused { done, total }
                }
                app::MeaningState::Embedding { done, total } => {
                    MeaningState::Embedding { done, total }
                }
                app::MeaningState::Ready => MeaningState::Ready,
                app::MeaningState::Failed(message) => MeaningState::Failed { message },
            },
            kilobytes: u32::try_from(status.bytes / 1000).unwrap_or(u32::MAX),
            paused,
            notice: status.notice,
        }
    }
}

impl From<app::NoteEntry> for NoteEntry {
    fn from(note: app::NoteEntry) -> Self {
        Self { path: note.path.into(), title: note.title, aliases: note.aliases }
    }
}

impl From<app::NoteView> for Note {
    fn from(note: app::NoteView) -> Self {
        Self {
            path: note.path.into(),
            title: note.title,
            html: note.html,
            headings: note
                .headings
                .into_iter()
                .map(|heading| Heading {
                    level: heading.level.into(),
                    text: heading.text,
                    line: heading.line,
                })
                .collect(),
            backlinks: note
                .backlinks
                .into_iter()
                .map(|(path, title, line, context)| Backlink {
                    path: path.into(),
                    title,
                    line,
                    context,
                })
                .collect(),
            warnings: note
                .warnings
                .into_iter()
                .map(|warning| format!("Line {}: {}", warning.line, warning.message))
                .collect(),
            target: note.target.map(Into::into),
            notice: note.notice,
        }
    }
}

impl From<index::SearchResults> for Found {
    fn from(found: index::SearchResults) -> Self {
        Self {
            matching_notes: found.matching_notes,
            notices: found.notices.iter().map(ToString::to_string).collect(),
            hits: found.hits.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<index::RelatedNote> for RelatedNote {
    fn from(related: index::RelatedNote) -> Self {
        Self { why: related.why.sentence(), path: related.path.into(), title: related.title }
    }
}

impl From<index::Hit> for Hit {
    fn from(hit: index::Hit) -> Self {
        Self {
            path: hit.path.into(),
            title: hit.title,
            heading_path: hit.heading_path,
            lines: hit.lines.into(),
            text: hit.text,
            why: hit.why.sentence(),
            matched: hit.why.matched,
        }
    }
}

impl From<Reference> for WireReference {
    fn from(reference: Reference) -> Self {
        let (heading_path, lines, text) = match reference.passage {
            Some(passage) => (passage.heading_path, Some(passage.lines.into()), Some(passage.text)),
            None => (Vec::new(), None, None),
        };
        Self {
            id: reference.id.to_string(),
            number: reference.number.map(|number| number.0),
            kind: match reference.kind {
                Kind::Direct => WireKind::Direct,
                Kind::Search => WireKind::Search,
                Kind::Read => WireKind::Read,
                Kind::Project => WireKind::Project,
                Kind::Attachment => WireKind::Attachment,
                Kind::Web => WireKind::Web,
                Kind::Memory => WireKind::Memory,
            },
            state: match reference.state {
                State::Cited => WireState::Cited,
                State::Used => WireState::Used,
                State::Considered => WireState::Considered,
                State::Broken => WireState::Broken,
                State::Changed => WireState::Changed,
                State::Gone => WireState::Gone,
            },
            wikilink: reference.wikilink,
            path: reference.path.map(Into::into),
            url: reference.url,
            call: reference.call,
            title: reference.title,
            heading_path,
            lines,
            text,
            summary: reference.summary,
            snippet: reference.snippet,
            match_reason: reference.match_reason,
            others: reference.others.into_iter().map(String::from).collect(),
            suggestions: reference.suggestions.into_iter().map(String::from).collect(),
        }
    }
}

impl From<conversation::Attachment> for Attachment {
    fn from(attachment: conversation::Attachment) -> Self {
        Self {
            id: attachment.id.to_string(),
            name: attachment.name,
            bytes: attachment.bytes,
            tokens: attachment.tokens.0,
        }
    }
}

impl Turn {
    /// An event as the window gets it. The answer's text doesn't come this way: it is gathered
    /// and rendered first; see [`crate::batch`].
    pub fn from_event(event: TurnEvent, catalog: Option<&Catalog>) -> Option<Self> {
        let answer = |message: Box<_>| Box::new(Message::new(*message, catalog));
        Some(match event {
            TurnEvent::Started { conversation, question, answer } => Self::Started {
                conversation: conversation.to_string(),
                question: Box::new(Message::new(*question, catalog)),
                answer: answer.to_string(),
            },
            TurnEvent::References(references) => {
                Self::References { references: references.into_iter().map(Into::into).collect() }
            }
            TurnEvent::Context(context) => Self::Context { context: Box::new((*context).into()) },
            TurnEvent::Notice(message) => Self::Notice { message },
            TurnEvent::Waiting { pause, error } => {
                Self::Waiting { seconds: seconds(pause), error: error.into() }
            }
            TurnEvent::Thinking(text) => Self::Thinking { text },
            TurnEvent::Step(step) => Self::Step { step: step.into() },
            TurnEvent::Called(call) => Self::Called { call: call.into() },
            TurnEvent::Compacting => Self::Compacting,
            TurnEvent::Compacted(compaction) => {
                Self::Compacted { compaction: (*compaction).into() }
            }
            TurnEvent::Finished(message) => Self::Finished { answer: answer(message) },
            TurnEvent::Cancelled(message) => Self::Cancelled { answer: answer(message) },
            TurnEvent::Failed { answer: message, error } => {
                Self::Failed { answer: message.map(answer), error: error.into() }
            }
            // The counts are in the receipt, which the window asks for.
            TurnEvent::Usage(_) | TurnEvent::Text(_) | TurnEvent::Citation(_) => return None,
        })
    }
}

impl From<ContextView> for Context {
    fn from(view: ContextView) -> Self {
        Self {
            window: view.window.0,
            reserve: view.reserve.0,
            system_budget: view.budgets.system.0,
            tools_budget: view.budgets.tools.0,
            messages_budget: view.budgets.messages.0,
            parts: view
                .parts
                .into_iter()
                .map(|part| ContextPart {
                    segment: match part.segment {
                        Segment::System => WireSegment::System,
                        Segment::Tools => WireSegment::Tools,
                        Segment::Summary => WireSegment::Summary,
                        Segment::Messages => WireSegment::Messages,
                        Segment::Agent => WireSegment::Agent,
                        Segment::Project => WireSegment::Project,
                        Segment::Documents => WireSegment::Documents,
                        Segment::Attachments => WireSegment::Attachments,
                        // A call and its result are one thing for who reads the bar.
                        Segment::Calls | Segment::Results => WireSegment::Results,
                        Segment::Reminder => WireSegment::Reminder,
                    },
                    label: part.label,
                    origin: part.origin,
                    number: part.number.map(|number| number.0),
                    tokens: part.tokens.0,
                    count: match part.count {
                        CountKind::Exact => WireCount::Exact,
                        CountKind::Calibrated => WireCount::Calibrated,
                        CountKind::Estimated => WireCount::Estimated,
                        CountKind::Approximate => WireCount::Approximate,
                    },
                    text: part.text,
                })
                .collect(),
            cuts: view
                .cuts
                .into_iter()
                .map(|cut| ContextCut {
                    label: cut.label,
                    tokens: cut.tokens.0,
                    reason: cut.reason,
                })
                .collect(),
            total: view.total.0,
            free: view.free.0,
            refusal: view.refusal,
        }
    }
}

impl From<conversation::Receipt> for WireReceipt {
    fn from(receipt: conversation::Receipt) -> Self {
        Self {
            answer: receipt.answer.to_string(),
            created: receipt.created.to_string(),
            server: receipt.server,
            model: receipt.model,
            request: receipt.request,
            context: receipt.context.into(),
            usage: receipt
                .usage
                .map(|usage| WireUsage { prompt: usage.prompt.0, completion: usage.completion.0 }),
            deleted_marks: receipt.deleted_marks,
            problems: receipt.problems,
        }
    }
}

impl From<app::OpenedReference> for OpenedReference {
    fn from(opened: app::OpenedReference) -> Self {
        Self {
            reference: opened.reference.into(),
            standing: match opened.standing {
                Standing::Unchanged => WireStanding::Unchanged,
                Standing::Moved => WireStanding::Moved,
                Standing::Changed => WireStanding::Changed,
                Standing::PassageGone => WireStanding::PassageGone,
                Standing::NoteGone => WireStanding::NoteGone,
            },
            note: opened.note.map(Into::into),
            notice: opened.notice,
            now: opened.now,
            scroll_to: opened.scroll_to.map(Into::into),
        }
    }
}

/// Whole seconds, rounded up: nobody waits 0 s.
fn seconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis().div_ceil(1000)).unwrap_or(u32::MAX)
}

impl From<conversation::settings::SearchSettings> for SearchSettings {
    fn from(search: conversation::settings::SearchSettings) -> Self {
        use conversation::settings::{Embeddings, Rerank, Vectors};
        Self {
            embeddings: match search.embeddings {
                Embeddings::BuiltIn => WireEmbeddings::BuiltIn,
                Embeddings::Server { server, model } => {
                    WireEmbeddings::Server { server: server.into(), model }
                }
                Embeddings::Off => WireEmbeddings::Off,
            },
            vectors: match search.vectors {
                Vectors::Own => WireVectors::Own,
                Vectors::Chroma { base_url } => WireVectors::Chroma { base_url },
            },
            rerank: match search.rerank {
                Rerank::Off => WireRerank::Off,
                Rerank::Server { base_url, model } => WireRerank::Server { base_url, model },
                Rerank::ChatModel => WireRerank::ChatModel,
            },
            rewrite: search.rewrite,
            max_k: search.max_k,
            threshold: hundredths(search.threshold),
            display_k: search.display_k,
        }
    }
}

/// The settings hold it between 0 and 1.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn hundredths(share: f32) -> u32 {
    (share * 100.0).round() as u32
}
