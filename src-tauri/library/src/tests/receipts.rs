use conversation::MessageId;
use proptest::prelude::*;

use super::*;

fn report(usage: Option<Usage>, deleted: &[&str], problems: Vec<String>) -> CallReport {
    let deleted_marks = deleted.iter().map(|mark| (*mark).to_owned()).collect();
    CallReport { usage, deleted_marks, problems, learned: None }
}

// B38
#[tokio::test]
async fn a_receipt_rebuilds_the_request_byte_for_byte() {
    let place = Place::new();
    let long = |text: &str| text.repeat(20);
    let contents = [
        long("You answer from notes. "),
        long("How \"much\" salt?\n\u{1F35E} 2 %"),
        long("Two \\ per cent "),
    ];
    let contents = contents.each_ref().map(String::as_str);
    let body = |count: usize| {
        serde_json::json!({
            "model": "small",
            "messages": contents[..count]
                .iter()
                .map(|content| serde_json::json!({"role": "user", "content": content}))
                .collect::<Vec<_>>(),
            "stream": true,
        })
        .to_string()
    };
    let owned = |count: usize| contents[..count].iter().map(|&text| text.to_owned()).collect();
    let (first, second) = (answer(), answer());
    let mut expected = Vec::new();
    {
        let library = place.open();
        let vault = vault(&library).await;
        let conversation =
            library.begin_turn(vault, new_question(&question("one")), first.clone()).await.unwrap();
        library
            .begin_turn(vault, next_question(conversation, &question("two")), second.clone())
            .await
            .unwrap();
        for (answer, count) in [(&first, 2), (&second, 3)] {
            let mut receipt = receipt(answer.id, &body(count), &contents[..count]);
            library.begin_receipt(receipt.clone(), owned(count), None).await.unwrap();
            receipt.usage = Some(Usage { prompt: Tokens(31), completion: Tokens(5) });
            receipt.deleted_marks = vec!["[99]".to_owned()];
            let report = report(receipt.usage, &["[99]"], Vec::new());
            library.end_turn(answer.clone(), report).await.unwrap();
            expected.push(receipt);
        }
    }
    let library = place.open();
    for receipt in expected {
        assert_eq!(library.receipt(receipt.answer).await.unwrap(), receipt);
    }
    // Texts shared by both requests are stored once.
    let texts = library
        .write(|connection| {
            connection.query_row("SELECT count(*) FROM texts", [], |row| row.get::<_, u32>(0))
        })
        .await
        .unwrap();
    assert_eq!(texts, 3);
    let none = library.receipts(MessageId::new()).await.unwrap_err();
    assert_eq!(none.code, Code::NotFound);
    let none = library.receipt(MessageId::new()).await.unwrap_err();
    assert_eq!(none.code, Code::NotFound);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_body_is_rebuilt(
        body in "(?s).{0,60}",
        contents in prop::collection::vec("(?s).{0,8}|[a-z\"\\\\é]{300}|[A-Za-z0-9+/=]{1020,1030}", 0..6),
        raw in any::<bool>(),
    ) {
        let mut connection = rusqlite::Connection::open_in_memory().unwrap();
        schema::migrate(&mut connection).unwrap();
        // Contents in the body, missing from it, and in another order.
        let body = contents.iter().rev().fold(body, |body, content| {
            let json = serde_json::to_string(content).unwrap();
            format!("{body},{}", if raw { content } else { &json })
        });
        let pieces = texts::cut_body(&connection, &body, &contents, &mut std::collections::HashMap::new()).unwrap();
        let written = serde_json::to_string(&pieces).unwrap();
        let pieces = serde_json::from_str(&written).unwrap();
        prop_assert_eq!(texts::join_body(&connection, pieces).unwrap(), body);
    }
}

