//! Runs the app in a separate process, for tests that kill it, revoke its permissions or fill its disk. The first
//! argument is the command.

mod ask;
mod change;
mod shown;
mod write;

use std::error::Error;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (deed, arguments) = arguments.split_first().ok_or("no deed is named")?;
    match deed.as_str() {
        "ask" => ask::ask(arguments).await,
        "change" => change::rename(arguments).await,
        "shown" => shown::tell(arguments).await,
        "write" => write::write(arguments).await,
        _ => Err(format!("there is no deed {deed}: ask, change, shown or write").into()),
    }
}
