//! Reads the structure of a `.base` file.

use language::say;

use super::{
    Base, BaseError, Column, Filter, SortBy, View, WrittenExpression, expression,
    yaml::{self, Kind, Node},
};

/// Options that change only how a view looks.
const LOOKS: &str = "columnSize rowHeight imageFit imageAspectRatio cardSize coordinates markerIcon markerColor \
     defaultZoom minZoom maxZoom center mapHeight mapTiles mapTilesDark zoom markers indentProperties separator \
     showLabels columnOrder hideEmpty";
/// View types whose options are documented.
const KINDS: [&str; 5] = ["table", "cards", "list", "map", "kanban"];

impl Base {
    pub fn read(yaml: &str) -> Result<Self, BaseError> {
        let mut base = Self {
            filters: None,
            formulas: Vec::new(),
            display_names: Vec::new(),
            views: Vec::new(),
            problems: Vec::new(),
        };
        let root = yaml::read(yaml)?;
        for (key, node) in map(&root)? {
            match key.as_str() {
                "filters" => base.filters = filter(node),
                "formulas" => {
                    for (name, node) in map(node)? {
                        base.formulas.push((name.clone(), written(node)));
                    }
                }
                "properties" | "display" => {
                    for (name, node) in map(node)? {
                        if let Some(shown) = display_name(node) {
                            base.display_names.push((Column::read(name), shown.to_owned()));
                        }
                    }
                }
                "views" => base.views = list(node)?.iter().map(view).collect::<Result<_, _>>()?,
                // Used only by summaries, which each view reports.
                "summaries" => {}
                other => base.problems.push(say! {
                    en: "“{other}” isn't known and has no effect.",
                    de: "„{other}“ ist nicht bekannt und hat keine Wirkung.",
                }),
            }
        }
        if base.views.is_empty() {
            base.views.push(View {
                kind: "table".to_owned(),
                name: say! { en: "Table", de: "Tabelle" },
                ..view_without_options()
            });
        }
        Ok(base)
    }
}

fn map(node: &Node) -> Result<&[(String, Node)], BaseError> {
    match &node.kind {
        Kind::Map(entries) => Ok(entries),
        Kind::Empty => Ok(&[]),
        _ => Err(BaseError {
            line: node.line,
            reason: say! { en: "names with values are expected here", de: "hier werden Namen mit Werten erwartet" },
        }),
    }
}

fn list(node: &Node) -> Result<&[Node], BaseError> {
    match &node.kind {
        Kind::List(items) => Ok(items),
        Kind::Empty => Ok(&[]),
        _ => Err(BaseError {
            line: node.line,
            reason: say! { en: "a list is expected here", de: "hier wird eine Liste erwartet" },
        }),
    }
}

fn written(node: &Node) -> WrittenExpression {
    let text = node.text().unwrap_or_default().trim().to_owned();
    let parsed = if text.is_empty() {
        Err(say! { en: "the expression is missing", de: "der Ausdruck fehlt" })
    } else {
        expression::parse(&text)
    };
    WrittenExpression { text, line: node.line, parsed }
}

fn filter(node: &Node) -> Option<Filter> {
    match &node.kind {
        Kind::Empty => None,
        Kind::Text(_) => Some(Filter::Is(written(node))),
        Kind::List(items) => Some(Filter::All(filters(items))),
        Kind::Map(entries) => {
            let part = |(key, node): &(String, Node)| {
                let items = match &node.kind {
                    Kind::List(items) => filters(items),
                    Kind::Empty => Vec::new(),
                    _ => filter(node).into_iter().collect(),
                };
                match key.as_str() {
                    "and" => Filter::All(items),
                    // An empty list in Obsidian's editor is no condition.
                    "or" if items.is_empty() => Filter::All(items),
                    "or" => Filter::Any(items),
                    "not" => Filter::None(items),
                    other => Filter::Is(WrittenExpression {
                        text: other.to_owned(),
                        line: node.line,
                        parsed: Err(say! {
                            en: "a filter has “and”, “or” or “not”",
                            de: "ein Filter hat „and“, „or“ oder „not“",
                        }),
                    }),
                }
            };
            let mut parts: Vec<Filter> = entries.iter().map(part).collect();
            if parts.len() == 1 { parts.pop() } else { Some(Filter::All(parts)) }
        }
    }
}

