//! Function words: articles, pronouns, prepositions and auxiliary verbs, which have no topic. They are in lower case,
//! with accents.

use std::sync::LazyLock;

use super::{NaturalLanguage, table::WordSet};

/// The languages with a list.
const LISTS: [(NaturalLanguage, &str); 9] = [
    (NaturalLanguage::English, ENGLISH),
    (NaturalLanguage::German, GERMAN),
    (NaturalLanguage::Spanish, SPANISH),
    (NaturalLanguage::French, FRENCH),
    (NaturalLanguage::Italian, ITALIAN),
    (NaturalLanguage::Portuguese, PORTUGUESE),
    (NaturalLanguage::Russian, RUSSIAN),
    (NaturalLanguage::Dutch, DUTCH),
    (NaturalLanguage::Swedish, SWEDISH),
];

static SETS: LazyLock<[(NaturalLanguage, WordSet); 9]> =
    LazyLock::new(|| LISTS.map(|(language, words)| (language, words.split_whitespace().collect())));

static ALL: LazyLock<WordSet> =
    LazyLock::new(|| LISTS.into_iter().flat_map(|(_, words)| words.split_whitespace()).collect());

impl NaturalLanguage {
    /// Empty for a language without a list.
    pub fn function_words(self) -> impl Iterator<Item = &'static str> {
        self.set().into_iter().flatten().copied()
    }

    /// Whether a word in lower case is a function word. False in a language without a list.
    pub fn has_function_word(self, word: &str) -> bool {
        self.set().is_some_and(|words| words.contains(word))
    }

    pub fn has_function_words(self) -> bool {
        self.set().is_some()
    }

    fn set(self) -> Option<&'static WordSet> {
        SETS.iter().find(|(language, _)| *language == self).map(|(_, words)| words)
    }
}

/// The function words of all languages, without duplicates.
pub fn function_words() -> impl Iterator<Item = &'static str> {
    ALL.iter().copied()
}

/// Whether any language has this function word.
pub fn is_function_word(word: &str) -> bool {
    ALL.contains(word)
}

const ENGLISH: &str = "a about above after again against all also although am an and any are aren as at be because been before \
    being below between both but by can cannot could couldn did didn do does doesn doing don down during each \
    either every few for from further had hasn have haven having he her here hers herself him himself his how i \
    if in into is isn it its itself just let like make may me might more most much must my myself neither no nor \
    not now of off on once one only onto or other our ours ourselves out over own please quite rather really \
    same shall she should shouldn since so some such tell than that the their theirs them themselves then there \
    these they this those though through thus to too toward under until up upon us very was wasn we were weren \
    what when where whether which while who whom whose why will with within without won would wouldn yet you \
    your yours yourself";

const GERMAN: &str = "aber alle allem allen aller alles als also am an andere anderen andererseits anderes auch auf aus bei beide \
    beiden beim bereits bis bist bitte da dabei dadurch dafür dagegen daher dahin damit danach daneben dann \
    daran darauf daraus darf darin darüber darum darunter das dass davon davor dazu dein deine deinem deinen \
    deiner dem den denen denn dennoch der deren des deshalb dessen dich die dies diese diesem diesen dieser \
    dieses dir doch dort du durch dürfen eben eigentlich ein eine einem einen einer eines einige einigen einmal \
    er erst es etwa etwas euch euer eure für gab ganz gar gegen gehört gemacht gewesen gibt hab habe haben hast \
    hat hatte hätte hatten hätten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in \
    indem ins ist ja je jede jedem jeden jeder jedes jedoch jemand jene jener jetzt kann kannst kaum kein keine \
    keinem keinen keiner können könnte könnten lässt machen machte macht man manche mancher mehr mein meine \
    meinem meinen meiner meist mich mir mit möchte muss müssen musste nach nachdem nämlich neben nein nicht \
    nichts nie noch nun nur ob obwohl oder ohne oft schon sehr sei seid sein seine seinem seinen seiner seit \
    selbst sich sie sind so sobald sogar solche sollen sollte sollten somit sondern sonst soweit sowie sowohl \
    trotz trotzdem über um und uns unser unsere unserem unseren unserer unter viel viele vielen vom von vor \
    während wann war wäre waren warum was weder weil weiter welche welchem welchen welcher welches wem wen wenig \
    wenn wer werde werden wessen weswegen wie wieder wieso wieviel will wir wird wo wobei wodurch wofür woher \
    wohin wollen wollte womit woran worauf worden worin worum wovon wozu wurde wurden würde würden zu zum zur \
    zwar zwischen";

