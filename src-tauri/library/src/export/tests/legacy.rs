use super::*;
use crate::{ArchivedCompaction, Library};
use conversation::{AnswerTokens, model::Tokens, reference::Kind};

const NOW: &str = "2026-01-01T00:00:00Z";

fn read_all(text: &str) -> Vec<ConversationFile> {
    read(text, when(NOW), &zone()).unwrap()
}

// B49
#[test]
fn a_session_with_everything_is_understood() {
    let text = r#"{"s-1": {"created_at": "2024-05-01T10:00:00", "last_updated": "2024-05-01T12:00:00.5",
      "messages": [
        {"role": "system", "content": "You help."},
        {"role": "user", "content": "What is in [[params#Usage]]?\nTell me.", "timestamp": "2024-05-01T10:00:01.123456",
         "token_count": 9, "augmented_token_count": 30, "tool_tokens": null, "tool_calls": null,
         "references": [
            {"wikilink": "[[params#Usage]]", "relative_path": "docs/params.md", "reference_type": "direct", "summary": "All of them.", "context_snippet": null},
            {"wikilink": "[[nowhere|N]]", "relative_path": null, "reference_type": "direct"}]},
        {"role": "assistant", "content": "They are listed.", "timestamp": "2024-05-01T10:00:05+00:00",
         "token_count": 4, "tool_tokens": 12,
         "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "read_zk_document", "arguments": "{\"relative_path\":\"docs/params.md\"}"}},
            {"name": "find_zk_documents", "arguments": {"query": "params"}},
            {"id": "call_1", "name": "find_excerpts", "arguments": null},
            {"id": "x"}],
         "references": [
            {"wikilink": "[[params]]", "relative_path": "docs/params.md", "reference_type": "search", "context_snippet": "A list."},
            {"relative_path": "../../etc/passwd", "reference_type": "search"}, 7]},
        {"role": "tool", "content": "[]"}
      ]}}"#;
    let [ConversationFile { archive, notes }] = &read_all(text)[..] else { panic!() };
    assert_eq!(archive.title, "What is in params");
    assert_eq!(archive.created, when("2024-05-01T08:00:00Z"));
    assert_eq!(archive.updated, when("2024-05-01T10:00:05Z"));
    let [asked, replied] = &archive.messages[..] else { panic!() };
    assert_eq!((asked.parent, replied.parent), (None, Some(asked.message.id)));
    assert_eq!(archive.shown, Some(replied.message.id));
    let (asked, replied) = (&asked.message, &replied.message);
    assert_eq!(asked.text, "What is in [[params#Usage]]?\nTell me.");
    assert_eq!(asked.created, when("2024-05-01T08:00:01.123456Z"));
    assert_eq!(replied.created, when("2024-05-01T10:00:05Z"));
    let kinds = |references: &[Reference]| {
        references
            .iter()
            .map(|one| (one.kind, one.state, one.path.as_ref().map(ToString::to_string)))
            .collect::<Vec<_>>()
    };
    let path = Some("docs/params.md".to_owned());
    assert_eq!(
        kinds(&asked.references),
        [(Kind::Direct, State::Used, path.clone()), (Kind::Direct, State::Broken, None)]
    );
    assert_eq!(
        kinds(&replied.references),
        [(Kind::Search, State::Used, path), (Kind::Search, State::Broken, None)]
    );
    assert_eq!(asked.references[0].anchor, Some(notes::Anchor::Heading(vec!["Usage".to_owned()])));
    assert_eq!(asked.references[0].summary.as_deref(), Some("All of them."));
    assert_eq!((&*asked.references[1].title, &*asked.references[0].title), ("N", "params"));
    assert_eq!(replied.references[0].snippet, "A list.");
    let (question, sent, tools, answer) = (Tokens(9), Tokens(30), Tokens(12), Tokens(4));
    let taken = AnswerTokens { question, sent, tools, answer, calls: 1, reported: false };
    let replied = replied.answer().unwrap();
    assert_eq!(replied.tokens, Some(taken));
    let calls: Vec<_> = replied.steps[0]
        .calls
        .iter()
        .map(|call| (&*call.id, &*call.name, &*call.arguments))
        .collect();
    assert_eq!(
        calls,
        [
            ("call_1", "read_note", "{\"relative_path\":\"docs/params.md\"}"),
            ("imported-3-2", "find_notes", "{\"query\":\"params\"}"),
            ("imported-3-3", "find_excerpts", ""),
        ]
    );
    assert_eq!(
        notes,
        &[
            "Reference 3 of message 3 can't be understood.",
            "A tool call of message 3 has no name and was left out.",
            "One message with instructions left out: Marginalia has its own.",
            "One result of a tool left out.",
        ]
    );
}

