use rusqlite::Connection;

use super::search;

/// The step at index `n` migrates version `n` to `n + 1`. Never edit a released step; add a new one.
const STEPS: &[&str] = &[
    include_str!("schema/1.sql"),
    include_str!("schema/2.sql"),
    include_str!("schema/3.sql"),
    include_str!("schema/4.sql"),
    include_str!("schema/5.sql"),
    include_str!("schema/6.sql"),
    include_str!("schema/7.sql"),
    include_str!("schema/8.sql"),
    include_str!("schema/9.sql"),
    include_str!("schema/10.sql"),
    include_str!("schema/11.sql"),
    include_str!("schema/12.sql"),
    include_str!("schema/13.sql"),
    include_str!("schema/14.sql"),
    include_str!("schema/15.sql"),
    include_str!("schema/16.sql"),
    include_str!("schema/17.sql"),
    include_str!("schema/18.sql"),
    include_str!("schema/19.sql"),
    include_str!("schema/20.sql"),
];

/// The version that introduced the search; older libraries are indexed once.
const SEARCHABLE_SINCE: usize = 4;

pub(super) const VERSION: usize = STEPS.len();

/// Migrates a library to [`VERSION`], with a transaction for each step, and returns its old version. Doesn't touch
/// newer libraries.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<usize> {
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let found = usize::try_from(found).unwrap_or(0);
    for (version, step) in STEPS.iter().enumerate().skip(found) {
        let transaction = connection.transaction()?;
        let now: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if usize::try_from(now).is_ok_and(|now| now > version) {
            continue;
        }
        transaction.execute_batch(step)?;
        if version + 1 == SEARCHABLE_SINCE {
            search::put_all(&transaction)?;
        }
        transaction.pragma_update(None, "user_version", (version + 1) as i64)?;
        transaction.commit()?;
    }
    Ok(found)
}
