//! The languages that are detected, with their names.

/// A language of notes, questions and answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NaturalLanguage {
    English,
    German,
    Spanish,
    French,
    Italian,
    Portuguese,
    Dutch,
    Swedish,
    Danish,
    Norwegian,
    Finnish,
    Polish,
    Czech,
    Slovak,
    Croatian,
    Hungarian,
    Romanian,
    Catalan,
    Turkish,
    Indonesian,
    Vietnamese,
    Galician,
    Basque,
    Slovenian,
    Lithuanian,
    Latvian,
    Estonian,
    Icelandic,
    Irish,
    Esperanto,
    Russian,
    Ukrainian,
    Bulgarian,
    Greek,
    Arabic,
    Persian,
    Hebrew,
    Hindi,
    Thai,
    Korean,
    Japanese,
    Chinese,
}

impl NaturalLanguage {
    /// The English name, for prompts.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "German",
            Self::Spanish => "Spanish",
            Self::French => "French",
            Self::Italian => "Italian",
            Self::Portuguese => "Portuguese",
            Self::Dutch => "Dutch",
            Self::Swedish => "Swedish",
            Self::Danish => "Danish",
            Self::Norwegian => "Norwegian",
            Self::Finnish => "Finnish",
            Self::Polish => "Polish",
            Self::Czech => "Czech",
            Self::Slovak => "Slovak",
            Self::Croatian => "Croatian",
            Self::Hungarian => "Hungarian",
            Self::Romanian => "Romanian",
            Self::Catalan => "Catalan",
            Self::Turkish => "Turkish",
            Self::Indonesian => "Indonesian",
            Self::Vietnamese => "Vietnamese",
            Self::Galician => "Galician",
            Self::Basque => "Basque",
            Self::Slovenian => "Slovenian",
            Self::Lithuanian => "Lithuanian",
            Self::Latvian => "Latvian",
            Self::Estonian => "Estonian",
            Self::Icelandic => "Icelandic",
            Self::Irish => "Irish",
            Self::Esperanto => "Esperanto",
            Self::Russian => "Russian",
            Self::Ukrainian => "Ukrainian",
            Self::Bulgarian => "Bulgarian",
            Self::Greek => "Greek",
            Self::Arabic => "Arabic",
            Self::Persian => "Persian",
            Self::Hebrew => "Hebrew",
            Self::Hindi => "Hindi",
            Self::Thai => "Thai",
            Self::Korean => "Korean",
            Self::Japanese => "Japanese",
            Self::Chinese => "Chinese",
        }
    }
}

impl NaturalLanguage {
    /// Whether texts in the two languages share most words, or are easily confused.
    pub fn resembles(self, other: Self) -> bool {
        const ALIKE: [[NaturalLanguage; 2]; 3] = [
            [NaturalLanguage::Danish, NaturalLanguage::Norwegian],
            [NaturalLanguage::Czech, NaturalLanguage::Slovak],
            [NaturalLanguage::Galician, NaturalLanguage::Portuguese],
        ];
        self == other || ALIKE.iter().any(|pair| pair.contains(&self) && pair.contains(&other))
    }
}
