use super::*;
use crate::intent::Intent;
use conversation::{
    Passage,
    reference::{Kind, State, Table, TableRow},
};
use grounding::context::ProjectPart;
use notes::{ByteRange, ContentHash, LineRange, NotePath};
use retrieval::Matching;

fn reference(path: &str, tokens: u32) -> Reference {
    let text = format!("{path} {tokens}");
    let passage = Passage {
        lines: LineRange { start: 1, end: 1 },
        range: ByteRange { start: 0, end: 0 },
        hash: ContentHash::of(&text),
        text,
        heading_path: Vec::new(),
        columns: None,
        part: None,
        tokens: Tokens(tokens),
    };
    Reference {
        path: Some(NotePath::new(path).unwrap()),
        passage: Some(passage),
        ..Reference::new(Kind::Project, State::Used)
    }
}

/// A turn in a project with these documents, one matching passage of the project, and one hit elsewhere.
fn gathered(documents: Vec<Reference>) -> Material {
    let (name, instructions) = ("Bread".to_owned(), String::new());
    let project = Some(ProjectPart { name, instructions, documents });
    let hits = vec![reference("Else.md", 10)];
    Material {
        basis: Arc::new(Basis { project, ..Basis::default() }),
        progress: Arc::new(Progress { hits, ..Progress::default() }),
        intent: Intent::Answer,
        own: Default::default(),
        rest: Vec::new(),
        project_hits: vec![reference("Bread/Salt.md", 10)],
        files: Vec::new(),
        left_out: Vec::new(),
        notices: Vec::new(),
        sent: Vec::new(),
        searched: true,
        follows: false,
        matching: Matching::default(),
        period: None,
    }
}

fn fit() -> Fit {
    Fit::new(Tokens(8_000), Tokens(1_000))
}

fn basis(material: &mut Material) -> &mut Basis {
    Arc::make_mut(&mut material.basis)
}

fn progress(material: &mut Material) -> &mut Progress {
    Arc::make_mut(&mut material.progress)
}

#[test]
fn a_project_is_sent_whole_or_as_found_passages() {
    fn check(documents: &[u32], whole: usize, hits: &[&str]) {
        let documents = documents.iter().map(|&tokens| reference("Bread/Salt.md", tokens));
        let mut gathered = gathered(documents.collect());
        search_project(&mut gathered, &fit());
        assert_eq!(gathered.basis.project.as_ref().unwrap().documents.len(), whole);
        let paths: Vec<&str> = gathered
            .progress
            .hits
            .iter()
            .filter_map(|hit| Some(hit.path.as_ref()?.as_str()))
            .collect();
        assert_eq!(paths, hits);
    }
    // 0.6 of the 7,000 usable tokens are 4,200.
    check(&[4_000, 199], 2, &["Else.md"]);
    check(&[4_000, 200], 0, &["Bread/Salt.md", "Else.md"]);
    // Too large for every model: its passages weren't read.
    check(&[], 0, &["Bread/Salt.md", "Else.md"]);
}

// B82
#[test]
fn pinned_passages_come_before_the_projects() {
    let mut gathered = gathered(Vec::new());
    basis(&mut gathered).pinned_hits = 1;
    search_project(&mut gathered, &fit());
    let paths = gathered.progress.hits.iter().map(|hit| hit.path.as_ref().unwrap().as_str());
    assert_eq!(paths.collect::<Vec<_>>(), ["Else.md", "Bread/Salt.md"]);
}

#[test]
fn passages_of_a_project_count_as_support() {
    let mut gathered = gathered(Vec::new());
    progress(&mut gathered).hits.clear();
    assert!(!gathered.has_no_support());
    gathered.project_hits.clear();
    assert!(gathered.has_no_support());
}

// B103
#[tokio::test]
async fn excerpts_are_looked_for_where_passages_are_read_for_long() {
    let check = async |reading: Option<u32>, count: usize| {
        let mut gathered = gathered(Vec::new());
        basis(&mut gathered).question = "What keeps?".to_owned();
        let mut long = reference("Rye.md", 300);
        let text = format!("Rye keeps. {}", "It was so. ".repeat(100));
        long.passage.as_mut().unwrap().text.clone_from(&text);
        let key = long.key().unwrap();
        progress(&mut gathered).hits = vec![reference("Salt.md", 10), long];
        let excerpts = excerpts(&gathered, &Fit { reading, ..fit() }, None).await.unwrap();
        assert_eq!(excerpts.len(), count, "{reading:?}");
        if let Some(excerpt) = excerpts.get(&key) {
            assert!(text[excerpt.clone()].starts_with("Rye keeps."));
            // A fifth of its tokens.
            assert!((150..=text.len() / 5).contains(&excerpt.len()), "{excerpt:?}");
        }
    };
    check(None, 0).await;
    check(Some(35), 0).await;
    check(Some(34), 2).await;
}

