use reqwest::header::{HeaderName, HeaderValue};

use super::*;

#[test]
fn the_forms_of_retry_after() {
    fn check(headers: &[(&'static str, &str)], milliseconds: Option<u64>) {
        let map: HeaderMap = headers
            .iter()
            .map(|(name, value)| {
                (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap())
            })
            .collect();
        // Sun, 06 Nov 1994 08:49:37 GMT
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        assert_eq!(asked(&map, now), milliseconds.map(Duration::from_millis), "{headers:?}");
    }
    check(&[], None);
    check(&[("retry-after", "2")], Some(2_000));
    check(&[("retry-after", " 0.5 ")], Some(500));
    check(&[("retry-after", "-1")], None);
    check(&[("retry-after", "soon")], None);
    check(&[("retry-after", "inf")], None);
    check(&[("retry-after-ms", "250"), ("retry-after", "9")], Some(250));
    check(&[("retry-after-ms", "x"), ("retry-after", "9")], Some(9_000));
    check(&[("retry-after", "Sun, 06 Nov 1994 08:50:07 GMT")], Some(30_000));
    check(&[("retry-after", "Sunday, 06-Nov-94 08:49:38 GMT")], Some(1_000));
    check(&[("retry-after", "Sun, 06 Nov 1994 08:00:00 GMT")], Some(0));
}
