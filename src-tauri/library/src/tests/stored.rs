//! Titles, pins, memories, projects, prompts and images.

use super::*;
use conversation::{
    Attachment, AttachmentId, ConversationFilter, ConversationId, ConversationSettings,
    ExcerptPlace, FileExtent, FilePart, ImageInfo, MemoryId, MessageState, PartUnit, PlacedPart,
    PromptSource,
};
use models::ImageFormat;

async fn conversation(library: &Library, vault: VaultId, text: &str) -> ConversationId {
    library.begin_turn(vault, new_question(&question(text)), answer()).await.unwrap()
}

// B106
#[tokio::test]
async fn questions_that_wait_are_kept_beside_what_is_written() {
    let place = Place::new();
    let id = {
        let library = place.open();
        let vault = vault(&library).await;
        let id = conversation(&library, vault, "How much salt?").await;
        let questions = vec![draft("And rye?"), draft("And water?")];
        library.put_queue(id, questions).await.unwrap();
        assert_eq!(library.draft(vault, Some(id)).await.unwrap(), None, "nothing is written");
        library.put_draft(vault, Some(id), draft("And")).await.unwrap();
        let nothing = Draft { scope: Scope::default(), ..draft("") };
        library.put_draft(vault, Some(id), nothing).await.unwrap();
        id
    };
    let library = place.open();
    let texts = async || {
        let queue = library.queue(id).await.unwrap();
        queue.into_iter().map(|draft| draft.text).collect::<Vec<_>>()
    };
    assert_eq!(texts().await, ["And rye?", "And water?"]);
    let vault = vault(&library).await;
    library.put_draft(vault, Some(id), draft("And")).await.unwrap();
    library.put_queue(id, Vec::new()).await.unwrap();
    assert!(texts().await.is_empty());
    assert_eq!(library.draft(vault, Some(id)).await.unwrap().unwrap().text, "And");
    // A nonexistent or deleted conversation stores none.
    library.put_queue(ConversationId::new(), vec![draft("And rye?")]).await.unwrap();
}

#[tokio::test]
async fn conversations_are_renamed_pinned_deleted_and_brought_back() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let first = conversation(&library, vault, "one").await;
    let second = conversation(&library, vault, "two").await;
    let listed = async || {
        let entries = library.conversations(vault).await.unwrap();
        entries.iter().map(|entry| (entry.id, entry.pinned)).collect::<Vec<_>>()
    };
    assert_eq!(listed().await, [(second, false), (first, false)]);
    library.pin_conversation(first, true).await.unwrap();
    assert_eq!(listed().await, [(first, true), (second, false)]);
    library.pin_conversation(first, false).await.unwrap();
    library.rename_conversation(second, "Rye".to_owned()).await.unwrap();
    assert_eq!(library.conversation(second).await.unwrap().title, "Rye");

    library.remember_conversation(second).await.unwrap();
    library.delete_conversation(second).await.unwrap();
    assert_eq!(listed().await, [(first, false)]);
    assert_eq!(library.last_conversation(vault).await.unwrap(), None);
    library.restore_conversation(second).await.unwrap();
    assert_eq!(listed().await, [(second, false), (first, false)]);

    let nowhere = ConversationId::new();
    for error in [
        library.rename_conversation(nowhere, "x".to_owned()).await.unwrap_err(),
        library.pin_conversation(nowhere, true).await.unwrap_err(),
        library.delete_conversation(nowhere).await.unwrap_err(),
        library.restore_conversation(nowhere).await.unwrap_err(),
    ] {
        assert_eq!(error.code, Code::NotFound);
    }
}

