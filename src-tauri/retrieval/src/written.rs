//! Has the chat model write the query of a question that the rules leave in doubt.

use index::{Index, Result};
use records::Query;

use crate::{AskingDay, Reading, SearchSetup};

/// The query that the setup's chat model writes, if it uses only keys, values and names of the vault, and finds
/// something. Blocks.
pub fn written_query(
    setup: &SearchSetup,
    question: &str,
    index: &Index,
    asked: AskingDay,
) -> Result<Option<Query>> {
    if !setup.writes_queries() {
        return Ok(None);
    }
    let Some(request) = Reading::request(question, index, asked)? else { return Ok(None) };
    let line = setup.query_line(request.instructions, &request.prompt, &request.grammar);
    let query = line.map(|line| request.read(&line, index)).transpose()?.flatten();
    if let Some(query) = &query {
        setup.report_query(query);
    }
    Ok(query)
}
