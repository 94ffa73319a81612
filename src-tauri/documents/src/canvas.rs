//! Reads Obsidian's canvas files: the cards from top to bottom, then the arrows as a list.

use std::collections::HashMap;

use serde::Deserialize;

use crate::{Refusal, Unit, builder::Builder, encoding};

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    nodes: Vec<Card>,
    #[serde(default)]
    edges: Vec<Arrow>,
}

#[derive(Deserialize)]
struct Card {
    id: String,
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
    text: Option<String>,
    file: Option<String>,
    subpath: Option<String>,
    url: Option<String>,
    label: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Arrow {
    from_node: String,
    to_node: String,
    label: Option<String>,
}

pub(crate) fn read(file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal> {
    let mut canvas: File =
        serde_json::from_str(&encoding::decode(file)).map_err(Refusal::damaged)?;
    out.part(Unit::Whole, None)?;
    canvas.nodes.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    for card in &canvas.nodes {
        match (&card.text, &card.file, &card.url, &card.label) {
            (Some(text), ..) => out.paragraph(text)?,
            (_, Some(file), ..) => {
                let part = card.subpath.as_deref().unwrap_or_default();
                out.paragraph(&format!("[[{file}{part}]]"))?;
            }
            (_, _, Some(url), _) => out.paragraph(url)?,
            (.., Some(label)) if card.kind == "group" => out.heading(2, label)?,
            _ => {}
        }
    }
    let names: HashMap<&str, String> =
        canvas.nodes.iter().map(|card| (card.id.as_str(), card.name())).collect();
    for arrow in &canvas.edges {
        let name = |id: &str| names.get(id).cloned().unwrap_or_default();
        let (from, to) = (name(&arrow.from_node), name(&arrow.to_node));
        if !from.is_empty() && !to.is_empty() {
            let label = arrow.label.as_deref().map(|label| format!(" ({label})"));
            out.item(0, &format!("{from} →{} {to}", label.unwrap_or_default()))?;
        }
    }
    Ok(())
}

impl Card {
    /// The card in the list of arrows: the first line of its text, or its file, label or address.
    fn name(&self) -> String {
        let text = [&self.text, &self.file, &self.label, &self.url].into_iter().flatten().next();
        let line = text.and_then(|text| text.lines().find(|line| !line.trim().is_empty()));
        let line = line.unwrap_or_default().trim_start_matches(['#', ' ']).trim();
        line.chars().take(80).collect()
    }
}
