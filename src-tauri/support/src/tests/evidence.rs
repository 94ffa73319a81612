//! What is evidence for a claim, and of what: for each rule that stops a claim, a similar one that passes.

use super::*;
use crate::{
    learned::features::features,
    text::{passage::Passage, statement::Statement},
};

const BREAD: &str = "## Keeping\n\n- Rye bread keeps for nine days on the board.\n- Wheat bread is baked for \
                     the neighbours.\n\nThe dough scraper is lost.";

// B144
#[test]
fn a_statement_about_one_subject_supports_no_other() {
    check_all(&[
        ('+', BREAD, "Rye bread keeps for nine days."),
        ('!', BREAD, "Wheat bread keeps for nine days."),
        ('+', BREAD, "Wheat bread is baked for the neighbours."),
        ('!', BREAD, "The scraper is baked for the neighbours."),
        // A heading and a list's outer item are the subject of what is below them.
        ('+', "# Cellar\n\nThe shelf is made of pine.", "The shelf in the cellar is made of pine."),
        (
            '+',
            "- Study\n  - The thermostat is stuck on five.",
            "The study's thermostat is stuck on five.",
        ),
        (
            '!',
            "- Study\n  - The thermostat is stuck on five.\n- Hall\n  - The valve is too small.",
            "The thermostat in the hall is stuck on five.",
        ),
        // So is the sentence before a pronoun.
        (
            '+',
            "The oven came from Graz. It takes an hour to heat.",
            "The oven takes an hour to heat.",
        ),
    ]);
}

const JAM: &str = "# Jam\n\n- Batch A: strawberries from the field, 3 July\n- Batch B: apricots, bought, 19 July\n\nBatch \
                   B got a splash of rum.\n\n# Cellar\n\nBatch A: two jars went mouldy. Batch B: tastes best, three \
                   jars for the choir.";

const BOXES: &str = "- Box 12: towels and sheets\n- Box 14: passports, unmarked\n\nThea wrote the list. Rosa put box 14 \
                     into the safe.";

#[test]
fn two_sentences_combine_only_if_a_word_of_both_names_one_thing() {
    check_all(&[
        ('+', JAM, "The strawberries went mouldy."),
        ('!', JAM, "The apricots went mouldy."),
        ('+', BOXES, "Rosa put the passports into the safe."),
        ('!', BOXES, "Rosa put the towels into the safe."),
        // The day of two entries is no such word.
        (
            '!',
            "*4 May* – Hive A is calm, its queen is marked blue.\n\n*11 May* – Hive B has eggs again.",
            "The queen of hive B is marked blue.",
        ),
        // A sentence in the same item, and one about “his” things, has the subject of the one before.
        ('+', "- Trip: the farm. Tickets cost nothing.", "Tickets for the trip cost nothing."),
        ('+', "Mr Lenz is away. I mow the edge of his plot.", "I mow the edge of Mr Lenz's plot."),
    ]);
}

#[test]
fn another_kind_of_the_same_thing_is_another_subject() {
    let pans = "The iron pan sticks at low heat, the steel one doesn't rust.";
    check_all(&[
        ('+', pans, "The iron pan sticks at low heat."),
        ('!', pans, "The steel pan sticks at low heat."),
        ('+', "The old iron pan sticks, the lid fits.", "The iron pan sticks."),
    ]);
}

#[test]
fn a_bound_that_excludes_the_claim_contradicts() {
    check_all(&[
        ('≠', "Feed the starter at least twice a week.", "Feed the starter once a week."),
        ('+', "Feed the starter at least twice a week.", "Feed the starter at least twice a week."),
        ('≠', "Das Sprungbrett ist erst ab 14 Uhr frei.", "Das Sprungbrett ist bis 14 Uhr frei."),
        ('+', "Das Sprungbrett ist erst ab 14 Uhr frei.", "Das Sprungbrett ist ab 14 Uhr frei."),
        // Another thing.
        ('-', "The old well is at most 30 m deep.", "The new pump lasts at least 30 m."),
        ('≠', "All plots need a compost heap.", "Only some plots need a compost heap."),
        ('+', "All plots need a compost heap.", "Some plots need a compost heap."),
    ]);
}

#[test]
fn a_part_counts_only_for_its_own_clause() {
    check_all(&[
        ('+', "Fifty copies survive; not all are complete.", "Fifty copies survive."),
        ('!', "Not all of the fifty copies survive.", "The fifty copies survive."),
    ]);
}

