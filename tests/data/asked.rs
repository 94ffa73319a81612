//! Finds the similarity of vectors above which two questions ask the same.
//!
//! The threshold must separate paraphrased questions, and equivalent questions within the sets, from other pairs,
//! many of which concern the same note or paragraph.

use std::collections::BTreeSet;

use app::SAME_MEANING;
use models::{Embedder, Purpose};

use crate::{json_lines, search::Kept};

/// Questions of `xquad-en` with a paraphrase of each.
const AGAIN: [(&str, &str); 50] = [
    ("How many tackles did Luke Kuechly register?", "What was Luke Kuechly's number of tackles?"),
    ("Who won Super Bowl XLIX?", "Which team was the winner of Super Bowl XLIX?"),
    (
        "On what yard line did Carolina begin with 4:51 left in the game?",
        "With 4:51 to play, at which yard line did Carolina start?",
    ),
    ("Where was the Summer Theatre located?", "Where did the Summer Theatre stand?"),
    ("Who was Count of Melfi", "Which man was the Count of Melfi?"),
    (
        "Who designed the illumination systems that Tesla Electric Light & Manufacturing installed?",
        "The lighting systems put in by Tesla Electric Light & Manufacturing were designed by whom?",
    ),
    (
        "What is the term for a task that generally lends itself to being solved by a computer?",
        "What do you call a task that a computer can usually solve?",
    ),
    (
        "What does corporal punishment cause a student?",
        "What is the effect of corporal punishment on a student?",
    ),
    (
        "Who went to Wittenberg to hear Luther speak?",
        "Which people travelled to Wittenberg to listen to Luther?",
    ),
    (
        "Which year resulted in the suspension of one of the two soccer teams?",
        "In what year was one of the two soccer teams suspended?",
    ),
    (
        "What were high court proceedings being held about?",
        "What was the subject of the high court proceedings?",
    ),
    (
        "What is the gauge of the Victorian rail lines?",
        "What track gauge do railway lines in Victoria have?",
    ),
    (
        "How did Huguenots evolve their religious beliefs in the New World?",
        "In what way did the faith of the Huguenots change in the New World?",
    ),
    (
        "What is a turbine's theoretical Carnot efficiency?",
        "What Carnot efficiency does a turbine have in theory?",
    ),
    (
        "What group of scientists seek to measure the amounts of oxygen in marine animals?",
        "Which scientists try to measure how much oxygen sea animals have?",
    ),
    (
        "How long does it take for new areas to have significant oil production?",
        "After how much time do new areas produce a lot of oil?",
    ),
    ("When did Denmark join the EU?", "In which year did Denmark become a member of the EU?"),
    (
        "What kind of forest is the Amazon rainforest?",
        "The Amazon rainforest is which type of forest?",
    ),
    ("How much can Ctenophores eat in one day?", "What amount of food do ctenophores eat per day?"),
    ("When did the y. pestis reach England?", "When did Y. pestis get to England?"),
    ("What is the name of the latest epoch?", "What is the most recent epoch called?"),
    (
        "Who is viewed as the first modern geologist?",
        "Who counts as the first geologist of modern times?",
    ),
    (
        "What did Newcastle University win in 2000?",
        "Which prize went to Newcastle University in 2000?",
    ),
    (
        "Goldenson proposed a merger between UPT and what network in October 1954?",
        "In October 1954, with which network did Goldenson want to merge UPT?",
    ),
    (
        "What was the name of Temüjin's wife Börte's first son?",
        "What was the first son of Temüjin's wife Börte called?",
    ),
    (
        "What year was the conflict with the Song dynasty concluded?",
        "When did the war with the Song dynasty end?",
    ),
    (
        "Where do a majority of consultant pharmacists tend to work?",
        "Where do most consultant pharmacists work?",
    ),
    (
        "Anarchists do not want to accept punishment for what reason?",
        "Why don't anarchists want to accept punishment?",
    ),
    (
        "Along with public schools, what type of school was recognized under the South African Schools Act?",
        "Which kind of school besides public ones does the South African Schools Act recognise?",
    ),
    (
        "Where are the Harvard medical, Dental and school of Public Health located?",
        "Where can Harvard's schools of medicine, dentistry and public health be found?",
    ),
    ("What historical figure was Jacksonville named after?", "After whom is Jacksonville named?"),
    (
        "What has been the main reason for the shift to the view that income inequality harms growth?",
        "Why is income inequality now mostly seen as harmful to growth?",
    ),
    (
        "What does it take a country with high inequality longer to achieve?",
        "What takes longer in a country that has high inequality?",
    ),
    ("Who played the companion named Donna Noble?", "Which actress was the companion Donna Noble?"),
    (
        "When was the Gerald Ratner Athletics Center constructed?",
        "In what year did they build the Gerald Ratner Athletics Center?",
    ),
    (
        "What were the three parts of Kublai's government?",
        "Into which three parts was the government of Kublai divided?",
    ),
    (
        "Where did the president appoint cabinet members from?",
        "From where did the president take the members of his cabinet?",
    ),
    (
        "When did Pachauri resign as chair of the IPCC?",
        "What was the date of Pachauri's resignation as IPCC chair?",
    ),
    (
        "How long ago did cyanobacteria enter a cell?",
        "How many years ago did a cyanobacterium get into a cell?",
    ),
    ("What do donated genes give evidence of?", "Donated genes are evidence of what?"),
    (
        "What is the name of the Delta in the Netherlands?",
        "What is the delta in the Netherlands called?",
    ),
    (
        "How did trying to establish a devolved Scottish Assembly go in 1979?",
        "What came of the attempt of 1979 to set up a devolved Scottish Assembly?",
    ),
    (
        "What organization did General Gaafar al-Nimeiry invite members of to serve in his government?",
        "Members of which organisation did General Gaafar al-Nimeiry ask into his government?",
    ),
    (
        "When were Joseph Schumpeter and Norman Angell at their most prolific writing period?",
        "When did Joseph Schumpeter and Norman Angell write the most?",
    ),
    (
        "How long did the fighting last in Seven Years War?",
        "For how long did they fight in the Seven Years War?",
    ),
    (
        "When did England formally declare war on France?",
        "What was the date of England's declaration of war on France?",
    ),
    ("What are associated with normal forces?", "With what are normal forces associated?"),
    ("What flows between Bingen and Bonn?", "Which river runs from Bingen to Bonn?"),
    ("What do Beriods use as teeth?", "What serves the beroids as teeth?"),
    ("How often do Parliament elections take place?", "How frequently is the Parliament elected?"),
];

