//! The help pages of `docs/`. Built in, so that they match this version and need no network.

use language::Language;
use notes::RenderOptions;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum HelpPage {
    Search,
    Web,
    Context,
    Citations,
    Answers,
    Changes,
    Projects,
    Insight,
    Models,
    Files,
    Privacy,
    Troubleshooting,
    Terminal,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct HelpView {
    /// A link to another page is an `a` with its file as `data-target` and a section as `data-anchor`. Sanitised.
    pub html: String,
    pub sections: Vec<HelpSection>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct HelpSection {
    /// The name in links, as on GitHub.
    pub name: String,
    /// First line of the heading's `data-lines`.
    pub line: u32,
}

impl HelpPage {
    pub const ALL: [Self; 13] = [
        Self::Search,
        Self::Web,
        Self::Context,
        Self::Citations,
        Self::Answers,
        Self::Changes,
        Self::Projects,
        Self::Insight,
        Self::Models,
        Self::Files,
        Self::Privacy,
        Self::Troubleshooting,
        Self::Terminal,
    ];

    pub fn view(self) -> HelpView {
        let text = self.text(language::current());
        let headings = notes::parse(text).headings;
        // The window uses English section names; all languages have the same sections in order.
        let english = notes::parse(self.text(Language::English)).headings;
        let sections = headings.into_iter().zip(english).flat_map(|(heading, english)| {
            let names = [heading.text, english.text].map(|text| name_of(&text));
            let same = usize::from(names[0] == names[1]);
            let line = heading.line;
            names.into_iter().skip(same).map(move |name| HelpSection { name, line })
        });
        HelpView {
            html: notes::render(text, &RenderOptions::default()),
            sections: sections.collect(),
        }
    }

    fn text(self, language: Language) -> &'static str {
        macro_rules! page {
            ($name:literal) => {
                match language {
                    Language::English => include_str!(concat!("../../../docs/", $name, ".md")),
                    Language::German => include_str!(concat!("../../../docs/de/", $name, ".md")),
                }
            };
        }
        match self {
            Self::Search => page!("search"),
            Self::Web => page!("web"),
            Self::Context => page!("context"),
            Self::Citations => page!("citations"),
            Self::Answers => page!("answers"),
            Self::Changes => page!("changes"),
            Self::Projects => page!("projects"),
            Self::Insight => page!("insight"),
            Self::Models => page!("models"),
            Self::Files => page!("files"),
            Self::Privacy => page!("privacy"),
            Self::Troubleshooting => page!("troubleshooting"),
            Self::Terminal => page!("terminal"),
        }
    }
}

/// GitHub's name for a heading: small letters, `-` for each space, no punctuation.
fn name_of(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
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
        let kept =
            ["h1", "h2", "h3", "h4", "p", "pre", "ul", "ol", "li", "table", "tr", "td", "th"];
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
}
