//! Detects the language of a sentence by its function words.

#[cfg(test)]
mod tests;

use std::{collections::HashSet, sync::OnceLock};

use language::NaturalLanguage;
use unicode_segmentation::UnicodeSegmentation;

use super::{
    signs::is_sign,
    words::{Language, fold, is_dense},
};

/// Languages whose function words are in [`NaturalLanguage`]. The other languages have their own lists here, because
/// the weights of the trees were learned with these lists.
const SHARED: [(Language, NaturalLanguage); 3] = [
    (Language::Russian, NaturalLanguage::Russian),
    (Language::Dutch, NaturalLanguage::Dutch),
    (Language::Swedish, NaturalLanguage::Swedish),
];

/// The function words of each language, folded.
const GRAMMAR: [(Language, &str); 6] = [
    (
        Language::English,
        "but yet a about above according after also although always am an and another are as at be \
        because been before being below between both by can cannot could did do does doing \
        down during each either even ever every for from further had has have having he here \
        hers herself him himself his how i if in into is it it's its itself just least less \
        like made make makes many me mentioned mentions more most much must my neither never \
        none note notes of off often on once one only onto or other our ours out over own \
        per perhaps quite rather said same say says shall she should since so some stated \
        states such than that that's the their theirs them then there there's these they \
        this those though through thus to too toward under until up upon us used uses using \
        very via was we well were what when where whether which while who whose will with \
        within without would you your yours",
    ),
    (
        Language::German,
        "wahrend aber alle allem allen aller alles als am an auch auf aus bei beim bereits bitte da \
        dabei damit dann das dass dein deine dem den denn der deren des dessen dich die \
        diese diesem diesen dieser dieses doch dort du durch eben eigen ein eine einem einen \
        einer eines einige er es etwas euch euer fast fur ganz gegen gibt haben hat hatte \
        hatten hier ich ihnen ihr ihre ihrem ihren ihrer im immer in ins ist jede jedem \
        jeden jeder jedes jedoch jene kann kein keine keinem keinen keiner konnen konnte \
        machen man mehr mein meine mit muss mussen nach nicht nichts noch oder ohne schon \
        sehr sein seine seinem seinen seiner seit sich sie sind so sogar sollte sondern \
        soweit uber um und unter viel vom von wann war warum weil weiter welche wenn werden \
        wie wieder wir wird wurde wurden zu zum zur zwar zwischen",
    ),
    (
        Language::Spanish,
        "a al algo algun alguna algunas alguno algunos ante antes aquel aquella como con \
        contra cual cuando de del desde donde durante e el ella ellas ellos en entre era \
        eran es esas esos esta estaba estado estan estas este esto estos fue fueron ha habia \
        han hasta hay la las le les lo los mas mismo mucho muchos muy nada no o otra otras \
        otro otros para pero poco por porque puede pueden que quien se sea segun ser sido \
        siempre sobre solo son su sus tambien tanto tiene tienen toda todas todo todos un \
        una unas unos y",
    ),
    (
        Language::French,
        "a ainsi alors au aussi autre autres aux avant avec c'est ce cela celle celui cette \
        ceux chaque comme d'un d'une dans de depuis des deux donc du elle elles en encore \
        entre est et etaient etait etre fait il l'on la le les leur leurs mais meme n'a ne \
        notre nous on ont ou par parce pas pendant plus pour qu'il quand que quel quelle qui \
        s'est sa sans se ses son sont sous sur tous tout toute toutes tres un une votre vous \
        y",
    ),
    (
        Language::Italian,
        "a ai al alla anche c'e che come con cosi cui da dal dalla degli dei del della delle \
        dello di dopo dove e era erano essere fra fu gli ha hanno i il in l'ha la le lo loro \
        ma molto nei nel nella non o per piu prima quando quella quello questa questo se si \
        sono stata stato su sua suo tra un una uno",
    ),
    (
        Language::Portuguese,
        "a antes ao aos as com como da das de depois do dos e ela ele eles em entre esta este \
        foi foram isso ja mais mas muito na nao nas no nos o os para pela pelo por quando \
        que sao se ser seu sobre sua tambem tem um uma",
    ),
];

fn grammar() -> &'static [(Language, HashSet<String>)] {
    static WORDS: OnceLock<Vec<(Language, HashSet<String>)>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let own = GRAMMAR.into_iter().map(|(language, words)| {
            (language, words.split_whitespace().map(str::to_owned).collect())
        });
        let shared = SHARED
            .into_iter()
            .map(|(language, natural)| (language, natural.function_words().map(fold).collect()));
        own.chain(shared).collect()
    })
}

impl Language {
    /// The language with the most function words in a text.
    pub(crate) fn of(text: &str) -> Self {
        if text.chars().filter(|c| is_dense(*c)).count() * 3 >= text.chars().count() {
            return if text.is_empty() { Self::English } else { Self::Dense };
        }
        let words: Vec<(&str, String)> =
            text.unicode_words().map(|word| (word, fold(word))).collect();
        let votes = |language: Self, known: &HashSet<String>| {
            let is_one = |(word, folded): &&(&str, String)| {
                let is_known = known.contains(folded.as_str())
                    || is_sign(language, folded)
                    || language.is_bound(folded);
                // Without accents, “à” would be an English word.
                is_known && (word.is_ascii() || language != Self::English)
            };
            words.iter().filter(is_one).count()
        };
        let mut best = (Self::English, 0);
        for (language, known) in grammar() {
            let votes = votes(*language, known);
            if votes > best.1 {
                best = (*language, votes);
            }
        }
        best.0
    }

    /// A word with an elided article or pronoun: “l'eau”.
    fn is_bound(self, folded: &str) -> bool {
        let begins = |all: &[&str]| {
            folded
                .split_once('\'')
                .is_some_and(|(before, after)| !after.is_empty() && all.contains(&before))
        };
        match self {
            Self::French => begins(&["l", "d", "s", "n", "c", "j", "m", "qu"]),
            Self::Italian => begins(&["l", "d", "un", "all", "dell", "dall", "nell", "sull"]),
            _ => false,
        }
    }

    pub(crate) fn has_grammar(self, folded: &str) -> bool {
        grammar().iter().any(|(language, known)| *language == self && known.contains(folded))
    }
}