/// Equivalent questions within the English sets, which are accidental.
const SAME: &[&[&str]] = &[
    &[
        "How many interceptions are the Panthers defense credited with in 2015?",
        "How many 2015 season interceptions did the Panthers' defense get?",
    ],
    &[
        "Who did the Broncos defeat in the AFC Championship game?",
        "Who did the Broncos beat tp become the AFC champions?",
    ],
    &[
        "Who has the record of being the oldest quarter back in any Super Bowl game?",
        "Who is the oldest quarterback to play in a Super Bowl?",
    ],
    &[
        "What actor did sign language for the National Anthem at Superbowl 50?",
        "Who did the sign language of the National Anthem at Super Bowl 50?",
    ],
    &[
        "Which two governing bodies have legislative veto power?",
        "Which entities have powers of amendment and veto during the legislative process?",
    ],
    &[
        "How much can Ctenophores eat in one day?",
        "How much food does a ctenophora eat in a day?",
        "How much do ctenophore eat in a day?",
    ],
    &["What does coastal beriods use as teeth?", "What do Beriods use as teeth?"],
    &[
        "How old are the fossils found that represent ctenophhores ?",
        "Fossils found that were believed to be ctenophores were how old?",
    ],
    &[
        "What is the name of the Delta in the Netherlands?",
        "What is the nickname for the Delta in the Netherlands?",
    ],
    &["What flows between the Bingen and Bonn?", "What flows between Bingen and Bonn?"],
    &[
        "What are the different classes of troops in the military unit described?",
        "What are the classes of troops in the game?",
    ],
];

/// Thresholds to try, in hundredths.
const THRESHOLDS: std::ops::RangeInclusive<u8> = 70..=96;

/// A question of a set, with its vector. The ID is the same in all languages.
struct Question {
    id: String,
    text: String,
    vector: Vec<f32>,
}

