//! The pages of `docs/` that explain the app to its users. They are built in, so that they are those of
//! this version and can be read without a network.

use notes::RenderOptions;
use serde::{Deserialize, Serialize};

/// A page of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum HelpPage {
    /// Finding notes.
    Search,
    /// Looking through the web.
    Web,
    /// What the model sees.
    Context,
    /// The numbers in answers.
    Citations,
    /// The check of cited sentences.
    Answers,
    /// Changes to notes, and how they are undone.
    Changes,
    /// Projects, prompts and memory.
    Projects,
    /// What answers rest on, and the graph of notes.
    Insight,
    /// Models, and where they run.
    Models,
    /// Files that are no notes.
    Files,
    /// What leaves the computer.
    Privacy,
    /// What to do about what one sees.
    Troubleshooting,
    /// The terminal program.
    Terminal,
}

/// A page as the window shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct HelpView {
    /// Its sanitised HTML. A link to another page is an `a` with its file as `data-target` and a section's name
    /// as `data-anchor`.
    pub html: String,
    /// Its sections, in order.
    pub sections: Vec<HelpSection>,
}

/// A section of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct HelpSection {
    /// What links call it, on GitHub as here.
    pub name: String,
    /// The first of the lines that its heading has in `data-lines`.
    pub line: u32,
}

impl HelpPage {
    /// All pages.
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

    /// The page, rendered.
    pub fn view(self) -> HelpView {
        let text = self.text();
        let headings = notes::parse(text).headings.into_iter();
        HelpView {
            html: notes::render(text, &RenderOptions::default()),
            sections: headings
                .map(|heading| HelpSection { name: name_of(&heading.text), line: heading.line })
                .collect(),
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::Search => include_str!("../../../docs/search.md"),
            Self::Web => include_str!("../../../docs/web.md"),
            Self::Context => include_str!("../../../docs/context.md"),
            Self::Citations => include_str!("../../../docs/citations.md"),
            Self::Answers => include_str!("../../../docs/answers.md"),
            Self::Changes => include_str!("../../../docs/changes.md"),
            Self::Projects => include_str!("../../../docs/projects.md"),
            Self::Insight => include_str!("../../../docs/insight.md"),
            Self::Models => include_str!("../../../docs/models.md"),
            Self::Files => include_str!("../../../docs/files.md"),
            Self::Privacy => include_str!("../../../docs/privacy.md"),
            Self::Troubleshooting => include_str!("../../../docs/troubleshooting.md"),
            Self::Terminal => include_str!("../../../docs/terminal.md"),
        }
    }
}

/// What GitHub makes of a heading: small letters, `-` for each space, no punctuation.
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

    /// What a link of a page names.
    fn links(page: HelpPage) -> Vec<LinkTarget> {
        notes::parse(page.text()).links.into_iter().map(|link| link.target).collect()
    }

    /// The name by which links of other pages name a page: its file.
    fn file(page: HelpPage) -> String {
        let name = serde_json::to_value(page).unwrap();
        format!("{}.md", name.as_str().unwrap())
    }

    #[test]
    fn each_page_renders_with_its_sections() {
        for page in HelpPage::ALL {
            let HelpView { html, sections } = page.view();
            for HelpSection { name, line } in &sections {
                assert!(html.contains(&format!("data-lines=\"{line}-")), "{page:?}: {name}");
            }
            let names: BTreeSet<_> = sections.iter().map(|section| &section.name).collect();
            assert_eq!(names.len(), sections.len(), "{page:?}: two sections have one name");
            assert!(sections.len() > 1, "{page:?}");
            assert!(!html.contains("class=\"blocked\""), "{page:?} has a link that goes nowhere");
        }
    }

    #[test]
    fn links_between_pages_lead_to_sections_that_exist() {
        for page in HelpPage::ALL {
            for link in links(page) {
                let to = match &*link.path {
                    "" => page,
                    path => *HelpPage::ALL
                        .iter()
                        .find(|other| file(**other) == path)
                        .unwrap_or_else(|| panic!("{page:?} links to {path}, which isn't help")),
                };
                let Some(anchor) = link.anchor else { continue };
                let Anchor::Heading(names) = anchor else { panic!("{page:?}: {anchor:?}") };
                let sections = to.view().sections;
                let there = sections.iter().any(|section| names == [section.name.as_str()]);
                assert!(there, "{page:?} links to {names:?} of {to:?}");
            }
        }
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
