use super::*;
use conversation::{Conversation, Message, MessageState};

#[tokio::test]
async fn a_library_that_is_no_database_is_kept_aside() {
    let place = Place::new();
    let garbage = "This was a library once. ".repeat(400);
    fs::write(place.file(), &garbage).unwrap();
    let (library, notice) = Library::open(&place.file()).unwrap();
    check_kept_aside(&place, &library, notice, garbage.as_bytes()).await;
}

#[tokio::test]
async fn a_truncated_library_is_kept_aside() {
    let place = Place::new();
    let whole = closed_library_with_a_long_text(&place).await;
    let half = &whole[..whole.len() / 2];
    fs::write(place.file(), half).unwrap();
    let (library, notice) = Library::open(&place.file()).unwrap();
    check_kept_aside(&place, &library, notice, half).await;
}

#[tokio::test]
async fn a_library_with_a_damaged_page_is_kept_aside() {
    let place = Place::new();
    let mut bytes = closed_library_with_a_long_text(&place).await;
    // The second and third page are inner pages of the schema's first tables.
    for byte in &mut bytes[4096..12288] {
        *byte = 0xA5;
    }
    fs::write(place.file(), &bytes).unwrap();
    let (library, notice) = Library::open(&place.file()).unwrap();
    check_kept_aside(&place, &library, notice, &bytes).await;
}

/// The bytes of a cleanly closed library of some dozens of pages.
async fn closed_library_with_a_long_text(place: &Place) -> Vec<u8> {
    {
        let library = place.open();
        let text: String =
            (0..40_000u32).map(|n| format!("{} ", n.wrapping_mul(2_654_435_761))).collect();
        let file = NewFile::text("numbers.txt", Tokens(1), FileText::plain(text));
        library.add_attachment(file).await.unwrap();
    }
    place.closed();
    fs::read(place.file()).unwrap()
}

async fn check_kept_aside(place: &Place, library: &Library, notice: Option<String>, was: &[u8]) {
    let notice = notice.unwrap();
    let names = place.names();
    let aside: Vec<_> = names.iter().filter(|name| name.contains("-damaged-")).collect();
    let date = jiff::Zoned::now().strftime("%Y-").to_string();
    assert!(aside.iter().any(|name| name.contains(&date)), "{names:?}");
    let aside = aside.iter().find(|name| name.ends_with(".db")).unwrap();
    assert!(notice.contains(aside.as_str()), "{notice}");
    assert_eq!(fs::read(place.folder.path().join(aside)).unwrap(), was);
    let vault = vault(library).await;
    assert_eq!(library.conversations(vault).await.unwrap(), []);
}

/// A cleanly closed library of 30 conversations with 10 turns each: its bytes and its conversations in order.
async fn large_library(place: &Place) -> (Vec<u8>, Vec<Conversation>) {
    let mut kept = Vec::new();
    {
        let library = place.open();
        library
            .put_settings(Settings { exclude: vec!["a".to_owned()], ..Settings::default() })
            .await
            .unwrap();
        let vault = vault(&library).await;
        for n in 0..30 {
            let mut id = None;
            for turn in 0..10 {
                let asked = question(&format!("question {n}.{turn} {}", "about salt ".repeat(20)));
                let mut replied = answer();
                let asked = match id {
                    None => new_question(&asked),
                    Some(id) => next_question(id, &asked),
                };
                let conversation = library.begin_turn(vault, asked, replied.clone()).await.unwrap();
                id = Some(conversation);
                replied.state = MessageState::Complete;
                replied.text = format!("answer {n}.{turn} {}", "per cent ".repeat(40));
                let passage = format!("passage {n}.{turn} {}", "of a note ".repeat(60));
                replied.references = vec![reference("a.md", &passage, Some(1), State::Cited)];
                let contents = vec![passage.clone()];
                let body = serde_json::to_string(&contents).unwrap();
                let receipt = receipt(replied.id, &body, &[&passage]);
                library.begin_receipt(receipt, contents, None).await.unwrap();
                library.end_turn(replied, CallReport::default()).await.unwrap();
            }
            kept.push(library.conversation(id.unwrap()).await.unwrap());
        }
    }
    place.closed();
    (fs::read(place.file()).unwrap(), kept)
}

fn at(bytes: &[u8], text: &str) -> usize {
    bytes.windows(text.len()).position(|window| window == text.as_bytes()).unwrap()
}

fn page(at: usize) -> std::ops::Range<usize> {
    let start = at / 4096 * 4096;
    start..start + 4096
}

