use super::*;

#[test]
fn names_are_found_from_a_folder() {
    let check = |folder, target, expect: &str| assert_eq!(resolve(folder, target), expect);
    check("ppt/slides", "../media/a.png", "ppt/media/a.png");
    check("ppt", "slides/s1.xml", "ppt/slides/s1.xml");
    check("ppt", "/ppt/slides/s1.xml", "ppt/slides/s1.xml");
    check("", "../../a", "a");
}
