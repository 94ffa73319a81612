//! The user's ratings of the check's verdicts, for all vaults. They are stored with their texts, so that they outlive
//! the answer.

use conversation::{Rating, Result};
use notes::ContentHash;
use rusqlite::params;

use super::{
    Library,
    columns::{Json, Word},
};

impl Library {
    pub async fn rate(&self, rating: Rating) -> Result<()> {
        self.write(move |connection| {
            connection.execute(
                "INSERT OR REPLACE INTO ratings (key, json) VALUES (?, ?)",
                params![Word(&rating.key), Json(&rating)],
            )
        })
        .await?;
        Ok(())
    }

    pub async fn forget_rating(&self, key: ContentHash) -> Result<()> {
        self.write(move |connection| {
            connection.execute("DELETE FROM ratings WHERE key = ?", params![Word(&key)])
        })
        .await?;
        Ok(())
    }

    /// All ratings, newest first.
    pub async fn ratings(&self) -> Result<Vec<Rating>> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT json FROM ratings ORDER BY json ->> '$.made' DESC, key")?
                .query_map([], |row| row.get(0).map(|Json(rating)| rating))?
                .collect()
        })
        .await
    }
}
