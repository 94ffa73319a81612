//! Words that turn, bound or weaken what a sentence says: not, only, all, some, may.

use std::{collections::HashMap, sync::OnceLock};

use super::language::Language;

/// What such a word does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// It denies what follows, or its whole clause: not, never, without, no longer.
    Not,
    /// It says that there is nothing else: only, exclusively.
    Only,
    /// It takes something out: except, apart from.
    Except,
    /// It speaks of all: every, always.
    All,
    /// It speaks of most.
    Most,
    /// It speaks of some: a few, sometimes.
    Some,
    /// It says that something may be: perhaps, probably, might.
    May,
}

/// The words of each kind, in small letters without accents.
#[rustfmt::skip]
const SIGNS: [(Language, &[(Sign, &str)]); 6] = [
    (Language::English, &[
        (Sign::Not, " not no never none nobody nothing neither nor without cannot can't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't shouldn't couldn't hasn't haven't hadn't mustn't ain't needn't nowhere hardly barely scarcely fail fails failed lack lacks lacked lacking refuse refuses refused cease ceases ceased ceasing stop stops stopped "),
        (Sign::Only, " only solely exclusively merely "),
        (Sign::Except, " except excluding besides "),
        (Sign::All, " all every each always everyone everybody everything both entire entirely whole wholly completely "),
        (Sign::Most, " most mostly majority "),
        (Sign::Some, " some several few sometimes somebody partly partially occasionally rarely seldom often "),
        (Sign::May, " may might could possibly perhaps maybe probably likely presumably allegedly reportedly apparently suggest suggests suggested seem seems seemed appear appears appeared "),
    ]),
    (Language::German, &[
        (Sign::Not, " nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder nirgends kaum "),
        (Sign::Only, " nur ausschliesslich lediglich bloss allein "),
        (Sign::Except, " ausser ausgenommen "),
        (Sign::All, " alle alles allen aller jede jeder jedes jeden jedem immer samtliche "),
        (Sign::Most, " meist meisten meistens "),
        (Sign::Some, " einige einigen manche manchen mehrere teilweise manchmal selten oft "),
        (Sign::May, " vielleicht moglicherweise vermutlich wahrscheinlich eventuell angeblich konnte konnten durfte scheint "),
    ]),
    (Language::Spanish, &[
        (Sign::Not, " no jamas nunca nadie nada ninguno ninguna ningun sin tampoco ni "),
        (Sign::Only, " solo solamente unicamente "),
        (Sign::Except, " excepto salvo "),
        (Sign::All, " todo toda todos todas cada siempre "),
        (Sign::Most, " mayoria "),
        (Sign::Some, " algunos algunas varios varias parcialmente raramente "),
        (Sign::May, " quiza quizas posiblemente probablemente podria podrian parece "),
    ]),
    (Language::French, &[
        (Sign::Not, " ne n'est n'a n'ont n'etait n'y pas jamais aucun aucune rien personne sans ni "),
        (Sign::Only, " seulement uniquement exclusivement "),
        (Sign::Except, " sauf hormis excepte "),
        (Sign::All, " tous toutes tout toute chaque toujours "),
        (Sign::Most, " plupart "),
        (Sign::Some, " quelques certains certaines plusieurs parfois partiellement rarement "),
        (Sign::May, " peut-etre probablement possiblement pourrait pourraient semble "),
    ]),
    (Language::Italian, &[
        (Sign::Not, " non mai nessuno nessuna nessun niente nulla senza neanche nemmeno ne "),
        (Sign::Only, " solo soltanto solamente esclusivamente "),
        (Sign::Except, " tranne eccetto salvo "),
        (Sign::All, " tutti tutte tutto tutta ogni sempre "),
        (Sign::Most, " maggior "),
        (Sign::Some, " alcuni alcune diversi parzialmente talvolta qualche "),
        (Sign::May, " forse probabilmente possibilmente potrebbe potrebbero sembra "),
    ]),
    (Language::Portuguese, &[
        (Sign::Not, " nao nunca jamais nenhum nenhuma ninguem nada sem nem "),
        (Sign::Only, " so somente apenas exclusivamente "),
        (Sign::Except, " exceto salvo "),
        (Sign::All, " todo toda todos todas cada sempre "),
        (Sign::Most, " maioria "),
        (Sign::Some, " alguns algumas varios parcialmente "),
        (Sign::May, " talvez provavelmente possivelmente poderia poderiam parece "),
    ]),
];

/// What a word of a language, in small letters without accents, does.
pub(super) fn sign(language: Language, folded: &str) -> Option<Sign> {
    if folded.ends_with("n't") {
        return Some(Sign::Not);
    }
    static KNOWN: OnceLock<HashMap<(Language, &str), Sign>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| {
        let all =
            SIGNS.iter().flat_map(|(language, signs)| signs.iter().map(move |it| (*language, it)));
        // The first kind that has a word counts.
        let words = all.flat_map(|(language, (sign, words))| {
            words.split_whitespace().map(move |word| ((language, word), *sign))
        });
        let mut known = HashMap::new();
        for (word, sign) in words {
            known.entry(word).or_insert(sign);
        }
        known
    });
    known.get(&(language, folded)).copied()
}

/// The same for Chinese and Japanese, where a text begins with such a word.
pub(super) fn dense_sign(text: &str) -> Option<(Sign, &'static str)> {
    #[rustfmt::skip]
    const WORDS: [(Sign, &[&str]); 6] = [
        (Sign::Not, &["没有", "沒有", "不是", "并非", "不再", "从不", "从未", "没", "沒", "不", "无", "未", "ない", "ません"]),
        (Sign::Only, &["只有", "仅仅", "只", "仅", "だけ", "のみ"]),
        (Sign::Except, &["除了", "除外", "以外"]),
        (Sign::All, &["所有", "全部", "每个", "都", "总是", "すべて", "全て"]),
        (Sign::Some, &["一些", "有些", "部分", "有时", "几个", "一部"]),
        (Sign::May, &["可能", "也许", "或许", "大概", "かもしれ"]),
    ];
    WORDS.iter().find_map(|(sign, words)| {
        words.iter().find(|word| text.starts_with(**word)).map(|word| (*sign, *word))
    })
}
