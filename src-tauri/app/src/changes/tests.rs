use serde_json::json;

use super::*;
use crate::fixture::{Ground, path};

async fn changes(ground: &Ground) -> Changes {
    let settings = ground.settings().await;
    let vaults = ground.opened(&settings).await;
    ground.changes(&settings, &vaults)
}

fn edit(note: &str, old: &str, new: &str) -> Wish {
    Wish::Edit { path: path(note), old: old.to_owned(), new: new.to_owned() }
}

fn rewrite(note: &str, text: &str) -> Wish {
    Wish::Rewrite { path: path(note), text: text.to_owned() }
}

async fn propose(changes: &Changes, wish: Wish) -> Change {
    changes.propose(wish, Changes::by_hand()).await.unwrap()
}

fn chosen(note: u32, hunks: &[u32]) -> Vec<ChosenHunks> {
    vec![ChosenHunks { note, hunks: hunks.to_vec() }]
}

// B86
#[tokio::test]
async fn only_the_hunks_that_are_taken_are_written() {
    let ground = Ground::new();
    ground.write("List.md", "- flour\n- salt\n- water\n");
    let changes = changes(&ground).await;
    let change = propose(&changes, rewrite("List.md", "- rye\n- salt\n- milk\n- figs\n")).await;
    let hunks: Vec<_> =
        change.notes[0].hunks.iter().map(|hunk| (&*hunk.before, &*hunk.after)).collect();
    assert_eq!(ground.read("List.md"), "- flour\n- salt\n- water\n");
    assert_eq!(hunks.len(), 4, "{hunks:?}");
    for (wrong, code) in [
        (chosen(0, &[]), Code::BadInput),
        (chosen(0, &[9]), Code::BadInput),
        (chosen(0, &[1, 0]), Code::BadInput),
        (chosen(1, &[0]), Code::BadInput),
        (Vec::new(), Code::BadInput),
    ] {
        assert_eq!(changes.apply(change.id, 1, wrong).await.unwrap_err().code, code);
    }
    let at = hunks.iter().position(|hunk| hunk.0 == "- water\n").unwrap();
    let applied =
        changes.apply(change.id, 1, chosen(0, &[u32::try_from(at).unwrap()])).await.unwrap();
    assert_eq!(applied.change.state, ChangeState::Partly);
    assert_eq!(ground.read("List.md"), "- flour\n- salt\n");
    let again = changes.apply(change.id, 1, change.all()).await.unwrap_err();
    assert_eq!(again.code, Code::Changed);
    changes.undo(change.id).await.unwrap();
    assert_eq!(ground.read("List.md"), "- flour\n- salt\n- water\n");
    assert_eq!(changes.get(change.id).await.unwrap().state, ChangeState::Undone);
    assert_eq!(changes.undo(change.id).await.unwrap_err().code, Code::NotFound);
}

// B87
#[tokio::test]
async fn a_note_that_changed_meanwhile_gets_the_change_where_it_belongs_or_says_what_collides() {
    let ground = Ground::new();
    ground.write("Rye.md", "# Rye\n\nRye rests for a day in the cold.\n");
    let changes = changes(&ground).await;
    let change = propose(&changes, edit("Rye.md", "a day", "two days")).await;
    ground.write("Rye.md", "# Rye bread\n\nNew.\n\nRye rests for a day in the cold.\n");
    let stale = changes.apply(change.id, change.revision, change.all()).await.unwrap_err();
    assert_eq!(stale.code, Code::Changed);
    let rebased = changes.get(change.id).await.unwrap();
    assert_eq!((rebased.revision, rebased.notes[0].collision.as_ref()), (2, None));
    changes.apply(change.id, 2, rebased.all()).await.unwrap();
    let after = "# Rye bread\n\nNew.\n\nRye rests for two days in the cold.\n";
    assert_eq!(ground.read("Rye.md"), after);

    let change = propose(&changes, edit("Rye.md", "two days", "a week")).await;
    ground.write("Rye.md", "# Rye bread\n\nRye rests for a month.\n");
    let rebased = changes.get(change.id).await.unwrap();
    assert!(rebased.notes[0].collision.as_ref().unwrap().contains("at the same place"));
    assert_eq!((rebased.notes[0].hunks.len(), &*rebased.notes[0].collided[0].after), (0, "a week"));
    assert_eq!(changes.apply(change.id, 2, rebased.all()).await.unwrap_err().code, Code::BadInput);
    changes.refuse(change.id).await.unwrap();
    assert_eq!(changes.refuse(change.id).await.unwrap_err().code, Code::Changed);
    assert_eq!(ground.read("Rye.md"), "# Rye bread\n\nRye rests for a month.\n");
}

