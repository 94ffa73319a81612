//! Lines that link to a note come from the index, without reading any file.

use super::*;

const HUB: &str = "Hub.md";

fn lines(index: &Index) -> Vec<(String, String, u32, String)> {
    let lines = index.linking_lines(&path(HUB)).unwrap();
    lines
        .into_iter()
        .map(|line| (line.source.to_string(), line.title, line.line, line.text))
        .collect()
}

fn line(source: &str, title: &str, number: u32, text: &str) -> (String, String, u32, String) {
    (source.to_owned(), title.to_owned(), number, text.to_owned())
}

#[test]
fn each_backlink_has_its_line() {
    let bench = Bench::new(&[
        (HUB, "# Hub\n\nTo itself: [[Hub]].\n"),
        ("a.md", "---\nup: \"[[Hub]]\"\n---\n# First\n\n  See [[Hub]] and [[Hub|it]].  \n"),
        ("b.md", "no link\r\n\r\n[over\r\nlines](Hub.md) here\r\n"),
        ("c.md", "[[Other]]\n"),
    ]);
    let index = bench.synced();
    let mut expect = vec![
        line("a.md", "First", 2, "up: \"[[Hub]]\""),
        line("a.md", "First", 6, "See [[Hub]] and [[Hub|it]]."),
        line("a.md", "First", 6, "See [[Hub]] and [[Hub|it]]."),
        line("b.md", "b", 3, "[over\r\nlines](Hub.md)"),
    ];
    assert_eq!(lines(&index), expect);

    bench.write_at("a.md", "Now [[Hub]] alone.\n", 2_000_000);
    sync_scope(&index, told(&["a.md"], &[]));
    expect.splice(..3, [line("a.md", "a", 1, "Now [[Hub]] alone.")]);
    assert_eq!(lines(&index), expect);
}

#[test]
fn a_note_with_three_thousand_backlinks_reads_no_other_note() {
    let bench = Bench::new(&[(HUB, "# Hub\n")]);
    for number in 0..3_000 {
        bench.write(&format!("n/{number:04}.md"), format!("# N\n\nNo {number}: [[Hub]]\n"));
    }
    let index = bench.synced();
    // No file is left to read.
    fs::remove_dir_all(bench.root().join("n")).unwrap();
    let lines = lines(&index);
    assert_eq!(lines.len(), 3_000);
    assert_eq!(lines[7], line("n/0007.md", "N", 3, "No 7: [[Hub]]"));
    assert_eq!(lines[2_999], line("n/2999.md", "N", 3, "No 2999: [[Hub]]"));
}
