use conversation::{WorkLimits, WorkStep};
use jiff::Timestamp;

use super::*;

#[test]
fn a_plan_is_a_list_and_nothing_else_is_one() {
    let check = |said: &str, expect: &[&str]| {
        assert_eq!(plan(said).unwrap_or_default(), expect, "{said}");
    };
    check("1. What salt does\n2. How much of it", &["What salt does", "How much of it"]);
    check("The plan:\n\n1) **Salt** in dough\n  - Rye\n* Tins", &["Salt in dough", "Rye", "Tins"]);
    check("**1.** Salt\n2: Rye", &["Salt", "Rye"]);
    check("Two per cent of salt.", &[]);
    check("1.\n2. \n- —\n---", &[]);
    check("1.5 per cent of salt", &[]);
    check("", &[]);
    let long = format!("1. {}", "word ".repeat(100));
    assert!(plan(&long).unwrap()[0].chars().count() <= LONGEST_TASK);
    assert_eq!(plan(&"- step\n".repeat(99)).unwrap().len(), MOST_STEPS);
}

#[test]
fn each_line_is_an_open_point() {
    let check = |said: &str, expect: &[&str]| assert_eq!(open(said), expect, "{said}");
    check("NOTHING", &[]);
    check("", &[]);
    check("- How long it rests\n\nWhich tin", &["How long it rests", "Which tin"]);
}

fn work() -> Work {
    let mut work = Work::new(WorkLimits::default());
    work.steps = vec![WorkStep::new("Salt"), WorkStep::new("Rye"), WorkStep::new("Tins")];
    work.steps[0].state = WorkState::Done;
    work.steps[0].found = "- Two per cent [3]\n- More is too much [4]".to_owned();
    work
}

#[test]
fn a_step_has_the_plan_what_was_found_and_what_the_user_said() {
    let remark = Remark { text: "Only wheat".into(), created: Timestamp::UNIX_EPOCH, step: 1 };
    let part = step(&work(), 1, &[remark], 1_000, true);
    for expect in ["1. Salt (done)\n2. Rye (now)\n3. Tins", "[3]", "[4]", "- Only wheat"] {
        assert!(part.text.contains(expect), "{expect} in {}", part.text);
    }
    assert!(part.reminder.contains("step 2 alone: Rye") && part.reminder.contains("tool"));
    assert!(!step(&work(), 1, &[], 1_000, false).reminder.contains("tool"));
    // Findings without room are cut line by line.
    let short = step(&work(), 1, &[], 24, true).text;
    assert!(short.contains("[3]") && !short.contains("[4]"), "{short}");
}

#[test]
fn the_report_gets_the_open_points() {
    let work = Work { open: vec!["Which tin".to_owned()], ..work() };
    let part = report(&work, &[], 1_000);
    assert!(part.text.contains("- Which tin") && part.text.contains("[4]"), "{}", part.text);
}

// B127
#[test]
fn a_plan_and_its_check_have_the_day_of_the_question() {
    let asked = ("What is left of last week?", "Thursday, 19 March 2026, 18:00");
    let sent = "The question was sent on Thursday, 19 March 2026. Use this date only";
    for request in [plan_request(asked, None, &[], &[], 4), check_request(asked, None, &work(), 99)]
    {
        assert!(request[0].content.contains(sent), "{request:?}");
    }
}
