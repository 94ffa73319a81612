use super::*;

#[test]
fn a_command_is_the_first_word_and_nothing_else_is_one() {
    let cases = [
        ("How much salt?", Intent::Answer, "How much salt?"),
        ("/find rye  bread", Intent::Find("rye  bread".into()), "rye  bread"),
        (" /FIND\trye", Intent::Find("rye".into()), "rye"),
        ("/find", Intent::Find(String::new()), ""),
        ("/finder rye", Intent::Answer, "/finder rye"),
        ("what does /find do", Intent::Answer, "what does /find do"),
        ("/summarize [[Rye]]", Intent::Summarize("[[Rye]]".into()), "[[Rye]]"),
        ("/summarise Rye bread", Intent::Summarize("Rye bread".into()), "[[Rye bread]]"),
        ("/note how I salt", Intent::Note("how I salt".into()), "how I salt"),
        ("/notes of rye", Intent::Answer, "/notes of rye"),
        ("/continue", Intent::Continue, "/continue"),
        ("/continue with rye", Intent::Answer, "/continue with rye"),
        ("/remember I bake", Intent::Remember("I bake".into()), "I bake"),
        ("Remember that I bake", Intent::Answer, "Remember that I bake"),
    ];
    for (message, intent, matter) in cases {
        assert_eq!(Intent::of(message, false), intent, "{message}");
        assert_eq!(intent.matter(message), matter, "{message}");
    }
}

// B85
#[test]
fn plain_words_are_remembered_where_the_memory_is_on() {
    let check = |message: &str, fact: Option<&str>| {
        let expect = fact.map_or(Intent::Answer, |fact| Intent::Remember(fact.to_owned()));
        assert_eq!(Intent::of(message, true), expect, "{message}");
        assert_eq!(Intent::of(message, false), Intent::Answer, "{message}");
    };
    check("Remember that I bake on Sundays.", Some("I bake on Sundays."));
    check(" please remember: no nuts ", Some("no nuts"));
    check("Merk dir, dass ich sonntags backe", Some("ich sonntags backe"));
    check("Remember that recipe? Which flour was it?", None);
    check("Remember that I bake.\nAnd now: how much salt", None);
    check("Remember that ", None);
    check("Do you remember that I bake", None);
    check(&format!("Remember that {}", "x".repeat(300)), None);
    check("İ", None);
}
