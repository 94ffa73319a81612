use super::*;

const TITLES: [(&str, &str); 68] = [
    // The question itself, where no rule finds a noun phrase.
    ("How much salt goes into dough?", "How much salt goes into dough"),
    ("How do I feed my starter?", "How do I feed my starter"),
    ("Where is Mira from?", "Where is Mira from"),
    ("what is wrong with my starter", "What is wrong with my starter"),
    ("What is Nora's dog called?", "What is Nora's dog called"),
    ("Wann ist Oma geboren?", "Wann ist Oma geboren"),
    ("Welche neuen Projekte habe ich?", "Welche neuen Projekte habe ich"),
    ("Which notes about bees are in my vault?", "Which notes about bees are in my vault"),
    // Things that are asked for.
    ("What is the feeding schedule of my starter?", "Feeding schedule of my starter"),
    ("when is the next meeting with Bruno?", "Next meeting with Bruno"),
    ("What's the plan for 2027-05-01?", "Plan for 2027-05-01"),
    ("What was the name of that inn in Porto again?", "Name of that inn in Porto"),
    ("Who is my dentist and where is her practice?", "Dentist"),
    ("What is iCloud?", "iCloud"),
    ("Which books have I read twice?", "Books I have read twice"),
    ("Which plants do I have on the balcony?", "Plants on the balcony"),
    ("What kinds of flour are there?", "Kinds of flour"),
    ("Wie lautet eigentlich die IBAN vom Sportverein?", "IBAN vom Sportverein"),
    ("Wann ist der nächste Termin beim Arzt?", "Der nächste Termin beim Arzt"),
    ("Wo ist der Ersatzschlüssel?", "Ersatzschlüssel"),
    ("Wann war Mira in Rom und wer war dabei?", "Mira in Rom"),
    ("Welche Rezepte habe ich mit Kürbis?", "Rezepte mit Kürbis"),
    ("Welche Pflanzen gibt es in meinem Garten?", "Pflanzen in meinem Garten"),
    // Questions about the notes.
    ("What do my notes say about the trip to Lisbon?", "Trip to Lisbon"),
    ("what do my notes say about iPhone backups", "iPhone backups"),
    ("Do I have any notes on solar panels?", "Solar panels"),
    ("do my notes mention Karl Popper?", "Karl Popper"),
    ("Is there anything about bees in my notes?", "Bees"),
    ("What did I write about on Monday?", "What did I write about on Monday"),
    ("Was steht in meinen Notizen zu Sauerteig?", "Sauerteig"),
    ("Was steht in meinen Notizen über den neuen Ofen?", "Über den neuen Ofen"),
    ("was steht in meinen notizen zum Umzug nach Graz?", "Umzug nach Graz"),
    ("Was haben wir zu den Lieferanten notiert?", "Zu den Lieferanten"),
    ("Was habe ich über die Reise nach Rom geschrieben?", "Reise nach Rom"),
    ("Was weiß ich über Konrad Zuse?", "Konrad Zuse"),
    // Requests and greetings.
    ("Hello, can you tell me what the password of the wifi is?", "Password of the wifi"),
    ("Could you please show me all my notes about rye?", "Notes about rye"),
    ("Tell me about Ada Lovelace", "Ada Lovelace"),
    ("Tell me how yeast works, please", "How yeast works"),
    ("Tell me at length about salt", "Tell me at length about salt"),
    ("remind me when the passport expires", "When the passport expires"),
    ("list every bridge in Norway", "Every bridge in Norway"),
    ("Also, what did the vet say?", "What did the vet say"),
    ("I have a question. When does the library open?", "When does the library open"),
    ("Kannst du mir bitte sagen, wann der Müll abgeholt wird?", "Wann der Müll abgeholt wird"),
    ("Kannst du mir das Passwort für das WLAN nennen?", "Passwort für das WLAN"),
    ("Weißt du, wie der Code vom Keller lautet?", "Code vom Keller"),
    ("Gib mir bitte das Rezept für die Linsensuppe", "Rezept für die Linsensuppe"),
    ("Fasse meine Notizen zu Brot zusammen", "Notizen zu Brot"),
    ("Bitte liste alle Filme auf", "Alle Filme"),
    // Names stay as they are.
    ("OK Computer: which year?", "OK Computer: which year"),
    ("Hey Jude chords", "Hey Jude chords"),
    ("so viel Salz wie nötig?", "So viel Salz wie nötig"),
    (
        "Worum ging es beim Treffen mit Dr. Weber? Ich brauche es morgen.",
        "Worum ging es beim Treffen mit Dr. Weber",
    ),
    // Commands, mentions, links and Markdown.
    ("/summarize [[Projects/Kestrel|the Kestrel]]", "The Kestrel"),
    ("/find rye flour", "Rye flour"),
    ("What links to ![[Bread/Rye#Flour]] and @Salt?", "What links to Rye and Salt"),
    ("\n\n# **Packing** for `Norway`\nWarm socks", "Packing for Norway"),
    // Long questions are cut.
    (
        "How long must a rye bread rest, before I slice it and freeze a half of it?",
        "How long must a rye bread rest",
    ),
    (
        "Which shop in the old town had the blue pot that Nora liked so much?",
        "Which shop in the old town had the blue pot",
    ),
    (
        "Welche Themen behandelte der Vortrag über kluges Einkaufen im Februar?",
        "Welche Themen behandelte der Vortrag",
    ),
    // Other languages keep their questions.
    ("¿Cuánta sal lleva la masa?", "Cuánta sal lleva la masa"),
    ("Combien de sel dans la pâte ?", "Combien de sel dans la pâte"),
    ("Сколько соли идёт в тесто?", "Сколько соли идёт в тесто"),
    ("パン生地に塩はどれくらい入れますか？", "パン生地に塩はどれくらい入れますか"),
    (
        "请问黑麦面包的面团里应该放多少盐，发酵要多久，烤箱要多少度，烤多长时间？",
        "请问黑麦面包的面团里应该放多少盐，发酵要多久",
    ),
    ("", ""),
    ("?!", ""),
];

