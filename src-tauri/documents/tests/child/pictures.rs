//! Pages and images for text recognition.

use documents::{Picture, Program, Reason, Refusal, Unit};

use crate::{Check, Kept, kept, limits, made, read};

pub const CHECKS: &[Check] = &[
    ("a_page_that_is_a_picture_is_handed_on_as_it_is_seen", page),
    ("a_scan_of_one_ink_is_painted_through_its_stencil", stencil),
    ("a_scan_with_a_stamp_is_a_picture", stamped),
    ("an_image_is_handed_on_in_shades_of_grey", image),
    ("pictures_that_mean_harm_are_refused_with_a_reason", hostile),
];

fn picture(name: &str, bytes: &[u8], number: u32) -> Result<Picture, Refusal> {
    let Kept(_folder, path) = &kept(name, bytes);
    let (name, file) = documents::open_file(path, limits()).unwrap();
    Program::own().unwrap().picture(&name, file, limits(), number)
}

/// The shade at a place, in hundredths of the width and height.
fn shade(picture: &Picture, x: u32, y: u32) -> u8 {
    let (x, y) = (picture.width * x / 100, picture.height * y / 100);
    picture.pixels[(y * picture.width + x) as usize]
}

/// A page on which an image of two by two pixels is drawn: black and white above, dark and light grey below.
fn scan() -> Vec<u8> {
    let draw = "q 306 0 0 396 153 198 cm /X1 Do Q\n".to_owned();
    let image = "<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray \
         /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length 9 >>\nstream\n00FF40C0>\nendstream";
    made::pages(&["".to_owned(), draw], &[image.to_owned()])
}

fn page() {
    let Kept(_folder, path) = &kept("scan.pdf", &scan());
    let program = Program::own().unwrap();
    let (name, file) = documents::open_file(path, limits()).unwrap();
    assert_eq!(program.read(path, limits()).unwrap_err().reason, Reason::ImageOnly);
    let document = program.read_with_pictures(&name, file, limits()).unwrap();
    assert_eq!((document.text.as_str(), document.pictures()), ("", vec![2]));
    assert_eq!(document.parts[1].unit, Unit::Page);

    let seen = picture("scan.pdf", &scan(), 2).unwrap();
    assert_eq!((seen.width, seen.height), (1545, 2000));
    assert!((seen.size.width - 612.0).abs() < 0.1 && (seen.size.height - 792.0).abs() < 0.1);
    // The paper around it, then its four pixels.
    let shades = [(5, 5), (40, 40), (60, 40), (40, 60), (60, 60)].map(|(x, y)| shade(&seen, x, y));
    assert_eq!(shades, [255, 0, 255, 0x40, 0xC0]);
}

fn stencil() {
    // Two by two pixels; a set bit stays unpainted. The page is painted grey where the stencil is open.
    let draw = "q 0.5 g 306 0 0 396 153 198 cm /X1 Do Q\n".to_owned();
    let mask = "<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ImageMask true \
         /BitsPerComponent 1 /Filter /ASCIIHexDecode /Length 5 >>\nstream\n4080>\nendstream";
    let seen = picture("scan.pdf", &made::pages(&[draw], &[mask.to_owned()]), 1).unwrap();
    let shades = [(40, 40), (60, 40), (40, 60), (60, 60)].map(|(x, y)| shade(&seen, x, y));
    let (ink, paper) = (shades[0], 255);
    assert_eq!(shades, [ink, paper, paper, ink]);
    assert!((120..136).contains(&ink), "{ink}");
}

fn stamped() {
    let image = |operations: &str, more: &str| {
        let page = format!("{operations}{more}");
        let image = "<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray \
             /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length 9 >>\nstream\n00FF40C0>\nendstream";
        read("a.pdf", &made::pages(&[page], &[image.to_owned()])).unwrap()
    };
    let check = |operations: &str, more: &str, is_picture: bool| {
        let document = image(operations, more);
        let pictures = if is_picture { vec![1] } else { Vec::new() };
        assert_eq!(
            (document.pictures(), document.problems.len()),
            (pictures, usize::from(is_picture)),
            "{more}"
        );
        assert!(!document.text.is_empty());
    };
    let whole = "q 612 0 0 792 0 0 cm /X1 Do Q\n";
    let small = "q 100 0 0 100 0 0 cm /X1 Do Q\n";
    let stamp = made::line(72, 20, 8, "Page 3 of 12");
    check(whole, &stamp, true);
    check(small, &stamp, false);
    // Words in the middle of a page with a background picture are its own.
    check(whole, &made::line(200, 400, 30, "On rye"), false);
    check(whole, &made::line(72, 20, 8, &"a line of a footer that says much. ".repeat(4)), false);
}

fn image() {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 3000, 10);
    encoder.set_color(png::ColorType::Rgba);
    let row = [[255, 0, 0, 255], [0, 0, 0, 0]].map(|pixel| pixel.repeat(1500)).concat();
    encoder.write_header().unwrap().write_image_data(&row.repeat(10)).unwrap();
    let seen = picture("board.png", &bytes, 1).unwrap();
    // It is shrunk; transparent parts are white.
    assert_eq!((seen.width, seen.height), (2000, 6));
    assert!((seen.size.width - 3000.0).abs() < 0.1 && (seen.size.height - 10.0).abs() < 0.1);
    assert_eq!((shade(&seen, 20, 50), shade(&seen, 80, 50)), (76, 255));
}

fn hostile() {
    let mut whole = Vec::new();
    let mut encoder = png::Encoder::new(&mut whole, 200, 200);
    encoder.set_color(png::ColorType::Grayscale);
    let noise: Vec<u8> =
        (0..40_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    encoder.write_header().unwrap().write_image_data(&noise).unwrap();
    let mut huge = whole.clone();
    huge[16..24].copy_from_slice(&[0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]);
    let wide =
        made::pages(&["q 1e9 0 0 1e9 -5e8 -5e8 cm /X1 Do Q\n".to_owned()], &[scanned_away()]);
    for (name, bytes, page, expect) in [
        ("half.png", &whole[..whole.len() / 2], 1, Reason::Damaged),
        // Its head's checksum is wrong, too; one with a correct sum claims the same size.
        ("huge.png", &huge, 1, Reason::Damaged),
        ("head.png", &whole[..30], 1, Reason::Damaged),
        ("huge.png", &crown(60_000, 60_000), 1, Reason::TooLarge),
        ("head.jpg", b"\xff\xd8\xff\xe0", 1, Reason::Damaged),
        ("film.gif", b"GIF89a\x01\0\x01\0\0\0\0", 1, Reason::UnknownKind),
        ("note.txt", b"Rye keeps.", 1, Reason::UnknownKind),
        ("scan.pdf", &scan(), 3, Reason::Damaged),
        ("scan.pdf", &scan(), 0, Reason::Damaged),
    ] {
        match picture(name, bytes, page) {
            Err(refusal) => assert_eq!(refusal.reason, expect, "{name}: {refusal}"),
            Ok(seen) => panic!("{name} was looked at: {} by {}", seen.width, seen.height),
        }
    }
    // An image drawn a million times as large as the page, or one that can't be decoded, costs no more than another.
    assert!(picture("wide.pdf", &wide, 1).is_ok());
}

/// Only the head of a PNG of this size.
fn crown(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    drop(encoder.write_header().unwrap());
    bytes
}

/// An image that claims more pixels than it has.
fn scanned_away() -> String {
    "<< /Type /XObject /Subtype /Image /Width 30000 /Height 30000 /ColorSpace /DeviceGray \
     /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length 9 >>\nstream\n00FF40C0>\nendstream"
        .to_owned()
}
