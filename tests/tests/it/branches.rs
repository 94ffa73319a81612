//! Edited questions, regenerated answers, commands, and the checks of an answer.

use crate::fixture::{
    Place, ask, bread, collect, conversation, failed, finished, next, pieces, server, started,
};
use app::App;
use conversation::{Code, ConversationId, Mode, Support, reference::Number};
use tests::model_server::{Rule, Script};
use turn::{AskRequest, At, PASSAGES, TurnEvent, Way};

#[cfg(test)]
async fn texts(app: &App, id: ConversationId) -> Vec<String> {
    let kept = app.conversations.get(id).await.unwrap();
    kept.messages.into_iter().map(|message| message.text.clone()).collect()
}

// B15 B49
#[tokio::test]
async fn a_changed_question_and_a_new_answer_are_branches_and_nothing_is_lost() {
    let rules = [("rye", "Sticky [2]."), ("salt", "Two per cent [1]."), ("sure", "Yes.")];
    let rules = rules.map(|(when, text)| Rule { when: Some(when.into()), ..pieces(&[text]) });
    let server = server(Script { rules: rules.to_vec(), ..Script::default() }).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let id = conversation(&events);
    let (first, first_answer) = (started(&events).1, finished(&events));
    collect(app.turns.ask(next(id, "Are you sure?", Mode::None))).await;
    assert_eq!(
        texts(&app, id).await,
        ["How much salt?", "Two per cent [1].", "Are you sure?", "Yes."]
    );

    // Rewording the first question keeps the rest of the conversation in the other branch.
    let edit = AskRequest { at: At::Instead(first.id), ..next(id, "What about rye?", Mode::Notes) };
    let previewed = app.turns.preview(&edit).await.unwrap();
    let events = collect(app.turns.ask(edit)).await;
    let (second, answer) = (started(&events).1, finished(&events));
    assert_eq!(texts(&app, id).await, ["What about rye?", "Sticky [2]."]);
    assert!(
        !previewed.parts.iter().any(|part| part.text.contains("Are you sure")),
        "nothing before it"
    );
    let kept = app.conversations.get(id).await.unwrap().messages;
    assert_eq!(kept[0].branches, [first.id, second.id]);
    // Salt keeps number 1 in all branches; the first passage about rye gets the next number.
    let numbered: Vec<_> =
        answer.references.iter().filter_map(|it| Some((&*it.title, it.number?.0))).collect();
    assert!(numbered.contains(&("Rye", 2)), "{numbered:?}");

    // A new answer to the first question, whose branch isn't the current one.
    server.set_script(Script::saying(&["A pinch [1]."]));
    let again = AskRequest { at: At::Again(first.id), ..next(id, "", Mode::Notes) };
    let events = collect(app.turns.ask(again)).await;
    assert_eq!(texts(&app, id).await, ["How much salt?", "A pinch [1]."]);
    let kept = app.conversations.get(id).await.unwrap().messages;
    assert_eq!(kept[1].branches, [first_answer.id, finished(&events).id]);

    app.conversations.switch_branch(first_answer.id).await.unwrap();
    let all = ["How much salt?", "Two per cent [1].", "Are you sure?", "Yes."];
    assert_eq!(texts(&app, id).await, all);
    drop(app);
    let app = place.asking(&server.url()).await;
    assert_eq!(texts(&app, id).await, all, "after a restart, too");

    // Regenerating needs a question, not an answer.
    let wrong = AskRequest { at: At::Again(first_answer.id), ..next(id, "", Mode::Notes) };
    assert_eq!(collect(app.turns.ask(wrong)).await.len(), 1);
}

#[tokio::test]
async fn find_shows_passages_and_asks_no_model() {
    let server = server(Script::saying(&["never"])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("/find sticky rye", Mode::None))).await;
    let answer = finished(&events);
    assert_eq!(answer.text, format!("{PASSAGES} [1]"));
    assert!(answer.passages_only);
    assert_eq!(started(&events).1.text, "/find sticky rye", "kept as typed");
    let (answer, error) = failed(&collect(app.turns.ask(ask("/find", Mode::Notes))).await);
    assert_eq!((error.code, answer.text.as_str()), (Code::BadInput, ""));
    assert!(error.message.contains("/find sourdough"), "{error}");
    assert_eq!(server.requests(), []);
}

