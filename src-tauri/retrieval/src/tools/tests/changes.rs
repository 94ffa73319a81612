use parking_lot::Mutex;

use conversation::{Error, Number, Wish};
use futures::{FutureExt, future::BoxFuture};
use notes::NotePath;
use serde_json::json;

use super::*;

#[derive(Default)]
struct Wishes(Mutex<Vec<(Wish, Vec<Number>)>>);

impl Proposals for Wishes {
    fn propose(
        &self,
        wish: Wish,
        rests_on: Vec<Number>,
    ) -> BoxFuture<'_, conversation::Result<String>> {
        let refused = matches!(&wish, Wish::Delete { .. });
        self.0.lock().push((wish, rests_on));
        async move {
            match refused {
                true => Err(Error::bad_input("It has this text on line 3: “a”.")),
                false => Ok("Edit “Salt”".to_owned()),
            }
        }
        .boxed()
    }
}

fn path(path: &str) -> NotePath {
    NotePath::new(path).unwrap()
}

#[test]
fn a_tool_prepares_a_change_and_makes_none() {
    let bench = Bench::new();
    let wishes = Arc::new(Wishes::default());
    let tools = bench.tools.clone().with_proposals(wishes.clone());
    let salt = || path("Ingredients/Salt.md");
    let check = |name: &str, arguments: serde_json::Value, expect: Wish, on: &[u32]| {
        let result = run(&tools, name, &arguments.to_string(), 1000);
        assert!(!result.failed, "{name}: {}", result.text);
        assert!(result.text.contains("Nothing is written yet"), "{}", result.text);
        let (wish, rests_on) = wishes.0.lock().pop().unwrap();
        assert_eq!(wish, expect);
        assert_eq!(rests_on, on.iter().map(|n| Number(*n)).collect::<Vec<_>>());
    };
    check(
        "create_note",
        json!({"path": "Ideas/New", "text": "# New\n", "sources": [1, "[3]", "x"]}),
        Wish::Create { path: path("Ideas/New.md"), text: "# New\n".into() },
        &[1, 3],
    );
    check(
        "edit_note",
        json!({"note": "[[Salt]]", "old": " usual ", "new": ""}),
        Wish::Edit { path: salt(), old: " usual ".into(), new: String::new() },
        &[],
    );
    check(
        "append_to_note",
        json!({"note": "Salt", "heading": "Salt#When", "text": "- late\n", "sources": 2}),
        Wish::Append {
            path: salt(),
            section: vec!["Salt".into(), "When".into()],
            text: "- late\n".into(),
        },
        &[2],
    );
    for to in ["Sea salt", "Ingredients/Sea salt.md"] {
        let to_path = path("Ingredients/Sea salt.md");
        check(
            "rename_note",
            json!({"note": "Salt", "to": to}),
            Wish::Rename { path: salt(), to: to_path },
            &[],
        );
    }
    check(
        "set_property",
        json!({"note": "Salt", "property": "kind", "value": ["a"]}),
        Wish::SetProperty { path: salt(), name: "kind".into(), value: json!(["a"]) },
        &[],
    );
    for (text, value) in [
        ("2", json!(2)),
        ("[\"a\", 1]", json!(["a", 1])),
        ("true", json!(true)),
        ("rye", json!("rye")),
        // As numbers they would change their spelling.
        ("1.10", json!("1.10")),
        ("1e5", json!("1e5")),
        ("12345678901234567890123", json!("12345678901234567890123")),
    ] {
        check(
            "set_property",
            json!({"note": "Salt", "property": "kind", "value": text}),
            Wish::SetProperty { path: salt(), name: "kind".into(), value },
            &[],
        );
    }
    let refused = run(&tools, "delete_note", r#"{"note": "Salt"}"#, 1000);
    assert!(refused.failed && refused.text.contains("line 3"), "{}", refused.text);
    let outside = run(&tools, "create_note", r#"{"path": "../x", "text": "a"}"#, 1000);
    assert!(outside.failed, "{}", outside.text);
}

#[test]
fn no_change_is_prepared_where_none_may_be() {
    let bench = Bench::new();
    let can = Abilities { vision: true, web: true };
    let names = |tools: &Toolbox| -> Vec<String> {
        tools.descriptors(can).into_iter().map(|it| it.tool.name).collect()
    };
    assert!(!names(&bench.tools).contains(&"edit_note".to_owned()));
    let refused = bench.call("delete_note", r#"{"note": "Salt"}"#);
    assert!(refused.failed && refused.text.contains("isn't allowed"), "{}", refused.text);
    let tools = bench.tools.clone().with_proposals(Arc::new(Wishes::default()));
    assert!(names(&tools).contains(&"edit_note".to_owned()));
}