// B89
#[tokio::test]
async fn a_new_note_gets_another_name_before_it_is_written_also_after_its_own_was_taken() {
    let ground = Ground::new();
    let changes = changes(&ground).await;
    let create = |name| Wish::Create { path: path(name), text: "# Rest\n\nA day.".to_owned() };
    let change = propose(&changes, create("Rest.md")).await;
    let moved = changes.move_new_note(change.id, 1, path("Bread/Rest.md")).await.unwrap();
    assert_eq!((&*moved.title, moved.revision), ("New note “Rest”", 2));
    let outdated = changes.move_new_note(change.id, 1, path("Late.md")).await.unwrap_err();
    assert_eq!(outdated.code, Code::Changed);
    let taken = changes.move_new_note(change.id, 2, path("Rye.md")).await.unwrap_err();
    assert_eq!(taken.code, Code::Exists);
    std::fs::create_dir(ground.root().join("Bread")).unwrap();
    ground.write("Bread/Rest.md", "Mine.\n");
    let collided = changes.get(change.id).await.unwrap();
    assert!(collided.notes[0].collision.is_some());
    let revision = collided.revision;
    let moved = changes.move_new_note(change.id, revision, path("Long rest.md")).await.unwrap();
    assert_eq!((&*moved.title, &moved.notes[0].collision), ("New note “Long rest”", &None));
    changes.apply(moved.id, moved.revision, moved.all()).await.unwrap();
    assert_eq!(ground.read("Long rest.md"), "# Rest\n\nA day.\n");
    assert_eq!(ground.read("Bread/Rest.md"), "Mine.\n");

    let edited = propose(&changes, edit("Rye.md", "rests", "waits")).await;
    let refused = changes.move_new_note(edited.id, 1, path("Other.md")).await.unwrap_err();
    assert_eq!(refused.code, Code::BadInput);
}

// The change used to wait forever, and every later one with it.
#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_another_program_keeps_locked_holds_up_a_change_for_seconds_alone() {
    let ground = Ground::new();
    let changes = changes(&ground).await;
    let change = propose(&changes, edit("Rye.md", "rests", "waits")).await;
    let theirs = std::fs::File::open(ground.root()).unwrap();
    theirs.lock().unwrap();
    let refused = changes.apply(change.id, 1, change.all()).await.unwrap_err();
    assert_eq!(refused.code, Code::Unwritable);
    assert_eq!(ground.read("Rye.md"), "Rye bread rests.\n");
    theirs.unlock().unwrap();
    changes.apply(change.id, 1, change.all()).await.unwrap();
    assert_eq!(ground.read("Rye.md"), "Rye bread waits.\n");
    changes.undo(change.id).await.unwrap();
    assert_eq!(ground.read("Rye.md"), "Rye bread rests.\n");
}

/// A proposal that links the words that name Salt, in Bun and in Loaf.
fn write_mentions(ground: &Ground) {
    ground.write("Bun.md", "A pinch of salt.\n");
    ground.write("Loaf.md", "Flour and salt.\n");
}

