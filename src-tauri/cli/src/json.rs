use conversation::{Answer, Author, ChangeEntry, Question, message::Head, reference::Reference};
use serde_json::{Value, json};
use turn::TurnEvent;

pub fn proposed(change: &ChangeEntry) -> Value {
    json!({ "type": "proposed", "change": change })
}

pub fn event(event: &TurnEvent) -> Value {
    match event {
        TurnEvent::Started { conversation, question: asked, answer } => json!({
            "type": "started", "conversation": conversation, "answer": answer,
            "question": question(asked),
        }),
        TurnEvent::References(references) => json!({
            "type": "references",
            "references": references.iter().map(reference).collect::<Vec<_>>(),
        }),
        TurnEvent::Context(context) => json!({ "type": "context", "context": context }),
        TurnEvent::Outgoing(outgoing) => json!({ "type": "outgoing", "outgoing": outgoing }),
        TurnEvent::Notice(message) => json!({ "type": "notice", "message": message }),
        TurnEvent::Waiting { pause, error } => {
            json!({ "type": "waiting", "seconds": pause.as_secs_f32(), "error": error })
        }
        TurnEvent::Reading { tokens, left } => {
            json!({ "type": "reading", "tokens": tokens, "seconds": left.as_secs_f32() })
        }
        TurnEvent::Thinking(text) => json!({ "type": "thinking", "text": text }),
        TurnEvent::Text(text) => json!({ "type": "text", "text": text }),
        TurnEvent::Citation(number) => json!({ "type": "citation", "number": number }),
        TurnEvent::Step(step) => json!({ "type": "step", "step": step }),
        TurnEvent::Called(call) => json!({ "type": "called", "call": call }),
        TurnEvent::Survey(survey) => json!({ "type": "survey", "survey": survey }),
        TurnEvent::Work(work) => json!({ "type": "work", "work": work }),
        TurnEvent::Routed(command) => json!({ "type": "routed", "command": command }),
        TurnEvent::Compacting => json!({ "type": "compacting" }),
        TurnEvent::Compacted(compaction) => {
            json!({ "type": "compacted", "compaction": compaction })
        }
        TurnEvent::Usage(usage) => json!({ "type": "usage", "usage": usage }),
        TurnEvent::Finished(done) => json!({ "type": "finished", "answer": answer(done) }),
        TurnEvent::Cancelled(left) => json!({ "type": "cancelled", "answer": answer(left) }),
        TurnEvent::Failed { answer: left, error } => json!({
            "type": "failed", "answer": left.as_deref().map(answer), "error": error,
        }),
    }
}

/// Adds the attachments to the fields of every message.
fn question(question: &Question) -> Value {
    message(&question.head, Author::User, json!({ "attachments": question.attachments }))
}

fn answer(answer: &Answer) -> Value {
    let own = json!({
            "thinking": answer.thinking,
            "citations": answer.citations,
            "state": answer.state,
            "error": answer.error,
            "passages_only": answer.passages_only,
            "model": answer.model,
            "notices": answer.notices,
            "steps": answer.steps,
            "checks": answer.checks,
            "probably": answer.probably,
            "tokens": answer.tokens,
            "coverage": answer.coverage,
            "survey": answer.survey,
            "work": answer.work,
            "remarks": answer.remarks,
            "routed": answer.routed,
            "searched_for": answer.searched_for,
    });
    message(&answer.head, Author::Assistant, own)
}

fn message(head: &Head, author: Author, own: Value) -> Value {
    let references: Vec<_> = head.references.iter().map(reference).collect();
    let mut value = json!({
        "id": head.id,
        "author": author,
        "created": head.created,
        "text": head.text,
        "mode": head.mode,
        "branches": head.branches,
        "references": references,
    });
    if let (Value::Object(value), Value::Object(own)) = (&mut value, own) {
        value.extend(own);
    }
    value
}

fn reference(reference: &Reference) -> Value {
    let passage = reference.passage.as_ref();
    json!({
        "id": reference.id,
        "number": reference.number,
        "kind": reference.kind,
        "state": reference.state,
        "wikilink": reference.wikilink,
        "path": reference.path,
        "url": reference.url,
        "call": reference.call,
        "title": reference.title,
        "date": reference.age.date,
        "date_source": reference.age.date_source,
        "heading_path": passage.map(|passage| &passage.heading_path),
        "passage_columns": passage.and_then(|passage| passage.columns.as_ref()),
        "part": passage.and_then(|passage| passage.part.as_ref()),
        "start_line": passage.map(|passage| passage.lines.start),
        "end_line": passage.map(|passage| passage.lines.end),
        "start": passage.map(|passage| passage.range.start),
        "end": passage.map(|passage| passage.range.end),
        "text": passage.map(|passage| &passage.text),
        "query": reference.table.as_ref().map(|table| &table.query),
        "columns": reference.table.as_ref().map(|table| &table.columns),
        "rows": reference.table.as_ref().map(|table| &table.rows),
        "total": reference.table.as_ref().map(|table| table.total),
        "result": reference.table.as_ref().and_then(|table| table.result.as_ref()),
        "summary": reference.summary,
        "summary_by": reference.summary_by,
        "snippet": reference.snippet,
        "match_reason": reference.match_reason,
        "others": reference.others,
        "suggestions": reference.suggestions,
    })
}
