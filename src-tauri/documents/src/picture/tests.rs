use super::*;

fn grid(width: usize, pixels: &[u8]) -> Shades {
    Shades { width, height: pixels.len() / width, pixels: pixels.to_vec() }
}

#[test]
fn an_image_is_rotated_by_its_orientation() {
    // a b c
    // d e f
    let check = |orientation, width, expect: &[u8; 6]| {
        let turned = grid(3, b"abcdef").turned(orientation);
        assert_eq!(turned, grid(width, expect), "{orientation}");
    };
    check(1, 3, b"abcdef");
    check(2, 3, b"cbafed");
    check(3, 3, b"fedcba");
    check(4, 3, b"defabc");
    check(5, 2, b"adbecf");
    check(6, 2, b"daebfc");
    check(7, 2, b"fcebda");
    check(8, 2, b"cfbead");
    check(99, 3, b"abcdef");
}

#[test]
fn a_picture_is_shrunk_to_the_means_of_its_pixels() {
    let check = |pixels: &[u8], width, longest, expect: (usize, &[u8])| {
        assert_eq!(grid(width, pixels).shrunk(longest), grid(expect.0, expect.1));
    };
    check(&[0, 100, 200, 100, 50, 50, 0, 0], 4, 2, (2, &[50, 75]));
    check(&[7, 8], 2, 2, (2, &[7, 8]));
    check(&[10, 20, 30], 3, 2, (2, &[10, 25]));
}

#[test]
fn transparent_pixels_become_white() {
    let check = |channels, bytes: &[u8], expect: &[u8]| {
        assert_eq!(shades(bytes, (expect.len(), 1), channels).unwrap().pixels, expect);
    };
    check(1, &[0, 9], &[0, 9]);
    check(2, &[0, 255, 0, 0], &[0, 255]);
    check(3, &[255, 255, 255, 255, 0, 0], &[255, 76]);
    check(4, &[0, 0, 0, 51], &[204]);
    assert!(shades(&[1, 2, 3], (2, 2), 1).is_err());
}
