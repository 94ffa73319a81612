//! Word lists for English, German, Spanish, French, Italian, Portuguese, Dutch, Swedish and Russian, in lower case.
//! Each list has the words of all languages: most follow-up questions are too short to detect their language.

use std::{collections::HashSet, sync::LazyLock};

use language::NaturalLanguage;

type Set = LazyLock<HashSet<&'static str>>;

fn set(words: &'static str) -> HashSet<&'static str> {
    words.split_whitespace().collect()
}

fn phrases(list: &'static str) -> Vec<Vec<&'static str>> {
    list.split(',').map(|phrase| phrase.split_whitespace().collect()).collect()
}

/// Words without a topic besides the function words: what people say to an assistant, and about its answers.
pub(super) static SMALL_TALK: Set = LazyLock::new(|| set(SMALL_TALK_WORDS));
/// Words that refer to something said before.
pub(super) static REFERRING: Set = LazyLock::new(|| set(REFERRING_WORDS));
/// The words of [`REFERRING`] that may refer to a name before them in the same message.
pub(super) static PRONOUNS: Set = LazyLock::new(|| set(PRONOUNS_WORDS));
/// Words that refer only at the end of a message: “Wann war das?”.
pub(super) static ONLY_LAST: Set = LazyLock::new(|| set(ONLY_LAST_WORDS));
/// Words that ask about the earlier answer if little else is in the message.
pub(super) static ASKING: Set = LazyLock::new(|| set(ASKING_WORDS));
/// Words that may begin the part of a question that the next question replaces: “in November”.
pub(super) static PREPOSITIONS: Set = LazyLock::new(|| set(PREPOSITIONS_WORDS));
/// Pronouns that a name can replace in a question.
pub(super) static PERSONAL: Set = LazyLock::new(|| set(PERSONAL_WORDS));
/// Words of [`REFERRING`] that may name a time with one of [`TIMES`]: “this week”.
pub(super) static DEMONSTRATIVES: Set = LazyLock::new(|| set(DEMONSTRATIVE_WORDS));
pub(super) static TIMES: Set = LazyLock::new(|| set(TIMES_WORDS));
/// The words of [`FORM`] that may also describe what is asked for: “and Italian?”
pub(super) static LANGUAGES: Set = LazyLock::new(|| set(LANGUAGES_WORDS));
/// Months and days.
pub(super) static MONTHS: Set = LazyLock::new(|| set(MONTHS_WORDS));
/// Words about the form of an answer: its length, its language, its layout, or only thanks.
pub(super) static FORM: Set = LazyLock::new(|| set(FORM_WORDS));
/// Words that may accompany those of [`FORM`].
pub(super) static BESIDE_FORM: Set = LazyLock::new(|| set(BESIDE_FORM_WORDS));
/// Words that only agree or disagree.
pub(super) static YES: Set = LazyLock::new(|| set(YES_WORDS));
/// Words that may accompany an ordinal: “the second one, please”.
pub(super) static BESIDE_ORDINALS: Set = LazyLock::new(|| set(BESIDE_ORDINALS_WORDS));
/// Words that may precede the question itself: “Thanks, and who is Hannah?”
pub(super) static THANKS: Set = LazyLock::new(|| set(THANKS_WORDS));
/// The words of [`LEADS`] that are another word in another language, so that they lead only short messages.
pub(super) static SHORT_LEAD: Set = LazyLock::new(|| set(SHORT_LEAD_WORDS));
/// Beginnings of a message that continues the last question: “What about Deniz?”
pub(super) static LEADS: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| phrases(LEAD_PHRASES));
/// Messages that ask for more about the same.
pub(super) static MORE: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| phrases(MORE_PHRASES));
/// The first four ordinals, in all languages.
const ORDINALS: [&str; 4] = [
    "first 1 1st erste ersten erster erstes primero primera premier première primo prima primeiro eerste första первый",
    "second 2 2nd zweite zweiten zweiter zweites segundo segunda deuxième seconde secondo seconda tweede andra второй",
    "third 3 3rd dritte dritten dritter drittes tercero tercera troisième terzo terceiro derde tredje третий",
    "fourth 4 4th vierte vierten vierter viertes cuarto quatrième quarto vierde fjärde четвёртый",
];

const LAST: &str = "last letzte letzten letzter letztes último última dernier dernière ultimo ultima laatste \
    sista последний";

/// A position in a list that a message names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ordinal {
    /// From 0.
    Nth(usize),
    Last,
}

