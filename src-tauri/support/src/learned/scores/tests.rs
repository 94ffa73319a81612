use super::*;

#[test]
fn a_tree_is_followed_to_its_end() {
    let trees: [&[Node]; 2] = [&[b(0, 0.5, 1, 2, 1), e(-1.0), e(1.0)], &[e(0.0)]];
    let check = |figure: f32, expect: f32| {
        let mut figures = [0.0; COUNT];
        figures[0] = figure;
        let found = probability(&trees, &figures);
        assert!((found - expect).abs() < 1e-3, "{figure}: {found}");
    };
    check(0.5, 0.2689);
    check(0.6, 0.7311);
    check(f32::NAN, 0.2689);
    assert!((probability(&[], &[0.0; COUNT]) - 0.5).abs() < 1e-6);
}