#[test]
fn a_month_and_a_bounded_number_may_be_written_otherwise() {
    let missing = |passage: &str, claim: &str| -> Vec<String> {
        let (_, missing) = check_claim(claim, passage, &[], &|_| None);
        missing.iter().map(ToString::to_string).collect()
    };
    let none: [&str; 0] = [];
    for (passage, claim, expect) in [
        ("One brambling on 17 Jan.", "A brambling came in January.", &none[..]),
        ("One brambling on 17 Jan.", "A brambling came in February.", &["February"]),
        ("Never cut hedges between 1 March and 30 September.", "Never cut hedges in June.", &none),
        (
            "Never cut hedges between 1 March and 30 September.",
            "Cut hedges in October.",
            &["October"],
        ),
        ("No dogs from May to September.", "No dogs in July.", &none),
        ("The shop opens in May. In September it closes.", "It closes in July.", &["July"]),
        ("The chain was 19 euros.", "The chain was less than twenty euros.", &none),
        ("It was 19 euros in 2019.", "In 2019 it was less than 20 euros.", &none),
        ("The chain was 19 euros.", "The chain was more than twenty euros.", &["twenty"]),
        ("The chain was 19 euros.", "The chain was less than twenty grams.", &["twenty"]),
        ("The chain was 19 euros.", "The chain was twenty euros.", &["twenty"]),
    ] {
        assert_eq!(missing(passage, claim), expect, "{passage} / {claim}");
    }
}

#[test]
fn a_short_claim_beside_a_note_needs_less_than_one_beside_a_statement() {
    let is_brief = |claim: &str, passage: &str| {
        let statement = Statement::read(claim, &|_| None);
        let passage = Passage::read(passage, &[], &[&statement], &|_| None);
        features(&statement, &passage).is_brief
    };
    let note =
        "The viewpoint was empty at eight. The museum is open. The café is closed. Carla paid.";
    assert!(is_brief("Nobody was at the lookout at eight; it was empty.", note));
    assert!(!is_brief("Nobody was at the lookout at eight.", "The viewpoint was empty at eight."));
    assert!(!is_brief("Bread keeps for days.", note));
}

#[test]
fn a_cell_of_another_row_contradicts() {
    let table = "| boat | berth | length | sail |\n|---|---|---|---|\n| Heron | 12 | 31 ft | red |\n\
                 | Dunlin | 7 | 24 ft | white |\n| Curlew | 9 | 28 ft | white |";
    let linked = "| boat | sail |\n|---|---|\n| [[Heron\\|Heron]] | red |\n| Dunlin | white |";
    check_all(&[
        ('+', table, "The Heron has a red sail."),
        ('≠', table, "The Dunlin has a red sail."),
        ('≠', table, "The boat Dunlin is 31 ft long."),
        ('+', table, "The boat Dunlin is 24 ft long."),
        // Both rows are named, each with its own cell.
        ('+', table, "The Heron is in berth 12, the Curlew in berth 9."),
        ('+', linked, "The Heron has a red sail."),
        // A cell that two rows share.
        ('+', table, "The Curlew has a white sail."),
    ]);
}

#[test]
fn another_agent_of_the_same_verb_contradicts() {
    check_all(&[
        ('≠', "I lent Oskar my ladder on Sunday.", "Oskar lent you his ladder on Sunday."),
        ('+', "I lent Oskar my ladder on Sunday.", "You lent Oskar a ladder on Sunday."),
        ('≠', "In spring Anna taught Tom to bake.", "In spring Tom taught Anna to bake."),
        // Some verbs are mutual.
        ('+', "Anna met Tom in Graz.", "Tom met Anna in Graz."),
        ('≠', "Noor reviewed the budget; Piet only printed it.", "Piet reviewed the budget."),
        ('+', "Noor reviewed the budget; Piet only printed it.", "Noor reviewed the budget."),
        // The passive names the agent behind the verb.
        ('+', "Noor reviewed the budget.", "The budget was reviewed by Noor."),
    ]);
}

#[test]
fn a_denial_differs_from_another_cell_and_from_another_agent() {
    let table =
        "| boat | berth | sail |\n|---|---|---|\n| Heron | 12 | red |\n| Dunlin | 7 | white |";
    for (passage, said, denied) in [
        (table, "The Dunlin has a red sail.", "The Dunlin doesn't have a red sail."),
        (
            "In spring Anna taught Tom to bake.",
            "In spring Tom taught Anna to bake.",
            "In spring Tom never taught Anna to bake.",
        ),
    ] {
        let gives_another = |claim: &str| {
            let statement = Statement::read(claim, &|_| None);
            let passage = Passage::read(passage, &[], &[&statement], &|_| None);
            features(&statement, &passage).otherwise.is_some()
        };
        assert!(gives_another(said), "{said}");
        assert!(!gives_another(denied), "{denied}");
    }
}

