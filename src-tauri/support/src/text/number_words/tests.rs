use super::*;

#[test]
fn a_number_in_words_has_a_value() {
    let check = |text: &str, expect: &[&str]| {
        let found = in_words(text);
        let values: Vec<&str> =
            found.iter().filter_map(|it| it.readings.last().map(|it| it.value.as_str())).collect();
        assert_eq!(values, expect, "{text}");
    };
    check("It rests for twenty-five minutes.", &["25"]);
    check("It keeps for one week, and one is left.", &["1"]);
    check("Der Teig ruht fünfundzwanzig Minuten.", &["25"]);
    check("Das sind dreizehn oder zweihundertvierzig von sechzig.", &["13", "240", "60"]);
    check("Der Ofen ist ein Jahrhundert alt.", &[]);
    check("La masa reposa dieciséis horas.", &["16"]);
    check("La pâte repose quatre-vingt-dix minutes dans le four.", &["90"]);
    check("The army may seize it for a cent.", &[]);
    check("La pasta riposa diciotto ore nel forno.", &["18"]);
    check("面团发酵十二小时，放四天。", &["12", "4"]);
    check("面团十分软，一些人在四川。", &[]);
    check("三百五十克面粉", &["350"]);
}
