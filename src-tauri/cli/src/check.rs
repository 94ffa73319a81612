//! The command `check`: compares the sentences of a text with their passages.

use std::{num::NonZero, ops::Range, path::Path, process::ExitCode, sync::Arc};

use app::App;
use conversation::Support;
use index::Hit;
use models::{Embedder, LocalEmbedder, LocalModel, Resources};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use support::{Assessment, Fact, check_claim, figures, in_another_language, sentences};
use turn::EmbeddedTexts;

use crate::{
    args,
    find::ready,
    out::{DIM, ERROR, MARK, Out, Stop, WARN, name, printable},
    sentences,
};

/// Maximum passages compared with a sentence of a file.
const PASSAGES: usize = 6;

/// Minimum words of a checked sentence. Shorter sentences say too little for a search.
const LEAST_WORDS: usize = 3;

/// Maximum pairs for each thread at a time. Their vectors stay in memory, because neighbouring pairs often share a
/// text; the vectors of all pairs would need too much memory.
const MAX_PAIRS_PER_THREAD: usize = 100;

#[derive(Debug, Deserialize)]
struct Pair {
    id: Value,
    claim: String,
    text: String,
}

pub fn batch(
    file: &Path,
    features: bool,
    words_only: bool,
    out: &mut Out,
) -> Result<ExitCode, Stop> {
    let pairs = pairs(file)?;
    let embedder = embedder(words_only, out)?;
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    for round in pairs.chunks(MAX_PAIRS_PER_THREAD * cores) {
        let judged = on_all_cores(round, |pairs| {
            let meanings = EmbeddedTexts::new(embedder.clone());
            pairs.iter().map(|pair| judge(pair, features, &meanings)).collect()
        })?;
        for (pair, judged) in round.iter().zip(judged) {
            match judged {
                Judgement::Figures(named) => {
                    out.object(&json!({ "id": pair.id, "features": named }))?;
                }
                Judgement::Claim(found, missing) if out.json => {
                    out.object(&json!({
                        "id": pair.id,
                        "support": found.support,
                        "evidence": places(&found.evidence),
                        "missing": facts(&missing),
                        "contradicts": places(&found.contradicts),
                    }))?;
                }
                Judgement::Claim(found, missing) => {
                    out.line(&format!("{}  {}", verdict(found.support), name(&pair.id)))?;
                    tell(&found, &missing, &pair.text, out)?;
                }
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

enum Judgement {
    Figures(Map<String, Value>),
    Claim(Assessment, Vec<Fact>),
}

fn judge(pair: &Pair, features: bool, meanings: &EmbeddedTexts) -> Judgement {
    let meaning = |text: &str| meanings.vectors(text);
    if features {
        let figures = figures(&pair.claim, &pair.text, &meaning);
        let named = figures.into_iter().map(|(name, value)| (name.to_owned(), json!(value)));
        return Judgement::Figures(named.collect());
    }
    let (found, missing) = check_claim(&pair.claim, &pair.text, &[], &meaning);
    Judgement::Claim(found, missing)
}

/// One bad line refuses the file before anything is written.
fn pairs(file: &Path) -> Result<Vec<Pair>, Stop> {
    let text = read(file)?;
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let filled = lines.filter(|(_, line)| !line.trim().is_empty());
    let parsed = filled.map(|(number, line)| {
        serde_json::from_str(line).map_err(|error| {
            let reason = error.to_string();
            // The parser sees each line as a text of its own, so its line number is always 1.
            let reason = reason.split(" at line ").next().unwrap_or_default();
            let fields = sentences::PAIR_FIELDS;
            Stop::bad_input(sentences::line_without(file, number + 1, fields, &reason))
        })
    });
    parsed.collect()
}

fn on_all_cores<T: Send>(
    round: &[Pair],
    work: impl Fn(&[Pair]) -> Vec<T> + Sync,
) -> Result<Vec<T>, Stop> {
    std::thread::scope(|scope| {
        let work = &work;
        let parts: Vec<_> = round
            .chunks(MAX_PAIRS_PER_THREAD)
            .map(|part| scope.spawn(move || work(part)))
            .collect();
        let mut all = Vec::with_capacity(round.len());
        for part in parts {
            let done = part.join();
            all.extend(done.map_err(|_| Stop::internal("a pair couldn't be checked".to_owned()))?);
        }
        Ok(all)
    })
}

pub async fn vault(app: &App, args: &args::Check, out: &mut Out) -> Result<ExitCode, Stop> {
    let (Some(vault), Some(file)) = (&args.vault, &args.file) else {
        return Err(Stop::internal(sentences::NOTHING_TO_CHECK.to_owned()));
    };
    let text = read(file)?;
    let mode = ready(app, vault, None, out).await?;
    let meanings = EmbeddedTexts::new(embedder(args.words_only, out)?);
    let mut contradicted = false;
    let front_matter = notes::parse(&text).front_matter.map_or(0, |range| range.end);
    let (properties, body) = text.split_at(front_matter.min(text.len()));
    for sentence in sentences(body) {
        let range = sentence.range.start + properties.len()..sentence.range.end + properties.len();
        let begins = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let is_heading = text[begins..].trim_start().starts_with('#');
        if is_heading || says_little(&sentence.text) {
            continue;
        }
        // Punctuation has a meaning in a search.
        let query: String =
            sentence.text.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
        let hits = app.retrieval.search(&query, mode, PASSAGES).await?.hits;
        let checked = checked(&sentence.text, &hits, &meanings);
        let (best, otherwise) = (checked.first(), otherwise(&checked));
        let line = text[..range.start].matches('\n').count() + 1;
        // `None` if the best passage is in another language.
        let support = best.map_or(Some(Support::Unsupported), CheckedPassage::support);
        contradicted |= support == Some(Support::Contradicted) || !otherwise.is_empty();
        if out.json {
            let hit = best.map(|best| best.hit);
            let otherwise = otherwise.iter().map(|other| {
                json!({
                    "path": other.hit.path,
                    "heading_path": other.hit.heading_path,
                    "start_line": other.hit.lines.start,
                    "end_line": other.hit.lines.end,
                    "text": other.hit.text,
                    "contradicts": places(&other.found.contradicts),
                })
            });
            let otherwise: Vec<Value> = otherwise.collect();
            let (evidence, contradicts, missing) = best.map_or_else(
                || (json!([]), json!([]), json!([])),
                |best| {
                    if best.other_language {
                        return (json!([]), json!([]), json!([]));
                    }
                    let (evidence, otherwise) = (&best.found.evidence, &best.found.contradicts);
                    (places(evidence), places(otherwise), json!(facts(&best.missing)))
                },
            );
            out.object(&json!({
                "line": line,
                "start": range.start,
                "end": range.end,
                "sentence": sentence.text,
                "support": support,
                "other_language": support.is_none(),
                "path": hit.map(|hit| &hit.path),
                "heading_path": hit.map(|hit| &hit.heading_path),
                "start_line": hit.map(|hit| hit.lines.start),
                "end_line": hit.map(|hit| hit.lines.end),
                "text": hit.map(|hit| &hit.text),
                "evidence": evidence,
                "missing": missing,
                "contradicts": contradicts,
                "otherwise": otherwise,
            }))?;
            continue;
        }
        let shown = support.map_or_else(other_language, verdict);
        out.line(&format!("{shown}  {}", printable(&sentence.text)))?;
        match best {
            Some(best) => tell_passage(best, out)?,
            None => out.line(&format!("   {DIM}{}{DIM:#}", sentences::NOTHING_NEAR))?,
        }
        for other in otherwise {
            out.line(&format!(" {}", verdict(Support::Contradicted)))?;
            tell_passage(other, out)?;
        }
    }
    Ok(if contradicted { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

struct CheckedPassage<'a> {
    hit: &'a Hit,
    found: Assessment,
    missing: Vec<Fact>,
    other_language: bool,
}

impl CheckedPassage<'_> {
    /// `None` if the passage is in another language than the sentence.
    fn support(&self) -> Option<Support> {
        (!self.other_language).then_some(self.found.support)
    }
}

/// Sorts passages: supporting ones first, then contradicting ones, then all others; better hits first among equals.
fn checked<'a>(
    sentence: &str,
    hits: &'a [Hit],
    meanings: &EmbeddedTexts,
) -> Vec<CheckedPassage<'a>> {
    let rank = |support: Option<Support>| match support {
        Some(Support::Supported) => 0,
        Some(Support::Contradicted) => 1,
        Some(Support::Weak) => 2,
        None => 3,
        Some(Support::Unsupported) => 4,
    };
    let checked = hits.iter().map(|hit| {
        let headings = hit.heading_path.iter().map(String::as_str);
        let about: Vec<&str> = std::iter::once(hit.title.as_str()).chain(headings).collect();
        let (found, missing) =
            check_claim(sentence, &hit.text, &about, &|text| meanings.vectors(text));
        let other_language = in_another_language(sentence, &hit.text);
        CheckedPassage { hit, found, missing, other_language }
    });
    let mut checked: Vec<_> = checked.collect();
    checked.sort_by_key(|passage| rank(passage.support()));
    checked
}

/// Contradicting passages of a sentence that another passage supports: the notes disagree.
fn otherwise<'a, 'b>(checked: &'b [CheckedPassage<'a>]) -> Vec<&'b CheckedPassage<'a>> {
    let others = checked.iter().skip(1);
    let is_supported = checked.first().is_some_and(|it| it.support() == Some(Support::Supported));
    let contradicts = |it: &&CheckedPassage<'_>| it.support() == Some(Support::Contradicted);
    others.filter(contradicts).filter(|_| is_supported).collect()
}

fn tell_passage(passage: &CheckedPassage<'_>, out: &Out) -> Result<(), Stop> {
    let place = format!("{}:{}", name(&passage.hit.path), passage.hit.lines.start);
    out.line(&format!("   {MARK}{place}{MARK:#}"))?;
    if passage.other_language {
        return Ok(());
    }
    tell(&passage.found, &passage.missing, &passage.hit.text, out)
}

fn says_little(sentence: &str) -> bool {
    sentence.split_whitespace().count() < LEAST_WORDS && sentence.is_ascii()
}

fn read(file: &Path) -> Result<String, Stop> {
    std::fs::read_to_string(file)
        .map_err(|error| Stop::bad_input(format!("{}: {error}", file.display())))
}

/// Always the built-in English model, because the scores were made with it.
fn embedder(words_only: bool, out: &Out) -> Result<Option<Arc<dyn Embedder>>, Stop> {
    if words_only {
        return Ok(None);
    }
    let loaded = app::place::resources([])
        .ok_or_else(|| sentences::EMBEDDER_AWAY.to_owned())
        .and_then(|folder| {
            LocalEmbedder::load(LocalModel::English, &Resources::under(&folder))
                .map_err(|error| error.to_string())
        });
    match loaded {
        Ok(embedder) => Ok(Some(Arc::new(embedder))),
        Err(reason) => {
            out.notice(&sentences::compared_by_words(&reason))?;
            Ok(None)
        }
    }
}

fn places(ranges: &[Range<usize>]) -> Value {
    ranges.iter().map(|range| json!({ "start": range.start, "end": range.end })).collect()
}

fn facts(missing: &[Fact]) -> Vec<String> {
    missing.iter().map(ToString::to_string).collect()
}

fn verdict(support: Support) -> String {
    let style = match support {
        Support::Supported => MARK,
        Support::Weak => WARN,
        Support::Unsupported | Support::Contradicted => ERROR,
    };
    format!("{style}{}{style:#}", sentences::support(support))
}

fn other_language() -> String {
    format!("{WARN}{}{WARN:#}", sentences::OTHER_LANGUAGE)
}

fn tell(found: &Assessment, missing: &[Fact], text: &str, out: &Out) -> Result<(), Stop> {
    for range in found.contradicts.iter().chain(&found.evidence) {
        let sentence = text.get(range.clone()).unwrap_or_default();
        // If bold text spans two sentences, its closing marks begin the second one.
        let sentence = sentence.trim().trim_start_matches(['*', '_']).trim_start();
        out.line(&format!("   {DIM}“{}”{DIM:#}", name(sentence)))?;
    }
    if !missing.is_empty() {
        let missing: Vec<String> = missing.iter().map(|fact| format!("“{}”", name(fact))).collect();
        let missing = sentences::not_there(&missing.join(", "));
        out.line(&format!("   {DIM}{missing}{DIM:#}"))?;
    }
    Ok(())
}
