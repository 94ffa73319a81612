//! Decides how many passages a question gets: a fact is in one note, a comparison or a development in several.

#[cfg(test)]
mod tests;

use std::{collections::HashSet, mem, sync::LazyLock};

use index::{SearchResults, UnusedReason};
use notes::NotePath;

/// Words that ask over several notes, in English, German, Spanish, French, Italian, Portuguese, Dutch, Swedish and
/// Russian, in lower case.
static OVER_NOTES: LazyLock<HashSet<&str>> =
    LazyLock::new(|| OVER_NOTES_WORDS.split_whitespace().collect());

const OVER_NOTES_WORDS: &str = "\
    compare compared comparing comparison versus vs difference differences differ differs changed changes develop \
    developed development developments evolve evolved progress progressed history timeline overview summary \
    summarize summarise everything \
    vergleich vergleiche vergleichen unterschied unterschiede unterscheiden unterscheidet geändert verändert \
    änderungen entwickelt entwicklung verlauf verlaufen fortschritte geschichte geworden überblick übersicht \
    zusammenfassung alles \
    compara comparar comparación diferencia diferencias cambió cambiado cambios evolución evolucionado desarrollo \
    historia resumen cuáles \
    compare comparer comparaison différence différences changé changements évolution évolué historique histoire \
    résumé résume quels quelles \
    confronta confrontare confronto differenza differenze cambiato cambiamenti evoluzione sviluppo storia riassunto \
    riassumi quali \
    comparação diferença diferenças mudou mudanças evolução história resumo resuma quais \
    vergelijk vergelijken vergelijking verschil verschillen veranderd ontwikkeling ontwikkeld geschiedenis \
    overzicht samenvatting alles \
    jämför jämförelse skillnad skillnader ändrats förändrats utveckling utvecklats historia översikt \
    sammanfattning sammanfatta allt vilka \
    сравни сравнить сравнение разница различия отличаются изменилось изменился изменилась изменения развитие \
    развивалось история обзор итоги всё какие";

/// Phrases that ask over several notes. The Chinese ones stand anywhere in a word.
const PHRASES: &[&str] = &[
    " know about ",
    " notes say ",
    " say about ",
    " learn about ",
    " learned about ",
    " tell me about ",
    " come of ",
    " came of ",
    " become of ",
    " became of ",
    " what's new ",
    " what is new ",
    " happens to ",
    " happened to ",
    " happens with ",
    " happened with ",
    " watch out ",
    " pay attention ",
    " all the ",
    " over time ",
    " over the years ",
    " so far ",
    " in short ",
    " saga ",
    " the reasons ",
    " reasons for ",
    " turn out ",
    " turned out ",
    " from start to finish ",
    " over the year ",
    " step by step ",
    " speaks for ",
    " speaks against ",
    " until now ",
    " story of ",
    " each of ",
    " been going on ",
    " to the end ",
    " come about ",
    " came about ",
    " led to ",
    " pros and cons ",
    " weiß ich über ",
    " steht über ",
    " steht zu ",
    " gibt es neues ",
    " gibt's neues ",
    " passiert mit ",
    " passierte mit ",
    " achten ",
    " aufpassen ",
    " alle ",
    " im laufe ",
    " bisher ",
    " bislang ",
    " bis jetzt ",
    " bis heute ",
    " jedes meiner ",
    " jeder meiner ",
    " jedem meiner ",
    " kam es dazu ",
    " dazu geführt ",
    " voran ",
    " gründe ",
    " der reihe nach ",
    " nach und nach ",
    " spricht dafür ",
    " spricht dagegen ",
    " dafür und dagegen ",
    " von anfang bis ende ",
    " wie lief ",
    " ausgegangen ",
    " übers jahr ",
    " über das jahr ",
    " der ganze ",
    " die ganze ",
    " das ganze ",
    " zusammengefasst ",
    " kurz gefasst ",
    " vor- und nachteile ",
    " sé sobre ",
    " dicen mis notas ",
    " qué pasó con ",
    " todas las ",
    " todos los ",
    " hasta ahora ",
    " cada uno ",
    " cada una ",
    " sais sur ",
    " disent mes notes ",
    " tous les ",
    " toutes les ",
    " jusqu'ici ",
    " jusqu'à présent ",
    " chacun ",
    " chacune ",
    " devenu ",
    " devenue ",
    " so di ",
    " dicono le mie note ",
    " tutti i ",
    " tutte le ",
    " finora ",
    " ciascuno ",
    " ciascuna ",
    " successo a ",
    " sei sobre ",
    " dizem as minhas notas ",
    " todos os ",
    " todas as ",
    " até agora ",
    " aconteceu com ",
    " weet ik over ",
    " geworden van ",
    " tot nu toe ",
    " vet jag om ",
    " hände med ",
    " alla ",
    " hittills ",
    " знаю о ",
    " стало с ",
    " случилось с ",
    " все ",
    " до сих пор ",
    " каждого из ",
    "比较",
    "区别",
    "不同",
    "变化",
    "历史",
    "概述",
    "总结",
    "哪些",
    "所有",
    "经过",
    "迄今",
    "到目前为止",
];

/// Words that may join a second question to the first.
const AND: &str = "and und y e et och и";

/// Words that begin a question.
const ASKING: &str = "who what when where why how which whose wer wen wem was wann wo woher wohin warum wieso wie \
    welche welcher welches qué quién cuándo dónde cómo cuánto cuál quand où pourquoi comment combien quel quelle \
    qui che chi quando dove perché quanto quem onde como porque wie wat wanneer waar waarom hoe welke vem vad \
    när var varför hur vilken кто что когда где почему как сколько";

