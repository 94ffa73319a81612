use conversation::{Call, CallState, MessageId, Step};
use models::{Encoding, Tool};
use retrieval::tools::Permission;

use super::*;

fn history(called: &[&str]) -> Vec<PastTurn> {
    let call = |name: &str| Call {
        id: name.to_owned(),
        name: name.to_owned(),
        arguments: String::new(),
        state: CallState::Done,
        told: String::new(),
        found: Vec::new(),
        gist: None,
    };
    let turn = |names: &&str| PastTurn {
        steps: names
            .split_whitespace()
            .map(|name| Step { said: String::new(), calls: vec![call(name)] })
            .collect(),
        ..PastTurn::new(MessageId::new())
    };
    called.iter().map(turn).collect()
}

#[test]
fn tools_that_the_conversation_used_are_always_offered() {
    let names = ["find_links", "list_notes", "list_images", "look_at_image", "find_notes"];
    let tool = |name: &str| Descriptor {
        tool: Tool {
            name: name.to_owned(),
            description: String::new(),
            parameters: serde_json::Value::Null,
        },
        guidance: "",
        permission: Permission::Read,
        core: false,
    };
    let choice = |name: &str, pinned| ItemChoice {
        item: ContextItem::Tool { name: name.to_owned() },
        label: name.to_owned(),
        pinned,
    };
    let own = ConversationSettings {
        items: vec![choice("list_images", false), choice("find_notes", true)],
        ..ConversationSettings::default()
    };
    let counter = TokenCounter::for_encoding(Encoding::O200k);
    let check = |called: &[&str], expect: &[&str]| {
        let recent = recent_tools(&history(called));
        let (stay, cuts) = of_tools(&own, &recent, names.map(tool).to_vec(), &counter);
        let core = stay.iter().filter(|tool| tool.core).map(|tool| &*tool.tool.name);
        assert_eq!(core.collect::<Vec<_>>(), expect, "{called:?}");
        assert_eq!((stay.len(), cuts.len()), (4, 1), "{called:?}");
    };
    check(&[], &["find_notes"]);
    check(&["list_notes"], &["list_notes", "find_notes"]);
    check(&["look_at_image list_notes", ""], &["list_notes", "look_at_image", "find_notes"]);
    // Only the last three answers count, and removed tools stay removed.
    check(&["list_notes", "find_links", "", ""], &["find_links", "find_notes"]);
    check(&["list_images", "gone"], &["find_notes"]);
}