fn small_model() -> Model {
    let ability =
        |yes| conversation::model::Ability { yes, source: conversation::model::Source::Table };
    Model {
        name: "qwen2.5-coder-1.5b".to_owned(),
        window: conversation::model::Window::ASSUMED,
        capabilities: conversation::model::Capabilities {
            tools: ability(true),
            vision: ability(false),
            thinking: ability(false),
        },
    }
}

#[test]
fn a_small_model_gets_the_best_passages_and_no_tools() {
    let model = small_model();
    let mut gathered = gathered(Vec::new());
    let names = ["A.md", "B.md", "C.md", "D.md", "E.md"];
    progress(&mut gathered).hits = names.map(|name| reference(name, 200)).to_vec();
    let mut fit = fit();
    suit_small(&mut gathered, &mut fit, &model);
    let paths = |found: &[Reference]| -> Vec<String> {
        found.iter().filter_map(|hit| Some(hit.path.as_ref()?.to_string())).collect()
    };
    assert_eq!(paths(&gathered.progress.hits), names[..3]);
    assert_eq!(paths(&gathered.rest), names[3..]);
    assert!(gathered.rest.iter().all(|rest| rest.state == State::Considered));
    for (place, rest) in (4..).zip(&gathered.rest) {
        let why = format!(
            "ranked number {place}; a small model gets only the best 3 · less close than the others"
        );
        assert!(rest.match_reason.ends_with(&why), "{}", rest.match_reason);
    }
    let left: Vec<&str> = fit.left_out.iter().map(|cut| cut.label.as_str()).collect();
    assert_eq!(left, ["Tools", "All passages except the best 3"]);
    assert_eq!(fit.few_passages, Some(FewPassages::SmallModel));
    // Four short passages take no longer than three paragraphs.
    let tokens = [100, 100, 100, 200, 10];
    let short = std::iter::zip(names, tokens).map(|(name, tokens)| reference(name, tokens));
    progress(&mut gathered).hits = short.collect();
    suit_small(&mut gathered, &mut fit, &model);
    assert_eq!(paths(&gathered.progress.hits), names[..4]);
}

/// A small model's material about a week with a note a day. Each note has two passages of this many tokens.
fn week(tokens: u32) -> Material {
    let days: Vec<String> = (9..16).map(|day| format!("2026-03-{day:02}.md")).collect();
    let row = |day: &String| TableRow {
        path: NotePath::new(day).unwrap(),
        line: 1,
        values: vec![day.replace(".md", "")],
    };
    let table = Table {
        query: String::new(),
        columns: vec!["date".to_owned()],
        rows: days.iter().map(row).collect(),
        total: 7,
        result: None,
    };
    let hit = |(path, more): (&String, u32)| {
        let text = format!(
            "{}Bread keeps {more} days. {}",
            "It rained. ".repeat(40),
            "So it was. ".repeat(40)
        );
        let mut hit = Reference { kind: Kind::Search, ..reference(path, tokens + more) };
        if let Some(passage) = &mut hit.passage {
            passage.text = text;
        }
        hit
    };
    let mut material = gathered(Vec::new());
    let period = records::Period::read("2026-W11").unwrap();
    material.period = Some(PeriodNotes::new(period, &table).offered(14));
    basis(&mut material).question = "What keeps?".to_owned();
    let (first, others) = (days.iter().map(|day| (day, 0)), days.iter().map(|day| (day, 1)));
    progress(&mut material).hits = first.chain(others).map(hit).collect();
    material
}

