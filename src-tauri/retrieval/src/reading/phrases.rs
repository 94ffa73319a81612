//! Phrases that ask for figures and sets, divided by commas, in lower case and without accents.

pub(super) const MEAN: &str = "durchschnitt,average,the mean,mean of,a mean,mean rating,mean value,promedio,en moyenne,moyenne,on average,durchschnitt,durchschnittlich,durchschnittliche,durchschnittlicher,durchschnittliches,durchschnittlichen,im schnitt,schnitt,im mittel,平均,avg";
pub(super) const MEDIAN: &str = "median,medianwert,mediana,mediane,中位数";
pub(super) const SHARE: &str = "what share of,which share of,share of,what percentage of,percentage of,how many percent of,what percent of,percent of,what \
    fraction of,fraction of,what proportion of,proportion of,wie viel prozent,wieviel prozent,wie viele prozent,prozentsatz,welcher anteil,anteil";
pub(super) const SUM: &str = "total,sum,altogether,in total,overall,summe,insgesamt,zusammen,gesamt,together,combined,all together,add up to,add up,总共,一共,how much,wie viel,wieviel,how far,wie weit";
pub(super) const COUNT: &str = "number of,nr of,amount of,combien de,combien,cuantos,cuantas,quanti,quante,quantos,quantas,wie vielen,how many,how often,wie viele,wieviele,wie oft,count,anzahl,多少,几,几次,几部,how many times";
pub(super) const LOWEST: &str = "coldest,coolest,kalteste,kaltester,kaltestes,fastest,quickest,schnellste,schnellster,schnellstes,lowest,least,minimum,smallest,shortest,niedrigste,niedrigster,niedrigstes,kleinste,kurzeste,geringste,min,最低,最少,最短,lightest,cheapest,billigste,billigstes,gunstigste,gunstigstes,kurzester,kurzestes,kleinster,kleinstes,kleinsten,niedrigsten,kurzesten,billigsten,gunstigsten,schnellsten,billigster,gunstigster,leichteste,leichtester,leichtestes,leichtesten,kaltesten";
pub(super) const HIGHEST: &str = "warmest,hottest,warmste,warmster,warmstes,heisseste,most expensive,teuerste,teuersten,priciest,grosster,grosstes,grossten,warmsten,hochsten,langster,langstes,langsten,teuerstes,slowest,langsamste,am meisten,highest,most,maximum,largest,biggest,longest,furthest,farthest,weiteste,weitester,weitestes,weitesten,hochste,hochster,hochstes,grosste,langste,meisten,max,最高,最多,最长,heaviest,dearest,teuerster,schwerste,schwerster,schwerstes,schwersten,heissester,heissestes,heissesten";
pub(super) const BEST: &str = "best,top,favourite,favorite,favourites,favorites,beste,bester,bestes,besten,liebste,liebstes,liebster,lieblings,最好,highest rated,best rated";
pub(super) const WORST: &str =
    "worst,schlechteste,schlechtester,schlechtestes,schlechtesten,最差,lowest rated";
pub(super) const LATEST: &str = "latest,newest,most recently,most recent,neueste,neuester,neuesten,letzte,letzter,letzten,last,zuletzt,最近,最新";
pub(super) const OLDEST: &str = "oldest,first,earliest,alteste,altester,erste,erster,ersten,最早";

/// They ask for the order of time.
pub(super) const IN_ORDER: &str = "in chronological order,in order,chronologically,der reihe nach,in zeitlicher reihenfolge,\
    in chronologischer reihenfolge,chronologisch,zeitlich geordnet,zeitlich sortiert,nacheinander";

/// They stand before the key of an order.
pub(super) const BY: &str = "sorted by,ordered by,sort by,order by,by,sortiert nach,nach";

/// Words for the states of tasks.
pub(super) const OPEN: &str = "pendientes,abiertas,ouvertes,steht noch an,steht an,stehen an,fehlt noch,fehlt,still open,open,unfinished,still to do,left to do,still have to do,got to do,got to get done,have i to do,still need to do,have to do,need to do,still has to be done,to be done,has to be done,have to get done,get done,to do,not done,not been done,not finished,stehen noch aus,steht noch aus,ausstehend,ausstehende,pending,noch offen,offen,offene,offenen,noch zu tun,zu tun,zu erledigen,noch erledigen,still want to do,remaining,outstanding,left,unerledigt,not done yet,not yet done,still have,have i not done,noch machen,noch tun,todo,没做,未完成";
pub(super) const DONE: &str = "erledigte,erledigten,tick off,ticked off,check off,checked off,get done,got done,accomplish,accomplished,finish,finished,complete,completed,did i do,done,erledigt,abgeschlossen,abgehakt,fertig,完成";

/// Superlatives of amounts of money.
pub(super) const PRICED: &str = "most expensive,priciest,dearest,teuerste,teuerster,teuersten,teuerstes,cheapest,billigste,billigster,gunstigste,gunstigster";

/// What is past its date.
pub(super) const OVERDUE: &str = "am i behind with,are we behind with,i am behind with,bin ich in verzug,past their deadline,past its deadline,past the deadline,should i have done already,should i have done,should have been done,should have done,hatte schon erledigt sein sollen,schon langst erledigt sein,langst erledigt sein,langst fertig sein,im verzug,should've done,behind schedule,overdue,late,past due,vencida,vencidas,atrasada,atrasadas,en retard,uberfallig,uberfallige,uberfalligen,逾期,过期";

