//! Headers and footers: lines at the edge of many pages that differ only in numbers.

use std::collections::HashMap;

use crate::page::Page;

/// Maximum share of the text. Above it the lines are content, as in forms and slides with much text in their footer.
const MOST: f64 = 0.1;

/// Maximum lines of a header or footer.
const EDGE: usize = 3;

pub(super) fn mark(pages: &mut [Page]) -> Vec<String> {
    if pages.len() < 3 {
        return Vec::new();
    }
    let mut seen: HashMap<(String, i32), Vec<usize>> = HashMap::new();
    for (number, page) in pages.iter().enumerate() {
        for (group, line) in edges(page) {
            let key = key(page, group, line);
            let places = seen.entry(key).or_default();
            if places.last() != Some(&number) {
                places.push(number);
            }
        }
    }
    // Left and right pages have different headers.
    let least = (pages.len() * 3 / 10).max(3);
    seen.retain(|_, places| places.len() >= least);
    if seen.is_empty() {
        return Vec::new();
    }
    let length =
        |page: &Page| -> usize { page.groups.iter().flatten().map(|line| line.text.len()).sum() };
    let all: usize = pages.iter().map(length).sum();
    let mut out: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut taken = 0;
    let mut first: HashMap<(String, i32), String> = HashMap::new();
    for page in pages.iter() {
        let mut of_page = Vec::new();
        for (group, line) in edges(page) {
            let key = key(page, group, line);
            if !seen.contains_key(&key) {
                continue;
            }
            let text = &page.groups[group][line].text;
            // A printed page number adds nothing to the part's number.
            let is_number = key.0.chars().all(|c| !c.is_alphabetic());
            if first.contains_key(&key) || is_number {
                taken += text.len();
                of_page.push((group, line));
            }
            first.entry(key).or_insert_with(|| text.clone());
        }
        out.push(of_page);
    }
    if taken as f64 > MOST * all as f64 {
        return Vec::new();
    }
    for (page, places) in pages.iter_mut().zip(out) {
        for (group, line) in places {
            page.groups[group][line].repeats = true;
        }
    }
    let mut repeated: Vec<String> = first.into_values().collect();
    repeated.sort();
    repeated
}

fn edges(page: &Page) -> Vec<(usize, usize)> {
    let mut places: Vec<((usize, usize), f32)> = Vec::new();
    for (number, group) in page.groups.iter().enumerate() {
        let lines = group.iter().enumerate();
        places.extend(lines.map(|(at, line)| ((number, at), line.rect.y)));
    }
    places.sort_by(|a, b| a.1.total_cmp(&b.1));
    let at_edge = |y: f32| y < 0.14 * page.size.1 || y > 0.84 * page.size.1;
    let last = places.len().saturating_sub(EDGE);
    let ends = places.iter().enumerate().filter(|(at, _)| *at < EDGE || *at >= last);
    ends.filter(|(_, (_, y))| at_edge(*y)).map(|(_, (place, _))| *place).collect()
}

/// The line's text with its numbers replaced, and its height in steps of six points.
fn key(page: &Page, group: usize, line: usize) -> (String, i32) {
    let line = &page.groups[group][line];
    let mut key = String::new();
    for c in line.text.chars().filter(|c| !c.is_whitespace()) {
        let c = if c.is_numeric() { '0' } else { c };
        if c != '0' || !key.ends_with('0') {
            key.push(c);
        }
    }
    // Roman page numbers.
    if key.len() <= 6 && key.chars().all(|c| "ivxlc".contains(c)) {
        "0".clone_into(&mut key);
    }
    (key, (line.rect.y / 6.0).round() as i32)
}