// B145
#[test]
fn questions_plans_templates_and_struck_text_are_no_evidence() {
    check_all(&[
        (
            '!',
            "Would a longer proof make the wheat chewier?",
            "A longer proof makes the wheat chewier.",
        ),
        ('+', "A longer proof makes the wheat chewier.", "A longer proof makes the wheat chewier."),
        ('!', "- [ ] Adaeze: write the release notes", "Adaeze wrote the release notes."),
        ('+', "- [x] Adaeze: write the release notes", "Adaeze wrote the release notes."),
        ('+', "- [ ] Adaeze: write the release notes", "Adaeze has to write the release notes."),
        ('!', "I want to mulch the beds with straw.", "I mulch the beds with straw."),
        ('+', "I want to mulch the beds with straw.", "I want to mulch the beds with straw."),
        ('!', "If the pressure drops, we top up the water.", "We top up the water."),
        (
            '+',
            "If the pressure drops, we top up the water.",
            "If the pressure drops, we top up the water.",
        ),
        (
            '!',
            "# Weekly report template\n\nThe supplier delivers late.",
            "The supplier delivers late.",
        ),
        ('+', "# Weekly report\n\nThe supplier delivers late.", "The supplier delivers late."),
        ('!', "~~We hire a car at the coast.~~", "We hire a car at the coast."),
        // One word of the claim is only there.
        (
            '!',
            "The importer leaks memory. Jonas thinks it is the cache.",
            "The importer leaks memory by the cache.",
        ),
        (
            '+',
            "The importer leaks memory in the cache. Jonas thinks it is the cache.",
            "The importer leaks memory in the cache.",
        ),
        // A semicolon ends a plan.
        ('+', "Lena lent Oskar the stone; he wants to try it.", "Lena lent Oskar the stone."),
        ('!', "Lena lent Oskar the stone; he wants to bake rye.", "Oskar bakes rye."),
        ('+', "~~We stay at home.~~ We hire a car at the coast.", "We hire a car at the coast."),
        ('!', "Mum thinks gold is a safe bet.", "Gold is a safe bet."),
        ('+', "Mum thinks gold is a safe bet.", "Mum thinks gold is a safe bet."),
        ('!', "Wenn es gewittert, gehen alle aus dem Wasser.", "Alle gehen aus dem Wasser."),
        ('!', "Soll der Anhänger neue Felgen bekommen?", "Der Anhänger bekommt neue Felgen."),
    ]);
}

#[test]
fn words_that_state_nothing_are_not_supported() {
    let note =
        "The toll lists stop in 1390 because the office burnt down. What counts is the seal.";
    check_all(&[
        ('!', note, "Why the toll lists stop in 1390."),
        ('!', note, "Because the office burnt down."),
        ('!', note, "The seal of the office of."),
        ('+', note, "The toll lists stop in 1390."),
        ('+', "Der Kurs fängt um acht Uhr an.", "Der Kurs fängt um acht Uhr an."),
        ('+', "Without water, plants die.", "Without water, plants die."),
        ('+', note, "What counts is the seal."),
    ]);
}

// B146
#[test]
fn two_passages_can_support_a_claim_that_neither_supports_alone() {
    let texts =
        ["Birgit leads the front end of the Linden project.", "Birgit has a training on 10 June."];
    let sources: Vec<Source<'_>> = (1..)
        .zip(texts)
        .map(|(number, text)| Source { number: Number(number), text, about: &[] })
        .collect();
    let of = |answer: &str| -> Vec<(u32, Support)> {
        let (text, marks) = read(answer);
        let verdicts = check(&text, &marks, &sources, "", &|_| None);
        verdicts[0].marks.iter().map(|(number, it)| (number.0, it.support)).collect()
    };
    let both = "Birgit, who leads the front end of the Linden project, has a training on 10 June";
    let all = of(&format!("{both} [1][2]."));
    assert_eq!(all, [(1, Support::Supported), (2, Support::Supported)]);
    for (number, alone) in [(1, "[1]"), (2, "[2]")] {
        let found = of(&format!("{both} {alone}."));
        assert!(
            found.iter().all(|(at, it)| *at == number && *it != Support::Supported),
            "{found:?}"
        );
    }
}