async fn links_to_salt(changes: &Changes) -> Change {
    let found = changes.mentions(&path("Salt.md")).await.unwrap();
    let mentions = found.into_iter().map(|mention| mention.place).collect();
    let change = propose(changes, Wish::Link { mentions }).await;
    let notes: Vec<_> = change.notes.iter().map(|note| note.path.as_str()).collect();
    assert_eq!(notes, ["Bun.md", "Loaf.md"]);
    change
}

// B87
#[tokio::test]
async fn a_missing_note_is_reported_once_and_the_others_can_be_applied() {
    let ground = Ground::new();
    write_mentions(&ground);
    let changes = changes(&ground).await;
    let change = links_to_salt(&changes).await;
    std::fs::remove_file(ground.root().join("Bun.md")).unwrap();
    let rebased = changes.get(change.id).await.unwrap();
    assert_eq!((rebased.revision, rebased.notes[0].collision.is_some()), (2, true));
    assert_eq!(changes.get(change.id).await.unwrap(), rebased);
    let applied = changes.apply(change.id, 2, chosen(1, &[0])).await.unwrap();
    assert_eq!(applied.change.state, ChangeState::Partly);
    assert_eq!(ground.read("Loaf.md"), "Flour and [[salt]].\n");
}

#[tokio::test]
async fn after_a_crash_a_note_edited_meanwhile_keeps_its_old_bytes_for_undo() {
    let ground = Ground::new();
    write_mentions(&ground);
    let settings = ground.settings().await;
    let vaults = ground.opened(&settings).await;
    let vault = vaults.vault().unwrap().id;
    let first = ground.changes(&settings, &vaults);
    let change = links_to_salt(&first).await;
    // The app ends when the first note is written, and the user edits it.
    let before = ["A pinch of salt.\n", "Flour and salt.\n"];
    let begun = change.notes.iter().zip(before).map(|(note, before)| library::EditEntry {
        id: conversation::EditId::new(),
        change: Some(change.id),
        path: note.path.clone(),
        target: None,
        before: note.base,
        after: notes::ContentHash::of(before.replace("salt", "[[salt]]")),
        begun: library::now(),
    });
    let (begun, replaced) = (begun.collect(), before.map(|text| text.as_bytes().to_vec()).into());
    let all = Change { taken: change.all(), ..change.clone() };
    ground.library.put_change(vault, all).await.unwrap();
    ground.library.begin_edits(vault, begun, replaced, Some(ChangeState::Applied)).await.unwrap();
    ground.write("Bun.md", "A pinch of [[salt]], no more.\n");
    drop((first, vaults));

    let vaults = ground.vaults(&settings).await;
    let changes = ground.changes(&settings, &vaults);
    vaults.open(&ground.root()).await.unwrap();
    let kept = changes.get(change.id).await.unwrap();
    assert_eq!((kept.state, kept.taken), (ChangeState::Partly, chosen(0, &[0])));
    assert_eq!(changes.undo(change.id).await.unwrap_err().code, Code::Changed);
    ground.write("Bun.md", "A pinch of [[salt]].\n");
    changes.undo(change.id).await.unwrap();
    assert_eq!(ground.read("Bun.md"), "A pinch of salt.\n");
    assert_eq!(ground.read("Loaf.md"), "Flour and salt.\n");
}

#[tokio::test]
async fn the_users_own_words_are_kept_before_they_are_written() {
    let ground = Ground::new();
    let changes = changes(&ground).await;
    let wish = Wish::Create { path: path("Oven.md"), text: "Hot.".to_owned() };
    let change = propose(&changes, wish.clone()).await;
    let reword =
        |revision, hunk, text: &str| changes.reword(change.id, revision, hunk, text.into());
    assert_eq!(reword(1, (0, 1), "x").await.unwrap_err().code, Code::BadInput);
    let long = reword(1, (0, 0), &"ä".repeat(LONGEST)).await.unwrap_err();
    assert!(long.message.contains("too long"), "{long}");
    assert!(reword(1, (0, 0), "Very hot.").await.unwrap().edited);
    assert_eq!(reword(1, (0, 0), "x").await.unwrap_err().code, Code::Changed);
    changes.apply(change.id, 2, change.all()).await.unwrap();
    assert_eq!(ground.read("Oven.md"), "Very hot.\n");
    let exists = changes.propose(wish, Changes::by_hand()).await.unwrap_err();
    assert_eq!(exists.code, Code::Exists);
    changes.undo(change.id).await.unwrap();
    assert!(!ground.root().join("Oven.md").exists());
}