const SPANISH: &str = "a además adónde ahora al algo algún alguna algunas alguno algunos allí ante antes aquel aquella aquello \
    aquellos aquí así aún aunque bajo bien cada casi como cómo con contra cual cuál cuales cuáles cualquier \
    cuando cuándo cuanto cuánto cuántos de debe deben del desde después donde dónde durante e el él ella ellas \
    ello ellos en entonces entre era eran eres es esa esas ese eso esos esta está estaba estaban estado están \
    estas este esto estos estoy fue fueron ha haber había habían hace hacia han hasta hay he incluso la las le \
    les lo los luego mas más me mi mí mientras mis mismo misma mismos mucho mucha muchos muy nada ni ningún \
    ninguna ninguno no nos nosotros nuestra nuestro o os otra otras otro otros para pero poco podía por porque \
    porqué pues puede pueden puedo que qué quien quién quienes se sea sean según ser si sí sido siempre siendo \
    sin sino sobre sois sólo solo somos son soy su sus también tampoco tan tanto te tenía tengo tiene tienen \
    toda todas todavía todo todos tras tu tú tuvo un una unas uno unos usted ustedes vosotros y ya yo";

const FRENCH: &str = "a afin ai aie ainsi alors après as assez au aucun aucune aujourd auprès aussi autre autres aux avaient avait \
    avant avec avez avoir avons ayant beaucoup bien c car ce ceci cela celle celles celui cependant certains \
    certaines ces cet cette ceux chaque chez comme comment contre d dans de déjà depuis des dès deux devant doit \
    doivent donc dont du elle elles en encore entre es est et étaient était étant été être eu eux fait faut ils \
    furent fut ici il j jamais je jusqu l la là laquelle le lequel les lesquels leur leurs lors lorsque lui m ma \
    mais malgré me même mêmes mes moi moins mon n ne ni non nos notre nous on ont ou où par parce parmi pas \
    pendant peu peut peuvent plus plusieurs pour pourquoi pourtant puis puisque qu quand que quel quelle quelles \
    quelque quelques quels qui quoi s sa sans sauf se selon sera seront ses si sien soi soient soit son sont \
    souvent sous suis sur t ta tandis tant te tel telle telles tes toi ton toujours tous tout toute toutes très \
    trop tu un une vers voici voilà vos votre vous y";

const ITALIAN: &str = "a abbiamo ad agli ai al alcuna alcune alcuni all alla alle allo allora altra altre altri altro anche ancora \
    avere aveva avevano c che chi ci ciò ciascuno cioè coi col come comunque con contro cosa così cui da dagli \
    dai dal dall dalla dalle dallo degli dei del dell della delle dello dentro deve devono di dopo dove dovrebbe \
    due dunque durante e è ecco ed egli ella era erano eri essa esse essere essi essendo fa fanno fino fra fu \
    furono già gli ha hai hanno ho i il in infatti io l la là le lei li lo loro lui ma mai me mentre mi mia mie \
    miei mio molta molti molto ne né negli nei nel nell nella nelle nello nessun nessuna nessuno niente noi non \
    nostra nostri nostro o ogni oltre oppure ora per perché perciò però più poco poi può possono presso prima \
    proprio pure qual quale quali qualche qualcosa qualcuno quando quanta quanti quanto quasi quel quell quella \
    quelle quelli quello questa queste questi questo qui quindi sarà se sei sempre senza si sì sia siamo siano \
    sono sopra sotto sta stata state stati stato su sua subito sue sugli sui sul sull sulla sulle sullo suo suoi \
    tale tali tanto te ti tra troppo tu tua tuo tutta tutte tutti tutto un una uno vi voi vostra vostro";

