use std::collections::BTreeSet;

use notes::{Anchor, LinkTarget};

use super::*;

fn pages() -> impl Iterator<Item = (HelpPage, Language)> {
    let languages = [Language::English, Language::German];
    HelpPage::ALL.into_iter().flat_map(move |page| languages.map(|language| (page, language)))
}

fn view(page: HelpPage, language: Language) -> HelpView {
    language::speaking(language, || page.view())
}

/// The page's file, which links name.
fn file(page: HelpPage) -> String {
    let name = serde_json::to_value(page).unwrap();
    format!("{}.md", name.as_str().unwrap())
}

#[test]
fn each_page_renders_with_its_sections() {
    for (page, language) in pages() {
        let HelpView { html, sections } = view(page, language);
        for HelpSection { name, line } in &sections {
            let lines = format!("data-lines=\"{line}-");
            assert!(html.contains(&lines), "{page:?} {language:?}: {name}");
        }
        let names: BTreeSet<_> = sections.iter().map(|section| &section.name).collect();
        assert_eq!(names.len(), sections.len(), "{page:?}: two sections have one name");
        assert!(sections.len() > 1, "{page:?}");
        let leads_nowhere = html.contains("class=\"blocked\"");
        assert!(!leads_nowhere, "{page:?} {language:?} has a link that goes nowhere");
    }
}

/// The structure that all languages share: heading levels, blocks, numbers of rows and items.
fn shape(text: &str) -> Vec<String> {
    let html = notes::render(text, &RenderOptions::default());
    let opened = html.split('<').filter(|tag| !tag.starts_with('/'));
    let names = opened.map(|tag| tag.split(|c: char| !c.is_alphanumeric()).next().unwrap());
    let kept = ["h1", "h2", "h3", "h4", "p", "pre", "ul", "ol", "li", "table", "tr", "td", "th"];
    names.filter(|name| kept.contains(name)).map(str::to_owned).collect()
}

#[test]
fn a_page_has_the_same_parts_in_each_language() {
    for page in HelpPage::ALL {
        let [english, german] =
            [Language::English, Language::German].map(|it| shape(page.text(it)));
        let same = english.iter().zip(&german).take_while(|(a, b)| a == b).count();
        assert_eq!(english.get(same..), german.get(same..), "{page:?}, behind part {same}");
    }
}

#[test]
fn links_between_pages_lead_to_sections_that_exist() {
    for (page, language) in pages() {
        for link in notes::parse(page.text(language)).links {
            let LinkTarget { path, anchor, .. } = link.target;
            let to = match &*path {
                "" => page,
                path => *HelpPage::ALL
                    .iter()
                    .find(|other| file(**other) == path)
                    .unwrap_or_else(|| panic!("{page:?} links to {path}, which isn't help")),
            };
            let Some(anchor) = anchor else { continue };
            let Anchor::Heading(names) = anchor else { panic!("{page:?}: {anchor:?}") };
            // As on GitHub: the heading in the page's own language.
            let headings = notes::parse(to.text(language)).headings;
            let there = headings.iter().any(|it| names == [name_of(&it.text)]);
            assert!(there, "{page:?} {language:?} links to {names:?} of {to:?}");
        }
    }
}

#[test]
fn the_window_finds_a_section_by_its_english_name() {
    let check = |language: Language| {
        let sections = view(HelpPage::Troubleshooting, language).sections;
        assert!(sections.iter().any(|it| it.name == "no-model"), "{language:?}");
    };
    check(Language::English);
    check(Language::German);
}

#[test]
fn sections_are_named_as_on_github() {
    let check = |heading: &str, expect: &str| assert_eq!(name_of(heading), expect);
    check("Why a note isn't found", "why-a-note-isnt-found");
    check("What “3!” means", "what-3-means");
    check("Keys & accounts", "keys--accounts");
    check("`/find`, and more", "find-and-more");
    check("Décret_pain", "décret_pain");
}
