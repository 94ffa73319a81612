use comrak::nodes::{CalloutFold, Node, NodeCallout, NodeValue};

use super::{super::links::attribute, Writer, folds};

const SAME: &[(&str, &[&str])] = &[
    ("abstract", &["summary", "tldr"]),
    ("tip", &["hint", "important"]),
    ("success", &["check", "done"]),
    ("question", &["help", "faq"]),
    ("warning", &["caution", "attention"]),
    ("failure", &["fail", "missing"]),
    ("danger", &["error"]),
    ("quote", &["cite"]),
];

impl Writer<'_> {
    pub(super) fn open_callout<'n>(&mut self, node: Node<'n>, callout: &NodeCallout) {
        let kind: String = self
            .prepared
            .restore(&callout.callout_type)
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
            .take(40)
            .collect();
        let same = SAME.iter().find(|(_, names)| names.contains(&kind.as_str()));
        let look = same.map_or(kind.as_str(), |(name, _)| name);
        let tag = format!("<div class=\"callout callout-{look}\" data-callout=\"{kind}\"");
        self.block(&tag, node);
        match callout.fold {
            CalloutFold::None => {}
            CalloutFold::Expanded => self.out.push_str("<details open>"),
            CalloutFold::Collapsed => self.out.push_str("<details>"),
        }
        let titled = node
            .first_child()
            .is_some_and(|child| matches!(child.data().value, NodeValue::CalloutTitle));
        if !titled {
            let tag = if folds(node) { "summary" } else { "div" };
            self.out.push_str(&format!("<{tag} class=\"callout-title\">"));
            self.words(&self.prepared.restore(&callout.default_title()));
            self.out.push_str(&format!("</{tag}>\n<div class=\"callout-content\">\n"));
        }
    }

    pub(super) fn open_task<'n>(&mut self, node: Node<'n>, symbol: Option<char>) {
        let mark = symbol.unwrap_or(' ');
        let mut tag = "<li class=\"task\"".to_owned();
        attribute(&mut tag, "data-task", &mark.to_string());
        self.block(&tag, node);
        // Marks common to themes and plugins for Obsidian; any other is shown as it is.
        let (sign, label) = match mark {
            ' ' => ("☐", "to do"),
            'x' | 'X' => ("☑", "done"),
            '/' => ("◪", "begun"),
            '-' => ("☒", "dropped"),
            '>' => ("▷", "put off"),
            '<' => ("◁", "planned"),
            '?' => ("?", "a question"),
            '!' => ("!", "important"),
            '*' => ("★", "starred"),
            '"' | '“' => ("❝", "quoted"),
            'l' => ("⚑", "a place"),
            'i' => ("i", "information"),
            mark => (&*mark.to_string(), "marked"),
        };
        self.out.push_str("<span class=\"checkbox\" role=\"img\"");
        attribute(&mut self.out, "aria-label", label);
        self.out.push('>');
        self.words(sign);
        self.out.push_str("</span> ");
    }
}