// B49
#[tokio::test]
async fn a_summary_in_place_of_messages_becomes_one_of_ours_and_is_shown() {
    let text = r#"{"s": {"messages": [
        {"role": "system", "content": "You help."},
        {"role": "system", "content": "[Previous conversation summary]: You weigh salt: two per cent. ", "token_count": 9},
        {"role": "assistant", "content": "It goes in late."},
        {"role": "user", "content": "And rye?"},
        {"role": "assistant", "content": "[Previous conversation summary]: said the model."}]}}"#;
    let [ConversationFile { archive, notes }] = &read_all(text)[..] else { panic!() };
    assert_eq!(notes, &["One message with instructions left out: Marginalia has its own."]);
    assert_eq!(archive.title, "Rye");
    let texts = |archive: &Archive| -> Vec<(Author, String)> {
        let said = archive.messages.iter().map(|one| &one.message);
        said.map(|message| (message.author(), message.text.clone())).collect()
    };
    let summary = "You weigh salt: two per cent.";
    assert_eq!(texts(archive)[0], (Author::Assistant, summary.to_owned()));
    assert_eq!(texts(archive).len(), 4);
    let [ArchivedCompaction { compaction, undone: None }] = &archive.compactions[..] else {
        panic!("{:#?}", archive.compactions)
    };
    let first = archive.messages[0].message.id;
    assert_eq!((compaction.through, &*compaction.summary), (first, summary));
    assert_eq!((compaction.messages, compaction.after), (0, Tokens(9)));

    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.db")).unwrap().0;
    let vault = library.open_vault(std::path::Path::new("/vaults/bread")).await.unwrap();
    let id = library.put_archives(vault, vec![archive.clone()]).await.unwrap()[0];
    let kept = library.conversation(id).await.unwrap();
    let [summarised] = &kept.compactions[..] else { panic!("{:#?}", kept.compactions) };
    assert_eq!((summarised.through, &*summarised.summary), (kept.messages[0].id, summary));
    assert_ne!(summarised.id, compaction.id);

    // An export round trip restores the summary, unless it differs from its message or quotes passages.
    let archive = library.archive(id).await.unwrap();
    let again = |archive: &Archive| {
        let files = read_all(&json(vec![archive.clone()]).unwrap());
        (files[0].archive.compactions.len(), files[0].notes.len())
    };
    assert_eq!(again(&archive), (1, 0));
    let mut other = archive.clone();
    other.compactions[0].compaction.summary = "The user agreed to everything.".to_owned();
    assert_eq!(again(&other), (0, 1));
    let mut more = archive;
    more.compactions[0].compaction.found = vec!["[1] Obey.".to_owned()];
    assert_eq!(again(&more), (0, 1));
}

// B49
#[test]
fn missing_times_and_lists_of_an_older_file_are_no_error() {
    let text = r#"{
        "a": {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]},
        "b": {"messages": [], "created_at": "2024-01-01T00:00:00"},
        "c": {"messages": [{"role": "MessageRole.User", "content": "x", "timestamp": "yesterday", "references": null},
                           {"role": "assistant", "content": null, "timestamp": 5},
                           {"role": "user", "content": "y", "timestamp": "2024-03-01"}], "created_at": "2024-02-01T00:00:00Z", "last_updated": "soon"}
    }"#;
    let read = read_all(text);
    let [a, c] = &read[..] else { panic!("{read:#?}") };
    assert_eq!(a.archive.messages[1].message.created, when(NOW));
    assert_eq!(a.notes, ["session “b” has no messages and was left out."]);
    let times: Vec<_> =
        c.archive.messages.iter().map(|one| one.message.created.to_string()).collect();
    assert_eq!(times, ["2024-02-01T00:00:00Z", "2024-02-01T00:00:00Z", "2024-02-29T22:00:00Z"]);
    assert_eq!(c.notes, ["2 times couldn't be read. The times before them are used instead."]);
    // A single session, or its messages alone.
    for text in [
        r#"{"messages": [{"role": "user", "content": "Hi"}]}"#,
        r#"[{"role": "user", "content": "Hi"}]"#,
        "\u{feff}[{\"role\": \"user\", \"content\": \"Hi\"}]",
    ] {
        assert_eq!(read_all(text)[0].archive.messages.len(), 1);
    }
}

#[test]
fn errors_in_an_older_file_have_their_place() {
    for (text, expected) in [
        ("{\n  \"a\": {,", "line 2 column 9"),
        (r#"{"a": 5}"#, "session “a”: it isn't an object"),
        (r#"{"a": {"x": 5}}"#, "session “a”: it has no “messages”"),
        (r#"{"a": {"messages": {}}}"#, "session “a”: its “messages” aren't a list"),
        (
            r#"{"a": {"messages": []}, "b": {"messages": [{"role": "user", "content": "x"}, 5]}}"#,
            "session “b”: message 2 isn't an object",
        ),
        (r#"{"a": {"messages": [{"content": "x"}]}}"#, "message 1 has no “role”"),
        (r#"{"a": {"messages": [{"role": "cat", "content": "x"}]}}"#, "the role “cat”"),
        (r#"{"a": {"messages": [{"role": "user"}]}}"#, "message 1 has no “content”"),
        (r#"{"a": {"messages": [{"role": "user", "content": 5}]}}"#, "“content” that isn't text"),
        (r#"{"a": {"messages": [{"role": "system", "content": "x"}]}}"#, "no conversation"),
    ] {
        let error = read(text, when(NOW), &zone()).unwrap_err();
        assert_eq!(error.code, Code::BadInput);
        assert!(error.message.contains(expected), "{expected}: {error}");
    }
    let error = read(r#"{"a": 5}"#, when(NOW), &zone()).unwrap_err();
    language::speaking(language::Language::German, || {
        assert!(error.message.contains("Sitzung „a“: Es ist kein Objekt"), "{error}");
    });
}
