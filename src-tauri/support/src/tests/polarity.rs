//! Contradicting passages.

use super::*;

// B70
#[test]
fn contradicting_sentences_are_found() {
    let check = |passage: &str, claim: &str| {
        let (found, missing) = check_claim(claim, passage, &[], &|_| None);
        assert_eq!(found.support, Support::Contradicted, "{passage} / {claim}: {missing:?}");
        let [place] = found.contradicts.as_slice() else { panic!("{found:?}") };
        assert_eq!(passage[place.clone()].trim(), passage.lines().next_back().unwrap().trim());
    };
    check("The price of flour fell in spring.", "The price of flour rose in spring.");
    check("The oven is not hot.", "The oven is hot.");
    check("The oven is hot.", "The oven is not hot.");
    check("Some of the loaves were burnt.", "All of the loaves were burnt.");
    check("Anna and Tom baked the bread.", "Only Anna baked the bread.");
    check("The mill was built after 1990.", "The mill was built before 1990.");
    check("Rye takes up more water than wheat.", "Rye takes up less water than wheat.");
    check("The bakery no longer sells rye bread.", "The bakery sells rye bread.");
    check("The dough rests without yeast.", "The dough rests with yeast.");
    check("Add at most 20 g of salt.", "Add at least 20 g of salt.");
    check("Bread keeps for days.\n\nThe starter does not need sugar.", "The starter needs sugar.");
    check("Der Teig ruht nicht im Kühlschrank.", "Der Teig ruht im Kühlschrank.");
    check("La masa no reposa en la nevera.", "La masa reposa en la nevera.");
    check("La pâte ne repose pas au froid.", "La pâte repose au froid.");
    check("La pasta non riposa nel frigorifero.", "La pasta riposa nel frigorifero.");
    check("A massa não descansa na geladeira.", "A massa descansa na geladeira.");
    check("面团不放在冰箱里。", "面团放在冰箱里。");
}

// B70
#[test]
fn a_hedged_sentence_supports_a_plain_claim_weakly() {
    let check = |passage: &str, claim: &str, expect: Support| {
        let (found, _) = check_claim(claim, passage, &[], &|_| None);
        assert_eq!(found.support, expect, "{passage} / {claim}");
    };
    check("Rye may keep for a week.", "Rye keeps for a week.", Support::Weak);
    check("The oven might crack the stone.", "The oven cracks the stone.", Support::Weak);
    check("Vielleicht hält Roggen eine Woche.", "Roggen hält eine Woche.", Support::Weak);
    check("All loaves except the rye were sold.", "All loaves were sold.", Support::Weak);
    // Hedged claims, and the month of May, are no contradiction.
    check("Rye may keep for a week.", "Rye may keep for a week.", Support::Supported);
    check("Rye keeps for a week.", "Rye may keep for a week.", Support::Supported);
    check("The mill was sold in May to Anna.", "The mill was sold to Anna.", Support::Supported);
    check("Tom was taught by Anna to bake.", "Anna taught Tom to bake.", Support::Supported);
}

#[test]
fn paraphrases_are_not_contradictions() {
    let check = |passage: &str, claim: &str| {
        let (found, _) = check_claim(claim, passage, &[], &|_| None);
        assert_ne!(found.support, Support::Contradicted, "{passage} / {claim}");
    };
    check("The oven is not only hot, it is clean.", "The oven is hot and clean.");
    check("The dough is not closed in a tin.", "The dough is open.");
    check("Add at most 20 g of salt.", "Add no more than 20 g of salt.");
    check("Nobody sells rye bread here.", "Nobody sells rye bread.");
    check("Je ne mange jamais rien.", "Je ne mange rien.");
    check("Der Ofen ist nicht heiß.", "Der Ofen ist nicht heiß.");
    check("Tom bakes rye bread. Anna does not bake.", "Tom bakes rye bread.");
}
