use super::*;

#[test]
fn a_sentence_tells_its_language() {
    let check = |text: &str, expect: Language| assert_eq!(Language::of(text), expect, "{text}");
    check("", Language::English);
    check("A man wears a hat.", Language::English);
    check("Der Teig ruht nicht im Kühlschrank.", Language::German);
    check("La masa no reposa en la nevera.", Language::Spanish);
    check("La pâte ne repose pas dans le froid.", Language::French);
    check("La pasta non riposa nel frigorifero.", Language::Italian);
    check("A massa não descansa na geladeira.", Language::Portuguese);
    check("Тесто не стоит в холодильнике.", Language::Russian);
    check("Het deeg rust niet in de koelkast.", Language::Dutch);
    check("Degen vilar inte i kylskåpet.", Language::Swedish);
    check("面团不放在冰箱里。", Language::Dense);
}