#[tokio::test]
async fn conversations_are_filtered_and_answers_found_by_what_they_cite() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let mut answers = Vec::new();
    for (text, mode, model, state) in [
        ("salt", Mode::Notes, "small", State::Cited),
        ("rye", Mode::Notes, "large", State::Used),
        ("hello", Mode::None, "small", State::Cited),
    ] {
        let path = if text == "hello" { "Hello.md" } else { "Salt.md" };
        let mut asked = question(text);
        asked.mode = mode;
        let mut answer = answer();
        let id = library.begin_turn(vault, new_question(&asked), answer.clone()).await.unwrap();
        answer.state = MessageState::Complete;
        answer.model = Some(model.to_owned());
        answer.references = vec![reference(path, "Salt: 2 %.", Some(1), state)];
        library.end_turn(answer.clone(), CallReport::default()).await.unwrap();
        answers.push((id, answer));
    }
    let [salt, rye, hello] = [0, 1, 2].map(|at| answers[at].0);
    library.pin_conversation(rye, true).await.unwrap();
    let all = ConversationFilter::default;
    let salt_md = NotePath::new("Salt.md").unwrap();
    let last = answers[2].1.created;
    let cases = [
        (all(), vec![rye, hello, salt]),
        (ConversationFilter { pinned: true, ..all() }, vec![rye]),
        (ConversationFilter { since: Some(last), ..all() }, vec![hello]),
        (ConversationFilter { note: Some(salt_md.clone()), ..all() }, vec![salt]),
        (ConversationFilter { mode: Some(Mode::None), ..all() }, vec![hello]),
        (ConversationFilter { model: Some("small".to_owned()), ..all() }, vec![hello, salt]),
        (ConversationFilter { pinned: true, mode: Some(Mode::None), ..all() }, vec![]),
    ];
    for (filter, expected) in cases {
        let listed = library.conversations_by(vault, filter.clone()).await.unwrap();
        let listed: Vec<_> = listed.iter().map(|entry| entry.id).collect();
        assert_eq!(listed, expected, "{filter:?}");
    }
    assert_eq!(library.answering_models(vault).await.unwrap(), ["large", "small"]);

    let citing = library.answers_citing(vault, salt_md.clone()).await.unwrap();
    let [only] = &citing[..] else { panic!("{citing:?}") };
    assert_eq!((only.conversation, only.answer), (salt, answers[0].1.id));
    assert_eq!((&*only.question, only.created), ("salt", answers[0].1.created));
    library.delete_conversation(salt).await.unwrap();
    assert_eq!(library.answers_citing(vault, salt_md).await.unwrap(), []);
    let elsewhere = library.open_vault(std::path::Path::new("/vaults/rye")).await.unwrap();
    assert_eq!(library.answering_models(elsewhere).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn settings_of_a_conversation_exist_before_it_and_are_deleted_with_it() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let own = ConversationSettings { temperature: Some(0.5), ..ConversationSettings::default() };
    let of = async |id| library.conversation_settings(vault, id).await.unwrap();
    library.put_conversation_settings(vault, None, own.clone()).await.unwrap();
    let first = conversation(&library, vault, "one").await;
    assert_eq!(of(Some(first)).await, own);
    // The next conversation starts with default settings.
    assert!(of(None).await.is_empty());
    let second = conversation(&library, vault, "two").await;
    assert!(of(Some(second)).await.is_empty());
    library.put_conversation_settings(vault, Some(second), own.clone()).await.unwrap();
    let nothing = ConversationSettings::default();
    library.put_conversation_settings(vault, Some(second), nothing).await.unwrap();
    assert!(of(Some(second)).await.is_empty());
    library.delete_conversation(first).await.unwrap();
    library.erase_deleted(None).await.unwrap();
    assert!(of(Some(first)).await.is_empty());
}

#[tokio::test]
async fn memories_are_found_by_their_words() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let elsewhere = library.open_vault(std::path::Path::new("/vaults/rye")).await.unwrap();
    let mut ids = Vec::new();
    for text in ["I bake on Sundays.", "Café Müller sells rye.", "我喜欢黑麦面包"] {
        ids.push(library.remember(vault, format!(" {text} ")).await.unwrap());
    }
    assert_eq!(library.remember(vault, "I bake on Sundays.".to_owned()).await.unwrap(), ids[0]);
    assert_eq!(library.memories(vault).await.unwrap().len(), 3);
    assert_eq!(library.memories(elsewhere).await.unwrap(), []);
    for (words, expected) in [
        ("sunday", vec![ids[0]]),
        ("CAFE muller?", vec![ids[1]]),
        ("黑麦", vec![ids[2]]),
        ("rye sunday baking rye muller", vec![ids[1], ids[0]]),
        ("", vec![ids[2], ids[1], ids[0]]),
        ("nothing", vec![]),
    ] {
        let found = library.search_memories(vault, words, 10).await.unwrap();
        assert_eq!(found.iter().map(|one| one.id).collect::<Vec<_>>(), expected, "{words}");
    }
    assert_eq!(library.search_memories(vault, "", 1).await.unwrap().len(), 1);
    library.forget(ids[0]).await.unwrap();
    assert_eq!(library.memories(vault).await.unwrap().len(), 2);
    assert_eq!(library.forget(MemoryId::new()).await.unwrap_err().code, Code::NotFound);
    let empty = library.remember(vault, "  ".to_owned()).await.unwrap_err();
    assert_eq!(empty.code, Code::BadInput);
}

