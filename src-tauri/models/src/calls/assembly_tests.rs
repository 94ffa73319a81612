use serde_json::json;

use super::*;

/// The calls from these pieces of `tool_calls`, as `id name arguments`.
fn put_together(pieces: &[Value], cut: bool) -> Vec<String> {
    let names = ["find", "find_notes", "read"].map(str::to_owned).to_vec();
    let mut calls = Calls::new(Offer { names, callable: true, ..Offer::default() });
    for piece in pieces {
        let index = piece.get("index").and_then(Value::as_u64);
        let function = piece.get("function").unwrap_or(&Value::Null);
        calls.part(&Part::new(index, piece.get("id"), function));
    }
    let calls = calls.take(cut);
    calls.iter().map(|call| format!("{} {} {}", call.id, call.name, call.arguments)).collect()
}

fn check(name: &str, pieces: Value, expect: &[&str]) {
    assert_eq!(put_together(pieces.as_array().unwrap(), false), expect, "{name}");
}

#[test]
fn pieces_of_calls() {
    let f = |name: &str, arguments: &str| json!({ "name": name, "arguments": arguments });
    let more = |arguments: &str| json!({ "arguments": arguments });
    check(
        "as it should be",
        json!([
            { "index": 0, "id": "a", "function": f("read", "") },
            { "index": 0, "function": more("{\"n\"") },
            { "index": 0, "function": more(":1}") },
            { "index": 1, "id": "b", "function": f("read", "{}") },
        ]),
        &["a read {\"n\":1}", "b read {}"],
    );
    check(
        "two at a time",
        json!([
            { "index": 0, "id": "a", "function": f("read", "") },
            { "index": 1, "id": "b", "function": f("find", "") },
            { "index": 1, "function": more("{\"b\":1}") },
            { "index": 0, "function": more("{\"a\":1}") },
        ]),
        &["a read {\"a\":1}", "b find {\"b\":1}"],
    );
    check(
        "arguments as an object, null, or nothing",
        json!([
            { "index": 0, "id": "a", "function": { "name": "read", "arguments": { "n": [1] } } },
            { "index": 1, "id": "b", "function": { "name": "read", "arguments": null } },
            { "index": 2, "id": "c", "function": { "name": "read" } },
            { "index": 3, "id": "d", "function": f("read", "null") },
            { "index": 4, "id": "e", "function": f("read", "\"{\\\"n\\\":1}\"") },
        ]),
        &["a read {\"n\":[1]}", "b read ", "c read ", "d read ", "e read {\"n\":1}"],
    );
    check(
        "no index",
        json!([
            { "id": "a", "function": f("read", "{\"n\"") },
            { "function": more(":1}") },
            { "id": "b", "function": f("read", "") },
            { "id": "b", "function": more("{}") },
        ]),
        &["a read {\"n\":1}", "b read {}"],
    );
    check(
        "neither index nor id",
        json!([
            { "function": f("read", "{\"n\":1}") },
            { "function": f("read", "{\"n\":2}") },
            { "function": f("find", "") },
            { "function": f("read", "") },
        ]),
        &["call_1 read {\"n\":1}", "call_2 read {\"n\":2}", "call_3 find ", "call_4 read "],
    );
    check(
        "always the same index",
        json!([
            { "index": 0, "id": "a", "function": f("read", "{\"n\":1}") },
            { "index": 0, "id": "b", "function": f("read", "{\"n\":2}") },
            { "index": 0, "function": f("find", "{}") },
        ]),
        &["a read {\"n\":1}", "b read {\"n\":2}", "call_1 find {}"],
    );
    check(
        "another id with every piece",
        json!([
            { "index": 0, "id": "a", "function": f("read", "{\"n\"") },
            { "index": 0, "id": "b", "function": more(":1}") },
        ]),
        &["a read {\"n\":1}"],
    );
    check(
        "the id again, and late",
        json!([
            { "index": 0, "function": f("read", "") },
            { "index": 0, "id": "a", "function": f("", "{\"n\"") },
            { "index": 0, "id": "a", "function": f("read", ":1}") },
        ]),
        &["a read {\"n\":1}"],
    );
    check(
        "the name in pieces, grown, and again",
        json!([
            { "index": 0, "id": "a", "function": f("find_", "") },
            { "index": 0, "function": f("notes", "") },
            { "index": 1, "id": "b", "function": f("fin", "") },
            { "index": 1, "id": "b", "function": f("find_notes", "{}") },
            { "index": 2, "id": "c", "function": f("read", "{\"n\"") },
            { "index": 2, "id": "c", "function": f("read", ":1}") },
        ]),
        &["a find_notes ", "b find_notes {}", "c read {\"n\":1}"],
    );
    check(
        "an empty object before the arguments, and the whole call again",
        json!([
            { "index": 0, "id": "a", "function": f("read", "{}") },
            { "index": 0, "id": "a", "function": more("{\"n\":1}") },
            { "index": 0, "id": "a", "function": f("read", "{\"n\":1}") },
        ]),
        &["a read {\"n\":1}"],
    );
    check(
        "made-up ids keep clear of given ones",
        json!([
            { "index": 0, "id": "call_1", "function": f("read", "{}") },
            { "index": 1, "function": f("read", "{}") },
        ]),
        &["call_1 read {}", "call_2 read {}"],
    );
    check(
        "what nobody named, and what isn't offered",
        json!([
            { "index": 0, "id": "a", "function": more("{}") },
            { "index": 1, "id": "b", "function": f("delete_all", "{\"n\":") },
        ]),
        &["b delete_all {\"n\":"],
    );
}

#[test]
fn a_cut_answer_gives_only_whole_calls() {
    let pieces = [
        json!({ "index": 0, "id": "a", "function": { "name": "read", "arguments": "{\"n\":1}" } }),
        json!({ "index": 1, "id": "b", "function": { "name": "read", "arguments": "{\"n\":" } }),
    ];
    assert_eq!(put_together(&pieces, true), ["a read {\"n\":1}"]);
}

#[test]
fn the_offer_is_read_from_the_body() {
    fn check(body: &str, names: &[&str], callable: bool) {
        let offer = Offer::in_body(body);
        assert_eq!(
            (offer.names, offer.callable),
            (names.iter().map(|n| (*n).into()).collect(), callable)
        );
    }
    check("not JSON", &[], false);
    check("{}", &[], false);
    let open_ai = r#"{"messages":[{"content":"\"tools\""}],"tools":[{"type":"function","function":{"name":"read"}}]}"#;
    check(open_ai, &["read"], true);
    check(
        &open_ai.replace("\"messages\"", "\"tool_choice\":\"none\",\"messages\""),
        &["read"],
        false,
    );
    check(r#"{"tools":[{"name":"read"}],"tool_choice":{"type":"none"}}"#, &["read"], false);
    check(r#"{"tools":[{"name":"read"}],"tool_choice":{"type":"auto"}}"#, &["read"], true);
}
