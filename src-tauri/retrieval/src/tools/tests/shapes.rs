//! The tools' schemas, and their behaviour with arbitrary arguments.

use models::{Encoding, TokenCounter};
use proptest::prelude::*;
use serde_json::Value;

use super::{others::Notebook, *};
use ::web::Page;

fn all() -> Vec<Descriptor> {
    entries::all().into_iter().map(|entry| entry.descriptor).collect()
}

#[test]
fn all_descriptions_together_are_short() {
    let tools: Vec<Tool> = all().into_iter().map(|descriptor| descriptor.tool).collect();
    let counter = TokenCounter::for_encoding(Encoding::O200k);
    let size = counter.count_tools(&tools).tokens;
    assert!(size.0 < 1_400, "{size} tokens");
    let guidance: u32 = all().iter().map(|tool| counter.count(tool.guidance).tokens.0).sum();
    assert!(guidance < 220, "{guidance} tokens");
}

/// The schemas are objects of texts, numbers and enumerations.
#[test]
fn every_schema_is_one_that_servers_take() {
    let names: Vec<String> = all().into_iter().map(|tool| tool.tool.name).collect();
    let mut once = names.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), names.len());
    for Descriptor { tool, guidance, .. } in all() {
        let name = &tool.name;
        assert!(name.len() <= 64 && name.chars().all(|c| c.is_ascii_lowercase() || c == '_'));
        assert!(tool.description.ends_with('.'), "{name}");
        // A tool's guidance names it.
        assert!(guidance.is_empty() || guidance.contains(name.as_str()), "{name}");
        let schema = tool.parameters.as_object().unwrap();
        assert_eq!(schema["type"], "object", "{name}");
        assert!(schema.keys().all(|key| ["type", "properties", "required"].contains(&&**key)));
        let properties = schema["properties"].as_object().unwrap();
        for (property, schema) in properties {
            let schema = schema.as_object().unwrap();
            let kind = schema["type"].as_str().unwrap();
            assert!(["string", "integer", "array"].contains(&kind), "{name}.{property}");
            assert_eq!(schema.contains_key("items"), kind == "array", "{name}.{property}");
            let known = ["type", "description", "enum", "items"];
            assert!(schema.keys().all(|key| known.contains(&&**key)), "{name}.{property}");
            if let Some(words) = schema.get("enum") {
                let words = words.as_array().unwrap();
                assert!(!words.is_empty() && words.iter().all(Value::is_string));
            }
        }
        if let Some(required) = schema.get("required") {
            let required = required.as_array().unwrap();
            assert!(!required.is_empty(), "{name}");
            assert!(required.iter().all(|it| properties.contains_key(it.as_str().unwrap())));
        }
    }
}

#[test]
fn tools_are_offered_where_they_can_be_used() {
    let names = |tools: &Toolbox, vision, web| {
        let offered = tools.descriptors(Abilities { vision, web });
        offered.into_iter().map(|tool| tool.tool.name).collect::<Vec<_>>()
    };
    let plain = Bench::new().tools;
    let reading = [
        "read_note",
        "find_excerpts",
        "resolve_wikilink",
        "find_notes",
        "list_notes",
        "query_notes",
        "find_backlinks",
        "find_forward_links",
        "list_images",
        "current_datetime",
    ];
    assert_eq!(names(&plain, false, true), reading);
    assert!(names(&plain, true, false).contains(&"look_at_image".to_owned()));
    let more = plain
        .with_memories(Arc::new(Notebook::default()))
        .with_web(Arc::new(others::Pages(Vec::<Page>::new())))
        .with_proposals(Arc::new(others::Heap));
    let all = names(&more, true, true);
    assert_eq!(all.len(), entries::all().len());
    assert!(!names(&more, true, false).contains(&"web_search".to_owned()));
    let core: Vec<_> =
        more.descriptors(Abilities::default()).into_iter().filter(|it| it.core).collect();
    assert_eq!(core.len(), 3);
}

/// Any JSON; its texts include argument names and the vault's contents.
fn json() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        Just("Salt".to_owned()),
        Just("[[Rye#]]".to_owned()),
        Just("../x".to_owned()),
        Just("Ingredients".to_owned()),
        Just("#bread".to_owned()),
        Just("loaf.png".to_owned()),
        "\\PC{0,12}",
        any::<String>(),
        "[\\[\\]|#^!/.\\\\\"]{0,8}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text.prop_map(Value::from),
    ];
    let name = prop_oneof![
        Just("note"),
        Just("query"),
        Just("folder"),
        Just("tag"),
        Just("limit"),
        Just("offset"),
        Just("heading"),
        Just("from_line"),
        Just("link"),
        Just("image"),
        Just("sort"),
        Just("text"),
    ];
    leaf.prop_recursive(3, 24, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((name.clone(), inner), 0..6).prop_map(|all| {
                Value::Object(
                    all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
                )
            }),
        ]
    })
}

thread_local! {
    /// One vault for all cases: calls don't change it.
    static BENCH: Bench = {
        let mut bench = Bench::new();
        bench.tools = bench
            .tools
            .with_memories(Arc::new(Notebook::default()))
            .with_web(Arc::new(others::Pages(Vec::new())));
        bench
    };
}

fn holds(name: &str, arguments: &str, limit: u32) -> Result<(), TestCaseError> {
    let outcome = BENCH.with(|bench| bench.call_within(name, arguments, limit));
    prop_assert!(!outcome.text.is_empty() && !outcome.told.is_empty());
    prop_assert!(
        !outcome.text.contains("defect") && !outcome.text.contains("unexpectedly"),
        "{}",
        outcome.text
    );
    prop_assert!(!outcome.failed || outcome.passages.is_empty());
    let tokens: u32 =
        outcome.passages.iter().filter_map(|it| it.passage.as_ref()).map(|it| it.tokens.0).sum();
    prop_assert!(tokens <= limit || outcome.passages.len() <= 1);
    for passage in &outcome.passages {
        prop_assert_eq!(passage.call.as_deref(), Some("c1"));
        prop_assert_eq!(passage.number, None);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn nothing_that_a_model_sends_breaks_a_tool(value in json(), limit in 0_u32..3000) {
        for descriptor in all() {
            holds(&descriptor.tool.name, &value.to_string(), limit)?;
        }
    }

    #[test]
    fn arguments_that_are_no_json_do_not_break_a_tool(text in any::<String>(), name in any::<String>()) {
        for descriptor in all() {
            holds(&descriptor.tool.name, &text, 500)?;
        }
        holds(&name, &text, 500)?;
    }
}