/// Opens a library with these bytes; returns it with the notice and its messages, all of which must be among the
/// original ones.
async fn recovered(
    place: &Place,
    bytes: &[u8],
    was: &[Conversation],
) -> (Library, String, Vec<Message>) {
    fs::write(place.file(), bytes).unwrap();
    let (library, notice) = Library::open(&place.file()).unwrap();
    let vault = vault(&library).await;
    let mut messages = Vec::new();
    for entry in library.conversations(vault).await.unwrap() {
        let conversation = library.conversation(entry.id).await.unwrap();
        assert_eq!(entry.messages as usize, conversation.messages.len());
        let before = was.iter().find(|before| before.id == entry.id).unwrap();
        for message in &conversation.messages {
            let same = before.messages.iter().find(|one| one.id == message.id).unwrap();
            assert_eq!((&message.text, message.state()), (&same.text, same.state()));
            if message.answer().is_some_and(|answer| answer.has_receipt) {
                assert_eq!(library.receipts(message.id).await.unwrap().len(), 1);
            }
        }
        messages.extend(conversation.messages);
    }
    let mut names = place.names();
    names.retain(|name| name.contains("being-read"));
    assert_eq!(names, BTreeSet::new());
    // The new library is consistent.
    library
        .write(|connection| {
            let found: String =
                connection.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
            assert_eq!(found, "ok");
            assert!(!connection.prepare("PRAGMA foreign_key_check")?.exists([])?);
            Ok(())
        })
        .await
        .unwrap();
    library.begin_turn(vault, new_question(&question("And now?")), answer()).await.unwrap();
    (library, notice.unwrap_or_default(), messages)
}

// B55
#[tokio::test]
async fn rows_on_undamaged_pages_are_recovered() {
    let place = Place::new();
    let (whole, was) = large_library(&place).await;
    let damaged = |texts: &[&str]| {
        let mut bytes = whole.clone();
        for text in texts {
            bytes[page(at(&whole, text))].fill(0xA5);
        }
        bytes
    };
    // Damage to pages of messages loses only their rows, and the count is right.
    let bytes = damaged(&["answer 3.4 ", "answer 17.2 ", "answer 29.9 "]);
    let (library, notice, messages) = recovered(&place, &bytes, &was).await;
    let lost = 600 - messages.len();
    assert!((3..40).contains(&lost), "{lost}: {notice}");
    assert!(notice.contains("30 conversations with "), "{notice}");
    assert!(
        notice.contains(&format!("{} messages could be read", messages.len()))
            && notice.contains(&format!("0 conversations and {lost} messages couldn't be read")),
        "{notice}"
    );
    assert_eq!(library.settings().await.unwrap().exclude, ["a"]);
    let answers = messages.iter().filter_map(Message::answer);
    assert!(answers.clone().all(|answer| answer.has_receipt && answer.references.len() == 1));
    let vault = vault(&library).await;
    assert_eq!(library.search_conversations(vault, "29.5 answer").await.unwrap().len(), 1);
    drop(library);
    place.closed();

    // A damaged page of conversations: their messages get a default title.
    let title = was[5].id.to_string();
    let bytes = damaged(&[&title]);
    let (library, notice, messages) = recovered(&place, &bytes, &was).await;
    assert_eq!(messages.len(), 600, "{notice}");
    drop(library);
    place.closed();
}

// B55
#[tokio::test]
async fn a_library_without_its_end_or_its_header_is_recovered() {
    let place = Place::new();
    let (whole, was) = large_library(&place).await;
    for (share, least) in [(9, 300), (5, 100)] {
        let bytes = &whole[..whole.len() * share / 10];
        let (library, notice, messages) = recovered(&place, bytes, &was).await;
        assert!(messages.len() > least, "{share}: {} {notice}", messages.len());
        drop(library);
        place.closed();
    }
    let mut bytes = whole.clone();
    bytes[..100].fill(0xEE);
    let (_library, notice, messages) = recovered(&place, &bytes, &was).await;
    assert_eq!(messages.len(), 600);
    assert!(notice.contains("Nothing is missing."), "{notice}");
}

// B55
#[tokio::test]
async fn flipped_bytes_lose_only_their_own_rows() {
    let place = Place::new();
    let (whole, was) = large_library(&place).await;
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    for _ in 0..12 {
        let mut bytes = whole.clone();
        for _ in 0..5 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            // The first pages have the schema and the tables' roots, without which nothing in a table is found.
            let pages = (bytes.len() / 4096 - 72) as u64;
            let from = (72 + random % pages) as usize * 4096;
            // A page's header and row offsets, which every reader needs.
            bytes[from..from + 64].iter_mut().for_each(|byte| *byte ^= 0x5A);
        }
        let (library, notice, messages) = recovered(&place, &bytes, &was).await;
        assert!(messages.len() > 400, "{}: {notice}", messages.len());
        drop(library);
        place.closed();
    }
}
