//! An answer with a correct citation: the first document's first sentence and number.

use serde::Deserialize;

use super::said::Message;

/// The line before a request's documents.
const DOCUMENTS: &str =
    "Here are some documents provided for context, they may not all be relevant:";

#[derive(Deserialize)]
struct Documents {
    documents: Vec<Document>,
}

#[derive(Deserialize)]
struct Document {
    document: u64,
    contents: String,
}

/// The answer in pieces; the citation marker is split, as real models send it.
pub(super) fn first_document(messages: &[Message]) -> Vec<String> {
    let Some(document) = newest_documents(messages).and_then(|all| all.into_iter().next()) else {
        return pieces("No documents came with this question, so there is nothing to cite.");
    };
    let mut all = pieces(&first_sentence(&document.contents));
    all.extend([" [".to_owned(), document.document.to_string(), "]".to_owned(), ".".to_owned()]);
    all
}

fn newest_documents(messages: &[Message]) -> Option<Vec<Document>> {
    messages.iter().rev().find_map(|message| {
        let (_, after) = message.text.split_once(DOCUMENTS)?;
        // Parses the first JSON value and ignores any text after it.
        let mut values = serde_json::Deserializer::from_str(after).into_iter::<Documents>();
        Some(values.next()?.ok()?.documents)
    })
}

/// The first sentence outside headings and front matter, without its full stop.
fn first_sentence(contents: &str) -> String {
    let contents = match contents.trim_start().strip_prefix("---\n") {
        Some(rest) => rest.split_once("\n---").map_or(rest, |(_, after)| after),
        None => contents,
    };
    let is_text = |line: &&str| {
        line.chars().any(char::is_alphanumeric) && !line.starts_with(['#', '|', '`', '!'])
    };
    let line = contents.lines().map(str::trim).find(is_text).unwrap_or("This note is empty");
    let line = line.trim_start_matches(['-', '*', '>', ' ']);
    let end = line
        .match_indices(['.', '!', '?'])
        .map(|(at, _)| at)
        .find(|at| line[at + 1..].chars().next().is_none_or(char::is_whitespace));
    line[..end.unwrap_or(line.len())].to_owned()
}

fn pieces(text: &str) -> Vec<String> {
    text.split_inclusive(' ').map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(messages: &[&str], expect: &[&str]) {
        let messages: Vec<Message> = messages.iter().map(|text| Message::user(text)).collect();
        assert_eq!(first_document(&messages), expect);
    }

    #[test]
    fn the_newest_documents_are_cited() {
        let documents = |number: u64, contents: &str| {
            let json = serde_json::json!({"documents": [
                {"document": number, "title": "Salt", "contents": contents},
                {"document": 9, "title": "Rye", "contents": "Never this."},
            ]});
            format!("{DOCUMENTS}\n{json}")
        };
        let old = documents(1, "Old news.");
        let new = documents(12, "---\ntags: a\n---\n# Salt\n\n- Two percent. Not more.");
        check(&[&old, &format!("{new}\n\nHow much?")], &["Two ", "percent", " [", "12", "]", "."]);
        check(&[&documents(3, "v1.5 is out")], &["v1.5 ", "is ", "out", " [", "3", "]", "."]);
        check(
            &[&documents(3, "# Only\n")],
            &["This ", "note ", "is ", "empty", " [", "3", "]", "."],
        );
    }

    #[test]
    fn without_documents_nothing_is_cited() {
        for message in ["Hello", DOCUMENTS, &format!("{DOCUMENTS}\n{{\"documents\":[]}}")] {
            let messages = [Message::user(message)];
            assert!(!first_document(&messages).concat().contains('['), "{message}");
        }
    }
}
