//! Words by which a sentence and a passage are compared.

use std::collections::HashSet;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_segmentation::UnicodeSegmentation;

/// Words of grammar in English, German, Spanish and French that have four letters or more. Shorter
/// words are left out anyway.
const GRAMMAR: &str = " about above after also although always another because been before being \
    below between both cannot could does doing down during each either even ever every from \
    further have having here hers herself himself into itself just least less like made make makes \
    many more most much must neither never none often once only onto other ours over perhaps quite \
    rather same shall should since some such than that their theirs them then there these they \
    this those though through thus toward under until upon used uses using very well were what \
    when where whether which while whose will with within without would your yours according note \
    notes mentions mentioned says states stated \
    aber alle allem allen aller alles auch auf beim bereits bitte dabei damit dann dass dein deine \
    dem denn deren dessen dich diese diesem diesen dieser dieses doch dort durch eben eigen eine \
    einem einen einer eines einige etwas euch euer fast ganz gegen gibt haben hatte hatten hier \
    ihnen ihre ihrem ihren ihrer immer jede jedem jeden jeder jedes jedoch jene kann kein keine \
    keinem keinen keiner konnte können machen mehr mein meine muss müssen nach nicht nichts noch \
    oder ohne schon sehr sein seine seinem seinen seiner seit sich sind sogar sollte sondern \
    soweit über unter viel vom wann warum weil weiter welche wenn werden wieder wird wurde wurden \
    zwar zwischen \
    algo algún alguna algunas alguno algunos ante antes aquel aquella como contra cual cuando desde \
    donde durante ella ellas ellos entre eran esas esos esta estaba estado están estas este esto \
    estos fueron había hasta mismo mucho muchos nada otra otras otro otros para pero poco porque \
    puede pueden quien según sido siempre sobre solo también tanto tiene tienen toda todas todo \
    todos unas unos \
    ainsi alors aussi autre autres avant avec cela celle celui cette ceux chaque comme dans depuis \
    deux donc elle elles encore entre étaient était être fait leur leurs mais même notre nous par \
    parce pendant plus pour quand quel quelle sans sont sous tous tout toute toutes très votre vous ";

/// A word in the form in which words are compared: small letters without accents, and without the
/// endings that grammar gives it.
pub(super) fn stem(word: &str) -> String {
    let mut word = fold(word);
    for possessive in ["'s", "’s"] {
        if let Some(bare) = word.strip_suffix(possessive) {
            word.truncate(bare.len());
        }
    }
    // Longest first. What is left has at least four letters, so that short words stay apart.
    const ENDINGS: [&str; 22] = [
        "ations", "ation", "ments", "ment", "ingly", "ings", "edly", "ness", "ing", "ies", "ied",
        "ern", "ers", "est", "es", "ed", "er", "en", "em", "ly", "s", "e",
    ];
    for ending in ENDINGS {
        if let Some(bare) = word.strip_suffix(ending)
            && bare.chars().count() >= 4
        {
            word.truncate(bare.len());
            break;
        }
    }
    word
}

/// Small letters, without accents, and with one kind of apostrophe.
pub(super) fn fold(text: &str) -> String {
    text.nfkd()
        .filter(|character| !is_combining_mark(*character))
        .flat_map(char::to_lowercase)
        .map(|character| if character == '’' { '\'' } else { character })
        .collect()
}

/// Whether a character is written without spaces between words.
pub(super) fn is_dense(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{20000}'..='\u{3ffff}')
}

/// What a text says, as stems of its words, each once. Words of grammar and numbers are left out;
/// of a script without spaces every pair of characters counts.
pub(super) fn content(text: &str) -> HashSet<String> {
    let mut found = HashSet::new();
    for word in text.unicode_words() {
        if word.chars().any(is_dense) {
            continue;
        }
        let folded = fold(word);
        if folded.chars().count() < 4
            || folded.chars().all(|c| c.is_numeric() || matches!(c, '.' | ','))
            || GRAMMAR.contains(&format!(" {} ", word.to_lowercase()))
        {
            continue;
        }
        found.insert(stem(word));
    }
    let dense: Vec<char> = text.chars().map(|c| if is_dense(c) { c } else { ' ' }).collect();
    for pair in dense.windows(2).filter(|pair| !pair.contains(&' ')) {
        found.insert(pair.iter().collect());
    }
    found
}

/// The share of `words` that are among `others`, from 0 to 1; `None` if there are none. Words that
/// begin alike count as the same (`ferment`, `fermenting`), which is what compounds and most
/// inflections come to.
pub(super) fn share(words: &HashSet<String>, others: &HashSet<String>) -> Option<f32> {
    if words.is_empty() {
        return None;
    }
    let is_there = |word: &String| {
        others.contains(word) || others.iter().any(|other| begins_alike(word, other))
    };
    let common = words.iter().filter(|word| is_there(word)).count();
    Some(common as f32 / words.len() as f32)
}

/// Whether the shorter word is the beginning of the other, or all but its last letter is.
fn begins_alike(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let letters = short.chars().count();
    if letters < 5 {
        return false;
    }
    let last = short.char_indices().last().map_or(0, |(at, _)| at);
    let stem = if letters > 5 { &short[..last] } else { short };
    long.starts_with(stem) && long.chars().count() <= letters * 2
}
