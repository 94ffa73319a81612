//! Words that deny, limit or weaken a sentence: not, only, all, some, may.

use std::{collections::HashMap, sync::OnceLock};

use super::words::Language;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Denies the next words or the whole clause: not, never, without, no longer.
    Not,
    /// only, exclusively
    Only,
    /// except, apart from
    Except,
    All,
    Most,
    /// a few, sometimes
    Some,
    /// perhaps, probably, might
    May,
}

/// The words of each kind in lower case. Accents are only written where the folded form is another word.
#[rustfmt::skip]
const SIGNS: [(Language, &[(Sign, &str)]); 9] = [
    (Language::English, &[
        (Sign::Not, " not no never none nobody nothing neither nor without cannot can't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't shouldn't couldn't hasn't haven't hadn't mustn't ain't needn't nowhere hardly barely scarcely fail fails failed lack lacks lacked lacking refuse refuses refused cease ceases ceased ceasing stop stops stopped "),
        (Sign::Only, " only solely exclusively merely "),
        (Sign::Except, " except excluding besides "),
        (Sign::All, " all every each always everyone everybody everything both entire entirely whole wholly completely "),
        (Sign::Most, " most mostly majority "),
        (Sign::Some, " some several few sometimes somebody partly partially occasionally rarely seldom often frequently usually "),
        (Sign::May, " may might could possibly perhaps maybe probably likely presumably allegedly reportedly apparently suggest suggests suggested seem seems seemed appear appears appeared "),
    ]),
    (Language::German, &[
        (Sign::Not, " nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder nirgends kaum "),
        (Sign::Only, " nur ausschliesslich lediglich bloss allein "),
        (Sign::Except, " ausser ausgenommen "),
        (Sign::All, " alle alles allen aller jede jeder jedes jeden jedem immer samtliche "),
        (Sign::Most, " meist meisten meistens "),
        (Sign::Some, " einige einigen manche manchen mehrere teilweise manchmal selten oft haufig "),
        (Sign::May, " vielleicht moglicherweise vermutlich wahrscheinlich eventuell angeblich könnte könnten dürfte dürften scheint scheinen "),
    ]),
    (Language::Spanish, &[
        (Sign::Not, " no jamas nunca nadie nada ninguno ninguna ningun sin tampoco ni "),
        (Sign::Only, " solo solamente unicamente "),
        (Sign::Except, " excepto salvo "),
        (Sign::All, " todo toda todos todas cada siempre "),
        (Sign::Most, " mayoria "),
        (Sign::Some, " algunos algunas varios varias parcialmente raramente menudo "),
        (Sign::May, " quiza quizas posiblemente probablemente podria podrian parece "),
    ]),
    (Language::French, &[
        (Sign::Not, " ne pas jamais aucun aucune rien personne sans ni "),
        (Sign::Only, " seulement uniquement exclusivement "),
        (Sign::Except, " sauf hormis excepte "),
        (Sign::All, " tous toutes tout toute chaque toujours "),
        (Sign::Most, " plupart "),
        (Sign::Some, " quelques certains certaines plusieurs parfois partiellement rarement souvent "),
        (Sign::May, " peut-etre probablement possiblement pourrait pourraient semble "),
    ]),
    (Language::Italian, &[
        (Sign::Not, " non mai nessuno nessuna nessun niente nulla senza neanche nemmeno né "),
        (Sign::Only, " solo soltanto solamente esclusivamente "),
        (Sign::Except, " tranne eccetto salvo "),
        (Sign::All, " tutti tutte tutto tutta ogni sempre "),
        (Sign::Most, " maggior "),
        (Sign::Some, " alcuni alcune diversi parzialmente talvolta qualche raramente spesso "),
        (Sign::May, " forse probabilmente possibilmente potrebbe potrebbero sembra "),
    ]),
    (Language::Portuguese, &[
        (Sign::Not, " nao nunca jamais nenhum nenhuma ninguem nada sem nem "),
        (Sign::Only, " so somente apenas exclusivamente "),
        (Sign::Except, " exceto salvo "),
        (Sign::All, " todo toda todos todas cada sempre "),
        (Sign::Most, " maioria "),
        (Sign::Some, " alguns algumas varios parcialmente raramente "),
        (Sign::May, " talvez provavelmente possivelmente poderia poderiam parece "),
    ]),
    (Language::Russian, &[
        (Sign::Not, " не нет ни никогда никто ничего ничто нигде без нельзя никакои едва "),
        (Sign::Only, " только лишь исключительно "),
        (Sign::Except, " кроме исключая "),
        (Sign::All, " все весь вся всегда каждыи каждая каждое любои "),
        (Sign::Most, " большинство "),
        (Sign::Some, " некоторые несколько иногда редко часто частично "),
        (Sign::May, " возможно вероятно может наверное кажется "),
    ]),
    (Language::Dutch, &[
        (Sign::Not, " niet geen nooit niemand niets zonder noch nergens nauwelijks "),
        (Sign::Only, " alleen slechts enkel uitsluitend "),
        (Sign::Except, " behalve uitgezonderd "),
        (Sign::All, " alle alles iedere ieder elke elk altijd "),
        (Sign::Most, " meeste meestal "),
        (Sign::Some, " sommige enkele verschillende soms zelden vaak gedeeltelijk "),
        (Sign::May, " misschien mogelijk waarschijnlijk vermoedelijk lijkt "),
    ]),
    (Language::Swedish, &[
        (Sign::Not, " inte ej icke aldrig ingen inget inga ingenting utan knappast "),
        (Sign::Only, " bara endast enbart uteslutande "),
        (Sign::Except, " utom forutom "),
        (Sign::All, " alla allt varje alltid samtliga "),
        (Sign::Most, " flesta oftast "),
        (Sign::Some, " nagra vissa flera ibland sallan ofta delvis "),
        (Sign::May, " kanske mojligen troligen sannolikt verkar "),
    ]),
];

