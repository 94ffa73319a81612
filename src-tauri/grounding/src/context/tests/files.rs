//! Attached files have numbers like notes, as long as they are shown.

use super::*;
use conversation::ContextItem;

fn numbers_in(assembly: &Assembly, segment: Segment) -> Vec<u32> {
    let parts = assembly.view.parts.iter().filter(|part| part.segment == segment);
    parts.filter_map(|part| part.number).map(|number| number.0).collect()
}

// B91
#[test]
fn passages_of_a_file_are_numbered_and_keep_their_numbers() {
    let mut first = input("How dear is salt?");
    let mut list = file("list.pdf", "Salt: 1 €.");
    let mut more = file("list.pdf", "Flour: 2 €.").passages;
    // The same text on two pages is one passage.
    more.push(list.passages[0].clone());
    list.passages.append(&mut more);
    first.basis.attachments = vec![list.clone()];
    first.progress.hits = vec![hit("Salt.md", 3, "Salt slows.")];
    let assembly = build(&first, &words);
    assert_eq!(flow(&assembly), "S D F U R");
    assert_eq!(numbers_in(&assembly, Segment::Attachments), [1, 2]);
    assert_eq!(numbers_in(&assembly, Segment::Documents), [3]);
    assert_eq!(numbers(&assembly.used), [3, 1, 2]);
    assert!(assembly.messages[0].content.contains("the user's notes and files"));
    let item = Some(ContextItem::File { attachment: list.id });
    let of_file = assembly.view.parts.iter().filter(|part| part.segment == Segment::Attachments);
    assert!(of_file.map(|part| &part.item).all(|known| *known == item));

    // In the next turn it has the same numbers, and may be cited.
    let mut next = input("And flour?");
    next.basis.mode = Mode::None;
    next.progress.earlier.turns =
        vec![PastTurn { attachments: vec![list], ..turn("How dear is salt?", "1 € [1].") }];
    next.progress.ledger = assembly.ledger;
    let again = build(&next, &words);
    assert_eq!(flow(&again), "S F U A U R");
    assert_eq!(numbers_in(&again, Segment::Attachments), [1, 2]);
    assert!(again.messages[0].content.contains("# Citing"), "{}", again.messages[0].content);
    assert!(again.used.is_empty(), "what was shown before isn't found anew");
    // Files of old conversations without numbers stay as they were.
    next.progress.ledger = Ledger::default();
    let plain = build(&next, &words);
    assert!(plain.messages[1].content.ends_with("Salt: 1 €.\n\nFlour: 2 €.\n\nSalt: 1 €."));
    assert!(!plain.messages[0].content.contains("# Citing"));
}

#[test]
fn an_attached_passage_is_not_sent_with_its_linked_note_again() {
    let mut input = input("How much salt?");
    let note = linked("Salt.md", "Salt slows.", &[]);
    let excerpt = Reference { kind: Kind::Attachment, ..note.text[0].clone() };
    input.basis.attachments = vec![AttachedFile { passages: vec![excerpt], ..file("Salt", "") }];
    input.basis.linked = vec![note];
    let assembly = build(&input, &words);
    let sent: Vec<&str> = assembly.messages.iter().map(|it| it.content.as_str()).collect();
    assert_eq!(sent.join("\n").matches("Salt slows.").count(), 1, "{sent:?}");
    assert_eq!(numbers(&assembly.used), [1]);
}

// B35
#[test]
fn a_file_that_is_searched_is_named_and_not_shown() {
    let mut input = input("How dear is salt?");
    input.basis.attachments =
        vec![AttachedFile { searched: true, passages: Vec::new(), ..file("book.epub", "") }];
    let assembly = build(&input, &words);
    let told = &assembly.messages[1].content;
    assert!(told.contains("“book.epub”") && told.contains("searched for each question"), "{told}");
    assert!(!told.contains("documents\""));
}
