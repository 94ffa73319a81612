use super::*;

#[test]
fn text_is_read_whatever_its_encoding() {
    let check = |bytes: &[u8], expect: &str| assert_eq!(decode(bytes), expect);
    check("Crème brûlée".as_bytes(), "Crème brûlée");
    check(b"\xef\xbb\xbfsalt", "salt");
    check(b"\xff\xfes\0a\0", "sa");
    check(b"s\0a\0l\0t\0", "salt");
    check(b"\0s\0a\0l\0t", "salt");
    check(
        b"Cr\xe8me br\xfbl\xe9e et p\xe2tisserie fran\xe7aise",
        "Crème brûlée et pâtisserie française",
    );
    let japanese = "日本語の文章をここに書きます。これは試験です。";
    check(&encoding_rs::SHIFT_JIS.encode(japanese).0, japanese);
    let russian = "Это русский текст в старой кодировке, который надо прочитать.";
    check(&encoding_rs::WINDOWS_1251.encode(russian).0, russian);
}
