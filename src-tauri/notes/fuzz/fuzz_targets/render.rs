#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use notes::{Catalog, NotePath, RenderOptions, parse, render};

fuzz_target!(|text: &str| {
    let Ok(path) = NotePath::new("a.md") else { return };
    let catalog = Catalog::new([(path.clone(), Arc::new(parse(text)))], []);
    let options = RenderOptions {
        catalog: Some(&catalog),
        source: Some(&path),
        image_base: "vault://localhost/",
        ..RenderOptions::default()
    };
    let html = render(text, &options);
    // A broken link carries its suggestions, a block its lines: some hundred bytes a byte at most.
    assert!(html.len() <= 4_096 + text.len() * 512, "{} bytes from {}", html.len(), text.len());
    assert!(!html.contains("<script"));
});