/// An empty statement in a list is reported as not understood.
fn filters(items: &[Node]) -> Vec<Filter> {
    items.iter().map(|it| filter(it).unwrap_or_else(|| Filter::Is(written(it)))).collect()
}

fn display_name(node: &Node) -> Option<&str> {
    match &node.kind {
        Kind::Text(text) => Some(text),
        Kind::Map(entries) => {
            entries.iter().find(|(key, _)| key == "displayName").and_then(|(_, name)| name.text())
        }
        _ => None,
    }
}

fn view_without_options() -> View {
    View {
        kind: String::new(),
        name: String::new(),
        filters: None,
        order: Vec::new(),
        sort: Vec::new(),
        group_by: None,
        limit: None,
        image: None,
        problems: Vec::new(),
    }
}

fn view(node: &Node) -> Result<View, BaseError> {
    let mut view = view_without_options();
    let entries = map(node)?;
    let text = |name: &str| {
        entries
            .iter()
            .find(|(key, _)| key == name)
            .and_then(|(_, it)| it.text())
            .unwrap_or_default()
    };
    let kind = Some(text("type")).filter(|it| !it.is_empty()).unwrap_or("table");
    view.kind = kind.to_owned();
    view.name = Some(text("name")).filter(|it| !it.is_empty()).unwrap_or(kind).to_owned();
    if !KINDS.contains(&kind) {
        view.problems.push(say! {
            en: "The view type “{kind}” isn't known, so its rows are shown as a table.",
            de: "Der Ansichtstyp „{kind}“ ist nicht bekannt, deshalb stehen die Zeilen in einer Tabelle.",
        });
    }
    for (key, node) in entries {
        let understood = match key.as_str() {
            "type" | "name" => true,
            "filters" => {
                view.filters = filter(node);
                true
            }
            "order" => {
                view.order = list(node)?.iter().filter_map(Node::text).map(Column::read).collect();
                true
            }
            "sort" => {
                let parts = list(node)?;
                view.sort = parts.iter().filter_map(sort_by).collect();
                view.sort.len() == parts.len()
            }
            "groupBy" => {
                view.group_by = sort_by(node);
                view.group_by.is_some() || matches!(node.kind, Kind::Empty)
            }
            "limit" => {
                view.limit = node.text().and_then(|it| it.parse().ok());
                view.limit.is_some() || matches!(node.kind, Kind::Empty)
            }
            "image" => {
                view.image = node.text().map(Column::read);
                true
            }
            "summaries" => {
                if !map(node)?.is_empty() {
                    view.problems.push(say! {
                        en: "The summaries below the columns aren't shown.",
                        de: "Die Zusammenfassungen unter den Spalten werden nicht gezeigt.",
                    });
                }
                true
            }
            other => !KINDS.contains(&kind) || LOOKS.split_whitespace().any(|known| known == other),
        };
        if !understood {
            let name = &view.name;
            view.problems.push(say! {
                en: "The option “{key}” of the view “{name}” isn't understood and has no effect.",
                de: "Die Option „{key}“ der Ansicht „{name}“ wird nicht verstanden und hat keine Wirkung.",
            });
        }
    }
    Ok(view)
}

/// Older files name the property `column`.
fn sort_by(node: &Node) -> Option<SortBy> {
    let entries = match &node.kind {
        Kind::Text(text) => return Some(SortBy { column: Column::read(text), descending: false }),
        Kind::Map(entries) => entries,
        _ => return None,
    };
    let text =
        |names: &[&str]| entries.iter().find(|(key, _)| names.contains(&key.as_str()))?.1.text();
    let column = Column::read(text(&["property", "column"])?);
    let descending = text(&["direction"]).is_some_and(|it| it.eq_ignore_ascii_case("desc"));
    Some(SortBy { column, descending })
}
