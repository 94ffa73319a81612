use jiff::civil::DateTime;

use super::{Fault, Item};
use crate::base::dates::Moment;

pub(super) fn method<'a>(
    of: Moment,
    now: DateTime,
    name: &str,
    arguments: &[Item<'a>],
) -> Result<Option<Item<'a>>, Fault> {
    Ok(Some(match name {
        "date" => Item::Date(of.without_time()),
        "time" => Item::text(of.at.strftime("%H:%M:%S").to_string()),
        "format" => match arguments.first() {
            Some(format) => Item::long_text(of.format(&format.shown()))?,
            None => Item::text(of.written()),
        },
        "relative" => of.relative(now).map_or(Item::Empty, Item::text),
        _ => return Ok(None),
    }))
}
