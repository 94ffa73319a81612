//! The life of a bell ringer and beekeeper: minutes of groups, people who do something, purchases, and ratings in stars.

use super::check;

// B125
#[test]
fn questions_about_groups_agents_costs_and_stars_are_read_as_queries() {
    check(include_str!("ringers.txt"), include_str!("ringers_questions.txt"));
}
