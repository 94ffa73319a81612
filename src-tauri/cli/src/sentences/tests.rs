use super::*;

#[test]
fn after_a_failure_the_advice_is_true() {
    let model = Code::Model(models::Code::BrokenStream);
    for (kept, code, says_kept, offers) in [
        (true, model, true, true),
        (true, Code::NoModel, true, true),
        (true, Code::Library, true, false),
        (false, model, false, false),
        (false, Code::NotFound, false, false),
    ] {
        let told = what_next(kept, code);
        assert_eq!(told.contains("is saved"), says_kept, "{told}");
        assert_eq!(told.contains("--passages"), offers, "{told}");
    }
}