// B127
#[tokio::test]
async fn each_day_of_a_week_has_a_share_of_a_small_models_passages() {
    let model = small_model();
    let suited = async |tokens: u32| {
        let (mut material, mut fit) = (week(tokens), fit());
        suit_small(&mut material, &mut fit, &model);
        let excerpts = excerpts(&material, &fit, None).await.unwrap();
        let hits = material.progress.hits.clone();
        let days: HashSet<_> = hits.iter().filter_map(|hit| hit.path.clone()).collect();
        (days.len(), hits, excerpts, fit.shared)
    };
    // Two of these passages fill the room of a small model.
    let (days, hits, excerpts, shared) = suited(250).await;
    assert_eq!((days, hits.len(), excerpts.len(), shared), (7, 7, 7, Some(Tokens(71))));
    for hit in &hits {
        let (text, excerpt) = (&hit.passage.as_ref().unwrap().text, &excerpts[&hit.key().unwrap()]);
        assert!(text[excerpt.clone()].contains("Bread keeps"), "{excerpt:?}");
        assert!(excerpt.len() < text.len() / 2, "{excerpt:?}");
    }
    // Short notes go in whole, and further passages behind them.
    let (days, hits, excerpts, shared) = suited(50).await;
    assert_eq!((days, hits.len(), excerpts.len(), shared), (7, 9, 0, None));
}

// B127
#[test]
fn a_small_or_slow_model_gets_no_note_of_another_time() {
    let names = |found: &[Reference]| -> Vec<String> {
        found.iter().filter_map(|hit| Some(hit.path.as_ref()?.stem().to_owned())).collect()
    };
    let found = [("Pin.md", Kind::Search), ("Arrival.md", Kind::Search), ("Me.md", Kind::Memory)];
    let suited = |days: usize, fit: &Fit| {
        let mut material = week(50);
        basis(&mut material).pinned_hits = 1;
        let hits = &mut progress(&mut material).hits;
        hits.truncate(days);
        let found = found.map(|(name, kind)| Reference { kind, ..reference(name, 100) });
        hits.splice(0..0, found);
        other_times_last(&mut material, fit);
        let why = sentences::OF_ANOTHER_TIME.text();
        assert!(material.rest.iter().all(|it| it.match_reason == why));
        (names(&material.progress.hits), names(&material.rest))
    };
    let all = ["Pin", "Me", "2026-03-09", "2026-03-10", "Arrival"].map(str::to_owned);
    let (large, small) = (fit(), Fit { small: true, ..fit() });
    assert_eq!(suited(2, &large), (all.to_vec(), Vec::new()));
    let of_time = (all[..4].to_vec(), all[4..].to_vec());
    assert_eq!(suited(2, &small), of_time);
    assert_eq!(suited(2, &Fit { reading: Some(10), ..fit() }), of_time);
    // Without a note of that time, the others are better than none.
    let as_found = ["Pin", "Arrival", "Me"].map(str::to_owned).to_vec();
    assert_eq!(suited(0, &small), (as_found, Vec::new()));
}

// B121
#[test]
fn each_kind_of_source_gets_a_place() {
    let hit = |(name, kind): (&str, Kind)| Reference { kind, ..reference(name, 10) };
    let check = |pinned: usize, found: &[(&str, Kind)], expect: &[&str], most: usize| {
        let mut gathered = gathered(Vec::new());
        basis(&mut gathered).pinned_hits = pinned;
        progress(&mut gathered).hits = found.iter().copied().map(hit).collect();
        order_fairly(&mut progress(&mut gathered).hits, pinned);
        let hits = &gathered.progress.hits;
        let names: Vec<&str> =
            hits.iter().filter_map(|hit| Some(hit.path.as_ref()?.as_str())).collect();
        assert_eq!(names, expect);
        assert_eq!(PASSAGES_OF_SMALL.max(pinned + best_of_kinds(hits, pinned).len()), most);
    };
    let note = |name| (name, Kind::Search);
    check(0, &[note("A.md"), note("B.md")], &["A.md", "B.md"], 3);
    let both = [note("A.md"), note("B.md"), note("C.md"), note("D.md"), ("Web.md", Kind::Web)];
    check(0, &both, &["A.md", "Web.md", "B.md", "C.md", "D.md"], 3);
    let all = [
        note("Pin.md"),
        ("File.md", Kind::Attachment),
        note("A.md"),
        note("B.md"),
        ("Me.md", Kind::Memory),
        ("Web.md", Kind::Web),
    ];
    check(1, &all, &["Pin.md", "File.md", "A.md", "Me.md", "Web.md", "B.md"], 5);
}
