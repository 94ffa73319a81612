use jiff::{Timestamp, tz::TimeZone};
use notes::{Catalog, NotePath, Vault};

use crate::sentences;
use conversation::Result;

const REPLACES: &str = "replaces-instructions";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptNote {
    pub path: NotePath,
    pub name: String,
    pub text: String,
    pub replaces_instructions: bool,
    /// A sentence about a defect; the prompt works anyway.
    pub problem: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filling {
    pub selection: String,
    pub note: String,
    pub date: String,
}

pub fn in_folder(vault: &Vault, catalog: &Catalog, folder: &str) -> (Vec<PromptNote>, Vec<String>) {
    let (mut prompts, mut unread) = (Vec::new(), Vec::new());
    let folder = folder.trim_end_matches('/');
    if folder.is_empty() {
        return (prompts, unread);
    }
    let is_inside = |path: &&NotePath| {
        path.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    };
    for path in catalog.notes().map(|(path, _)| path).filter(is_inside) {
        match read(vault, path) {
            Ok(prompt) => prompts.push(prompt),
            Err(error) => unread.push(sentences::prompt_not_read(path.stem(), &error)),
        }
    }
    (prompts, unread)
}

pub fn read(vault: &Vault, path: &NotePath) -> Result<PromptNote> {
    Ok(of_text(path, &vault.read_note(path)?.text))
}

fn of_text(path: &NotePath, text: &str) -> PromptNote {
    let name = path.stem().to_owned();
    let note = notes::parse(text);
    let (body, mut problem) = match (&note.front_matter, note.warnings.first()) {
        (Some(range), _) => (&text[range.end..], None),
        (None, Some(warning)) if text.starts_with("---") => {
            let problem = sentences::prompt_oddity(&name, &warning.message);
            (after_fence(text), Some(problem))
        }
        (None, _) => (text, None),
    };
    let value = notes::property(text, REPLACES).unwrap_or_default();
    let replaces_instructions = match &*value.to_lowercase() {
        "true" | "yes" => true,
        "" | "false" | "no" => false,
        _ => {
            problem = Some(sentences::not_yes_or_no(&name, REPLACES, &value));
            false
        }
    };
    PromptNote {
        path: path.clone(),
        name,
        text: body.trim().to_owned(),
        replaces_instructions,
        problem,
    }
}

fn after_fence(text: &str) -> &str {
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        at += line.len();
        if number > 0 && matches!(line.trim_end(), "---" | "...") {
            return &text[at..];
        }
    }
    text
}

/// Fills the placeholders, and returns the names of those without a value. Inserted text isn't searched for
/// placeholders.
pub fn filled(text: &str, filling: &Filling) -> (String, Vec<&'static str>) {
    let places = [
        ("{{selection}}", &filling.selection),
        ("{{note}}", &filling.note),
        ("{{date}}", &filling.date),
    ];
    let (mut filled, mut empty) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(at) = rest.find("{{") {
        filled.push_str(&rest[..at]);
        rest = &rest[at..];
        let (place, put) = match places.iter().find(|(place, _)| rest.starts_with(place)) {
            Some((place, put)) => (*place, put.as_str()),
            None => ("{{", "{{"),
        };
        if put.is_empty() && !empty.contains(&place) {
            empty.push(place);
        }
        filled.push_str(put);
        rest = &rest[place.len()..];
    }
    filled.push_str(rest);
    (filled, empty)
}

pub fn day(when: Timestamp) -> String {
    when.to_zoned(TimeZone::system()).strftime("%A, %-d %B %Y").to_string()
}

/// The name after `/`: lower case, with `-` for spaces.
pub fn command(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase()
}

#[cfg(test)]
mod tests {
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
        check(
            "---\nof: |\n  replaces-instructions: yes\n---\nBe gruff.",
            "Be gruff.",
            false,
            false,
        );
        check("---\na: [b\n---\nSum up.", "Sum up.", false, true);
        check("---\nnever ends", "---\nnever ends", false, false);
        let broken = of_text(&path, "---\na: [b\n---\nSum up.").problem.unwrap();
        assert!(broken.contains("“Weekly review”"), "{broken}");
        assert_eq!(command("Weekly  review"), "weekly-review");
    }

    // B83
    #[test]
    fn places_are_filled_once() {
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
}