#[tokio::test]
async fn projects_and_prompts_are_kept_and_belong_to_conversations() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let elsewhere = library.open_vault(std::path::Path::new("/vaults/rye")).await.unwrap();
    let mut project = Project {
        name: "Bread".to_owned(),
        instructions: "Be brief.".to_owned(),
        notes: vec![NotePath::new("Bread").unwrap(), NotePath::new("Salt.md").unwrap()],
        tags: vec!["dough".to_owned()],
        search: "rye -wheat".to_owned(),
        ..Project::new()
    };
    let prompt = Prompt {
        name: "Baker".to_owned(),
        text: "You are a baker.".to_owned(),
        replaces_instructions: true,
        ..Prompt::new()
    };
    library.put_project(vault, project.clone()).await.unwrap();
    project.name = "Breads".to_owned();
    library.put_project(vault, project.clone()).await.unwrap();
    library.put_prompt(prompt.clone()).await.unwrap();
    assert_eq!(library.projects(vault).await.unwrap(), std::slice::from_ref(&project));
    assert_eq!(library.prompts().await.unwrap(), std::slice::from_ref(&prompt));
    assert_eq!(library.project(vault, project.id).await.unwrap(), Some(project.clone()));
    assert_eq!(library.project(elsewhere, project.id).await.unwrap(), None);
    let stranger = Project { name: "Taken".to_owned(), ..project.clone() };
    library.put_project(elsewhere, stranger).await.unwrap();
    assert_eq!(library.projects(vault).await.unwrap()[0].name, "Breads");

    let own = ConversationSettings {
        project: Some(project.id),
        prompts: vec![PromptSource::Library { id: prompt.id }],
        ..ConversationSettings::default()
    };
    library.put_conversation_settings(vault, None, own).await.unwrap();
    let id = conversation(&library, vault, "one").await;
    let project_of = async || library.conversations(vault).await.unwrap()[0].project;
    assert_eq!(project_of().await, Some(project.id));
    let archive = library.archive(id).await.unwrap();
    assert_eq!(
        (archive.project.as_ref(), &archive.prompts[..]),
        (Some(&project), &[prompt.clone()][..])
    );

    // A moved note stays in the project.
    let (from, to) = (NotePath::new("Salt.md").unwrap(), NotePath::new("Sea/Salt.md").unwrap());
    let moved = NoteMove { from, to: to.clone(), staying: Vec::new() };
    library.notes_moved(vault, vec![moved]).await.unwrap();
    assert_eq!(library.projects(vault).await.unwrap()[0].notes[1], to);

    library.delete_project(project.id).await.unwrap();
    library.delete_prompt(prompt.id).await.unwrap();
    assert_eq!(project_of().await, None);
    assert_eq!(library.archive(id).await.unwrap().prompts, []);
    assert_eq!(library.delete_prompt(prompt.id).await.unwrap_err().code, Code::NotFound);
    project.name = " ".to_owned();
    assert_eq!(library.put_project(vault, project).await.unwrap_err().code, Code::BadInput);
}

/// An answer that cites these references.
async fn cited(library: &Library, vault: VaultId, references: Vec<Reference>) -> MessageId {
    let mut answer = answer();
    library.begin_turn(vault, new_question(&question("Again?")), answer.clone()).await.unwrap();
    answer.state = MessageState::Complete;
    answer.references = references;
    library.end_turn(answer.clone(), CallReport::default()).await.unwrap();
    answer.id
}

