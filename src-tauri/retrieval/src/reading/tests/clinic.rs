//! The life of a vet: ratings out of ten, nested tags, states that German compounds name, and days of birth.

use super::check;

// B125
#[test]
fn questions_about_ratings_ages_states_and_nested_tags_are_read_as_queries() {
    check(include_str!("clinic.txt"), include_str!("clinic_questions.txt"));
}

// B125
#[test]
fn questions_about_a_harbour_and_its_people_are_read_as_queries() {
    check(include_str!("harbour.txt"), include_str!("harbour_questions.txt"));
}