/// Words that ask for more than a fact, unless one of [`MEASURES`] follows.
const HOW: &str = "why how warum wieso weshalb wie cómo pourquoi comment perché como waarom hoe varför hur \
    почему зачем как";

const CHINESE_HOW: [&str; 4] = ["为什么", "怎么", "怎样", "如何"];

/// Number of first words that may be one of [`HOW`].
const BEGINNING: usize = 4;

/// What follows “how” in a question for a fact.
const MEASURES: &str = "much many long old often far tall big large high deep late early heavy fast soon warm hot \
    cold wide viel viele lange alt oft weit hoch groß tief spät früh schwer schnell warm heiß kalt heißt hieß \
    heißen veel lang oud vaak ver hoog groot laat mycket många länge gammal ofta långt hög зовут долго часто много";

/// Verbs that follow several things that are asked for: “Welche Fehler sind …”.
const PLURAL: &str = "sind waren haben hatten gibt wurden zijn waren hebben hadden";

/// Number of nearest passages whose similarities are compared: one more than are sent by default.
const ALIKE: usize = 6;

/// Maximum difference of similarity between the nearest of [`ALIKE`] passages and the last of them. Of the questions
/// with one answer in `real-questions`, two in five are below it, so it decides only where the question or its
/// language doesn't tell.
const DIFFERENCE: f32 = 0.12;

/// Whether a question asks over several notes by its words alone.
pub(crate) fn is_over_notes(question: &str) -> bool {
    asks_over_notes(&words(question))
}

/// Uses all passages that a search considered, one of each note first, if the question asks over several notes, or
/// if it asks for more than a fact, or in another language than the notes, and no passage stands out.
pub(crate) fn widen(question: &str, found: &mut SearchResults) {
    let words = words(question);
    let may_be = found.across_languages || asks_how(&words);
    let is_wide = asks_over_notes(&words) || (may_be && are_alike(found));
    if !is_wide {
        return;
    }
    let unused = mem::take(&mut found.unused).into_iter();
    let (next, below): (Vec<_>, Vec<_>) =
        unused.partition(|unused| unused.reason == UnusedReason::BeyondDisplay);
    found.unused = below;
    let mut hits = mem::take(&mut found.hits);
    hits.extend(next.into_iter().map(|unused| unused.hit));
    found.hits = each_note_first(hits, |hit| Some(&hit.path));
}

/// The best of each note, then the others.
pub fn each_note_first<T>(hits: Vec<T>, note: impl Fn(&T) -> Option<&NotePath>) -> Vec<T> {
    let mut notes = HashSet::new();
    let is_first = |hit: &T| note(hit).is_some_and(|path| notes.insert(path.clone()));
    let (mut first, others): (Vec<_>, Vec<_>) = hits.into_iter().partition(is_first);
    first.extend(others);
    first
}

fn words(question: &str) -> Vec<String> {
    let is_inner = |char: char| char.is_alphanumeric() || "'’-".contains(char);
    let words = question.split(|char| !is_inner(char)).filter(|word| !word.is_empty());
    words.map(|word| word.to_lowercase().replace('’', "'")).collect()
}

fn is_one_of(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|other| other == word)
}

fn asks_over_notes(words: &[String]) -> bool {
    let line = format!(" {} ", words.join(" "));
    words.iter().any(|word| OVER_NOTES.contains(&**word))
        || PHRASES.iter().any(|phrase| line.contains(phrase))
        || asks_twice(words)
        || asks_for_several(words)
}

/// “… and why?”
fn asks_twice(words: &[String]) -> bool {
    let joins = |pair: &[String]| is_one_of(AND, &pair[0]) && is_one_of(ASKING, &pair[1]);
    // “And why?” continues a conversation.
    words.windows(2).skip(1).any(joins)
}

/// “Which mistakes …”, “what ways …”, “Welche Fehler sind …”
fn asks_for_several(words: &[String]) -> bool {
    let is_singular =
        |word: &str| ["ss", "us", "is", "'s", "does"].iter().any(|it| word.ends_with(it));
    let is_plural = |word: &str| word.len() > 3 && word.ends_with('s') && !is_singular(word);
    words.iter().enumerate().any(|(at, word)| match &**word {
        "which" | "what" => words.get(at + 1).is_some_and(|next| next == "of" || is_plural(next)),
        "welche" | "welke" => words[at + 1..].iter().take(4).any(|word| is_one_of(PLURAL, word)),
        _ => false,
    })
}

/// “Why …”, “how …”, but not “how many …”.
fn asks_how(words: &[String]) -> bool {
    let is_measure = |at: usize| words.get(at).is_some_and(|word| is_one_of(MEASURES, word));
    let asks = |at: usize| {
        let word = &words[at];
        CHINESE_HOW.iter().any(|how| word.contains(how))
            || (is_one_of(HOW, word) && !is_measure(at + 1))
    };
    (0..words.len().min(BEGINNING)).any(asks)
}

/// Whether the nearest passages are about equally near.
fn are_alike(found: &SearchResults) -> bool {
    let unused = found.unused.iter().map(|unused| &unused.hit);
    let mut near: Vec<f32> =
        found.hits.iter().chain(unused).filter_map(|hit| hit.why.similarity).collect();
    near.sort_unstable_by(|a, b| b.total_cmp(a));
    near.get(ALIKE - 1).is_some_and(|last| near[0] - last < DIFFERENCE)
}