#[tokio::test]
async fn a_note_gets_another_name_with_all_links_to_it_and_back() {
    let ground = Ground::new();
    ground.write("Loaf.md", "[[Rye]] and [[Rye#Crust|its crust]], [[Salt]].\n");
    let changes = changes(&ground).await;
    let to = path("Breads/Rye bread.md");
    // The index doesn't know this note yet.
    ground.write("Just now.md", "As [[Rye]] has it.\n");
    let change = propose(&changes, Wish::Rename { path: path("Rye.md"), to }).await;
    let part = changes.apply(change.id, 1, chosen(0, &[0])).await.unwrap_err();
    assert_eq!(part.code, Code::BadInput);
    // A link added meanwhile is included.
    ground.write("Salt.md", "# Salt\n\nTwo per cent of salt, as for [[Rye]]; see [[Rye]].\n");
    changes.apply(change.id, 1, change.all()).await.unwrap_err();
    let rebased = changes.get(change.id).await.unwrap();
    changes.apply(change.id, rebased.revision, rebased.all()).await.unwrap();
    assert_eq!(
        ground.read("Loaf.md"),
        "[[Rye bread]] and [[Rye bread#Crust|its crust]], [[Salt]].\n"
    );
    assert_eq!(ground.read("Breads/Rye bread.md"), "Rye bread rests.\n");
    assert_eq!(ground.read("Just now.md"), "As [[Rye bread]] has it.\n");
    assert!(ground.read("Salt.md").ends_with("[[Rye bread]]; see [[Rye bread]].\n"));
    assert!(!ground.root().join("Rye.md").exists());
    // One note changed, so nothing is undone.
    ground.write("Loaf.md", "x");
    assert_eq!(changes.undo(change.id).await.unwrap_err().code, Code::Changed);
    assert!(ground.root().join("Breads/Rye bread.md").exists());
    ground.write("Loaf.md", "[[Rye bread]] and [[Rye bread#Crust|its crust]], [[Salt]].\n");
    changes.undo(change.id).await.unwrap();
    assert_eq!(ground.read("Rye.md"), "Rye bread rests.\n");
    assert_eq!(ground.read("Loaf.md"), "[[Rye]] and [[Rye#Crust|its crust]], [[Salt]].\n");
}

#[tokio::test]
async fn a_deleted_note_comes_back_also_when_the_trash_was_emptied() {
    let ground = Ground::new();
    let changes = changes(&ground).await;
    for empties in [false, true] {
        let change = propose(&changes, Wish::Delete { path: path("Rye.md") }).await;
        changes.apply(change.id, 1, change.all()).await.unwrap();
        assert!(!ground.root().join("Rye.md").exists());
        if empties {
            std::fs::remove_dir_all(ground.root().join(".trash")).unwrap();
        }
        changes.undo(change.id).await.unwrap();
        assert_eq!(ground.read("Rye.md"), "Rye bread rests.\n");
    }
    let change = propose(&changes, Wish::Delete { path: path("Rye.md") }).await;
    changes.apply(change.id, 1, change.all()).await.unwrap();
    assert!(changes.undo_bytes().await.unwrap() > 0);
    changes.forget_undo().await.unwrap();
    assert_eq!(changes.undo_bytes().await.unwrap(), 0);
    assert_eq!(changes.undo(change.id).await.unwrap_err().code, Code::NotFound);
    assert!(changes.list().await.unwrap().iter().all(|entry| !entry.undoable));
}

