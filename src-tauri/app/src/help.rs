//! The help pages of `docs/`. Built in, so that they match this version and need no network. They are short; the pages
//! of `docs/inside` have the details for developers, in English only.

#[cfg(test)]
mod tests;

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
    /// The part of a link after `#`, as on GitHub.
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
        // The window links to English section names in every language, so each section has both names. All languages
        // have the same sections in the same order.
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
