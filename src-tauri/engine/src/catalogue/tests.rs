use std::collections::BTreeSet;

use reqwest::Url;

use super::fit::Measurement;
use super::*;

fn machine(gigabytes: u64, cores: u32) -> Machine {
    Machine { memory: gigabytes << 30, threads: cores, measured: None }
}

fn is_commit(text: &str) -> bool {
    text.len() == 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[test]
fn each_model_of_the_catalogue_has_all_that_a_download_shows_and_checks() {
    let catalogue: Catalogue = serde_json::from_str(TEXT).unwrap();
    assert_eq!(catalogue.version, 1);
    assert!(!catalogue.models.is_empty());
    let mut names = BTreeSet::new();
    for model in &catalogue.models {
        let id = &model.id;
        for text in [id, &model.name, &model.maker, &model.limits] {
            assert!(!text.trim().is_empty(), "{id}");
        }
        assert!(model.limits.ends_with('.'), "{id}: what it can't do is a sentence");
        assert!(names.insert(id.to_lowercase()) && names.insert(model.name.to_lowercase()), "{id}");
        assert_eq!(
            model.licence, "Apache-2.0",
            "{id}: a licence whose text we keep beside the file"
        );
        assert!(!model.languages.is_empty(), "{id}");
        for language in &model.languages {
            assert!(
                language.len() == 2 && language.bytes().all(|b| b.is_ascii_lowercase()),
                "{id}"
            );
        }
        let is_possible = |bench: Bench| bench.questions > 0 && bench.right <= bench.questions;
        assert!(model.bench.is_none_or(is_possible), "{id}");
        assert!((0.1..100.0).contains(&model.parameters), "{id}");
        assert!(model.window >= 8192 && model.kv_bytes_per_token >= 1024, "{id}");
        assert!((0.0..=2.0).contains(&model.sampling.temperature), "{id}");
        assert!((0.0..=1.0).contains(&model.sampling.top_p), "{id}");
        for url in [&model.licence_url, &model.page] {
            assert_eq!(Url::parse(url).unwrap().scheme(), "https", "{id}");
        }
        assert_eq!(model.files.len(), 1, "{id}: the engine loads one file");
        for file in &model.files {
            assert!(names.insert(file.name.to_lowercase()), "{id}: {} is there twice", file.name);
            assert!(file.name.ends_with(".gguf"), "{id}");
            assert!(!file.name.contains(['/', '\\', ':']), "{id}: a name, not a path");
            assert!(file.bytes > 100_000_000, "{id}");
            // Half a byte to two bytes a weight; less would be another model's file.
            let per_weight = file.bytes as f64 / (model.parameters * 1e9);
            assert!((0.4..2.1).contains(&per_weight), "{id}: {per_weight} bytes a weight");
            let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
            assert!(file.sha256.len() == 64 && file.sha256.bytes().all(hex), "{id}");
            assert!(names.insert(file.sha256.clone()), "{id}: the same file twice");
            for url in std::iter::once(&file.url).chain(&file.mirrors) {
                let url = Url::parse(url).unwrap();
                assert_eq!(url.scheme(), "https", "{id}");
                assert!(
                    url.path().split('/').any(is_commit),
                    "{id}: {url} isn't pinned to a commit"
                );
            }
        }
    }
}

#[test]
fn a_model_is_found_by_its_id_its_name_its_file_and_its_hash() {
    let catalogue = Catalogue::built_in();
    let id = |model: Option<&CatalogueModel>| model.map(|model| model.id.clone());
    let coder = Some("qwen2.5-coder-1.5b".to_owned());
    assert_eq!(id(catalogue.find("qwen2.5-coder-1.5b")), coder);
    assert_eq!(id(catalogue.find(" Qwen2.5 CODER 1.5b ")), coder);
    assert_eq!(id(catalogue.find("qwen")), None);
    let file = &catalogue.find("qwen2.5-coder-1.5b").unwrap().files[0];
    assert_eq!(id(catalogue.of_file(&file.name, file.bytes)), coder);
    assert_eq!(id(catalogue.of_file(&file.name, file.bytes - 1)), None);
    assert_eq!(id(catalogue.of_hash(&file.sha256).map(|(model, _)| model)), coder);
    assert_eq!(catalogue.of_hash(""), None);
}

#[test]
fn a_models_host_is_that_of_its_file() {
    for model in &Catalogue::built_in().models {
        let begins = format!("https://{}/", model.host());
        assert!(model.files[0].url.starts_with(&begins), "{} {}", model.id, model.files[0].url);
    }
    let without = CatalogueModel { files: Vec::new(), ..Catalogue::built_in().models[0].clone() };
    assert_eq!(without.host(), "");
}

#[test]
fn a_model_takes_its_weights_its_window_and_the_engine() {
    let model = Catalogue::built_in().find("qwen2.5-coder-1.5b").unwrap();
    let Fit { needs, has } = machine(8, 4).fit(model);
    assert_eq!(needs, 1_173_186_806 + 300_000_000 + 8192 * 28_672);
    assert_eq!(has, (8 << 30) - 4_000_000_000);
    // Half of a small memory is reserved.
    assert_eq!(machine(4, 4).fit(model).has, 2 << 30);
}

#[test]
fn an_advised_model_fits_the_machine_and_starts_fast() {
    fn check(gigabytes: u64, cores: u32, expect: Option<&str>) {
        let advised = machine(gigabytes, cores).advised(Catalogue::built_in());
        assert_eq!(advised.map(|model| model.id.as_str()), expect, "{gigabytes} GB, {cores} cores");
    }
    check(1, 2, None);
    check(2, 2, Some("qwen3.5-0.8b"));
    check(4, 2, Some("qwen3.5-2b"));
    check(8, 1, Some("qwen3.5-2b"));
    check(8, 2, Some("qwen3.5-4b"));
    check(8, 4, Some("qwen3.5-4b"));
    // Without a graphics card more memory doesn't make it faster.
    check(64, 16, Some("qwen3.5-4b"));
    // A measurement counts more than the number of cores.
    let measured =
        Measurement { parameters: 2.0, bytes: 1_280_835_840, reading: 2000.0, writing: 90.0 };
    let fast = Machine { measured: Some(measured), ..machine(16, 4) };
    assert_eq!(fast.advised(Catalogue::built_in()).unwrap().id, "gemma-4-12b");
    assert!(fast.speed(Catalogue::built_in().find("qwen3.5-4b").unwrap()).measured);
}

#[test]
fn speed_goes_with_weights_and_size() {
    let catalogue = Catalogue::built_in();
    let model = catalogue.find("qwen3.5-4b").unwrap();
    let two = machine(16, 2).speed(model);
    let four = machine(16, 4).speed(model);
    assert!(!two.measured);
    assert_eq!(two.reading.round(), 25.0);
    assert_eq!(four.reading.round(), 51.0);
    assert_eq!(two.writing.round(), 7.0);
    // Writing waits for memory, not for cores.
    assert_eq!(machine(16, 8).speed(model).writing, machine(16, 16).speed(model).writing);
    assert_eq!(four.first_word().as_secs(), 29);
    // A small model reads faster and gets less to read.
    let small = machine(16, 2).speed(catalogue.find("qwen3.5-2b").unwrap());
    assert_eq!(small.first_word().as_secs(), 12);
}
