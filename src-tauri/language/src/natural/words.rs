//! Common words of languages in Latin script, as they are written.

use super::names::NaturalLanguage::{self, *};

pub(super) const LATIN: [(NaturalLanguage, &str); 30] = [
    (
        English,
        "the and that this these those which from are were been would could should their they there what what's who \
         who's whose where when why how does did do between about before your you our she my mine i i'm i've is it its \
         it's of to not but have has had having into than then such after by was for at on in a an as or if be he his \
         him her we us them all any some each every more most much many will can may might must shall still again got \
         get made make use using list show tell because while during without within under through only also other \
         another same new out up down off with don't didn't isn't doesn't please here no yes very just now anything something \
         nothing everything today tomorrow yesterday next last first year often",
    ),
    (
        German,
        "der die das den dem des und oder aber ich du er sie es wir ihr mich mir dich dir sich uns euch ihnen ihm ihn \
         mein meine meinen meinem meiner meines dein deine sein seine seinen seinem seiner ihre ihren ihrem ihrer unser \
         unsere unserem unseren ein eine einen einem einer eines kein keine keinen keinem keiner nicht nichts ist sind \
         war waren wird werden wurde wurden worden bin bist habe hat hast haben hatte hatten kann können konnte muss \
         müssen soll sollte will mit von vom zu zum zur für auf aus bei beim nach über unter vor durch gegen ohne um an \
         am im in ins seit bis während wegen zwischen was wer wen wem wie wo wohin woher wann warum wieso weshalb \
         welche welcher welches welchen welchem dass daß als wenn weil ob damit davon dazu dabei daran darauf darin \
         daraus worauf woran womit wozu auch noch nur schon sehr mehr viel viele alle alles aller allen diese dieser \
         dieses diesen diesem jede jeder jedes so doch denn dann dort hier jetzt immer man gibt steht zeig zeige nenne \
         wurde letzte letzten letzter nächste nächsten sag kommt geht \
         worum worüber wogegen wofür wodurch worauf bedeutet bedeuten oft lange heißt heisst heißen genannt einige manche \
         heute gestern morgen eigentlich gerade machen macht findet finden liegt wohnt wurden zwei drei",
    ),
    (
        Spanish,
        "el la los las un una unos unas de del y e o pero que qué en a al con por para sin sobre entre desde hasta \
         hacia según es son era eran fue fueron ser está están estaba estoy hay ha han he había hemos tiene tienen \
         tengo tenía puede pueden no se su sus mi mis tu tus me te le les lo nos cuál cuáles cual cuándo cuando cuánto \
         cuántos cuánta cuántas cuanto cuantos cómo como dónde donde quién quiénes quien como más muy también este esta \
         estos estas ese esa esos esas esto eso todo todos todas otra otro otros porque si sí ya ni durante antes \
         después hace sido mismo cada usted yo ella ellos fui hice",
    ),
    (
        French,
        "le la les un une des de du et ou mais que qui quoi dont où est sont était étaient été être a ont avait ai \
         avons avez je tu il elle nous vous ils elles on me te se ce cette ces cet mon ma mes ton ta tes son sa ses \
         notre nos votre vos leur leurs dans en sur sous avec sans pour par entre vers chez depuis pendant avant après \
         contre à au aux ne pas plus moins très aussi bien comme comment quand combien pourquoi quel quelle quels \
         quelles si tout tous toute toutes autre autres même y fait peut faut cela ça donc parce lors non",
    ),
    (
        Italian,
        "il lo la i gli le un uno una di del dello della dei degli delle e ed o ma che chi cui è sono era erano stato \
         stata stati essere ha hanno ho abbiamo aveva avere non si mi ti ci vi ne in nel nella nei nelle nello a al \
         allo alla ai alle da dal dalla dai con per su sul sulla tra fra come quando quanto quanti quanta quante dove \
         perché cosa quale quali qual cos'è più molto anche questo questa questi queste quello quella quelli mio mia \
         miei mie suo sua suoi loro io lui lei noi se già ancora dopo prima senza ogni tutto tutti tutte altro può \
         fatto dove solo",
    ),
    (
        Portuguese,
        "o a os as um uma uns umas de do da dos das e ou mas que quem é são era eram foi foram ser está estão estava há \
         tem têm tinha não sim se eu ele ela nós eles elas você vocês meu minha meus minhas seu sua seus suas em no na \
         nos nas num numa ao à aos às pelo pela pelos pelas por para com sem sobre entre até desde como quando quanto \
         quantos quantas onde porque qual quais mais muito também este esta esse essa isso isto aquele já ainda depois \
         antes mesmo cada todo todos todas outro outra pode podem me lhe só fiz eu",
    ),
    (
        Dutch,
        "de het een en of maar dat die dit deze wat wie waar wanneer waarom hoe welke welk is zijn was waren wordt \
         worden werd werden ben bent heeft hebben heb had hadden kan kunnen moet moeten zal zou ik jij je hij zij ze wij \
         we jullie mijn jouw uw haar ons onze hun niet geen in op van voor met naar bij uit door over onder tussen aan \
         om te tot als dan ook nog al veel meer er daar hier zo toen omdat sinds zonder tegen na alle alles ander andere \
         deel gaat hoeveel ik",
    ),
    (
        Swedish,
        "och att det den en ett som är var har hade jag du han hon vi ni de dem mig dig oss er min mitt mina din ditt \
         sin sitt sina inte på av för med till från i om när hur vad vem vilken vilket vilka varför där här då eller \
         men kan ska skulle måste blir blev bli vara varit så också mycket många mer efter under över utan mellan genom \
         mot alla allt någon något några ingen inga denna detta dessa hos vid finns går ut upp",
    ),
    (
        Danish,
        "og at det den en et som er var har havde jeg du han hun vi i de dem mig dig os jer min mit mine din dit sin \
         sit sine ikke på af for med til fra om når hvornår hvordan hvad hvem hvilken hvilket hvilke hvorfor hvor der \
         her da eller men kan skal skulle må bliver blev blive være været så også meget mange mere efter under over \
         uden mellem gennem mod alle alt nogen noget nogle ingen denne dette disse hos ved findes ud op kunne deres",
    ),
    (
        Norwegian,
        "og at det den en ei et som er var har hadde jeg du han hun vi dere de dem meg deg oss min mitt mine din ditt \
         sin sitt sine i ikke på av for med til fra om når hvordan hva hvem hvilken hvilket hvilke hvorfor hvor der her \
         da eller men kan skal skulle må blir ble bli være vært så også mye mange mer etter under over uten mellom \
         gjennom mot alle alt noen noe ingen denne dette disse hos ved finnes ut opp kunne deres",
    ),
    (
        Finnish,
        "ja on ei se että en et hän minä sinä me te he joka jotka mikä mitä missä milloin miksi miten kuka kuinka mihin \
         mistä ovat oli olivat ole olla ollut tämä tämän nämä tuo sen sitä siitä niin kun kuin mutta tai vai myös vain \
         jos koska minun sinun hänen meidän kanssa ennen jälkeen yli alle ilman jo vielä hyvin enemmän kaikki joita \
         voi voidaan eivät monta paljon minulla mukaan kautta vuonna",
    ),
    (
        Polish,
        "i w na z do nie się jest że to co jak o od po za dla przez przy pod nad przed ze we ale lub albo oraz który \
         która które których którym są był była było były być będzie mam ma mają ja ty on ona my oni mój moja moje jego \
         jej ich ten ta te tego tej tym tych gdzie kiedy dlaczego kto ile jaki jaka jakie czy już jeszcze tylko też \
         także bardzo więcej bez między może można ani gdy jeśli",
    ),
    (
        Czech,
        "a v na s z do ne se je že to co jak o od po za pro přes při pod nad před ze ve ale nebo který která které \
         kterých jsou byl byla bylo byly být bude mám má mají já ty on ona my oni můj moje jeho její jejich ten ta ty \
         toho té tom kde kdy proč kdo kolik jaký jaká jaké jestli už ještě jen také velmi více bez mezi může lze není i \
         aby si když pokud jsem",
    ),
    (
        Slovak,
        "a v na s z do nie sa je že to čo ako o od po za pre cez pri pod nad pred zo vo ale alebo ktorý ktorá ktoré \
         ktorých sú bol bola bolo boli byť bude mám má majú ja ty on ona my oni môj moje jeho jej ich ten tá tie toho \
         tej tom kde kedy prečo kto koľko aký aká aké či už ešte len tiež veľmi viac bez medzi môže možno i aby si keď \
         ak som",
    ),
    (
        Croatian,
        "i u na s iz do ne se je da to što šta kako o od po za kroz pri pod nad pred sa ali ili koji koja koje kojih su \
         bio bila bilo bili biti bude imam ima imaju ja ti on ona mi oni moj moja moje njegov njezin njihov taj ta te \
         toga tog tom gdje kada zašto tko koliko kakav je li već još samo također vrlo više bez između može nije kao \
         ako sam nema",
    ),
    (
        Hungarian,
        "a az és hogy nem is egy ez ezt azt van volt voltak lesz vagy de meg mi mit ki kit hol mikor miért hogyan \
         melyik hány mennyi én te ő mi ti ők nekem csak már még ha mert mint után előtt között alatt nélkül szerint \
         lehet kell minden nagyon több sem ezek azok akkor itt ott amely amelyek aki ami jelenleg vannak nincs mely",
    ),
    (
        Romanian,
        "și şi în la de cu pe din pentru că care ce cine unde când cum cât câte cât este sunt era erau a fost fi am ai \
         are au avea nu se o un una unei unui lui ei lor mea meu său al ale cel cea cei mai sau dar dacă prin \
         până după înainte între fără sub peste foarte acest această aceste acesta aceasta toate tot doar iar nici \
         poate trebuie",
    ),
    (
        Catalan,
        "el la els les un una uns unes de del dels i o però que què en a al als amb per sense sobre entre des fins és \
         són era eren va ser està hi ha han no es seu seva seus meu meva em et li ens qui quin quina quins quines quan \
         quant quants com on més molt també aquest aquesta aquests aquestes això tot tots altre altres perquè si ja ni \
         abans després cada pot són dels amb",
    ),
    (
        Turkish,
        "ve bir bu şu o da de ne için ile mi mı mu mü değil var yok olan olarak ben sen biz siz onlar benim senin onun \
         ama veya ya nasıl nerede ne zaman neden niçin kim hangi kaç çok daha en gibi kadar sonra önce her tüm bütün ki \
         ise oldu olduğu edilen tarafından arasında üzerinde içinde olmak olur",
    ),
    (
        Indonesian,
        "yang dan di ke dari untuk pada dengan ini itu adalah tidak akan telah sudah saya kamu anda dia kami kita mereka \
         apa siapa kapan mana mengapa bagaimana berapa atau tetapi karena jika oleh dalam sebagai juga ada lebih dapat \
         bisa seorang sebuah antara setelah sebelum semua lagi hanya seperti yaitu bahwa",
    ),
    (
        Vietnamese,
        "và của là có không được cho trong với một các những này đó khi nào gì ai đâu sao tôi bạn chúng họ đã đang sẽ từ \
         đến về như nhưng hoặc vì nếu thì ra vào ở bởi cũng nhiều hơn nhất người bao nhiêu mấy rằng phải để năm thế",
    ),
    (
        Galician,
        "o a os as un unha uns unhas de do da dos das e ou pero que quen é son era eran foi foron ser está están estaba \
         hai ten teñen tiña non se eu el ela nós eles elas meu miña meus miñas seu súa seus súas en no na nos nas nun \
         nunha ao á aos ás polo pola por para con sen sobre entre ata desde como cando canto cantos cantas onde porque \
         cal cales máis moi moito tamén este esta ese esa isto isto xa aínda despois antes mesmo cada todo todos outro \
         pode poden me lle só",
    ),
    (
        Basque,
        "eta da ez du dira den edo bat bere hau hori zer nor non noiz nola zergatik zein zenbat dago daude ditu izan zen \
         ziren baina ere baino bezala dela duen egin behar nire zure gure bai gabe oso gehiago beste guztiak dut dugu \
         ezin arte ondoren aurretik duten dituen zuten",
    ),
    (
        Slovenian,
        "in v na s z do ne se je da to kaj kako o od po za pri pod nad pred iz ki kot so bil bila bilo bili biti bo imam \
         ima imajo jaz ti on ona mi oni moj moja moje njegov njen njihov ta te tega tem kje kdaj zakaj kdo koliko kateri \
         katera katere ali že še samo tudi zelo več brez med lahko ni če ko sem pa",
    ),
    (
        Lithuanian,
        "ir yra kad ne į iš su kaip bet ar tai kas kur kada kodėl kiek koks kokia kuris kuri kurie apie po prie už nuo iki \
         per dėl buvo bus būti turi mano tavo jo jos jų aš tu jis ji mes jūs jie šis ši šie tas ta visi visos labai \
         daugiau dar jau tik taip pat be tarp gali nėra arba",
    ),
    (
        Latvian,
        "un ir ka ne uz no ar kā bet vai tas tā kas kur kad kāpēc cik kāds kāda kurš kura kuri par pēc pie aiz līdz bija \
         būs būt mans mana tavs viņš viņa mēs jūs viņi es tu šis šī šie visi visas ļoti vairāk vēl jau tikai arī bez \
         starp var nav lai ja tiek",
    ),
    (
        Estonian,
        "ja on ei see et kui mis kes kus millal miks kuidas milline mitu kui palju või aga oli olid ole olla minu sinu \
         tema meie teie nende ma sa ta me te nad seda selle need mida kõik väga rohkem veel juba ainult ka ilma vahel \
         pärast enne üle alla pole saab võib siis nii kas",
    ),
    (
        Icelandic,
        "og að það er í á við til frá um ekki sem en eða hvað hver hvar hvenær hvernig hvers af því var voru verið hef \
         hefur ég þú hann hún við þið þeir minn mín mitt sinn sín þetta þessi allt öll mjög meira einnig bara án milli \
         eftir fyrir yfir undir þegar þar hér",
    ),
    (
        Irish,
        "agus an na ar is ní tá bhí leis le do i go ag ó sa san den don mar ach nó cad cé cá conas nuair seo sin mo \
         é í iad bhfuil nach gach níl chun nach aon raibh",
    ),
    (
        Esperanto,
        "kaj la estas ne de en al por kun pri el ke kiu kio kie kiam kial kiel kiom mi vi li ŝi ĝi ni ili mia via lia \
         sed aŭ se ĉar pli tre ankaŭ nur jam ankoraŭ tiu ĉi ĉiuj estis sen inter post antaŭ povas kiuj da ĉu",
    ),
];

