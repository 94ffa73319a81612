#[cfg(test)]
mod tests;

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
