use super::{NaturalLanguage::*, *};

// B135
#[test]
fn a_text_shows_its_language() {
    let check = |expect: NaturalLanguage, texts: &[&str]| {
        for text in texts {
            assert_eq!(detect(text), Some(expect), "{text}");
        }
    };
    check(
        English,
        &[
            "What must nobody bring to dinner because of Tom?",
            "how many vegetarian recipes do I have",
            "Who insures the car?",
            "What did Yuki say about the Straßenbahn in Köln?",
            "Which word does my note on The Machine Stops want to replace?",
        ],
    );
    check(
        German,
        &[
            "Wie ist der Code von meinem Fahrradschloss?",
            "Wo wohnt Mira?",
            "Und warum?  Was ist mit dem Salz?",
            "Wann habe ich The Third Man gesehen?",
            "Der Teig ruht über Nacht bei 4 °C.",
        ],
    );
    check(Spanish, &["¿Cuántos derribos se anotó Luke Kuechly?", "Donde dejé la chaqueta azul"]);
    check(
        French,
        &["Combien de sel faut-il pour le pain ?", "Où est-ce que j'ai laissé l'outil ?"],
    );
    check(Italian, &["Quanto sale serve per il pane?", "Dov'è la giacca che ho comprato?"]);
    check(Portuguese, &["Quanto sal preciso para o pão?", "Quem não gosta de queijo?"]);
    // Suggestions of the window, which are answered in their language.
    check(Spanish, &["¿Puedes resumir mis notas sobre Gluten en tres frases?"]);
    check(
        French,
        &["Que sais-je sur Gluten\u{a0}?", "Résume mes notes sur Gluten en trois phrases."],
    );
    check(Italian, &["Che cosa so su Gluten?", "Riassumi i miei appunti su Gluten in tre frasi."]);
    check(
        Portuguese,
        &["O que eu já escrevi sobre Gluten?", "O que dizem as minhas notas sobre Gluten?"],
    );
    check(
        Dutch,
        &["Wat weet ik over Gluten?", "Vat mijn notities over Gluten samen in drie zinnen."],
    );
    check(
        Swedish,
        &["Vad vet jag om Gluten?", "Sammanfatta mina anteckningar om Gluten i korthet."],
    );
    check(Russian, &["Что я знаю по теме «Gluten»?", "Что у меня записано по теме «Gluten»?"]);
    check(Dutch, &["Hoeveel zout gaat er in het brood?"]);
    check(Polish, &["Ile soli potrzeba do tego chleba?", "Gdzie jest moja kurtka?"]);
    check(Swedish, &["Hur mycket salt behöver jag till brödet?"]);
    check(Danish, &["Hvor meget salt skal der i brødet, og hvornår?"]);
    check(Norwegian, &["Hvor mye salt skal det være i brødet?"]);
    check(Czech, &["Kolik soli je potřeba do chleba?"]);
    check(Hungarian, &["Mennyi só kell a kenyérbe?"]);
    check(Turkish, &["Ekmek için ne kadar tuz gerekir?"]);
    check(Finnish, &["Kuinka paljon suolaa leipään tarvitaan, ja miksi?"]);
    check(Russian, &["Сколько соли нужно для хлеба?", "Кто мы?  Что это было"]);
    check(Ukrainian, &["Скільки солі потрібно для хліба?"]);
    // Names of a neighbour's language.
    check(Russian, &["Где сейчас живёт Олексій, которого мы видели вчера?"]);
    check(Ukrainian, &["Де живе Быков і хто його бачив у Києві?"]);
    check(Arabic, &["أين يسكن گلشيري الآن، وهل كتبت إليه في الأسبوع الماضي؟"]);
    check(Greek, &["Πόσο αλάτι;"]);
    check(Arabic, &["كم من الملح؟"]);
    check(Persian, &["چقدر نمک لازم است؟"]);
    check(Hebrew, &["כמה מלח?"]);
    check(Hindi, &["रोटी में कितना नमक है?"]);
    check(Thai, &["ใส่เกลือเท่าไร"]);
    check(Korean, &["소금이 얼마나 필요해요?"]);
    check(Japanese, &["塩はどのくらい必要ですか?", "GitHub Pages の設定は?"]);
    check(Chinese, &["做法国长棍面包，烤箱要多少度？", "Kubernetes 怎么安装？"]);
}

#[test]
fn names_and_single_words_have_no_clear_language() {
    for text in [
        "",
        "1984?",
        "Salt",
        "The Who",
        "Hm, why?",
        "Warum?",
        "Amélie Zielinski, Los Angeles",
        "Blade Runner 2049",
        "東京",
        "面包 Brot pain",
        "flour, water, salt",
        "ok",
        "🍞",
    ] {
        assert_eq!(detect(text), None, "{text}");
    }
}

#[test]
fn asking_for_a_language_is_recognised() {
    let asks = [
        "Translate that into English",
        "Und jetzt auf Englisch, bitte",
        "Fasse es in einfachem Deutsch zusammen",
        "Please answer in plain English.",
        "Übersetze die Notiz",
        "Respóndeme en inglés",
        "Réponds en allemand.",
        "Rispondi in inglese",
        "traduza isso",
        "翻译成英文",
        "英語で答えて",
    ];
    let others = [
        "Which German-language books have I finished?",
        "Who is my Japanese teacher?",
        "Was ist in Berlin passiert?",
        "Which films did I see in Germany?",
        "",
    ];
    for (texts, expect) in [(&asks[..], true), (&others[..], false)] {
        for text in texts {
            assert_eq!(asks_for_language(text), expect, "{text}");
        }
    }
}

#[test]
fn every_language_has_words_of_its_own() {
    for (language, list) in LATIN.iter().chain(&CYRILLIC) {
        assert!(list.split_whitespace().count() >= 40, "{language:?}");
        assert!(list.split_whitespace().all(|word| word.to_lowercase() == word), "{language:?}");
    }
    let mut letters: Vec<char> = LETTERS.iter().map(|(letter, _)| *letter).collect();
    letters.sort_unstable();
    letters.dedup();
    assert_eq!(letters.len(), LETTERS.len());
}