#[tokio::test]
async fn summarize_gives_the_model_the_whole_note_and_nothing_else() {
    let server = server(Script::saying(&["It is sticky [1]."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    for question in ["/summarize [[Rye]]", "/summarize Rye"] {
        let events = collect(app.turns.ask(ask(question, Mode::Notes))).await;
        let answer = finished(&events);
        assert_eq!(answer.text, "It is sticky [1].");
        let titles: Vec<_> = answer.references.iter().map(|it| &*it.title).collect();
        assert_eq!(titles, ["Rye"], "the vault isn't searched");
        let question = started(&events).1;
        assert_eq!(question.references.len(), 1, "{question:?}");
    }
    let sent = server.requests()[0].body.clone();
    assert!(sent.contains("Summarize [[Rye]]: what it is about") && sent.contains("wants a tin"));
    let (_, error) = failed(&collect(app.turns.ask(ask("/summarize", Mode::Notes))).await);
    assert!(error.message.contains("/summarize [[Sourdough]]"), "{error}");
    // No summary of a missing note is invented.
    let (answer, error) =
        failed(&collect(app.turns.ask(ask("/summarize Spelt", Mode::Notes))).await);
    assert!(error.message.contains("[[Spelt]] leads to no text"), "{error}");
    assert_eq!(answer.references[0].state, conversation::reference::State::Broken);
    assert_eq!(server.requests().len(), 2);
}

// B19
#[tokio::test]
async fn each_citation_says_how_well_its_passage_supports_it() {
    let says = [
        "Use two per cent of the flour's weight in salt [1]. ",
        "Use 3 per cent of the flour in salt [1]. ",
        "It was brought by Napoleon [1].",
    ];
    let server = server(Script::saying(&says)).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let answer = finished(&collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await);
    let support: Vec<_> = answer.citations.iter().map(|mark| mark.support).collect();
    assert_eq!(
        support,
        [Some(Support::Supported), Some(Support::Unsupported), Some(Support::Unsupported)]
    );
    let lacking: Vec<_> = answer.checks.iter().filter(|it| !it.missing.is_empty()).collect();
    let missing: Vec<_> = lacking.iter().map(|check| check.missing.join(", ")).collect();
    assert_eq!(missing, ["3", "Napoleon"]);
    for check in lacking {
        let sentence = &answer.text[check.start as usize..check.end as usize];
        assert!(sentence.contains(&check.missing[0]), "{sentence}");
    }
    assert!(answer.probably.is_empty(), "that is for answers that cite nothing");
}

// B19
#[tokio::test]
async fn disagreeing_notes_are_shown_with_the_answer() {
    let server = server(Script::saying(&["Rye dough rests for twelve hours [1][2][3]."])).await;
    let place = Place::with(&[
        ("Rye.md", "# Rye\n\nRye dough rests for twelve hours.\n"),
        ("Starter.md", "# Starter\n\nFeed it daily. Rye dough rests for 8 hours.\n"),
        ("Salt.md", "# Salt\n\nRye dough takes 20 g of salt.\n"),
    ]);
    let app = place.asking(&server.url()).await;
    let question = ask("How many hours does rye dough rest?", Mode::Notes);
    let events = collect(app.turns.ask(question)).await;
    let answer = finished(&events);
    let said = |span: &conversation::PassageSpan| {
        let of = answer.references.iter().find(|it| it.number == Some(span.number)).unwrap();
        let text = &of.passage.as_ref().unwrap().text;
        text[span.start as usize..span.end as usize].trim().to_owned()
    };
    let told = answer.checks.iter().flat_map(|check| &check.disagreements);
    let told: Vec<_> = told
        .map(|it| {
            let mut both = [said(&it.one), said(&it.other)];
            both.sort();
            (both, it.differing.len())
        })
        .collect();
    let both = ["Rye dough rests for 8 hours.", "Rye dough rests for twelve hours."];
    assert_eq!(told, [(both.map(str::to_owned), 2)]);
    let kept = app.conversations.get(conversation(&events)).await.unwrap();
    assert_eq!(kept.messages[1].answer().unwrap().checks, answer.checks);
}

#[tokio::test]
async fn the_text_of_a_broken_answer_is_checked() {
    let says = ["Use two per cent of the flour's weight in salt [1]. ", "And", " more [1]."];
    let broken = Rule { break_after: Some(2), ..pieces(&says) };
    let server = server(Script::always(broken)).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let support: Vec<_> = failed(&events).0.citations.iter().map(|mark| mark.support).collect();
    assert_eq!(support, [Some(Support::Supported)]);
}

// B19
#[tokio::test]
async fn a_wrong_or_missing_citation_is_put_right_by_the_user_and_sent_so() {
    let says =
        "Rye dough is sticky and wants a tin [2]. You need two per cent of the flour's weight.";
    let server = server(Script::saying(&[says])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("salt or rye?", Mode::Notes))).await;
    let answer = finished(&events);
    let offered: Vec<_> = answer.probably.iter().map(|one| (one.start, one.number)).collect();
    let second = says.find("You").unwrap() as u32;
    assert_eq!(offered, [(0, Number(1)), (second, Number(2))]);
    assert_eq!(answer.checks.len(), 2, "what cites nothing is counted, too");
    for (sentence, _) in offered {
        app.conversations.correct_citation(answer.id, sentence, true).await.unwrap();
    }
    let corrected =
        "Rye dough is sticky and wants a tin [1]. You need two per cent of the flour's weight [2].";
    let id = conversation(&events);
    let kept = app.conversations.get(id).await.unwrap().messages;
    assert_eq!(
        (&kept[1].text[..], kept[1].answer().unwrap().cited_text().as_ref()),
        (says, corrected)
    );
    finished(&collect(app.turns.ask(next(id, "And then?", Mode::None))).await);
    let sent = &server.requests().last().unwrap().body.clone();
    assert!(sent.contains(corrected), "{sent}");
    let back = app.conversations.correct_citation(answer.id, 0, false).await.unwrap();
    assert_eq!(back.citations[0], answer.citations[0]);
}

#[tokio::test]
async fn an_uncited_answer_shows_its_probable_sources() {
    let server = server(Script::saying(&["You need two per cent of the flour's weight."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let answer = finished(&events);
    assert!(answer.citations.is_empty(), "it is no citation");
    let [probably] = answer.probably.as_slice() else { panic!("{:?}", answer.probably) };
    assert_eq!(probably.number, Number(1));
    assert_eq!(
        &answer.text[probably.start as usize..probably.end as usize],
        "You need two per cent of the flour's weight."
    );
    assert_eq!(
        app.conversations.get(conversation(&events)).await.unwrap().messages[1].answer(),
        Some(&answer)
    );
    // For a wrong number, the passage that supports the sentence is suggested, and the citation stays.
    server.set_script(Script::saying(&["Rye dough is sticky and wants a tin [2]."]));
    let answer = finished(&collect(app.turns.ask(ask("salt or rye?", Mode::Notes))).await);
    assert_eq!(answer.citations[0].support, Some(Support::Unsupported));
    let offered: Vec<_> = answer.probably.iter().map(|it| it.number).collect();
    assert_eq!(offered, [Number(1)], "that of rye");
    server.set_script(Script::saying(&["I can't tell."]));
    let answer = finished(&collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await);
    assert!(answer.probably.is_empty(), "{:?}", answer.probably);
}

// B46
#[tokio::test]
async fn an_answer_that_broke_off_goes_on_where_it_stopped() {
    let broken = Rule { break_after: Some(1), ..pieces(&["Two per cent of the", " flour [1]."]) };
    let server = server(Script::always(broken)).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    assert_eq!(failed(&events).0.text, "Two per cent of the");
    let broken = failed(&events).0.clone();
    server.set_script(Script::saying(&[" flour [1]."]));
    let id = conversation(&events);
    // The same answer grows, without another question, even if new questions are worked out.
    let again = AskRequest { way: Way::Work, ..next(id, "/continue", Mode::Notes) };
    let answer = finished(&collect(app.turns.ask(again)).await);
    assert_eq!((answer.id, answer.text.as_str()), (broken.id, "Two per cent of the flour [1]."));
    assert_eq!(answer.citations[0].start as usize, "Two per cent of the flour ".len());
    assert_eq!(answer.error, None);
    let kept = app.conversations.get(id).await.unwrap();
    let texts: Vec<_> = kept.messages.iter().map(|message| message.text.as_str()).collect();
    assert_eq!(texts, ["How much salt?", "Two per cent of the flour [1]."]);
    assert_eq!(app.conversations.receipts(answer.id).await.unwrap().len(), 2);
    // The search repeats the original question, and the model sees the text so far.
    assert_eq!(answer.references[0].title, "Salt");
    let body = server.requests().last().unwrap().body.clone();
    assert!(body.contains("Two per cent of the") && body.contains("without repeating any of it"));
    let (_, error) = failed(&collect(app.turns.ask(ask("/continue", Mode::Notes))).await);
    assert!(error.message.contains("no answer to continue"), "{error}");
}

// B46
#[tokio::test]
async fn an_answer_that_goes_on_repeats_nothing_and_glues_nothing() {
    const BEGUN: &str = "Two per cent of the flour [1]. Rye doughs want more salt, but they";
    let broken = Rule { break_after: Some(1), ..pieces(&[BEGUN, " rise"]) };
    let place = bread();
    let check = async |said: &[&str], expect: Result<&str, &str>| {
        let server = server(Script::always(broken.clone())).await;
        let app = place.asking(&server.url()).await;
        let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
        assert_eq!(failed(&events).0.text, BEGUN);
        server.set_script(Script::saying(said));
        let again = next(conversation(&events), "/continue", Mode::Notes);
        let events = collect(app.turns.ask(again)).await;
        let body = server.requests().last().unwrap().body.clone();
        assert!(
            body.contains("salt, but they”") && !body.contains("Now answer the question"),
            "{body}"
        );
        match expect {
            Ok(rest) => assert_eq!(finished(&events).text, format!("{BEGUN}{rest}")),
            Err(why) => {
                let (answer, error) = failed(&events);
                assert!(error.message.contains(why), "{error}");
                assert_eq!(answer.text, BEGUN);
            }
        }
    };
    check(&["need", " no kneading [1]."], Ok(" need no kneading [1].")).await;
    check(&["but they need", " no kneading."], Ok(" need no kneading.")).await;
    let anew = "Two per cent of the flour [1]. Rye doughs want more salt, but they need no kneading. So wait.";
    check(&[anew], Ok(" need no kneading. So wait.")).await;
    let pieces: Vec<String> = anew.chars().map(String::from).collect();
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    check(&pieces, Ok(" need no kneading. So wait.")).await;
    check(&["Two per cent of the flour [1]."], Err("added nothing")).await;
}

// B46
#[tokio::test]
async fn an_answer_without_a_model_cannot_be_continued() {
    let server = server(Script::saying(&["Never."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let mut settings = app.settings.get();
    settings.chat.memories = true;
    app.settings.set(settings).await.unwrap();
    for said in ["/remember I bake on Sundays", "/find rye", "Where do zebras live?"] {
        let events = collect(app.turns.ask(ask(said, Mode::Notes))).await;
        finished(&events);
        let again = next(conversation(&events), "/continue", Mode::Notes);
        let again = collect(app.turns.ask(again)).await;
        let [TurnEvent::Failed { answer: None, error }] = &again[..] else { panic!("{again:?}") };
        assert!(error.message.contains("no answer to continue"), "{said}: {error}");
    }
    assert_eq!(server.requests().len(), 0);
}

// B11
#[tokio::test]
async fn an_answer_whose_references_cannot_be_read_appears_and_its_receipt_says_so() {
    let server = server(Script::saying(&["As said [1]."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let id = conversation(&events);
    drop(app);
    let library = rusqlite::Connection::open(place.data().join("library.db")).unwrap();
    library.execute("UPDATE message_references SET json = '{'", []).unwrap();
    drop(library);
    let app = place.asking(&server.url()).await;
    let answer = finished(&collect(app.turns.ask(next(id, "Sure?", Mode::None))).await);
    assert_eq!(answer.text, "As said [1].");
    assert!(answer.references.is_empty(), "{:?}", answer.references);
    let problems = crate::fixture::receipt(&app, answer.id).await.problems;
    assert!(problems.iter().any(|it| it.contains("Some sources of the answer")), "{problems:?}");
}
