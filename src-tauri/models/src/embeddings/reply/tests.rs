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
fn replies_without_usable_vectors_are_errors() {
    for (answer, said) in [
        (json!({"embeddings": [[1]]}), "with 1 vectors for 2 texts"),
        (json!({"x": 1}), "without vectors"),
        (json!([[1], [null]]), "with something that isn't a vector"),
        (json!([[1], [0.0]]), "with an unusable vector (zero, or no numbers)"),
        (json!([[1], []]), "with an unusable vector (zero, or no numbers)"),
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