/// Letters of few languages. They count only in words in lower case, because a name keeps the letters of its own
/// language.
pub(super) const LETTERS: [(char, &[NaturalLanguage]); 58] = [
    ('ß', &[German]),
    ('ñ', &[Spanish, Galician]),
    ('ã', &[Portuguese]),
    ('õ', &[Portuguese, Vietnamese, Estonian]),
    ('œ', &[French]),
    ('ê', &[French, Portuguese, Vietnamese]),
    ('è', &[French, Italian, Catalan, Vietnamese]),
    ('ù', &[French, Italian, Vietnamese]),
    ('ò', &[Italian, Catalan, Vietnamese]),
    ('ì', &[Italian, Vietnamese]),
    ('ç', &[French, Portuguese, Catalan, Turkish]),
    ('å', &[Swedish, Danish, Norwegian]),
    ('ø', &[Danish, Norwegian]),
    ('æ', &[Danish, Norwegian, Icelandic]),
    ('ä', &[German, Swedish, Finnish, Slovak, Estonian]),
    ('ö', &[German, Swedish, Finnish, Hungarian, Turkish, Estonian, Icelandic]),
    ('ü', &[German, Hungarian, Turkish, Estonian]),
    ('ł', &[Polish]),
    ('ą', &[Polish, Lithuanian]),
    ('ę', &[Polish, Lithuanian]),
    ('ś', &[Polish]),
    ('ź', &[Polish]),
    ('ż', &[Polish]),
    ('ć', &[Polish, Croatian]),
    ('đ', &[Croatian, Vietnamese]),
    ('ě', &[Czech]),
    ('ř', &[Czech]),
    ('ů', &[Czech]),
    ('ľ', &[Slovak]),
    ('ĺ', &[Slovak]),
    ('ô', &[Slovak, French, Portuguese, Vietnamese]),
    ('š', &[Czech, Slovak, Croatian, Slovenian, Lithuanian, Latvian]),
    ('č', &[Czech, Slovak, Croatian, Slovenian, Lithuanian, Latvian]),
    ('ž', &[Czech, Slovak, Croatian, Slovenian, Lithuanian, Latvian]),
    ('ý', &[Czech, Slovak, Vietnamese, Icelandic]),
    ('ő', &[Hungarian]),
    ('ű', &[Hungarian]),
    ('ș', &[Romanian]),
    ('ț', &[Romanian]),
    ('ţ', &[Romanian]),
    ('ă', &[Romanian, Vietnamese]),
    ('ş', &[Turkish, Romanian]),
    ('ğ', &[Turkish]),
    ('ı', &[Turkish]),
    ('ė', &[Lithuanian]),
    ('ų', &[Lithuanian]),
    ('ū', &[Lithuanian, Latvian]),
    ('ā', &[Latvian]),
    ('ē', &[Latvian]),
    ('ī', &[Latvian]),
    ('ļ', &[Latvian]),
    ('ņ', &[Latvian]),
    ('ð', &[Icelandic]),
    ('þ', &[Icelandic]),
    ('ĉ', &[Esperanto]),
    ('ĝ', &[Esperanto]),
    ('ơ', &[Vietnamese]),
    ('ư', &[Vietnamese]),
];
