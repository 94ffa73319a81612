use super::*;

#[test]
fn parts_of_any_size_are_added_up() {
    let mut parts = Parts::default();
    for (digest, completed) in [("a", u64::MAX), ("b", 2), ("c", 3)] {
        parts.read(&serde_json::json!({"digest": digest, "total": 5, "completed": completed}));
    }
    let PullEvent::Progress { completed, total, .. } = parts.progress("") else { unreachable!() };
    assert_eq!((completed, total), (u64::MAX, 15));
}
