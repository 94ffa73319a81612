use models::CountReports;
use rusqlite::{Connection, params};

use super::{
    Library,
    columns::{Json, Time, now},
};
use conversation::Result;

/// Maximum models, most recently used first.
const REMEMBERED: u32 = 200;

impl Library {
    /// Skips unreadable rows: the calibration will be learned again.
    pub async fn learned(&self) -> Result<Vec<(String, CountReports)>> {
        self.read(|connection| {
            let mut statement = connection.prepare("SELECT model, reports FROM learned")?;
            let rows = statement.query_map([], |row| {
                Ok((row.get(0)?, row.get::<_, Json<CountReports>>(1).map(|Json(learned)| learned)))
            })?;
            rows.filter_map(|row| match row {
                Ok((model, Ok(learned))) => Some(Ok((model, learned))),
                Ok((model, Err(error))) => {
                    let model: String = model;
                    tracing::warn!(model, %error, "what was learned about a model can't be read");
                    None
                }
                Err(error) => Some(Err(error)),
            })
            .collect()
        })
        .await
    }
}

pub(super) fn put(
    connection: &Connection,
    model: &str,
    learned: &CountReports,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO learned (model, reports, changed) VALUES (?1, ?2, ?3)
             ON CONFLICT (model) DO UPDATE SET reports = ?2, changed = ?3",
        )?
        .execute(params![model, Json(learned), Time(now())])?;
    connection
        .prepare_cached(
            "DELETE FROM learned WHERE model NOT IN
                (SELECT model FROM learned ORDER BY changed DESC LIMIT ?1)",
        )?
        .execute(params![REMEMBERED])?;
    Ok(())
}
