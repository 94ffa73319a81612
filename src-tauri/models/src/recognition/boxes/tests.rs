use super::*;

/// A map with probability `sure` in these pixels.
fn map(width: usize, height: usize, is_text: impl Fn(f32, f32) -> bool, sure: f32) -> Vec<f32> {
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    places.map(|(x, y)| if is_text(x as f32 + 0.5, y as f32 + 0.5) { sure } else { 0.0 }).collect()
}

fn near(found: &TextBox, expect: (f32, f32, f32, f32), by: f32) {
    let (x, y, width, height) = found.bounds();
    for (a, b) in [(x, expect.0), (y, expect.1), (width, expect.2), (height, expect.3)] {
        assert!((a - b).abs() <= by, "{found:?} isn't at {expect:?}");
    }
}

#[test]
fn a_mark_gets_a_box_that_reaches_beyond_it() {
    let check =
        |from: (f32, f32), size: (f32, f32), sure: f32, expect: Option<(f32, f32, f32, f32)>| {
            let is_text = |x: f32, y: f32| {
                (from.0..from.0 + size.0).contains(&x) && (from.1..from.1 + size.1).contains(&y)
            };
            let found = boxes(&map(120, 60, is_text, sure), 120, 60);
            assert_eq!(found.len(), usize::from(expect.is_some()), "{found:?}");
            if let Some(expect) = expect {
                near(&found[0], expect, 1.0);
            }
        };
    // 60 by 8 has area 480 and circumference 136, so it grows by 5.6 on each side.
    check((20.0, 20.0), (60.0, 8.0), 0.9, Some((14.4, 14.4, 71.2, 19.2)));
    // Upright.
    check((20.0, 5.0), (8.0, 44.0), 0.9, Some((14.4, -0.4, 19.0, 55.0)));
    // Doubtful, too small, outside.
    check((20.0, 20.0), (60.0, 8.0), 0.4, None);
    check((20.0, 20.0), (60.0, 1.0), 0.9, None);
    check((200.0, 20.0), (60.0, 8.0), 0.9, None);
}

#[test]
fn separate_areas_have_separate_boxes() {
    let is_text = |x: f32, y: f32| (10.0..50.0).contains(&x) && (y as usize / 10) % 2 == 1;
    assert_eq!(boxes(&map(100, 60, is_text, 0.9), 100, 60).len(), 3);
}

#[test]
fn a_slanted_line_has_a_slanted_box() {
    // A band through the middle that falls by one in five.
    let is_text =
        |x: f32, y: f32| (20.0..180.0).contains(&x) && (y - 50.0 - (x - 100.0) / 5.0).abs() < 6.0;
    let found = boxes(&map(200, 100, is_text, 0.9), 200, 100);
    assert_eq!(found.len(), 1, "{found:?}");
    let (long, high) = found[0].size();
    assert!(long > 160.0 && (14.0..40.0).contains(&high), "{long} by {high}");
    let (begin, end) = (found[0].point(0.0, 0.5), found[0].point(1.0, 0.5));
    let falls = (end.1 - begin.1) / (end.0 - begin.0);
    assert!((0.15..0.25).contains(&falls), "{falls}");
}

#[test]
fn a_line_on_end_is_read_downwards() {
    let is_text = |x: f32, y: f32| (20.0..28.0).contains(&x) && (10.0..80.0).contains(&y);
    let found = boxes(&map(60, 100, is_text, 0.9), 60, 100);
    let (begin, end) = (found[0].point(0.0, 0.5), found[0].point(1.0, 0.5));
    assert!(end.1 > begin.1 + 60.0 && (begin.0 - end.0).abs() < 1.0, "{found:?}");
}