// B38
#[tokio::test]
async fn each_call_of_an_answer_has_its_receipt_with_what_it_reported() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let replied = answer();
    library.begin_turn(vault, new_question(&question("one")), replied.clone()).await.unwrap();
    let usage = |n: u32| Some(Usage { prompt: Tokens(n), completion: Tokens(n) });
    let tool = format!(r#"{{"type":"object","description":"{}"}}"#, "reads ".repeat(60));
    let png =
        base64::Engine::encode(&base64::engine::general_purpose::STANDARD, [7, 3].repeat(900));
    let result = "what it found ".repeat(40);
    let body = |n: usize| {
        let results = vec![serde_json::to_string(&result).unwrap(); n].join(",");
        format!(
            r#"{{"tools":[{tool}],"image":"data:image/png;base64,{png}","results":[{results}]}}"#
        )
    };
    for n in 0..3 {
        let contents = [vec![tool.clone()], vec![result.clone(); n]].concat();
        library.begin_receipt(receipt(replied.id, &body(n), &[]), contents, None).await.unwrap();
        if n < 2 {
            let problems = vec![format!("problem {n}")];
            library.end_receipt(replied.id, report(usage(n as u32), &[], problems)).await.unwrap();
        }
    }
    library.end_turn(replied.clone(), report(usage(2), &["[9]"], Vec::new())).await.unwrap();
    let kept = library.receipts(replied.id).await.unwrap();
    assert_eq!(kept.len(), 3);
    for (n, receipt) in kept.iter().enumerate() {
        assert_eq!(receipt.request, body(n));
        assert_eq!(receipt.usage, usage(n as u32));
    }
    assert_eq!(kept[1].problems, ["The search failed.", "problem 1"]);
    assert_eq!(kept[2].deleted_marks, ["[9]"]);
    assert_eq!(library.receipt(replied.id).await.unwrap(), kept[2]);
    let stored = library
        .write(|connection| {
            connection.query_row(
                "SELECT (SELECT count(*) FROM texts), (SELECT sum(length(request)) FROM receipts)",
                [],
                |row| Ok((row.get::<_, u32>(0)?, row.get::<_, u32>(1)?)),
            )
        })
        .await
        .unwrap();
    // The tool, the image and the result; the bodies have almost no text.
    assert_eq!(stored.0, 3);
    assert!(stored.1 < 700, "{stored:?}");
}

// B38
#[tokio::test]
async fn a_calls_report_stays_after_the_end_of_its_turn() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let replied = answer();
    library.begin_turn(vault, new_question(&question("one")), replied.clone()).await.unwrap();
    library.begin_receipt(receipt(replied.id, "{}", &[]), Vec::new(), None).await.unwrap();
    let usage = Some(Usage { prompt: Tokens(3), completion: Tokens(4) });
    let words = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    library.end_receipt(replied.id, report(usage, &["[9]"], words(&["slow"]))).await.unwrap();
    // The turn ends before its next model call.
    library.end_turn(replied.clone(), report(None, &[], words(&["cut"]))).await.unwrap();
    let kept = library.receipt(replied.id).await.unwrap();
    assert_eq!(kept.usage, usage);
    assert_eq!(kept.deleted_marks, ["[9]"]);
    assert_eq!(kept.problems, ["The search failed.", "slow", "cut"]);
}

// B55
#[tokio::test]
async fn one_unreadable_receipt_takes_no_other_with_it() {
    let place = Place::new();
    let replied = answer();
    {
        let library = place.open();
        let vault = vault(&library).await;
        library.begin_turn(vault, new_question(&question("one")), replied.clone()).await.unwrap();
        for body in ["{\"n\":1}", "{\"n\":2}", "{\"n\":3}"] {
            library.begin_receipt(receipt(replied.id, body, &[]), Vec::new(), None).await.unwrap();
        }
        library
            .write(|connection| {
                connection.execute("UPDATE receipts SET context = x'00' WHERE ordinal = 1", [])
            })
            .await
            .unwrap();
    }
    place.closed();
    // A broken header forces a recovery.
    let mut bytes = fs::read(place.file()).unwrap();
    bytes[..100].fill(0xEE);
    fs::write(place.file(), bytes).unwrap();
    let (library, notice) = Library::open(&place.file()).unwrap();
    assert!(notice.is_some());
    let kept = library.receipts(replied.id).await.unwrap();
    let bodies: Vec<_> = kept.iter().map(|receipt| receipt.request.as_str()).collect();
    assert_eq!(bodies, ["{\"n\":1}", "{\"n\":3}"]);
}