#[tokio::test]
async fn an_impossible_wish_is_an_error_without_a_proposal() {
    let ground = Ground::new();
    ground.write("Odd.md", "");
    std::fs::write(ground.root().join("Odd.md"), b"caf\xe9").unwrap();
    let changes = changes(&ground).await;
    let append = |note: &str, section: &str| Wish::Append {
        path: path(note),
        section: vec![section.to_owned()],
        text: "x".to_owned(),
    };
    let rename = |to: &str| Wish::Rename { path: path("Rye.md"), to: path(to) };
    let property = |name: &str| Wish::SetProperty {
        path: path("Rye.md"),
        name: name.to_owned(),
        value: json!(1),
    };
    for (wish, expect) in [
        (edit("Rye.md", "Rye bread sleeps", "x"), "Nearest to it: line 1: “Rye bread rests.”"),
        (edit("Rye.md", "r", "x"), "more than once"),
        (edit("Rye.md", "rests", "rests"), "wouldn't change Rye.md"),
        (edit("No.md", "a", "b"), "isn't in the vault"),
        (edit("Odd.md", "caf", "x"), "aren't text"),
        (edit(".obsidian/app.md", "a", "b"), "hidden"),
        (append("Salt.md", "Sugar"), "no heading “Sugar”"),
        (rename("Salt.md"), "exists already"),
        (rename("a#b.md"), "Leave out #"),
        (rename("Rye.txt"), "“.md”"),
        (rename(".x/Rye.md"), "hidden"),
        (property("a: b"), "letters"),
        (Wish::Create { path: path("Salt.md"), text: String::new() }, "exists already"),
        (Wish::Create { path: path("why?.md"), text: String::new() }, "why?.md"),
    ] {
        let error = changes.propose(wish, Changes::by_hand()).await.unwrap_err();
        assert!(error.message.contains(expect), "{error}");
    }
    assert_eq!(changes.list().await.unwrap(), []);
    let set = propose(&changes, property("rests")).await;
    changes.apply(set.id, 1, set.all()).await.unwrap();
    assert_eq!(ground.read("Rye.md"), "---\nrests: 1\n---\nRye bread rests.\n");
}

#[tokio::test]
async fn footnotes_are_compared_with_notes_alone_and_long_titles_fit() {
    let ground = Ground::new();
    let mark = "^marginalia-0123456789abcdef-1-1";
    let text = format!("[^1]: [[Rye]] “x” {mark}\n[^2]: [[Paper.pdf#page=3]] “x” {mark}\n");
    ground.write("Kept.md", &text);
    std::fs::write(ground.root().join("Paper.pdf"), b"%PDF-1.7").unwrap();
    let changes = changes(&ground).await;
    let checked = changes.footnotes(Some(path("Kept.md"))).await.unwrap();
    let told: Vec<_> = checked.iter().map(|it| (&*it.label, it.state)).collect();
    use super::FootnoteStanding::{Changed, Unchecked};
    assert_eq!(told, [("1", Changed), ("2", Unchecked)]);
    let vault = notes::Vault::open(&ground.root()).unwrap();
    for (title, name) in
        [("Rye", "Rye 2.md"), (&*"盐".repeat(90), &*format!("{}.md", "盐".repeat(66)))]
    {
        assert_eq!(super::answers::free_path(&vault, title).unwrap().as_str(), name);
    }
}

