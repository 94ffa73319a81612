use super::*;

fn check(text: &str, expect: &[(&str, Option<i32>, u32, Option<u32>)]) {
    let found = dates(text);
    let shown: Vec<_> = found
        .iter()
        .map(|(range, read)| (&text[range.clone()], read[0].year, read[0].month, read[0].day))
        .collect();
    assert_eq!(shown, expect, "{text}");
}

#[test]
fn dates_with_months_in_other_languages_are_read() {
    check("La pâte du 3 mars 2026.", &[("3 mars 2026", Some(2026), 3, Some(3))]);
    check("Het deeg rust op 3 mei 2026.", &[("3 mei 2026", Some(2026), 5, Some(3))]);
    check("Degen vilar den 3 augusti.", &[("3 augusti", None, 8, Some(3))]);
    check("Тесто готово 21 марта 2026 года.", &[("21 марта 2026", Some(2026), 3, Some(21))]);
    check("В мае 2026 мы пекли.", &[("мае 2026", Some(2026), 5, None)]);
}

#[test]
fn dates_in_chinese_are_read() {
    check("面团于2026年4月3日发酵。", &[("2026年4月3日", Some(2026), 4, Some(3))]);
    check("二〇二六年四月三日", &[("二〇二六年四月三日", Some(2026), 4, Some(3))]);
    check(
        "在4月3号和2025年12月。",
        &[("4月3号", None, 4, Some(3)), ("2025年12月", Some(2025), 12, None)],
    );
    check("三个月，四月，13月2日", &[]);
}

#[test]
fn months_between_the_ends_of_a_period_are_named() {
    let named = |text: &str| (1..=12).filter(|it| months(text) & 1 << it != 0).collect::<Vec<_>>();
    for (text, expected) in [
        ("Closed from March to May.", vec![3, 4, 5]),
        ("Cerrado de marzo a mayo.", vec![3, 4, 5]),
        ("Cerrado del 1 de marzo al 3 de mayo.", vec![3, 4, 5]),
        ("Fermé de mars à mai.", vec![3, 4, 5]),
        ("Zu von November bis Januar.", vec![1, 11, 12]),
        ("In March a friend, in May a cousin.", vec![3, 5]),
        ("In March and in May.", vec![3, 5]),
    ] {
        assert_eq!(named(text), expected, "{text}");
    }
}
