//! Measures how often the language of questions and passages is detected, and how often a sentence seems to lack a
//! figure of the same paragraph in another language.

use std::{collections::BTreeMap, fs};

use conversation::{CitationMark, Number};
use language::{NaturalLanguage, detect};
use support::{Source, check, sentences};

use crate::{data, json_lines};

const SETS: [(&str, NaturalLanguage); 4] = [
    ("xquad-en", NaturalLanguage::English),
    ("xquad-de", NaturalLanguage::German),
    ("xquad-es", NaturalLanguage::Spanish),
    ("xquad-zh", NaturalLanguage::Chinese),
];

/// The paragraphs of each note and heading.
fn paragraphs(set: &str) -> BTreeMap<(String, String), String> {
    let mut found: BTreeMap<(String, String), String> = BTreeMap::new();
    for file in fs::read_dir(data().join("retrieval").join(set).join("vault")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut heading = String::new();
        for line in fs::read_to_string(&path).unwrap().lines() {
            if line.starts_with('#') {
                heading = line.to_owned();
            } else if !line.is_empty() {
                let text = found.entry((name.clone(), heading.clone())).or_default();
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    found
}

/// Prints the shares of right, wrong and undecided texts; fails below 97 % right or above 0.5 % wrong.
fn measure(name: &str, texts: &[String], expect: NaturalLanguage) {
    let found: Vec<_> = texts.iter().map(|text| detect(text)).collect();
    let share = |count: usize| 100 * count as u32 / texts.len() as u32;
    let right = found.iter().filter(|found| **found == Some(expect)).count();
    let undecided = found.iter().filter(|found| found.is_none()).count();
    let wrong = texts.len() - right - undecided;
    println!("{name}: {right} right, {wrong} wrong, {undecided} undecided of {}", texts.len());
    assert!(share(right) >= 97 && wrong * 200 <= texts.len(), "{name}");
}

#[test]
fn the_language_of_questions_and_passages_is_detected() {
    for (set, expect) in SETS {
        let questions = json_lines(&format!("retrieval/{set}/queries.jsonl"));
        let questions: Vec<String> =
            questions.iter().map(|it| it["text"].as_str().unwrap().to_owned()).collect();
        measure(&format!("{set}, questions"), &questions, expect);
        let passages: Vec<String> = paragraphs(set).into_values().collect();
        measure(&format!("{set}, passages"), &passages, expect);
    }
}

#[test]
fn few_sentences_lack_a_figure_of_their_translation() {
    for (of, over) in [("xquad-de", "xquad-en"), ("xquad-en", "xquad-de"), ("xquad-de", "xquad-de")]
    {
        let passages = paragraphs(over);
        let (mut count, mut apart, mut lacking) = (0, 0, 0);
        for (place, text) in paragraphs(of) {
            let Some(passage) = passages.get(&place) else { continue };
            let source = [Source { number: Number(1), text: passage, about: &[] }];
            for sentence in sentences(&text).iter().filter(|it| it.text.chars().count() >= 15) {
                let answer = format!("{} [1]", sentence.text);
                let end = u32::try_from(answer.len()).unwrap();
                let marks = [CitationMark::new(end - 3, end, Number(1))];
                for verdict in check(&answer, &marks, &source, "", &|_| None) {
                    count += 1;
                    apart += usize::from(!verdict.other_language.is_empty());
                    lacking += usize::from(!verdict.missing.is_empty());
                }
            }
        }
        println!(
            "{of} over {over}: {count} sentences, {apart} not compared, {lacking} lack a fact"
        );
        assert!(lacking * 50 <= count, "{of} over {over}");
        let is_same = of == over;
        assert!(if is_same { apart * 100 <= count } else { apart * 100 >= count * 95 });
    }
}
