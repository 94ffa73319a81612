use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::Value;

use crate::sentences;

/// The vectors of `count` texts in order, scaled to length 1; or a description of the error.
pub(super) fn vectors(answer: &Value, count: usize) -> Result<Vec<Vec<f32>>, String> {
    let list = ["embeddings", "data"].iter().find_map(|name| answer.get(name)).unwrap_or(answer);
    let list = list.as_array().ok_or(sentences::embeddings::WITHOUT_VECTORS.text())?;
    if list.len() != count {
        return Err(sentences::embeddings::other_number(list.len(), count));
    }
    let mut found: Vec<Option<Vec<f32>>> = vec![None; count];
    for (place, entry) in list.iter().enumerate() {
        // The server's index counts, if given: some answer in the order in which texts were finished.
        let place = match entry.get("index").and_then(Value::as_u64) {
            Some(index) => usize::try_from(index).unwrap_or(usize::MAX),
            None => place,
        };
        let slot = found.get_mut(place).ok_or(sentences::embeddings::UNSENT_TEXT.text())?;
        if slot.is_some() {
            return Err(sentences::embeddings::TWO_OF_ONE_TEXT.to_string());
        }
        let numbers = numbers(entry.get("embedding").unwrap_or(entry))
            .ok_or(sentences::embeddings::NO_VECTOR.text())?;
        *slot = Some(unit(numbers).ok_or(sentences::embeddings::EMPTY_VECTOR.text())?);
    }
    found
        .into_iter()
        .collect::<Option<_>>()
        .ok_or_else(|| sentences::embeddings::SOME_MISSING.to_string())
}

fn numbers(value: &Value) -> Option<Vec<f32>> {
    match value {
        Value::String(packed) => {
            let bytes = BASE64_STANDARD.decode(packed).ok()?;
            let (numbers, []) = bytes.as_chunks::<4>() else { return None };
            Some(numbers.iter().map(|number| f32::from_le_bytes(*number)).collect())
        }
        // llama.cpp's own call wraps the vector in another list.
        Value::Array(list) => match list.as_slice() {
            [inner @ Value::Array(_)] => numbers(inner),
            list => list.iter().map(|number| number.as_f64().map(|number| number as f32)).collect(),
        },
        _ => None,
    }
}

fn unit(mut vector: Vec<f32>) -> Option<Vec<f32>> {
    let length = vector.iter().map(|&n| f64::from(n) * f64::from(n)).sum::<f64>().sqrt();
    if !length.is_finite() || length < 1e-6 {
        return None;
    }
    vector.iter_mut().for_each(|number| *number = (f64::from(*number) / length) as f32);
    Some(vector)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_forms_of_vectors() {
        let packed = BASE64_STANDARD.encode([0_f32, 2.0].map(f32::to_le_bytes).concat());
        let cases = [
            json!({"embeddings": [[3, 4], [0, 2.0]]}),
            json!({"data": [{"embedding": [3, 4], "index": 0}, {"embedding": [0, 1], "index": 1}]}),
            json!({"data": [{"embedding": [0, 1], "index": 1}, {"embedding": [3, 4], "index": 0}]}),
            json!({"data": [{"embedding": [3, 4]}, {"embedding": packed}]}),
            json!([{"embedding": [[3, 4]], "index": 0}, {"embedding": [[0, 9]], "index": 1}]),
            json!([[0.3, 0.4], [0, 1]]),
        ];
        for answer in cases {
            assert_eq!(vectors(&answer, 2).unwrap(), [[0.6, 0.8], [0.0, 1.0]], "{answer}");
        }
    }

    #[test]
    fn what_is_no_vector() {
        for (answer, said) in [
            (json!({"embeddings": [[1]]}), "with 1 vectors for 2 texts"),
            (json!({"x": 1}), "without vectors"),
            (json!([[1], [null]]), "with something that isn't a vector"),
            (json!([[1], [0.0]]), "with a vector that says nothing (zero, or no numbers)"),
            (json!([[1], []]), "with a vector that says nothing (zero, or no numbers)"),
            (json!([[1], "AAA="]), "with something that isn't a vector"),
            (
                json!([{"embedding": [1], "index": 0}, {"embedding": [1], "index": 0}]),
                "with two vectors of one text",
            ),
            (
                json!([{"embedding": [1], "index": 0}, {"embedding": [1], "index": 2}]),
                "with a vector of a text that wasn't sent",
            ),
        ] {
            assert_eq!(vectors(&answer, 2).unwrap_err(), said, "{answer}");
        }
    }
}
