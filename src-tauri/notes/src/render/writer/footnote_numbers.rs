use std::collections::{HashMap, HashSet};

#[derive(Default)]
pub(super) struct Footnotes {
    pub(super) open: bool,
    pub(super) met: HashMap<String, (usize, usize)>,
    pub(super) current: String,
    pub(super) wanted: HashSet<String>,
}

impl Footnotes {
    pub(super) fn is_wanted(&self, name: &str) -> bool {
        self.wanted.contains(name)
    }

    pub(super) fn number(&mut self, name: &str) -> &mut (usize, usize) {
        let next = self.met.len() + 1;
        self.met.entry(name.to_owned()).or_insert((next, 0))
    }
}