#[test]
fn a_title_says_what_a_question_is_about() {
    for (question, title) in TITLES {
        assert_eq!(Title::of(question).text, title, "{question}");
    }
}

#[test]
fn titles_are_short_and_end_with_a_word() {
    for (question, title) in TITLES.into_iter().filter(|(_, title)| !title.is_empty()) {
        assert!(width(title) <= WHOLE, "{title}");
        assert!(Title::of(question).has_topic, "{question}");
        assert!(!title.ends_with(['?', '.', ',', ':', ' ']), "{title}");
    }
}

#[test]
fn greetings_and_questions_about_nothing_have_no_topic() {
    for question in
        ["hi", "Hi there!", "Hm, why?", "Und warum?", "What is it about?", "塩？", "?", ""]
    {
        assert!(!Title::of(question).has_topic, "{question}");
    }
    assert_eq!(Title::of("Hm, why?").text, "Why");
    assert_eq!(Title::of("Moin").text, "Moin");
}

#[test]
fn a_word_that_is_too_long_is_cut() {
    let title = |question: &str| Title::of(question).text.chars().count();
    assert_eq!((title(&"a".repeat(80)), title(&"盐".repeat(80))), (LONGEST, LONGEST / 2));
    // Characters of more than one byte at the limit of what is read.
    assert!(title(&"ä ".repeat(MOST_BYTES)) <= LONGEST);
}

#[test]
fn a_long_name_of_a_note_is_cut_at_a_word() {
    assert_eq!(of_note("Salt"), "Salt");
    let long = "Minutes of the meeting about the new oven in the bakery of Graz";
    assert_eq!(of_note(long), "Minutes of the meeting about the new oven");
}
