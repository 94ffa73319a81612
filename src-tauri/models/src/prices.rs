#[cfg(test)]
mod tests;

use conversation::{Cost, model::Usage};

const TABLE: &str = include_str!("prices.txt");

/// The cost of a call at a server by the table of prices; `None` without a price, as for all models on this machine.
pub fn cost(server: &str, model: &str, usage: Usage) -> Option<Cost> {
    let rest = server.strip_prefix("https://")?;
    let host = rest.split(['/', ':']).next()?;
    let price = prices().find(|price| price.host == host && is_named(model, price.model))?;
    // Dollars a million tokens are millionths of a dollar a token.
    let cost =
        f64::from(usage.prompt.0) * price.input + f64::from(usage.completion.0) * price.output;
    // Out-of-range values saturate.
    Some(Cost { micro_dollars: cost.round() as u32, prices_of: price.day.to_owned() })
}

struct Price {
    host: &'static str,
    model: &'static str,
    input: f64,
    output: f64,
    day: &'static str,
}

fn prices() -> impl Iterator<Item = Price> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split_whitespace();
        Some(Price {
            host: words.next()?,
            model: words.next()?,
            input: words.next()?.parse().ok()?,
            output: words.next()?.parse().ok()?,
            day: words.next()?,
        })
    })
}

/// True for the model of this name and its dated versions.
fn is_named(model: &str, name: &str) -> bool {
    let Some(version) = model.strip_prefix(name) else { return false };
    let is_date = |text: &str| {
        text.chars().all(|c| c.is_ascii_digit() || c == '-')
            && text.chars().filter(char::is_ascii_digit).count() == 8
    };
    match version.strip_prefix('-') {
        Some(version) => version == "latest" || is_date(version),
        None => version.is_empty(),
    }
}