/// They say what is still to come.
pub(super) const PLANS: &str =
    "will ich,wollen wir,mochte ich,mochten wir,want to,plan to,mean to,hope to,like to";

/// Words for days and nights, which are counted.
pub(super) const DAYS: &str = "day days night nights tag tage tagen nacht nachte nachten";

/// A query finds one set, and compares it with no other.
pub(super) const COMPARES: &str = "how many more,how many fewer,how much more,how much less,wie viele mehr,wie viel mehr,\
    wie viel weniger,the same,dieselbe,denselben,derselben,im selben,der gleichen,im gleichen";

/// What follows them is a condition, no kind of notes: “dogs under treatment”.
pub(super) const PREPOSITIONS: &str = "under unter with mit for fur";

/// They name what isn't asked for, which a query would not exclude: “listened to rather than read”.
pub(super) const CONTRASTS: &str = "rather than,instead of,anstatt,statt,anstelle";

/// They compare the day on which something was done with its due date.
pub(super) const LATE: &str = "nach ihrer frist,nach seiner frist,nach der frist,nach ihren fristen,nach ablauf der frist,nach fristende,\
    nach dem falligkeitsdatum,nach der falligkeit,zu spat,verspatet,after their deadline,after its deadline,after the deadline,\
    after their deadlines,after their due date,after its due date,after the due date,after their due dates,after they were due,later than they were due,later than due,later than it was due,past their due date,after their date,spater als fallig,\
    after it was due,too late,done late,finished late,finish late,completed late,complete late,delivered late";
pub(super) const IN_TIME: &str = "rechtzeitig,punktlich,fristgerecht,termingerecht,on time,in time";
pub(super) const EARLY: &str = "vor ihrer frist,vor seiner frist,vor der frist,before their deadline,before its deadline,before the deadline,\
    before their due date,before its due date,before the due date,before they were due,before it was due,ahead of schedule";

pub(super) const WHY: &str = "why,warum,wieso,weshalb,为什么";

/// Phrases for the user's own rating of what is asked for.
pub(super) const OPINIONS: &str = "what did i give them,what did i give it,what i gave them,how did i like them,how did i like it,\
    how i liked them,how i liked it,wie fand ich sie,wie fand ich ihn,wie fand ich es,wie haben sie mir gefallen,wie hat er mir gefallen,\
    wie hat es mir gefallen,was it any good,were they any good,wie sie mir gefallen haben";

/// Verbs for what people say or want, which only a text tells.
pub(super) const SPEECH: &str = "say said think thought tell told suggest suggested recommend recommended ask asked mention want wanted \
    advise explain sagen gesagt gemeint erzahlt empfohlen vorgeschlagen gefragt erklart gewollt";

/// Words for what the last question found.
pub(super) const OF_THEM: &str =
    "of them,of these,of those,among them,davon,von denen,von diesen,darunter,其中";

/// Words at the beginning of a message that chooses some of what the last question found.
pub(super) const ONLY_THEM: &str = "only those,only these,only the ones,only the,only ones,only,just those,just these,\
                                    just the ones,just the,nur die,nur diejenigen,nur solche,nur noch die,nur,只要,只看,the ones,which ones,those,diejenigen,die die";

/// Groups of words that say how a value is meant, and need no key of their own.
#[rustfmt::skip]
pub(super) const VERBS: [&str; 12] = [
    "seen", "finished", "started", "visited", "played", "attendees", "with", "amount", "run", "bike", "swim", "sleep",
];

pub(super) const QUESTION_WORDS: &str = "and und how when where why wie wann wo woher wohin warum wieso is are was were did does do can could \
    should would will has had ist sind war waren hat habe hab kann soll quien cuando donde como qui quand ou comment \
    pourquoi chi quando dove come perche quem onde";

/// Words that ask for a complete set.
pub(super) const SETS: &str = "aller,give me,gib mir,what can i,was kann ich,which,list,all,every,everyone,everybody,show,any,ever,jemals,welche,welcher,welches,welchen,alle,alles,liste,\
    zeige,zeig,auflisten,aufzahlen,jede,jeder,jedes,哪些,所有,列出,quais,quels,quelles,cuales";

/// Phrases that ask for an event or a reason, which only a text tells.
pub(super) const STORIES: &str = "did we,did you,haben wir,happened,passiert,decide,why,warum,know about,know of,weiss ich,wissen wir";

/// Words that ask.
pub(super) const LISTS: &str = "which,what,list,all,every,everyone,everybody,show,who,any,welche,welcher,welches,welchen,alle,alles,liste,zeige,zeig,jede,jeder,jedes,wer,was,哪些,所有,列出,quais,quels,quelles,que,cuales";

/// The words of questions that ask only what happened, divided by spaces. Nothing in them names a topic, a place or
/// anybody but the user.
pub(super) const HAPPENED: &str = "what did do done doing have has had been was were is are am i i've we we've me my us our there it \
    happen happened happens happening going go went on up to in at during over of the this that all everything anything \
    something and new news note notes noted write wrote written tell about remind week weekend day days month year \
    was ist war waren hat habe hab haben hatte hatten bin ich wir mir uns mein meine meinen es so los alles da denn an \
    am im in der die das den dem passiert passierte geschah geschehen gemacht getan unternommen erlebt gewesen notiert \
    geschrieben aufgeschrieben tag tage woche wochenende monat jahr neues gab \
    que qu'ai-je ai je j'ai nous avons fait faite s'est passe pendant he hice hicimos hecho paso ha pasado en el la \
    我 我们 们 做 了 过 什么 发 生 发生 有 事 事情 情 在 的 呢";
