use super::arguments::{flat, position};
use crate::base::item::{Fault, Item};
use crate::base::item::{List, MAX_TEXT};

/// `None` if lists have no such method.
pub(super) fn method<'a>(
    of: &List<'a>,
    name: &str,
    arguments: &[Item<'a>],
) -> Result<Option<Item<'a>>, Fault> {
    let items = &of.items;
    let has = |wanted: &Item<'a>| {
        !matches!(wanted, Item::Empty) && items.iter().any(|it| it.equals(wanted))
    };
    Ok(Some(match name {
        "contains" | "containsAny" => Item::Bool(flat(arguments).any(has)),
        "containsAll" => Item::Bool(flat(arguments).all(has)),
        "join" => {
            let separator = arguments.first().map_or_else(|| ", ".to_owned(), Item::shown);
            let mut text = String::new();
            for (at, item) in items.iter().enumerate() {
                text.push_str(if at > 0 { &separator } else { "" });
                text.push_str(&item.shown());
                if text.len() > MAX_TEXT {
                    return Err(Fault::too_large());
                }
            }
            Item::text(text)
        }
        "reverse" => Item::list(items.iter().rev().cloned().collect())?,
        "flat" => Item::list(flat(items).cloned().collect())?,
        "slice" => {
            let start = position(arguments.first(), items.len(), 0);
            let end = position(arguments.get(1), items.len(), items.len());
            let part = items.iter().skip(start).take(end.saturating_sub(start));
            Item::list(part.cloned().collect())?
        }
        "sort" => {
            let mut sorted = items.to_vec();
            sorted.sort_by_cached_key(Item::sort_key);
            Item::list(sorted)?
        }
        "unique" => {
            let mut unique: Vec<Item<'a>> = Vec::new();
            for item in items.iter() {
                if !unique.iter().any(|known| known.equals(item)) {
                    unique.push(item.clone());
                }
            }
            Item::list(unique)?
        }
        _ => return Ok(None),
    }))
}