/// The sign of a word; `next` is the word after it.
pub(crate) fn sign(
    language: Language,
    word: &str,
    folded: &str,
    next: Option<&str>,
) -> Option<Sign> {
    if folded.ends_with("n't") {
        return Some(Sign::Not);
    }
    let known = known();
    let lowered = (!word.is_ascii()).then(|| word.to_lowercase());
    let found = lowered.and_then(|word| known.get(&(language, word.as_str())).copied());
    let found = found.or_else(|| known.get(&(language, folded)).copied())?;
    (language != Language::English || stands_for(found, folded, next)).then_some(found)
}

pub(crate) fn is_sign(language: Language, folded: &str) -> bool {
    known().contains_key(&(language, folded))
}

fn known() -> &'static HashMap<(Language, &'static str), Sign> {
    static KNOWN: OnceLock<HashMap<(Language, &str), Sign>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let all =
            SIGNS.iter().flat_map(|(language, signs)| signs.iter().map(move |it| (*language, it)));
        // The first kind with a word counts.
        let words = all.flat_map(|(language, (sign, words))| {
            words.split_whitespace().map(move |word| ((language, word), *sign))
        });
        let mut known = HashMap::new();
        for (word, sign) in words {
            known.entry(word).or_insert(sign);
        }
        known
    })
}

/// The next word has to confirm some English signs. “Stops baking” and “fails to rise” deny, “stops in Lyon” and
/// “fails” alone don't; “appears to be” weakens, “appears in the film” doesn't.
fn stands_for(sign: Sign, folded: &str, next: Option<&str>) -> bool {
    let begins = |words: &[&str]| words.iter().any(|word| folded.starts_with(word));
    let is = |word: &str| next.is_some_and(|next| next.eq_ignore_ascii_case(word));
    if sign == Sign::Not && begins(&["stop", "ceas", "fail", "refus"]) {
        let stops = begins(&["stop", "ceas"]) && next.is_some_and(|next| next.ends_with("ing"));
        return stops || (is("to") && !begins(&["stop"]));
    }
    const PLACES: [&str; 10] =
        ["in", "on", "at", "with", "before", "after", "for", "under", "from", "by"];
    let is_place = || next.is_none() || PLACES.iter().any(|place| is(place));
    !(sign == Sign::May && begins(&["appear"]) && is_place())
}

/// The Chinese or Japanese sign that begins at `at`.
pub(crate) fn dense_sign(text: &str, at: usize) -> Option<(Sign, &'static str)> {
    #[rustfmt::skip]
    const WORDS: [(Sign, &[&str]); 6] = [
        (Sign::Not, &["没有", "沒有", "不是", "并非", "不再", "从不", "从未", "没", "沒", "不", "无", "未", "ない", "ません"]),
        (Sign::Only, &["只有", "仅仅", "只", "仅", "だけ", "のみ"]),
        (Sign::Except, &["除了", "除外", "以外"]),
        (Sign::All, &["所有", "全部", "每个", "都", "总是", "すべて", "全て"]),
        (Sign::Some, &["一些", "有些", "部分", "有时", "几个", "一部"]),
        (Sign::May, &["可能", "也许", "或许", "大概", "かもしれ"]),
    ];
    // Longer words in which these characters have another meaning.
    #[rustfmt::skip]
    const OTHERS: [&str; 44] = [
        "不断", "不斷", "不同", "不仅", "不僅", "不但", "不过", "不過", "不管", "不论", "不論", "不久", "不少", "不错", "不錯", "不锈",
        "不鏽", "不得不", "不足", "不知不觉", "差不多", "未来", "未來", "未婚", "无论", "無論", "无线", "无数", "无锡", "首都", "都市",
        "都会", "成都", "京都", "古都", "建都", "船只", "只要", "没收", "淹没", "沉没", "埋没", "出没", "不仅仅",
    ];
    let rest = text.get(at..)?;
    let found = WORDS.iter().find_map(|(sign, words)| {
        words.iter().find(|word| rest.starts_with(**word)).map(|word| (*sign, *word))
    })?;
    let is_inside = OTHERS.iter().any(|other| {
        other.char_indices().any(|(before, _)| {
            let from = at.checked_sub(before).and_then(|from| text.get(from..));
            from.is_some_and(|from| from.starts_with(other))
        })
    });
    // 只 is also a counter for animals.
    let counts = rest.starts_with('只')
        && text[..at].chars().next_back().is_some_and(|before| {
            before.is_ascii_digit() || "一二两兩三四五六七八九十百千几幾每这這那".contains(before)
        });
    (!is_inside && !counts).then_some(found)
}
