use super::*;

#[test]
fn the_clipboard_is_read_once_for_each_paste() {
    let gate = PasteGate::default();
    gate.pass().unwrap_err();
    gate.clone().open();
    gate.pass().unwrap();
    gate.pass().unwrap_err();
}

#[test]
fn files_are_taken_from_this_computer_alone() {
    let addresses = ["file:///home/you/Rye%20log.md", "sftp://elsewhere/b", "file:///b.png"];
    let files = Offer::Files(addresses.map(str::to_owned).into()).files().unwrap();
    let names: Vec<_> = files.iter().map(FileSource::name).collect();
    assert_eq!(names, ["Rye log.md", "b.png"]);
    let elsewhere = Offer::Files(vec!["sftp://elsewhere/b".to_owned()]).files().unwrap_err();
    assert_eq!(elsewhere.code, Code::UnsupportedFile);
    assert_eq!(Offer::Unknown.files().unwrap_err().code, Code::UnsupportedFile);
    assert_eq!(Offer::Nothing.files().unwrap(), []);
    let image = Offer::Image { ending: "png", bytes: vec![1] }.files().unwrap();
    assert_eq!(image[0].name(), "image.png");
}

#[cfg(target_os = "linux")]
#[test]
fn text_stays_the_pages_unless_it_is_the_path_of_a_file() {
    use super::linux::{Choice, choose};
    let chosen = |offered: &[&str]| {
        choose(&offered.iter().map(|kind| (*kind).to_owned()).collect::<Vec<_>>())
    };
    let png = Choice::Image { kind: "image/png", ending: "png" };
    assert_eq!(chosen(&["TARGETS", "image/bmp", "image/jpeg", "image/png"]), png);
    assert_eq!(chosen(&["TARGETS", "text/html", "image/png"]), png);
    assert_eq!(chosen(&["TARGETS", "UTF8_STRING", "image/png"]), Choice::Nothing);
    assert_eq!(chosen(&["TARGETS", "UTF8_STRING", "text/uri-list"]), Choice::Files);
    assert_eq!(chosen(&["TARGETS", "TIMESTAMP"]), Choice::Nothing);
    assert_eq!(chosen(&[]), Choice::Nothing);
    assert_eq!(chosen(&["TARGETS", "image/tiff"]), Choice::Unknown);
}
