//! Calls every command as a compromised page would, with paths and addresses of its own.

use std::{collections::BTreeSet, net::TcpListener};

use serde_json::{Value, json};

use super::{desk::Desk, place::Place};

/// The commands registered in `lib.rs`.
fn registered() -> BTreeSet<&'static str> {
    let text = include_str!("../lib.rs");
    let list = text.split("collect_commands![").nth(1).unwrap().split(']').next().unwrap();
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(|name| name.rsplit("::").next().unwrap()).collect()
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Outcome {
    Refusal,
    /// The command isn't called.
    BadArguments,
    /// No result: the user closed the dialog.
    Nothing,
    /// A result without any path or address from the page.
    Own,
}
use Outcome::{BadArguments, Nothing, Own, Refusal};

// B51, B67
#[test]
fn a_hostile_page_gets_nothing_but_refusals() {
    let place = Place::new(Desk::default());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let evil = format!("http://{}", listener.local_addr().unwrap());
    let server = json!({ "kind": "openai", "base_url": evil, "name": null });
    let settings = place.call("get_settings", json!({})).unwrap();
    let with = |pointer: &str, value: Value| {
        let mut settings = settings.clone();
        *settings.pointer_mut(pointer).unwrap() = value;
        ("set_settings", json!({ "settings": settings }), Refusal)
    };
    let secret = place.file("secret.txt");
    let nobody = "01920000-0000-7000-8000-000000000000";
    let request = json!({
        "text": "x", "mode": "none", "attachments": [nobody], "at": { "end": null }, "way": "answer",
    });
    let draft = json!({
        "text": "x", "mode": "none", "scope": { "places": [], "tags": [] }, "passages_only": false,
        "work": false, "attachments": [nobody], "url": evil,
    });
    // A request for a model at an address that the user never chose.
    let elsewhere = |address: &str| {
        let mut request = request.clone();
        request["model"] = json!({ "server": address, "model": "m" });
        request
    };
    let channel = "__CHANNEL__:7";
    let id = json!({ "id": nobody });
    let outside = |path: &str| json!({ "path": path });
    let described =
        |source: Value| json!({ "source": source, "view": null, "embeddedIn": null, "from": 0 });
    let project = |notes: Value| {
        json!({
            "id": nobody, "name": " ", "instructions": "", "notes": notes, "tags": [], "search": "",
            "files": [], "is_searched": false,
        })
    };
    let mut calls = vec![
        ("start", json!({ "folder": secret }), Own),
        ("preferences_file", json!({ "path": secret }), Own),
        ("help_page", json!({ "page": "search", "path": secret }), Own),
        ("help_page", json!({ "page": "../secret.txt" }), BadArguments),
        ("log_report", json!({ "path": secret }), Own),
        ("set_language", json!({ "language": "en" }), Nothing),
        ("set_language", json!({ "language": secret }), BadArguments),
        ("choose_folder", json!({ "path": secret }), Nothing),
        ("open_vault", json!({ "token": 1 }), Refusal),
        ("open_vault", json!({ "token": 0, "path": place.file("") }), Refusal),
        ("open_vault", json!({ "token": place.file("") }), BadArguments),
        ("recent_vaults", json!({ "path": secret }), Own),
        ("open_sample_vault", json!({ "path": place.file("") }), Refusal),
        ("set_index_paused", json!({ "paused": false }), Own),
        ("retry_index", json!({}), Own),
        ("rebuild_index", json!({}), Own),
        ("document_sizes", json!({}), Own),
        ("list_notes", json!({ "paths": [secret, "../secret.txt"] }), BadArguments),
        ("list_notes", json!({ "paths": ["nothing.md"] }), Own),
        ("open_note", json!({ "path": secret, "anchor": null }), BadArguments),
        ("open_note", json!({ "path": "../secret.txt", "anchor": null }), BadArguments),
        ("open_document", json!({ "path": secret, "anchor": null, "lines": null }), BadArguments),
        (
            "open_document",
            json!({ "path": "../secret.txt", "anchor": null, "lines": null }),
            BadArguments,
        ),
        ("open_reference", json!({ "id": nobody, "sentences": [] }), Refusal),
        ("open_attachment", id.clone(), Refusal),
        ("search_notes", json!({ "query": secret, "limit": 5, "mode": "words" }), Own),
        ("query_notes", json!({ "query": format!("path:{secret} count"), "from": 0 }), Own),
        ("query_completions", json!({ "query": secret }), Own),
        (
            "base_table",
            described(json!({ "type": "base", "path": "../secret.base" })),
            BadArguments,
        ),
        ("base_table", described(json!({ "type": "base", "path": secret })), BadArguments),
        ("base_table", described(json!({ "type": "dataview", "text": secret })), Refusal),
        ("related_notes", outside("../secret.txt"), BadArguments),
        ("related_notes", outside(&secret), BadArguments),
        ("cited_passages", json!({ "path": secret }), BadArguments),
        ("cited_passages", outside("../secret.txt"), BadArguments),
        ("nearby_notes", json!({ "conversation": nobody }), Refusal),
        ("open_outside", outside("run.sh"), Refusal),
        ("open_outside", outside("Rye.md"), Refusal),
        ("open_external", json!({ "url": evil }), Refusal),
        ("open_external", json!({ "url": format!("file://{secret}") }), Refusal),
        ("open_external", json!({ "url": "javascript:alert()" }), Refusal),
        ("open_external", json!({ "url": "mailto:a@b.example?attach=/etc/passwd" }), Refusal),
        ("list_conversations", json!({}), Own),
        ("conversation_page", json!({ "id": nobody, "before": null, "limit": 9 }), Refusal),
        ("conversation_page", json!({ "id": secret, "before": null, "limit": 9 }), BadArguments),
        ("search_conversations", json!({ "query": secret }), Own),
        ("filter_conversations", json!({ "filter": { "note": "../secret.txt" } }), BadArguments),
        ("filter_conversations", json!({ "filter": {} }), Own),
        ("answers_citing", json!({ "path": secret }), BadArguments),
        ("answering_models", json!({}), Own),
        ("default_instructions", json!({}), Own),
        ("conversation_settings", json!({ "conversation": nobody }), Own),
        (
            "set_conversation_settings",
            json!({ "conversation": null, "settings": {
                "model": { "server": evil, "model": "m" }, "temperature": null, "shares": null,
                "kept_messages": null, "items": [],
            } }),
            Refusal,
        ),
        ("list_projects", json!({}), Own),
        ("new_project", json!({}), Own),
        ("measure_project", json!({ "project": project(json!([])) }), Own),
        // A project can't include notes outside the vault, or files that the user didn't choose.
        ("measure_project", json!({ "project": project(json!([secret])) }), BadArguments),
        ("put_project", json!({ "project": project(json!(["../secret.txt"])) }), BadArguments),
        ("put_project", json!({ "project": project(json!([])) }), Refusal),
        ("delete_project", id.clone(), Refusal),
        ("add_project_file", json!({ "token": 1, "path": secret }), Refusal),
        ("list_prompts", json!({ "folder": secret }), Own),
        ("new_prompt", json!({}), Own),
        (
            "put_prompt",
            json!({ "prompt": {
                "id": nobody, "name": " ", "text": "x", "replaces_instructions": true,
            } }),
            Refusal,
        ),
        ("delete_prompt", id.clone(), Refusal),
        (
            "fill_prompt",
            json!({
                "source": { "type": "note", "path": "../secret.txt" }, "selection": "", "note": null,
            }),
            BadArguments,
        ),
        (
            "fill_prompt",
            json!({
                "source": { "type": "library", "id": nobody }, "selection": "", "note": null,
            }),
            Refusal,
        ),
        ("insight", json!({ "vault": secret }), Own),
        ("cited_notes", json!({ "filter": { "conversation": nobody } }), Own),
        ("cited_notes", json!({ "filter": { "conversation": secret } }), BadArguments),
        ("note_graph", json!({ "scope": { "type": "vault" } }), Own),
        ("note_graph", json!({ "scope": { "type": "conversation", "id": secret } }), BadArguments),
        ("list_memories", json!({}), Own),
        ("remember", json!({ "text": " " }), Refusal),
        ("reword_memory", json!({ "id": nobody, "text": "x" }), Refusal),
        ("forget_memory", id.clone(), Refusal),
        with("/chat/prompts_folder", json!("../secret")),
        ("switch_branch", json!({ "message": nobody }), Refusal),
        ("rename_conversation", json!({ "id": nobody, "title": "x" }), Refusal),
        ("pin_conversation", json!({ "id": nobody, "pinned": true }), Refusal),
        ("delete_conversation", id.clone(), Refusal),
        ("erase_deleted", json!({ "only": nobody }), Own),
        ("restore_conversation", id.clone(), Refusal),
        ("edit_compaction", json!({ "id": nobody, "summary": "x" }), Refusal),
        ("undo_compaction", id.clone(), Refusal),
        ("translate_passage", json!({ "answer": nobody, "number": 1 }), Refusal),
        ("correct_citation", json!({ "answer": nobody, "sentence": 0, "isRight": true }), Refusal),
        // `ask` reports the refusal of the missing file on its channel.
        ("ask", json!({ "request": request, "channel": channel }), Own),
        ("ask", json!({ "request": elsewhere(&evil), "channel": channel }), Refusal),
        ("ask", json!({ "request": elsewhere("https://a.example"), "channel": channel }), Refusal),
        ("cancel", json!({ "answer": nobody }), Own),
        ("decide", json!({ "answer": nobody, "outgoing": 1, "yes": true, "url": evil }), Own),
        ("remark", json!({ "answer": nobody, "text": evil }), Own),
        ("preview", json!({ "request": request }), Refusal),
        ("preview", json!({ "request": elsewhere(&evil) }), Refusal),
        ("survey_estimate", json!({ "request": request }), Own),
        ("survey_estimate", json!({ "request": elsewhere(&evil) }), Refusal),
        ("survey_estimate", json!({ "request": elsewhere("https://a.example") }), Refusal),
        ("conversation_to_show", json!({}), Own),
        ("draft", json!({ "conversation": null }), Own),
        ("keep_draft", json!({ "conversation": null, "draft": draft }), Own),
        ("queue", json!({ "conversation": nobody }), Own),
        ("keep_queue", json!({ "conversation": nobody, "questions": [draft] }), Own),
        ("choose_files", json!({ "paths": [secret] }), Nothing),
        ("attach_file", json!({ "token": 1, "path": secret }), Refusal),
        ("attach_file", json!({ "token": secret }), BadArguments),
        ("attach_passages", json!({ "token": 1, "question": "secret" }), Refusal),
        ("attach_searched", json!({ "token": 1 }), Refusal),
        ("keep_as_note", json!({ "token": 1, "path": secret }), Refusal),
        ("paste_file", json!({ "name": secret, "base64": "/no base64" }), Refusal),
        ("paste_clipboard", json!({ "path": secret }), Refusal),
        ("attach_conversation", id.clone(), Refusal),
        ("attach_answer", id.clone(), Refusal),
        ("attach_excerpt", json!({ "path": "../secret.txt", "text": secret }), BadArguments),
        ("attach_excerpt", json!({ "path": "nothing.md", "text": secret }), Refusal),
        ("asked_before", json!({ "text": secret, "conversation": null }), Own),
        ("notes_by_change", json!({}), Own),
        ("list_files", json!({}), Own),
        ("list_tags", json!({}), Own),
        ("find_headings", json!({ "typed": secret, "limit": 4294967295u32 }), Own),
        ("find_links", json!({ "question": "[[../secret.txt]]" }), Own),
        ("receipts", json!({ "answer": nobody }), Refusal),
        ("list_changes", json!({}), Own),
        ("get_change", id.clone(), Refusal),
        ("render_change", json!({ "id": nobody, "note": 0, "hunks": [0] }), Refusal),
        (
            "reword_change",
            json!({ "id": nobody, "revision": 1, "note": 0, "hunk": 0, "text": "x" }),
            Refusal,
        ),
        // The page's text and path are ignored: only the stored proposal counts.
        (
            "apply_change",
            json!({
                "id": nobody, "revision": 1, "taken": [{ "note": 0, "hunks": [0] }],
                "text": "x", "path": "Rye.md", "notes": [{ "path": "Rye.md", "after": "x" }],
            }),
            Refusal,
        ),
        ("refuse_change", id.clone(), Refusal),
        ("undo_change", id.clone(), Refusal),
        ("undo_conversation", id.clone(), Refusal),
        ("rate_verdict", json!({ "answer": nobody, "sentence": 0, "isRight": true }), Refusal),
        ("list_ratings", json!({}), Own),
        ("forget_rating", json!({ "key": "0".repeat(64) }), Own),
        ("undo_bytes", json!({}), Own),
        ("forget_undo", json!({}), Own),
        ("answer_path", json!({ "answer": nobody }), Refusal),
        (
            "propose_answer",
            json!({ "answer": nobody, "place": { "type": "newNote", "path": secret }, "text": "x" }),
            BadArguments,
        ),
        (
            "propose_answer",
            json!({ "answer": nobody, "place": { "type": "endOf", "path": secret }, "text": "x" }),
            BadArguments,
        ),
        (
            "propose_answer",
            json!({ "answer": nobody, "place": { "type": "endOf", "path": "Rye.md" }, "text": "x" }),
            Refusal,
        ),
        ("unlinked_mentions", outside("../secret.txt"), BadArguments),
        ("unlinked_mentions", outside(&secret), BadArguments),
        ("footnotes", outside("../secret.txt"), BadArguments),
        ("footnotes", outside(&secret), BadArguments),
        // Words that aren't in the note, or a note outside the vault, can't become links.
        (
            "propose_links",
            json!({ "mentions": [{
                "source": "Rye.md", "target": "Salt.md", "range": { "start": 0, "end": 1 },
            }], "text": "x" }),
            Refusal,
        ),
        (
            "propose_links",
            json!({ "mentions": [{
                "source": "../secret.txt", "target": secret, "range": { "start": 0, "end": 6 },
            }] }),
            BadArguments,
        ),
        ("reference_path", json!({ "reference": nobody }), Refusal),
        (
            "propose_reference",
            json!({ "reference": nobody, "path": secret, "text": "x" }),
            BadArguments,
        ),
        (
            "propose_reference",
            json!({ "reference": nobody, "path": "New.md", "url": evil, "text": "x" }),
            Refusal,
        ),
        ("move_new_note", json!({ "id": nobody, "revision": 1, "path": secret }), BadArguments),
        (
            "move_new_note",
            json!({ "id": nobody, "revision": 1, "path": "New.md", "text": "x" }),
            Refusal,
        ),
        (
            "export_conversation",
            json!({ "id": nobody, "format": "markdown", "name": "../.bashrc", "path": secret }),
            Nothing,
        ),
        ("export_ratings", json!({ "path": secret }), Nothing),
        ("export_receipt", json!({ "answer": nobody, "format": "json", "path": secret }), Nothing),
        ("import_conversations", json!({ "path": secret }), Nothing),
        ("get_settings", json!({}), Own),
        with("/servers", json!([server])),
        with("/chosen", json!({ "server": evil, "model": "m" })),
        with("/chosen", json!({ "server": { "type": "address", "address": evil }, "model": "m" })),
        with("/chosen", json!({ "server": "The built-in engine", "model": "m" })),
        with("/servers", json!([{ "kind": "engine", "base_url": evil, "name": null }])),
        with("/search/embeddings", json!({ "type": "server", "server": server, "model": "m" })),
        with("/search/vectors", json!({ "type": "chroma", "base_url": evil })),
        with("/search/rerank", json!({ "type": "server", "base_url": evil, "model": "m" })),
        with("/web/service", json!({ "type": "searXng", "base_url": evil })),
        with("/web/service", json!({ "type": "tavily" })),
        with("/web", json!({ "service": { "type": "tavily" }, "results": 5, "ask": "never" })),
        with("/check/judge", json!({ "type": "server", "server": server, "model": "m" })),
        ("local_models", json!({ "folder": secret }), Own),
        ("get_model", json!({ "id": "../secret", "channel": channel }), Own),
        ("stop_getting", json!({ "id": "../secret" }), Own),
        ("remove_model", json!({ "id": "../secret.txt" }), Refusal),
        ("remove_model", json!({ "id": secret }), Refusal),
        ("choose_model_file", json!({ "path": secret }), Nothing),
        ("add_model", json!({ "token": 1, "copied": true, "path": secret }), Refusal),
        ("add_model", json!({ "token": secret, "copied": true }), BadArguments),
        ("choose_models_folder", json!({ "path": place.file("") }), Own),
        ("reset_models_folder", json!({ "path": place.file("") }), Own),
        ("running_model", json!({ "path": secret }), Own),
        ("unload_model", json!({}), Own),
        ("quick_ask_troubles", json!({}), Own),
        ("open_quick_ask", json!({ "url": evil }), Nothing),
        ("close_quick_ask", json!({}), Nothing),
        ("open_in_main", json!({ "link": evil }), Refusal),
        ("open_in_main", json!({ "link": format!("file://{secret}") }), Refusal),
        ("open_in_main", json!({ "link": "marginalia://open?note=../secret.txt" }), Refusal),
        ("open_in_main", json!({ "link": "marginalia://send?q=x" }), Refusal),
        ("key_places", json!({ "addresses": [evil] }), Own),
        ("find_models", json!({ "places": [evil] }), Own),
        ("look_at_server", json!({ "address": format!("{evil}/?secret") }), Refusal),
        ("try_model", json!({ "server": server, "model": "m" }), Refusal),
        ("pull_model", json!({ "server": server, "model": "m", "channel": channel }), Refusal),
        ("stop_pull", json!({ "server": server, "model": "m" }), Own),
        ("set_key", json!({ "address": evil, "key": null }), Own),
        ("set_key", json!({ "address": "http://a.example", "key": "sk-x" }), Refusal),
    ];
    for path in [secret.as_str(), "../secret.txt", ".hidden", "/etc/passwd", "vault/../../x", ""] {
        let outcome = if path == ".hidden" { Refusal } else { BadArguments };
        for command in
            ["file_outside", "open_outside", "show_outside", "note_date", "open_in_obsidian"]
        {
            calls.push((command, outside(path), outcome));
        }
        let why = json!({ "query": "x", "path": path, "limit": 5, "mode": "words" });
        // `why_not` accepts unknown paths inside the vault, because it only looks in the index.
        calls.push(("why_not", why, if path == ".hidden" { Own } else { BadArguments }));
    }
    let called: BTreeSet<_> = calls.iter().map(|(command, ..)| *command).collect();
    assert_eq!(called, registered());

    let mut wrong = Vec::new();
    for (command, arguments, expected) in calls {
        let said = place.call(command, arguments.clone());
        let outcome = match &said {
            Err(Value::String(_)) => BadArguments,
            Err(_) => Refusal,
            Ok(value) if value.is_null() || value == &json!([]) => Nothing,
            Ok(_) => Own,
        };
        let fits = outcome == expected || (expected == Own && outcome == Nothing);
        if !fits {
            wrong.push(format!("{command} {arguments}: {said:?}"));
        }
        let told = said.map_or_else(|error| error.to_string(), |value| value.to_string());
        assert!(!told.contains("\"secret\""), "{command} told what is in the file: {told}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(listener.accept().is_err(), "the page's server was asked");
    assert!(place.desk.opened.lock().is_empty());
    assert_eq!(place.call("get_settings", json!({})).unwrap(), settings);
    assert_eq!(std::fs::read_to_string(&secret).unwrap(), "secret");
    let names = place.desk.named.lock().clone();
    assert_eq!(names, ["-.bashrc.md", "Ratings.jsonl", "Receipt.json"]);
    // Proves that the dialogs appeared; an app that does nothing would pass the checks above.
    assert!(place.desk.asked.lock().len() >= 7);
}

// B67
#[test]
fn the_window_for_a_quick_question_may_find_ask_and_show() {
    let text = include_str!("../permissions/main.toml");
    let own = text.split("identifier = \"quick\"").nth(1).unwrap();
    let list = own.split('[').nth(1).unwrap().split(']').next().unwrap();
    let allowed: BTreeSet<_> = list.split(',').map(|name| name.trim().trim_matches('"')).collect();
    let few =
        ["ask", "cancel", "close_quick_ask", "open_in_main", "preferences_file", "search_notes"];
    assert_eq!(allowed, BTreeSet::from(few));
    let capability: Value =
        serde_json::from_str(include_str!("../capabilities/quick.json")).unwrap();
    assert_eq!(capability["windows"], json!(["quick"]));
    let given = json!(["store:allow-get-store", "store:allow-entries", "quick"]);
    assert_eq!(capability["permissions"], given);
    // The main window's capabilities don't apply to the quick question window.
    let main = include_str!("../capabilities/main.json");
    assert!(!main.contains("\"quick\""));
}