#[tokio::test]
async fn words_that_name_a_note_become_links_by_diff() {
    let ground = Ground::new();
    ground.write("Loaf.md", "Flour and salt; rye, too.\n");
    ground.write("Old.md", "See [[Salt]]: salt.\n");
    let changes = changes(&ground).await;
    let found = changes.mentions(&path("Salt.md")).await.unwrap();
    let told: Vec<_> = found
        .iter()
        .map(|it| (it.place.source.as_str(), &*it.before, &*it.words, &*it.behind))
        .collect();
    assert_eq!(told, [("Loaf.md", "Flour and ", "salt", "; rye, too.")]);
    // Of its own words one is linked already.
    let loaf = changes.mentions(&path("Loaf.md")).await.unwrap();
    let places: Vec<_> = loaf.into_iter().map(|mention| mention.place).collect();
    assert_eq!(places.len(), 2);
    let change = propose(&changes, Wish::Link { mentions: places.clone() }).await;
    assert_eq!(ground.read("Loaf.md"), "Flour and salt; rye, too.\n");
    changes.apply(change.id, 1, change.all()).await.unwrap();
    assert_eq!(ground.read("Loaf.md"), "Flour and [[salt]]; [[rye]], too.\n");
    // The words are links now.
    let again = changes.propose(Wish::Link { mentions: places }, Changes::by_hand()).await;
    assert_eq!(again.unwrap_err().code, Code::Changed);
    let none = changes.propose(Wish::Link { mentions: Vec::new() }, Changes::by_hand()).await;
    assert_eq!(none.unwrap_err().code, Code::BadInput);
}

#[tokio::test]
async fn a_preview_shows_a_note_before_and_after() {
    let ground = Ground::new();
    ground.write("Large.md", &format!("Rye rests.\n{}", "word \n".repeat(LONGEST_RENDERED / 6)));
    let changes = changes(&ground).await;
    let create = |text: &str| Wish::Create { path: path("New.md"), text: text.to_owned() };
    for (wish, expect) in [
        (edit("Rye.md", "rests", "waits"), ["Rye bread rests.", "Rye bread waits."]),
        (create("# Hot\n\nVery.\n"), ["", "Very."]),
    ] {
        let change = propose(&changes, wish).await;
        let (before, after) = changes.rendered(change.id, 0, vec![0]).await.unwrap();
        assert!(before.contains(expect[0]) && after.contains(expect[1]), "{before} {after}");
        assert_eq!(before.is_empty(), expect[0].is_empty(), "{before}");
        assert!(!before.contains(expect[1]), "{before}");
        let wrong = changes.rendered(change.id, 0, vec![9]).await.unwrap_err();
        assert_eq!(wrong.code, Code::BadInput);
        // What was shown stays available.
        assert_eq!(changes.last_seen(change.id).await.unwrap(), change);
    }
    let large = propose(&changes, edit("Large.md", "Rye rests.", "Rye waits.")).await;
    let refused = changes.rendered(large.id, 0, vec![0]).await.unwrap_err();
    assert_eq!(refused.code, Code::TooLarge);
}

#[tokio::test]
async fn old_texts_take_as_much_room_as_they_have_bytes() {
    let ground = Ground::new();
    ground.write("Self.md", "See [[Self]].\n");
    let vault = Vault::open(&ground.root()).unwrap();
    let changes = changes(&ground).await;
    let bytes = |note: &str| ground.read(note).len() as u64;
    let rename = |note: &str, to: &str| Wish::Rename { path: path(note), to: path(to) };
    for (wish, expect) in [
        (Wish::Create { path: path("New.md"), text: "Hot.".to_owned() }, 0),
        (edit("Rye.md", "rests", "waits"), bytes("Rye.md")),
        (Wish::Delete { path: path("Rye.md") }, bytes("Rye.md")),
        // A note that links to it changes as well.
        (rename("Rye.md", "Bread.md"), bytes("Rye.md") + bytes("Salt.md")),
        (rename("Salt.md", "Sea salt.md"), bytes("Salt.md")),
        // A link to itself changes before the move, so the old text is stored twice, beside the new words.
        (rename("Self.md", "Other.md"), 2 * bytes("Self.md") + "Other".len() as u64),
    ] {
        let change = propose(&changes, wish).await;
        let took = change.notes.iter().map(|note| replaced(&vault, note)).sum::<u64>();
        assert_eq!(took, expect, "{}", change.title);
        assert_eq!(changes.undo_lost(&change).await.unwrap(), 0);
    }
}
