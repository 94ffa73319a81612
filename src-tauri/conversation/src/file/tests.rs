use super::*;

#[test]
fn a_file_is_of_a_group_by_its_name() {
    let check = |name: &str, expect: Option<(FileGroup, &str)>| {
        assert_eq!(FileGroup::of(name), expect, "{name}");
    };
    check("In/Paper.PDF", Some((FileGroup::Pdf, "pdf")));
    check("a.b.xlsx", Some((FileGroup::Office, "xlsx")));
    check("scan.JPG", Some((FileGroup::Pictures, "jpg")));
    check("Plan.canvas", Some((FileGroup::Text, "canvas")));
    check("a.md", None);
    check("pdf", None);
}

// B91
#[test]
fn a_part_has_a_name_and_an_anchor() {
    let check = |part: &FilePart, shown: &str, anchor: &str| {
        assert_eq!((part.to_string().as_str(), part.anchor().as_str()), (shown, anchor));
    };
    let page = FilePart { unit: PartUnit::Page, number: 3, name: None };
    let sheet = FilePart { unit: PartUnit::Sheet, number: 1, name: Some("Sales".to_owned()) };
    check(&page, "page 3", "page=3");
    check(&sheet, "sheet 1 (Sales)", "sheet=1");
}
