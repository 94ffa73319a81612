//! Queries over properties, tasks, tables, links and dates.

use std::process::ExitCode;

use app::App;
use conversation::reference::Table;
use serde_json::json;

use crate::{
    args, find,
    out::{BOLD, DIM, MARK, Out, Stop, name},
    sentences,
};

pub async fn query(app: &App, args: &args::Query, out: &mut Out) -> Result<ExitCode, Stop> {
    find::open(app, &args.vault, out).await?;
    let text = match args.question {
        true => match app.retrieval.read(&args.query).await? {
            Some(read) => read,
            None => {
                out.notice(sentences::NOT_A_QUERY)?;
                return Ok(ExitCode::from(1));
            }
        },
        false => args.query.clone(),
    };
    let table = app.retrieval.table(&text).await?;
    if out.json {
        out.object(&as_json(&table))?;
    } else {
        print(&table, out)?;
    }
    Ok(if table.rows.is_empty() { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn as_json(table: &Table) -> serde_json::Value {
    let mut value = json!({
        "query": table.query,
        "columns": table.columns,
        "rows": table.rows,
        "total": table.total,
    });
    if let Some(result) = &table.result {
        value["result"] = json!(result);
    }
    value
}

fn print(table: &Table, out: &Out) -> Result<(), Stop> {
    if let Some(result) = &table.result {
        out.line(&format!("{BOLD}{}: {}{BOLD:#}", name(&result.label), name(&result.value)))?;
    }
    out.line(&format!("{DIM}{}{DIM:#}", name(table.columns.join(" · "))))?;
    for row in &table.rows {
        let values = row.values.iter().filter(|value| !value.is_empty());
        let values = values.map(String::as_str).collect::<Vec<_>>().join(" · ");
        out.line(&format!(
            "{}  {MARK}{}{MARK:#}",
            name(values),
            name(format!("{}:{}", row.path, row.line))
        ))?;
    }
    out.line(&sentences::records_found(table.total))
}
