//! Arguments of functions, as several functions read them.

use super::super::item::Item;

pub(super) fn flat<'i, 'a>(arguments: &'i [Item<'a>]) -> impl Iterator<Item = &'i Item<'a>> {
    arguments.iter().flat_map(|it| match it {
        Item::List(list) => &*list.items,
        other => std::slice::from_ref(other),
    })
}

/// A position in a text or list of `length`; negative ones count from the end.
pub(super) fn position(item: Option<&Item<'_>>, length: usize, default: usize) -> usize {
    let Some(number) = item.and_then(Item::as_number) else { return default };
    let length_number = length as f64;
    let at = if number < 0.0 { length_number + number } else { number };
    at.clamp(0.0, length_number) as usize
}
