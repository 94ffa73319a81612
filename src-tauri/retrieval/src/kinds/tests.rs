use std::hash::{DefaultHasher, Hash, Hasher};

use models::{EmbeddingModel, Error, Languages};
use records::Query;

use super::*;
use crate::sources::tests::sources;

const DIMENSIONS: usize = 512;

/// Texts are as near as the share of their words that are the same.
#[derive(Debug)]
struct Words(EmbeddingModel);

impl Embedder for Words {
    fn model(&self) -> &EmbeddingModel {
        &self.0
    }

    fn embed(&self, texts: &[&str], _purpose: Purpose) -> Result<Vec<Vec<f32>>, Error> {
        let vector = |text: &&str| {
            let mut vector = vec![0.0_f32; DIMENSIONS];
            let words = text.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
            for word in words {
                let mut hasher = DefaultHasher::new();
                word.to_lowercase().hash(&mut hasher);
                let place = usize::try_from(hasher.finish() % DIMENSIONS as u64).unwrap();
                vector[place] = 1.0;
            }
            let length = vector.iter().map(|it| it * it).sum::<f32>().sqrt().max(1.0);
            vector.into_iter().map(|it| it / length).collect()
        };
        Ok(texts.iter().map(vector).collect())
    }
}

// B125
#[test]
fn the_kind_of_a_question_is_the_one_with_the_nearest_name_keys_and_values() {
    let mut notes: Vec<(String, String)> = Vec::new();
    for number in 0..6 {
        let supplier = format!("---\ndiscount_percent: {number}\npaid_by: invoice\n---\nFast.\n");
        notes.push((format!("Suppliers/S{number}.md"), supplier));
        let bike = "---\nframe: steel\nstate: unsold\n---\nBlue.\n".to_owned();
        notes.push((format!("Stock/Bikes/B{number}.md"), bike));
        // A month of a journal is no kind, whatever its keys are.
        let day = "---\nmood: fine\npercent: 9\n---\nSuppliers came.\n".to_owned();
        notes.push((format!("2026-03/2026-03-0{}.md", number + 1), day));
    }
    let notes: Vec<(&str, &str)> = notes.iter().map(|(path, text)| (&**path, &**text)).collect();
    let (_folder, sources) = sources(&notes);
    let model = EmbeddingModel {
        id: "words".to_owned(),
        dimensions: DIMENSIONS,
        max_tokens: 64,
        languages: Languages::English,
    };
    let kind = |question: &str| {
        let found = sources.kind_near(&Words(model.clone()), question).unwrap();
        found.map(|kind| Query { filter: vec![kind], ..Query::of(RecordKind::Note) }.to_string())
    };
    assert_eq!(kind("Whose discount is nine percent").as_deref(), Some("folder:suppliers"));
    assert_eq!(kind("which steel frame is unsold").as_deref(), Some("folder:bikes"));
    assert_eq!(kind("What was my mood on Monday"), None);
    assert_eq!(sources.kind_like("Whose discount is nine percent").unwrap(), None);
}