pub(super) fn ordinal(word: &str) -> Option<Ordinal> {
    let has = |words: &str| words.split(' ').any(|one| one == word);
    if has(LAST) {
        return Some(Ordinal::Last);
    }
    ORDINALS.iter().position(|words| has(words)).map(Ordinal::Nth)
}

const SMALL_TALK_WORDS: &str = "\
    hm hmm ah aha eh tja done has yes give show know think need get many i'm i've i'd i'll it's what's that's don't doesn't didn't \
    isn't can't won't there's let's hi hello hey thanks thank thx ok okay oh help welcome sorry information \
    specific answer question questions documents document details detail provide provided mention mentioned \
    additional addition include including includes however example instance anything something someone \
    everything everyone ones thing things way ways good great fine best better right well sure use used using \
    made got go goes going went wd mean meant say said kind type types different difference latest today still \
    others another able possible lot lots new based following follow steps step happens happen happened work \
    works called turn far bin soll weshalb mal combien wanneer hoeveel till ко";

const REFERRING_WORDS: &str = "\
    it its he him his she her hers they them their theirs this that these those there one ones latter same both \
    another others other else instead such then also er ihn ihm ihre ihrem ihren ihrer ihnen seine seinem seinen \
    seiner dessen deren davon damit daran darauf daraus darüber dafür dagegen dazu darin dabei danach davor dort \
    dorthin dieser diese dieses diesem diesen jener jene jenes beide beiden andere anderen anderer anderes \
    letztere letzterer letzteren erstere dasselbe dieselbe derselbe denselben sie él ella ellos ellas su sus \
    este esto estos estas ese esa eso esos esas aquel aquella aquello allí ahí mismo misma otro otra otros otras \
    ambos elle elles lui leur leurs cela ça celui celle ceux celles cet cette ces là-bas autre autres lei loro \
    esso essa suo sua suoi sue questo questa questi queste quello quella quelli quelle ciò lì stesso stessa \
    altro altra altri altre ele ela eles elas dele dela deles delas seu seus suas isto esse isso aquele aquela \
    aquilo disso disto nisso ali lá mesmo mesma outro outra outros outras hij hem zij ze haar hun hen deze dit \
    dat ervan erover ermee eraan daarvan daarmee daarover hetzelfde dezelfde ander han honom hans hon henne \
    hennes dem deras dess denna detta dessa där samma annan annat andra båda он его ему него нём ним она её ее \
    ей неё ней оно они их им них ними этот эта эти этого этой этом этому там туда тот того другой другая другие \
    оба обе";

const PRONOUNS_WORDS: &str = "\
    it its he him his she her hers they them their theirs there that one other er ihn ihm ihre ihrem ihren ihrer \
    ihnen seine seinem seinen seiner es sie su sus elle elles lui leur leurs lei loro suo sua suoi sue seu seus \
    ele ela eles elas hij hem zij ze haar hun han hans hon hennes он его она её они их";

const ONLY_LAST_WORDS: &str = "\
    es former so then too also das die der den dem des det de lo la le dat";

const ASKING_WORDS: &str = "\
    why how where when who which warum wieso weshalb wie wo wann wer welche welcher welches wozu pourquoi \
    comment où quand qui perché come dove quando chi quale porquê quem waarom hoe waar wanneer varför hur när \
    vem почему зачем как где когда кто really wirklich sure sicher";

const PREPOSITIONS_WORDS: &str = "\
    in into for with without about at on of from to during before after im ins am für ohne vor mit über bei an auf von aus nach zu beim vom zum zur en \
    para con sobre de por pour avec sur à au per di da a com em no na van voor met op i på för med om в во на с \
    со для о об";

const PERSONAL_WORDS: &str = "\
    he she it him his its they them their er ihn ihm sein seine seinen seinem seiner ihre ihren ihrem él ella il \
    elle lui";

const DEMONSTRATIVE_WORDS: &str = "this these diese dieser dieses diesen diesem";

const TIMES_WORDS: &str = "\
    week weeks weekend month year quarter spring summer autumn fall winter morning evening woche wochenende monat \
    jahr quartal frühling frühjahr sommer herbst";

const LANGUAGES_WORDS: &str = "\
    english german spanish french italian portuguese dutch swedish russian chinese japanese englische deutsche \
    spanische französische italienische";

/// “Or” between two choices.
pub(super) const OR: [(NaturalLanguage, &str); 9] = [
    (NaturalLanguage::English, "or"),
    (NaturalLanguage::German, "oder"),
    (NaturalLanguage::Spanish, "o"),
    (NaturalLanguage::French, "ou"),
    (NaturalLanguage::Italian, "o"),
    (NaturalLanguage::Portuguese, "ou"),
    (NaturalLanguage::Dutch, "of"),
    (NaturalLanguage::Swedish, "eller"),
    (NaturalLanguage::Russian, "или"),
];

