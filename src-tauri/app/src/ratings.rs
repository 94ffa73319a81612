//! The user's ratings of the check's verdicts.

use std::collections::HashMap;

use conversation::{Answer, Code, Error, Rating, Result};
use library::Library;
use notes::ContentHash;

use crate::sentences;

#[derive(Clone)]
pub struct Ratings {
    library: Library,
}

impl Ratings {
    pub(crate) fn new(library: Library) -> Self {
        Self { library }
    }

    /// All ratings, newest first.
    pub async fn list(&self) -> Result<Vec<Rating>> {
        self.library.ratings().await
    }

    pub async fn forget(&self, key: ContentHash) -> Result<()> {
        self.library.forget_rating(key).await
    }

    /// All ratings with their texts, one JSON object a line.
    pub async fn export(&self) -> Result<String> {
        let ratings = self.list().await?;
        let lines = ratings.iter().map(|rating| Ok(serde_json::to_string(rating)? + "\n"));
        lines.collect::<serde_json::Result<_>>().map_err(|error| {
            Error::new(Code::Internal, sentences::RATINGS_NOT_WRITTEN).because(error)
        })
    }
}

/// Replaces the verdicts that the user has rated in answers that are shown. Without the ratings the check's remain.
pub(crate) async fn follow(library: &Library, answers: impl Iterator<Item = &mut Answer>) {
    match library.ratings().await {
        Ok(ratings) if ratings.is_empty() => {}
        Ok(ratings) => {
            let ratings: HashMap<_, _> = ratings.into_iter().map(|one| (one.key, one)).collect();
            answers.for_each(|answer| answer.follow(&ratings));
        }
        Err(error) => tracing::warn!(%error, "the ratings of verdicts couldn't be read"),
    }
}
