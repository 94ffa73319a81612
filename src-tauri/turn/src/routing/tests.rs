use std::sync::Arc;

use notes::NotePath;

use super::*;

#[test]
fn only_a_reply_that_begins_with_a_known_word_is_a_command() {
    let note = Arc::new(notes::parse("Sticky."));
    let catalog = Catalog::new([(NotePath::new("Baking/Rye.md").unwrap(), note)], []);
    let check = |said: &str, asked: &str, expect: Option<&str>| {
        assert_eq!(command(said, asked, &catalog).as_deref(), expect, "{said} {asked}");
    };
    check("FIND rye tins", "Where did I write of rye tins?", Some("/find rye tins"));
    check("\n**FIND**: “rye”\nbecause", "Show me rye", Some("/find rye"));
    check("FIND", "Show me rye", Some("/find Show me rye"));
    check("note Salt in dough.", "Write me a note", Some("/note Salt in dough"));
    check("SUMMARIZE Rye", "Sum up the rye note", Some("/summarize [[Rye]]"));
    check("SUMMARISE [[Rye]]", "Sum up rye", Some("/summarize [[Rye]]"));
    check("SUMMARIZE", "Sum up [[Rye]]", Some("/summarize [[Rye]]"));
    check("SUMMARIZE Wheat", "Sum up the wheat note", None);
    check("CHAT", "How much salt?", None);
    check("I think they want to FIND", "rye", None);
    check("", "rye", None);
}
