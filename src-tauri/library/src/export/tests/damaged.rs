//! Files damaged by chance or on purpose.

use std::path::Path;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::{Library, fuzzing};

#[test]
fn the_seeds_of_the_fuzz_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/import");
    let mut seeds = 0;
    // A fuzzer's run leaves files without an extension.
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    for file in files.filter(|file| file.extension().is_some()) {
        fuzzing::import(&std::fs::read_to_string(file).unwrap());
        seeds += 1;
    }
    assert!(seeds > 0);
}

/// A complete export of ours, or sessions of an earlier app.
fn whole(ours: bool) -> Value {
    if ours {
        let mut bread = bread();
        let answer = bread.messages[2].message.id;
        bread.messages[2].receipts = vec![receipt(answer, "{\"a\":1}", &["Sent."])];
        return serde_json::from_str(&json(vec![bread]).unwrap()).unwrap();
    }
    json!({"a": {"created_at": "2024-01-01T00:00:00", "last_updated": "2024-01-02T00:00:00Z", "messages": [
        {"role": "user", "content": "Hi [[a|b]]", "timestamp": "2024-01-01T10:00:00", "references": [
            {"relative_path": "a.md", "wikilink": "[[a#b|c]]", "summary": "s", "reference_type": "search"}]},
        {"role": "assistant", "content": null, "tool_calls": [
            {"id": "1", "function": {"name": "find_excerpts", "arguments": {"query": "x"}}}]},
    ]}})
}

fn any_json() -> impl Strategy<Value = Value> {
    prop_oneof![
        prop::sample::select(vec![
            json!(null),
            json!(true),
            json!(0),
            json!(-1),
            json!(1e308),
            json!(u64::MAX),
            json!(i64::MIN),
            json!(""),
            json!([]),
            json!({}),
            json!([[]]),
            json!("../a.md"),
            json!("0000-01-01T00:00:00Z"),
            json!("9999-12-31T23:59:59Z"),
            json!("-009999-01-02T01:59:59Z"),
            json!("[[|#^]]"),
            json!("]][["),
            json!("marginalia-conversations"),
            json!("\0"),
        ]),
        "(?s).{0,8}".prop_map(Value::from),
    ]
}

fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(values) => values.iter().map(size).sum(),
        Value::Object(fields) => fields.values().map(size).sum(),
        _ => 0,
    }
}

/// Calls `change` with the value at this place in document order.
fn at(value: &mut Value, place: &mut usize, change: &mut dyn FnMut(&mut Value)) {
    if *place == 0 {
        change(value);
    }
    *place = place.wrapping_sub(1);
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| at(value, place, change)),
        Value::Object(fields) => fields.values_mut().for_each(|value| at(value, place, change)),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Every file is rejected or stored: a parsed file never fails to be stored, and a rejected one writes nothing.
    #[test]
    fn a_changed_file_is_kept_whole_or_refused(
        ours in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4, 0..20_usize, any_json()), 1..4),
    ) {
        let mut value = whole(ours);
        for (place, how, by, other) in changes {
            let mut place = place.index(size(&value));
            at(&mut value, &mut place, &mut |value| match (how, &mut *value) {
                (0, Value::Array(values)) => values.extend(values.clone()),
                (1, Value::Array(values)) => drop(values.pop()),
                (1, Value::Object(fields)) => {
                    let name = fields.keys().nth(by % fields.len().max(1)).cloned();
                    name.map(|name| fields.shift_remove(&name));
                }
                (2, Value::Object(fields)) => drop(fields.insert("more".to_owned(), other.clone())),
                _ => *value = other.clone(),
            });
        }
        let text = value.to_string();
        fuzzing::import(&text);
        if let Ok(files) = read(&text, when("2026-01-01T00:00:00Z"), &zone()) {
            let archives: Vec<_> = files.into_iter().map(|file| file.archive).collect();
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            runtime.block_on(async {
                let folder = tempfile::tempdir().unwrap();
                let library = Library::open(&folder.path().join("library.db")).unwrap().0;
                let vault = library.open_vault(Path::new("/vaults/bread")).await.unwrap();
                let count = archives.len();
                let ids = library.put_archives(vault, archives).await;
                prop_assert!(ids.is_ok(), "{ids:?}: {text}");
                let ids = ids.unwrap();
                prop_assert_eq!(ids.len(), count);
                for id in ids {
                    prop_assert!(library.conversation(id).await.is_ok(), "{text}");
                    let kept = library.archive(id).await;
                    prop_assert!(kept.is_ok(), "{text}");
                    fuzzing::import(&json(vec![kept.unwrap()]).unwrap());
                }
                Ok(())
            })?;
        }
    }

    #[test]
    fn a_file_that_is_cut_or_has_other_signs_is_no_danger(
        ours in any::<bool>(),
        end in any::<prop::sample::Index>(),
        signs in prop::collection::vec((any::<prop::sample::Index>(), "[\\[\\]{}\",:0-9a\\\\]"), 0..4),
    ) {
        let mut text = whole(ours).to_string();
        for (place, sign) in signs {
            let place = text.floor_char_boundary(place.index(text.len()));
            let end = text.ceil_char_boundary(place + 1);
            text.replace_range(place..end, &sign);
        }
        fuzzing::import(&text);
        text.truncate(text.floor_char_boundary(end.index(text.len())));
        fuzzing::import(&text);
    }
}
