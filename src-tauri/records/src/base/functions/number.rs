use super::arguments::position;
use crate::base::item::{Fault, Item};

/// Maximum digits after the decimal point.
const MAX_DIGITS: usize = 12;

pub(super) fn method<'a>(
    of: f64,
    name: &str,
    arguments: &[Item<'a>],
) -> Result<Option<Item<'a>>, Fault> {
    let digits = position(arguments.first(), MAX_DIGITS, 0);
    let power = 10_f64.powi(i32::try_from(digits).unwrap_or_default());
    // As JavaScript does, halves are rounded up, also below zero.
    let rounded = |number: f64| (number * power + 0.5).floor() / power;
    Ok(Some(match name {
        "abs" => Item::number(of.abs()),
        "ceil" => Item::number(of.ceil()),
        "floor" => Item::number(of.floor()),
        "round" => Item::number(rounded(of)),
        "toFixed" => {
            let magnitude = rounded(of.abs());
            let sign = if of < 0.0 && magnitude != 0.0 { "-" } else { "" };
            Item::text(format!("{sign}{magnitude:.digits$}"))
        }
        _ => return Ok(None),
    }))
}