// B85
#[tokio::test]
async fn often_cited_notes_become_memories_until_deleted() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let salt = |state| {
        let mut salt = reference("Salt.md", "Two per cent.", Some(1), state);
        salt.summary = Some("How much salt".to_owned());
        vec![salt]
    };
    for (count, state) in
        [(0, State::Cited), (0, State::Used), (0, State::Cited), (1, State::Cited)]
    {
        let answer = cited(&library, vault, salt(state)).await;
        library.count_references(vault, answer).await.unwrap();
        assert_eq!(library.memories(vault).await.unwrap().len(), count, "{state:?}");
    }
    let [known] = &library.memories(vault).await.unwrap()[..] else { panic!() };
    assert_eq!((known.kind, known.path.as_ref().unwrap().as_str()), (MemoryKind::Note, "Salt.md"));
    assert_eq!(known.summary.as_deref(), Some("How much salt"));
    assert!(known.text.ends_with("How much salt") && known.used.is_some(), "{known:?}");
    let (from, to) = (NotePath::new("Salt.md").unwrap(), NotePath::new("Sea.md").unwrap());
    let moved = NoteMove { from, to: to.clone(), staying: Vec::new() };
    library.notes_moved(vault, vec![moved]).await.unwrap();
    assert_eq!(library.memories(vault).await.unwrap()[0].path, Some(to));

    // A forgotten note isn't remembered again, and only facts can be reworded.
    assert_eq!(
        library.reword_memory(known.id, "x".to_owned()).await.unwrap_err().code,
        Code::NotFound
    );
    library.forget(known.id).await.unwrap();
    let mut again = salt(State::Cited);
    again[0].path = Some(NotePath::new("Sea.md").unwrap());
    let answer = cited(&library, vault, again).await;
    library.count_references(vault, answer).await.unwrap();
    assert_eq!(library.memories(vault).await.unwrap(), []);
    assert_eq!(library.forget(known.id).await.unwrap_err().code, Code::NotFound);

    let fact = library.remember(vault, "I bake on Sundays.".to_owned()).await.unwrap();
    library.reword_memory(fact, " I bake on Mondays. ".to_owned()).await.unwrap();
    let text = "I bake on Mondays.";
    let mut got = reference("Salt.md", text, Some(2), State::Used);
    (got.kind, got.path) = (Kind::Memory, None);
    assert_eq!(library.memories(vault).await.unwrap()[0].used, None);
    let answer = cited(&library, vault, vec![got]).await;
    library.count_references(vault, answer).await.unwrap();
    let [fact] = &library.memories(vault).await.unwrap()[..] else { panic!() };
    assert!(fact.used.is_some() && fact.text == text, "{fact:?}");
    let long = library.remember(vault, "x".repeat(2_001)).await.unwrap_err();
    assert_eq!(long.code, Code::BadInput);
}

// B93
#[tokio::test]
async fn the_pages_of_a_file_and_how_much_of_it_goes_along_are_kept() {
    let place = Place::new();
    let library = place.open();
    let part = FilePart { unit: PartUnit::Page, number: 1, name: Some("i".to_owned()) };
    let text = FileText {
        text: "Rye keeps.".to_owned(),
        parts: Some(vec![PlacedPart { start: 0, part }]),
        ..FileText::default()
    };
    let ranges = vec![notes::ByteRange { start: 0, end: 4 }];
    for extent in [FileExtent::Whole, FileExtent::Passages { ranges }, FileExtent::Searched] {
        let new = NewFile { extent, ..NewFile::text("rye.pdf", Tokens(3), text.clone()) };
        let file = library.add_attachment(new.clone()).await.unwrap();
        assert_eq!(file.extent, new.extent);
        let kept = library.attachments(vec![file.id]).await.unwrap();
        assert_eq!(kept, [(file, text.clone())]);
    }
}

fn excerpt_of(path: &str) -> FileExtent {
    let place = ExcerptPlace {
        path: NotePath::new(path).unwrap(),
        wikilink: "[[Salt]]".to_owned(),
        lines: LineRange { start: 3, end: 4 },
        range: ByteRange { start: 10, end: 23 },
        heading_path: vec!["Dough".to_owned()],
        columns: None,
        part: None,
    };
    FileExtent::Excerpt { place }
}

#[tokio::test]
async fn an_attached_passage_follows_its_note() {
    let place = Place::new();
    let library = place.open();
    let here = vault(&library).await;
    let elsewhere = library.open_vault(std::path::Path::new("/vaults/rye")).await.unwrap();
    let mut files = Vec::new();
    for _ in 0..4 {
        let text = FileText::plain("Two per cent.");
        let extent = excerpt_of("Salt.md");
        let new = NewFile { extent, ..NewFile::text("Salt", Tokens(3), text) };
        files.push(library.add_attachment(new).await.unwrap());
    }
    let [asked, written, queued, other] = &files[..] else { panic!("{files:?}") };
    let question = Question { attachments: vec![asked.clone()], ..question("How much?") };
    let id = library.begin_turn(here, new_question(&question), answer()).await.unwrap();
    let with = |file: &Attachment| Draft { attachments: vec![file.id], ..draft("And?") };
    library.put_draft(here, None, with(written)).await.unwrap();
    library.put_queue(id, vec![with(queued)]).await.unwrap();
    library.put_draft(elsewhere, None, with(other)).await.unwrap();

    let [from, to] = ["Salt.md", "Sea/Salt.md"].map(|path| NotePath::new(path).unwrap());
    library.notes_moved(here, vec![NoteMove { from, to, staying: Vec::new() }]).await.unwrap();
    for (file, path) in files.iter().zip(["Sea/Salt.md", "Sea/Salt.md", "Sea/Salt.md", "Salt.md"]) {
        let kept = library.attachments(vec![file.id]).await.unwrap();
        assert_eq!(kept[0].0.extent, excerpt_of(path));
        assert_eq!(kept[0].1.text, "Two per cent.");
    }
}

