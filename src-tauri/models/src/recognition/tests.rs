use std::path::Path;

use super::*;

fn resources() -> Resources {
    Resources::under(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../resources"))
}

#[test]
fn weights_that_are_not_there_or_are_others_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let here = resources();
    let elsewhere = Resources { recognition: folder.path().to_owned(), ..here };
    assert!(!Recogniser::is_here(&elsewhere));
    let error = Recogniser::load(&elsewhere).unwrap_err();
    assert!(error.message.contains("finding.onnx"), "{error:?}");
    fs::write(folder.path().join("finding.onnx"), b"no weights").unwrap();
    fs::write(folder.path().join("reading.onnx"), b"no weights").unwrap();
    assert!(Recogniser::is_here(&elsewhere));
    let error = Recogniser::load(&elsewhere).unwrap_err();
    assert!(error.message.contains(sentences::embeddings::NOT_THE_FILE.text()), "{error:?}");
}

#[test]
fn a_picture_goes_to_the_model_in_a_size_that_it_takes() {
    let check = |size: (usize, usize), expect| assert_eq!(wanted(size.0, size.1), expect);
    check((1414, 2000), (896, 1280));
    check((300, 100), (608, 192));
    check((1, 1), (32, 32));
    check((5000, 1), (1280, 32));
}

/// The pictures in `pictures/`, made from these lines by `make.py`.
const PICTURES: [(&str, &[&str]); 4] = [
    (
        "page.png",
        &[
            "Rye bread keeps longer than wheat bread.",
            "Its crumb is moist, because pentosans hold water.",
            "Bake it at 230 °C for 15 minutes, then at 190 °C.",
            "Invoice no. 20417: 12 kg of flour, 21.40 EUR",
        ],
    ),
    ("german.png", &["Zürich, größer als Köln? Süßes Brötchen", "kostet 3,50 € an der Straße."]),
    ("tilted.png", &["The dough rises twice as fast at 26 degrees."]),
    ("screen.png", &["Settings", "Reserve for the answer", "1024 tokens"]),
];

fn grey(name: &str) -> (u32, u32, Vec<u8>) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/recognition/pictures").join(name);
    let mut decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(file).unwrap()));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(frame.color_type, png::ColorType::Grayscale, "{name}");
    (frame.width, frame.height, pixels)
}

/// Levenshtein distance.
fn edits(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut before = at;
        row[0] = at + 1;
        for (column, of_other) in other.iter().enumerate() {
            let changed = before + usize::from(letter != *of_other);
            before = row[column + 1];
            row[column + 1] = changed.min(before + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

// B91
#[test]
fn known_pictures_are_read_nearly_without_a_mistake() {
    let mut recogniser = Recogniser::load(&resources()).unwrap();
    for (name, lines) in PICTURES {
        let (width, height, pixels) = grey(name);
        let picture = GreyPicture::new(width, height, &pixels).unwrap();
        let places = recogniser.find(&picture).unwrap();
        let read: Vec<String> =
            places.iter().filter_map(|place| recogniser.read(&picture, place).unwrap()).collect();
        for place in &places {
            let (x, y, wide, high) = place.bounds();
            assert!(x > -20.0 && y > -20.0, "{name}: {place:?}");
            assert!(x + wide < width as f32 + 20.0 && y + high < height as f32 + 20.0, "{name}");
        }
        let (read, expect) = (read.join("\n"), lines.join("\n"));
        let wrong = edits(&read, &expect);
        assert!(wrong * 100 <= 2 * expect.chars().count(), "{name}, {wrong} wrong:\n{read}");
    }
}

#[test]
fn an_empty_page_has_no_text() {
    let mut recogniser = Recogniser::load(&resources()).unwrap();
    let pixels = vec![255; 300 * 200];
    let picture = GreyPicture::new(300, 200, &pixels).unwrap();
    assert_eq!(recogniser.find(&picture).unwrap(), []);
}