const PORTUGUESE: &str = "a à agora ainda além algo alguém algum alguma algumas alguns ali ante antes ao aos apenas após aquela \
    aquelas aquele aqueles aquilo aqui as às assim até cada com como contra contudo da daquela daquele das de \
    dela delas dele deles depois desde dessa desse desta deste deve devem disso disto do dos durante e é ela \
    elas ele eles em embora enquanto então entre era eram essa essas esse esses esta está estão estar estas \
    estava estavam este estes eu foi for foram havia há isso isto já lá lhe lhes logo mais mas me mediante mesma \
    mesmo meu meus minha minhas muita muitas muito muitos na nada não nas nela nele nem nenhum nenhuma nessa \
    nesse nesta neste ninguém no nos nós nossa nosso num numa nunca o onde os ou outra outras outro outros para \
    pela pelas pelo pelos perante pode podem pois por porém porquanto porque portanto pouco pouca pôde qual \
    quais qualquer quando quanto quantos que quem quê são se seja sejam sem sempre sendo ser será seu seus sido \
    sim só sob sobre sua suas também tanto tem têm tenho ter teu tinha toda todas todavia todo todos tua tudo um \
    uma umas uns você vocês vos";

const RUSSIAN: &str = "а без более больше будет будто бы был была были было быть в вам вами вас ваш ваша вдоль ведь во вот впрочем \
    все всё всегда всего всей всем всех всю вы где да даже для до другие другой его ей ему если есть ещё еще ею \
    её ж же за зачем здесь и из или им ими иногда их к каждый как какая какие каких какой какую когда который \
    которая которое которые которых которым которого которой кроме кто кого куда ли либо лишь между меня мне \
    много может можно мой моя мои мы на над надо нам нами нас наш наша не него неё нее нельзя нет ни нибудь \
    никогда ним них ничего но ну о об один однако она они оно от откуда очень перед по под после потом потому \
    почему почти при про просто раз с сам сама само сами свой своя свои своего своей себе себя сейчас сквозь \
    сколько со совсем так такая также такие такой там тебя тем теперь то тобой тогда того тоже той только том \
    тот ту тут ты у уже хотя чего чей чем через что чтоб чтобы чуть эта эти это этого этой этом этот эту этих я";

const DUTCH: &str = "aan aangezien achter af al alle alleen alles als altijd andere anders bent bij bijna binnen boven buiten \
    daar daarna daarom dan dat de deze die dit doch doen doet door dus een één eens eerst elk elke en enkele er \
    erg ergens even geen gedaan geweest geworden had hadden heb hebben hebt heeft heel hem hen het hier hij hoe \
    hoewel hun iedere iedereen iemand iets ik in indien is ja je jij jou jouw jullie kan kon konden kunnen kunt \
    maar maken meer men met mij mijn moet moeten mogen na naar naast nadat niemand niet niets nog nooit nu of om \
    omdat onder ons onze ook op over sinds soms steeds tegen terwijl tijdens toch toen tot tussen uit uw van \
    vanaf veel voor vooral waar waarin waarom waarop waren want was wat we weer weinig wel welke werd werden wie \
    wij wilde willen worden wordt zal zeer zelf zelfs zich zij zijn zo zoals zonder zou zouden zullen";

const SWEDISH: &str = "alla allt alltid andra annan annat att av bara behöver blev bli blir borde bort både båda de dem den denna \
    deras dess dessa det detta dig din dina ditt du där därför då efter efteråt eftersom ej eller en endast er \
    ett fanns finns fick flera från få får för före genom gick går gör göra ha hade han hans har hela henne \
    hennes hon honom hos hur här i ibland icke igen in inga ingen inget innan inne inom inte jag ju kan kanske \
    kom kommer kunde kunna man med medan mellan men mer mest mig min mina mitt mot mycket måste ned nej ni någon \
    något några när nu och också om oss på redan samma samt sedan sig sin sina sitt själv ska skall skulle som \
    sådan så trots under upp ur ut utan vad var vara varför varje varit varken vart vem vi via vid vilka vilken \
    vilket vill våra vår vårt åt än är även över";
