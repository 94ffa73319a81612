use super::*;

#[test]
fn a_picture_has_the_pixels_that_it_says() {
    let check = |width, height, pixels: &[u8], expect| {
        assert_eq!(GreyPicture::new(width, height, pixels).is_some(), expect);
    };
    check(2, 2, &[0; 4], true);
    check(2, 2, &[0; 3], false);
    check(0, 2, &[], false);
    check(u32::MAX, u32::MAX, &[0], false);
}

#[test]
fn a_box_is_straightened_and_padded_with_grey() {
    // Black on the left, white on the right.
    let picture = GreyPicture::new(4, 2, &[0, 0, 255, 255, 0, 0, 255, 255]).unwrap();
    let upright = TextBox::new([(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)]);
    let line = picture.line(&upright, (4, 6), 1);
    assert_eq!(line.len(), 3 * 6);
    assert_eq!(line[..6], [-1.0, -1.0, 1.0, 1.0, 0.0, 0.0]);
    assert_eq!(line[..6], line[12..]);
    // Read from right to left, for a picture upside down.
    let turned = TextBox::new([(4.0, 2.0), (0.0, 2.0), (0.0, 0.0), (4.0, 0.0)]);
    assert_eq!(picture.line(&turned, (4, 4), 1)[..4], [1.0, 1.0, -1.0, -1.0]);
    // One pixel over two is their mean.
    let mean = picture.line(&upright, (1, 1), 1)[0];
    assert!(mean.abs() < 0.01, "{mean}");
}
