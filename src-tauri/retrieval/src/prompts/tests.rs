use super::*;

// B83
#[test]
fn a_note_is_a_prompt_whatever_its_properties_are() {
    let path = NotePath::new("Prompts/Weekly review.md").unwrap();
    let check = |text: &str, body: &str, replaces: bool, has_problem: bool| {
        let prompt = of_text(&path, text);
        assert_eq!((&*prompt.text, prompt.replaces_instructions), (body, replaces), "{text:?}");
        assert_eq!(prompt.problem.is_some(), has_problem, "{prompt:?}");
    };
    check("Sum up.\n", "Sum up.", false, false);
    check("---\ntags: [x]\n---\nSum up.\n", "Sum up.", false, false);
    check("---\nreplaces-instructions: true\n---\n\nBe gruff.", "Be gruff.", true, false);
    check("---\nreplaces-instructions: false\n---\nBe gruff.", "Be gruff.", false, false);
    check("---\nreplaces-instructions: True\n---\nBe gruff.", "Be gruff.", true, false);
    check("---\nReplaces-Instructions: \"yes\"\n---\nBe gruff.", "Be gruff.", true, false);
    check("---\nreplaces-instructions: 'No'\n---\nBe gruff.", "Be gruff.", false, false);
    check("---\nreplaces-instructions:\n---\nBe gruff.", "Be gruff.", false, false);
    check("---\nreplaces-instructions: maybe\n---\nBe gruff.", "Be gruff.", false, true);
    check("---\nreplaces-instructions: [yes]\n---\nBe gruff.", "Be gruff.", false, true);
    check("---\nof: |\n  replaces-instructions: yes\n---\nBe gruff.", "Be gruff.", false, false);
    check("---\na: [b\n---\nSum up.", "Sum up.", false, true);
    check("---\nnever ends", "---\nnever ends", false, false);
    let broken = of_text(&path, "---\na: [b\n---\nSum up.").problem.unwrap();
    assert!(broken.contains("“Weekly review”"), "{broken}");
    assert_eq!(command("Weekly  review"), "weekly-review");
}

// B83
#[test]
fn placeholders_are_filled_once() {
    let filling = Filling {
        selection: "a {{note}}".to_owned(),
        note: "[[Salt]]".to_owned(),
        date: String::new(),
    };
    let check = |text: &str, expect: &str, empty: &[&str]| {
        assert_eq!(filled(text, &filling), (expect.to_owned(), empty.to_vec()), "{text}");
    };
    check("Say {{selection}} of {{note}}.", "Say a {{note}} of [[Salt]].", &[]);
    check("{{date}}, {{date}}: {{other}} {{", ", : {{other}} {{", &["{{date}}"]);
    check("", "", &[]);
}

#[test]
fn prompts_are_the_notes_of_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["Prompts/B.md", "Prompts/in/A.md", "Promptsx/C.md"];
    for path in paths {
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, path).unwrap();
    }
    let vault = Vault::open(folder.path()).unwrap();
    let notes = paths.map(|path| (NotePath::new(path).unwrap(), Default::default()));
    let catalog = Catalog::new(notes, []);
    let check = |of: &str, expect: &[&str]| {
        let (prompts, unread) = in_folder(&vault, &catalog, of);
        let names: Vec<&str> = prompts.iter().map(|prompt| &*prompt.name).collect();
        assert_eq!((names, unread.len()), (expect.to_vec(), 0), "{of}");
    };
    check("Prompts", &["B", "A"]);
    check("Prompts/in/", &["A"]);
    check("Gone", &[]);
    check("", &[]);
}