// B92
#[tokio::test]
async fn a_pdf_is_kept_itself_beside_its_text() {
    let place = Place::new();
    let library = place.open();
    let text = || NewFile::text("rye.pdf", Tokens(3), FileText::plain("Rye keeps."));
    let original = Some(b"%PDF-1.7 \xff".to_vec());
    let drawn =
        library.add_attachment(NewFile { original: original.clone(), ..text() }).await.unwrap();
    let plain = library.add_attachment(text()).await.unwrap();
    for (file, expect) in [(drawn.id, original), (plain.id, None), (AttachmentId::new(), None)] {
        assert_eq!(library.has_original(file).await.unwrap(), expect.is_some());
        assert_eq!(library.attachment_original(file).await.unwrap(), expect);
    }
}

#[tokio::test]
async fn an_image_is_kept_as_its_bytes() {
    let place = Place::new();
    let library = place.open();
    let bytes = vec![0x89, b'P', 0xff, 0];
    let info = ImageInfo { width: 3, height: 2, format: ImageFormat::Png };
    let file = NewFile {
        content: NewContent::Image(bytes.clone(), info),
        ..NewFile::text("a.png", Tokens(32), FileText::default())
    };
    let image = library.add_attachment(file).await.unwrap();
    assert_eq!(library.attachment_bytes(image.id).await.unwrap(), (image.clone(), bytes));
    let [(kept, text)] = &library.attachments(vec![image.id]).await.unwrap()[..] else { panic!() };
    assert_eq!((kept, text), (&image, &FileText::default()));
    let nowhere = library.attachment_bytes(AttachmentId::new()).await.unwrap_err();
    assert_eq!(nowhere.code, Code::NotFound);
}

#[tokio::test]
async fn a_turn_begins_in_no_conversation_that_is_deleted_or_of_another_vault() {
    let place = Place::new();
    let library = place.open();
    let here = vault(&library).await;
    let elsewhere = library.open_vault(std::path::Path::new("/vaults/rye")).await.unwrap();
    let (asked, mut replied) = (question("one"), answer());
    let id = library.begin_turn(here, new_question(&asked), replied.clone()).await.unwrap();
    replied.state = MessageState::Complete;
    library.end_turn(replied, CallReport::default()).await.unwrap();
    let questions = || {
        [
            next_question(id, &question("two")),
            AskedQuestion::Kept { conversation: id, message: asked.id },
            AskedQuestion::Edited {
                conversation: id,
                instead_of: asked.id,
                message: question("uno"),
            },
        ]
    };
    for question in questions() {
        let error = library.begin_turn(elsewhere, question, answer()).await.unwrap_err();
        assert_eq!(error.code, Code::BadInput);
        assert!(error.message.contains("/vaults/bread"), "{error}");
    }
    library.delete_conversation(id).await.unwrap();
    for question in questions() {
        let error = library.begin_turn(here, question, answer()).await.unwrap_err();
        assert_eq!(error.code, Code::NotFound);
        assert!(error.message.contains("deleted"), "{error}");
    }
    assert_eq!(library.conversation(id).await.unwrap().messages.len(), 2);
    assert_eq!(library.last_conversation(elsewhere).await.unwrap(), None);
    library.restore_conversation(id).await.unwrap();
    for question in questions() {
        library.begin_turn(here, question, answer()).await.unwrap();
    }
}

#[tokio::test]
async fn an_answer_that_was_exported_half_written_is_interrupted_where_it_is_imported() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let replied = answer();
    let id =
        library.begin_turn(vault, new_question(&question("one")), replied.clone()).await.unwrap();
    library.append_text(replied.id, "Halfway".to_owned(), Vec::new(), String::new()).await.unwrap();
    let archive = library.archive(id).await.unwrap();
    assert_eq!(archive.messages[1].message.state(), MessageState::Streaming);
    let copies = library.put_archives(vault, vec![archive]).await.unwrap();
    let copy = library.conversation(copies[0]).await.unwrap();
    assert_eq!(copy.messages[1].state(), MessageState::Interrupted);
    let found = library.search_conversations(vault, "halfway").await.unwrap();
    assert_eq!(found.iter().map(|hit| hit.conversation).collect::<Vec<_>>(), copies);
}
