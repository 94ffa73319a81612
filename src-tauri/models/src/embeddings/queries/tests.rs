use super::*;
use crate::Languages;

/// Counts its texts; a vector is the text's length.
#[derive(Debug)]
struct Counting(EmbeddingModel, Mutex<usize>);

impl Embedder for Counting {
    fn model(&self) -> &EmbeddingModel {
        &self.0
    }

    fn embed(&self, texts: &[&str], _: Purpose) -> Result<Vec<Vec<f32>>, Error> {
        *self.1.lock() += texts.len();
        Ok(texts.iter().map(|text| vec![text.len() as f32]).collect())
    }
}

#[test]
fn a_query_is_embedded_once_and_passages_always() {
    let model = EmbeddingModel {
        id: "m".to_owned(),
        dimensions: 1,
        max_tokens: 9,
        languages: Languages::Many,
    };
    let counting = Arc::new(Counting(model, Mutex::new(0)));
    let cache = QueryCache::new(counting.clone());
    let check = |texts: &[&str], purpose, asked: usize| {
        let vectors = cache.embed(texts, purpose).unwrap();
        let expect: Vec<_> = texts.iter().map(|text| vec![text.len() as f32]).collect();
        assert_eq!((vectors, *counting.1.lock()), (expect, asked), "{texts:?}");
    };
    check(&["rye"], Purpose::Query, 1);
    check(&["rye"], Purpose::Query, 1);
    check(&["rye", "tin"], Purpose::Query, 2);
    check(&["tin", "rye"], Purpose::Query, 2);
    check(&["rye"], Purpose::Passage, 3);
    check(&["rye"], Purpose::Passage, 4);
    // The oldest of too many is dropped.
    let many: Vec<String> = (0..MOST).map(|number| format!("query {number}")).collect();
    for (at, query) in many.iter().enumerate() {
        check(&[query], Purpose::Query, 5 + at);
    }
    check(&["rye"], Purpose::Query, 5 + MOST);
}
