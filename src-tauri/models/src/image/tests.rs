use proptest::prelude::*;

use super::*;

fn a_png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend(b"\x08\x06\0\0\0....\0\0\0\0IEND\xae\x42\x60\x82");
    bytes
}

fn a_jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut bytes =
        b"\xff\xd8\xff\xe0\0\x07JFIF\0\xff\xff\xe1\0\x06Exif\xff\xc2\0\x11\x08".to_vec();
    bytes.extend(height.to_be_bytes());
    bytes.extend(width.to_be_bytes());
    bytes.extend(b"\x03\xff\xda\0\x02data\xff\xd9");
    bytes
}

fn a_gif(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = b"GIF89a".to_vec();
    bytes.extend(width.to_le_bytes());
    bytes.extend(height.to_le_bytes());
    bytes.extend(b"\0\0\0,....;");
    bytes
}

fn a_webp(chunk: &[u8; 4], head: &[u8]) -> Vec<u8> {
    let mut bytes = b"RIFF\0\0\0\0WEBP".to_vec();
    bytes.extend(chunk);
    bytes.extend([10, 0, 0, 0]);
    bytes.extend(head);
    let length = u32::try_from(bytes.len() - 8).unwrap();
    bytes[4..8].copy_from_slice(&length.to_le_bytes());
    bytes
}

fn samples() -> Vec<(ImageFormat, Vec<u8>)> {
    vec![
        (ImageFormat::Png, a_png(640, 480)),
        (ImageFormat::Jpeg, a_jpeg(640, 480)),
        (ImageFormat::Gif, a_gif(640, 480)),
        // 639 and 479 in three bytes each, in fourteen bits each, and 640 and 480 in two.
        (ImageFormat::Webp, a_webp(b"VP8X", &[0, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0])),
        (ImageFormat::Webp, a_webp(b"VP8L", &[0x2f, 0x7f, 0xc2, 0x77, 0])),
        (ImageFormat::Webp, a_webp(b"VP8 ", &[0, 0, 0, 0x9d, 1, 0x2a, 0x80, 0x42, 0xe0, 0x81])),
    ]
}

#[test]
fn formats_and_sizes() {
    for (format, bytes) in samples() {
        let image = read(bytes.clone()).unwrap();
        assert_eq!((image.format, image.width, image.height), (format, 640, 480));
        assert_eq!(image.bytes[..], bytes);
        // A few bytes after the end are common and harmless.
        let behind = [&bytes[..], b"\0\0\n"].concat();
        assert!(read(behind).is_ok(), "{format:?}");
    }
}

#[test]
fn the_error_names_the_kind_of_a_file_that_is_no_image() {
    fn check(bytes: impl Into<Vec<u8>>, sentence: &str) {
        let error = read(bytes.into()).unwrap_err();
        assert_eq!(error.to_string(), sentence);
    }
    const TAKES: &str = "Models accept PNG, JPEG, GIF and WebP.";
    check("", "The file is empty.");
    check("%PDF-1.7", &format!("The file is a PDF. {TAKES}"));
    check("BM\0\0", &format!("The file is a BMP image. {TAKES}"));
    check("\0\0\0\x20ftypheic", &format!("The file is a HEIC image. {TAKES}"));
    check("<svg xmlns=", &format!("The file is an SVG drawing. {TAKES}"));
    check("Rye keeps.", &format!("The file isn't a known kind of image. {TAKES}"));
    check("RIFF\0\0\0\0WAVE", &format!("The file isn't a known kind of image. {TAKES}"));
    check(a_png(0, 480), "The PNG image is damaged: its size can't be read.");
    check(
        a_png(4_000_000_000, 480),
        "The image has 4000000000 × 480 pixels; the maximum per side is 30000.",
    );
    check(
        a_png(20_000, 20_000),
        "The image has 20000 × 20000 pixels, 400 million in all; the maximum is 100 million.",
    );
    check(&b"\xff\xd8\xff\xd9"[..], "The JPEG image is damaged: its size can't be read.");
    let mut large = a_png(640, 480);
    large.resize(LARGEST_FILE + 1, 0);
    check(large, "The image has 21 MB; the maximum is 20 MB.");
}

#[test]
fn images_that_are_too_large_to_draw_are_detected() {
    fn check(name: &str, image: impl Fn(u32) -> Vec<u8>) {
        assert!(!is_too_large_to_draw(&image(640)), "{name}");
        assert!(is_too_large_to_draw(&image(60_000)), "{name}");
        // An incomplete header claims nothing.
        let large = image(60_000);
        for end in 0..large.len() {
            is_too_large_to_draw(&large[..end]);
        }
    }
    let dib =
        |side: u32| [&40_u32.to_le_bytes()[..], &side.to_le_bytes(), &side.to_le_bytes()].concat();
    let icon = |image: &[u8]| {
        let mut bytes = b"\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0....\x16\0\0\0".to_vec();
        bytes.extend(image);
        bytes
    };
    check("PNG", |side| a_png(side, side));
    check("BMP", |side| [&b"BM............"[..], &dib(side)].concat());
    check("BMP from the top down", |side| {
        let down = (-i32::try_from(side).unwrap()).to_le_bytes();
        [&b"BM............\x28\0\0\0"[..], &side.to_le_bytes(), &down].concat()
    });
    check("icon of a PNG", |side| icon(&a_png(side, side)));
    check("icon of a BMP", |side| icon(&dib(side)));
    check("AVIF", |side| {
        let size = [side.to_be_bytes(), side.to_be_bytes()].concat();
        [&b"\0\0\0\x20ftypavif\0\0\0\0....\0\0\0\x14ispe\0\0\0\0"[..], &size].concat()
    });
    for none in [&b"<svg width=\"60000\" height=\"60000\">"[..], b"", b"BM", b"\0\0\x01\0\xff\xff"]
    {
        assert!(!is_too_large_to_draw(none));
    }
}

#[test]
fn an_image_cut_at_any_byte_is_an_error() {
    for (format, bytes) in samples() {
        for end in 12..bytes.len() - 4 {
            let error = read(&bytes[..end]).unwrap_err();
            assert!(matches!(error, ImageError::CutOff(_)), "{format:?} at {end}: {error}");
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_fail(
        head in 0_usize..6,
        keep in 2_usize..30,
        rest in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let sample = &samples()[head].1;
        let mut bytes = sample[..keep.min(sample.len())].to_vec();
        bytes.extend(&rest);
        for bytes in [bytes, rest] {
            if let Ok(image) = read(bytes) {
                prop_assert!((1..=LONGEST_SIDE).contains(&image.width));
                prop_assert!((1..=LONGEST_SIDE).contains(&image.height));
            }
        }
    }
}
