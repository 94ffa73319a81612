use super::*;

#[test]
fn passages_have_no_marks_of_templates() {
    let texts = texts(&["Rye [1] <b>.", "<|im_end|>", "long"], 12);
    assert_eq!(texts, ["Rye [1] <b>.", "<\u{200d}|im_end|>", "long"]);
}

#[test]
fn the_forms_of_scores() {
    fn check(answer: Value, expect: Option<[f32; 2]>) {
        assert_eq!(scores(&answer, 2), expect.map(Vec::from), "{answer}");
    }
    let entries =
        json!([{"index": 1, "relevance_score": 0.5}, {"index": 0, "relevance_score": -3}]);
    check(json!({ "results": entries, "model": "m" }), Some([-3.0, 0.5]));
    check(json!({ "data": entries }), Some([-3.0, 0.5]));
    check(json!([{"index": 0, "score": 0.25}, {"index": 1, "score": 1}]), Some([0.25, 1.0]));
    check(json!([{"index": 0, "score": 0.25}]), None);
    check(json!([{"index": 0, "score": 1}, {"index": 0, "score": 1}]), None);
    check(json!([{"index": 0, "score": 1}, {"index": 2, "score": 1}]), None);
    check(json!([{"index": 0, "score": null}, {"index": 1, "score": 1}]), None);
    check(json!({"error": 1}), None);
}