const MONTHS_WORDS: &str = "\
    january february march april may june july august september october november december januar februar märz \
    mai juni juli oktober dezember jänner monday tuesday wednesday thursday friday saturday sunday montag \
    dienstag mittwoch donnerstag freitag samstag sonntag enero febrero marzo abril mayo junio julio agosto \
    septiembre octubre noviembre diciembre janvier février mars avril juin juillet août septembre octobre \
    novembre décembre";

const FORM_WORDS: &str = "\
    shorter longer briefer brief briefly short simpler simple simply concise summarise summarize summary \
    translate translation rephrase reword rewrite reformat format table list bullets bullet points formal \
    informal polite politer tone thanks thank thx cheers ok okay great perfect nice cool wonderful awesome hello \
    hi hey bye continue again repeat sentence sentences paragraph paragraphs words english german spanish french \
    italian portuguese dutch swedish russian chinese japanese markdown csv englische deutsche spanische \
    französische italienische kürzer länger kurz knapper knapp einfacher zusammenfassen zusammenfassung fasse \
    übersetze übersetzen übersetz übersetzung umformulieren formuliere formulier tabelle liste stichpunkte \
    stichpunkten stichworte stichworten formeller höflicher danke dankeschön dank super prima toll perfekt hallo \
    tschüss weiter nochmal nochmals wiederhole wiederholen satz sätze sätzen absatz wörter wörtern englisch \
    deutsch spanisch französisch italienisch portugiesisch niederländisch schwedisch russisch chinesisch corto \
    corta breve resume resumen traduce tabla lista gracias vale inglés alemán español continúa repite court \
    courte bref résume résumé traduis tableau merci d'accord anglais allemand français répète riassumi riassunto \
    traduci tabella elenco grazie inglese tedesco italiano continua ripeti curto resuma resumo traduza tabela \
    obrigado obrigada inglês alemão português korter samenvatten vertaal tabel lijst bedankt engels duits \
    nederlands opnieuw kortare sammanfatta översätt tabell tack engelska tyska svenska fortsätt igen короче \
    кратко переведи таблица таблицей таблицу списком спасибо английский немецкий русский продолжай повтори";

const BESIDE_FORM_WORDS: &str = "\
    please in on as a an the of to into it that this these them your answer me us make give show put write say \
    can could you would now more very much and two three four five one than with for but bit little go explain \
    got helps helped lot so too way i see version language form bitte auf als der die das den dem ein eine einen \
    einem es dies diese mir uns mach mache gib zeig zeige schreib schreibe sag kannst könntest du jetzt noch \
    etwas mehr sehr viel vielen und zwei drei vier fünf erkläre erklär ins mit antwort deine deiner alles einmal \
    sprache gut hilft reicht passt klar verstanden ist war por favor en como un una el la lo eso más muchas y al \
    s'il te plaît vous sous forme de une le plus beaucoup et per favore come più molte e di em uma um mais muito \
    muita faz een het dat meer veel alsjeblieft på som ett det mer och mycket tack snälla пожалуйста на в как \
    это и по язык";

const YES_WORDS: &str = "\
    yes yeah yep no nope ja nein jep genau sí si oui non sim não nee nej да нет right exactly";

const BESIDE_ORDINALS_WORDS: &str = "\
    the one number option no nr item point der die das den nummer punkt bitte please i mean meant ich meine \
    meinte and und el la le il o a de het";

const THANKS_WORDS: &str = "\
    thanks thank you ok okay great perfect danke gut super merci gracias grazie obrigado obrigada bedankt tack \
    спасибо yes no ja nein";

const SHORT_LEAD_WORDS: &str = "\
    en men e o y a а и de";

const LEAD_PHRASES: &str = "\
    and, or, but, so, then, also, i mean, i meant, what about, how about, und, oder, aber, dann, was ist mit, \
    wie ist es mit, wie sieht es mit, ich meine, ich meinte, y, pero, qué hay de, qué tal, et, mais, alors, \
    qu'en est-il, e, ed, ma, allora, mas, então, en, maar, hoe zit het met, och, men, hur är det med, а, и, но, \
    или";

const MORE_PHRASES: &str = "\
    tell me more, more, more details, more detail, in more detail, go deeper, mehr, mehr dazu, ausführlicher, \
    genauer, más detalles, plus de détails, più dettagli, mais detalhes, meer, mer, подробнее";