fn questions(set: &str, embedder: &Kept) -> Vec<Question> {
    let lines = json_lines(&format!("retrieval/{set}/queries.jsonl"));
    let texts: Vec<&str> = lines.iter().map(|line| line["text"].as_str().unwrap()).collect();
    let vectors = embedder.embed(&texts, Purpose::Query).unwrap();
    let all = lines.iter().zip(&texts).zip(vectors);
    all.map(|((line, text), vector)| Question {
        id: line["id"].as_str().map_or_else(|| (*text).to_owned(), str::to_owned),
        text: text.trim().to_owned(),
        vector,
    })
    .collect()
}

fn likeness(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The numbers in a question. The app never treats questions with different numbers as the same.
fn figures(text: &str) -> BTreeSet<String> {
    let words = text.split(|char: char| !char.is_alphanumeric());
    words.filter(|word| word.contains(char::is_numeric)).map(str::to_lowercase).collect()
}

fn share(likenesses: &[f32], hundredths: u8) -> f64 {
    let least = f32::from(hundredths) / 100.0;
    let count = likenesses.iter().filter(|likeness| **likeness >= least).count();
    count as f64 / likenesses.len().max(1) as f64
}

/// For each question, the similarity of the nearest question that asks something else. Empty if the model doesn't
/// support the language.
fn nearest_others(questions: &[Question], same: &dyn Fn(&str, &str) -> bool) -> Vec<f32> {
    let figures: Vec<_> = questions.iter().map(|question| figures(&question.text)).collect();
    let mut near = Vec::new();
    let mut told: Vec<(f32, &str, &str)> = Vec::new();
    for (at, one) in questions.iter().enumerate() {
        if index::is_english(&one.text) == Some(false) {
            near.push(0.0);
            continue;
        }
        let others = questions.iter().enumerate().filter(|(other, it)| {
            *other != at
                && figures[*other] == figures[at]
                && it.text != one.text
                && !same(&it.id, &one.id)
        });
        let likest = others
            .map(|(_, other)| (likeness(&one.vector, &other.vector), other))
            .max_by(|one, other| one.0.total_cmp(&other.0));
        near.push(likest.map_or(0.0, |(likeness, _)| likeness));
        told.extend(likest.map(|(likeness, other)| (likeness, &*one.text, &*other.text)));
    }
    told.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (likeness, one, other) in told.iter().filter(|(_, one, other)| one < other).take(30) {
        println!("  {likeness:.3}  {one}  |  {other}");
    }
    near
}

// B99
#[test]
fn repeated_questions_are_nearer_than_other_questions() {
    let embedder = Kept::new("asked");
    let english = questions("xquad-en", &embedder);
    let again: Vec<&str> = AGAIN.iter().map(|(_, again)| *again).collect();
    let vectors = embedder.embed(&again, Purpose::Query).unwrap();
    let of_text = |text: &str| {
        let found = english.iter().find(|question| question.text == text);
        found.unwrap_or_else(|| panic!("no question “{text}”"))
    };
    let long = questions("chunking-eval", &embedder);
    let id_of = |text: &&str| {
        let found = english.iter().chain(&long).find(|question| question.text == *text);
        found.unwrap_or_else(|| panic!("no question “{text}”")).id.clone()
    };
    let same_ids: Vec<Vec<String>> =
        SAME.iter().map(|group| group.iter().map(id_of).collect()).collect();
    let same = |one: &str, other: &str| {
        let has = |group: &[String], id: &str| group.iter().any(|known| known == id);
        same_ids.iter().any(|group| has(group, one) && has(group, other))
    };
    let found: Vec<f32> = AGAIN
        .iter()
        .zip(&vectors)
        .map(|((text, _), vector)| likeness(&of_text(text).vector, vector))
        .collect();
    let sets = ["xquad-en", "chunking-eval", "xquad-de", "xquad-es", "xquad-zh"];
    let others = sets.map(|set| {
        println!("{set}: the likest that ask something else");
        nearest_others(&questions(set, &embedder), &same)
    });
    embedder.keep();
    println!("likeness  in other words  something else: {}", sets.join(", "));
    for hundredths in THRESHOLDS {
        let wrong = others.iter().map(|near| format!("{:.4}", share(near, hundredths)));
        println!(
            "0.{hundredths}  {:.2}  {}",
            share(&found, hundredths),
            wrong.collect::<Vec<_>>().join(" ")
        );
    }
    let chosen = (SAME_MEANING * 100.0).round() as u8;
    assert!(share(&found, chosen) >= 0.8, "questions in other words are found");
    assert!(share(&others[0], chosen) <= 0.035, "and others aren't taken for them");
}
