use conversation::reference::Number;

use super::*;

/// Of passages from the oldest to the newest, those that a newer one answers anew.
fn outdated(question: &str, passages: &[&str]) -> Vec<usize> {
    let sources: Vec<Source<'_>> =
        passages.iter().map(|text| Source { number: Number(1), text, about: &["Notes"] }).collect();
    let mut old: Vec<usize> = answered_anew(question, &sources, |old, new| old < new)
        .into_iter()
        .map(|(old, _)| old)
        .collect();
    old.dedup();
    old
}

// B129
#[test]
fn a_newer_answer_to_a_question_about_the_present_outdates_the_older() {
    let stand_up = [
        "From today the stand-up is at 9:15, Ines wants the phones free at half past.",
        "The stand-up moved again, it is at 10:00 from today because of the school run.",
    ];
    assert_eq!(outdated("At what time is the stand-up?", &stand_up), [0]);
    assert_eq!(outdated("At what time was the stand-up?", &stand_up), [0; 0]);
    assert_eq!(outdated("At what time is the stand-up on 3 April?", &stand_up), [0; 0]);
    let climbing = [
        "We climb on Wednesdays, Hannah.",
        "Climbing with Hannah is on Mondays now.",
        "Climbed my first 6c with Hannah.",
    ];
    assert_eq!(outdated("On which weekday do Hannah and I climb?", &climbing), [0]);
    let stand = ["The stand-up is at 9:15.", "Make the roster for the stand, 2 April."];
    assert_eq!(outdated("At what time is the stand-up?", &stand), [0; 0]);
    let rent = ["Rent is still 980 € warm.", "Letter: from January the rent is 1,040 € warm."];
    assert_eq!(outdated("How much rent do we pay?", &rent), [0]);
    let offsite =
        ["The offsite in May is in the Harz.", "The offsite is in the Spreewald, 20 to 22 May."];
    assert_eq!(outdated("where is the team offsite?", &offsite), [0]);
    let dentist = [
        "Zahnarzttermin gemacht bei Frau Brandt: 14. April um 8:30 Uhr.",
        "Praxis rief an: Zahnarzttermin verschoben auf 21. April, 10:15 Uhr.",
    ];
    assert_eq!(outdated("wann ist mein Zahnarzttermin?", &dentist), [0]);
    let drill = ["Lent the hammer drill to Deniz.", "Deniz has brought back the hammer drill."];
    assert_eq!(outdated("Does Deniz still have my drill?", &drill), [0]);
    assert_eq!(outdated("What did Deniz do with my drill?", &drill), [0; 0]);
}

#[test]
fn a_newer_passage_about_something_else_outdates_nothing() {
    let price = ["The Plover costs 269 €.", "The Nightjar costs 310 €."];
    assert_eq!(outdated("What does the Plover cost?", &price), [0; 0]);
    let same = ["The stand-up is at 9:15.", "The stand-up is at 9:15, as always."];
    assert_eq!(outdated("When is the stand-up?", &same), [0; 0]);
    let vague = ["The stand-up is at 9:15.", "We talked about the stand-up."];
    assert_eq!(outdated("When is the stand-up?", &vague), [0; 0]);
    assert_eq!(
        outdated("Who repaired the bike?", &["Ada repaired the bike.", "Uwe repaired the bike."]),
        [0; 0]
    );
    assert_eq!(
        outdated(
            "Wer hat das Rad repariert?",
            &["Ada hat das Rad repariert.", "Uwe hat das Rad repariert."]
        ),
        [0; 0]
    );
}

#[test]
fn a_title_or_folder_may_name_the_topic_of_a_time() {
    let sources = |texts: &'static [&'static str]| -> Vec<Source<'static>> {
        let about: &[&str] = &["20250904 Rehearsal", "Choir/20250904 Rehearsal.md"];
        texts.iter().map(|text| Source { number: Number(1), text, about }).collect()
    };
    let question = "On what day and at what time is choir?";
    let all = sources(&["Buy lozenges for choir.", "We start at 18:45, still Thursdays."]);
    assert_eq!(answering(question, &all), [1]);
    assert_eq!(answered_anew(question, &all, |old, new| old < new), []);
    assert_eq!(answering("Who leads the choir?", &all), [0; 0]);
}
