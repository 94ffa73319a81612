//! Recognises text in pictures with two models of PaddleOCR (PP-OCRv6, small) by ONNX Runtime.
//!
//! 1. The picture, at most [`LONGEST_SIDE`] long, goes to the first model, which gives each pixel's probability of
//!    text. `boxes` turns these into boxes.
//! 2. Each box is cut out, straightened and scaled (`pixels`), and goes to the second model, which gives each
//!    letter's probability for each step along the line. `letters` turns these into text.

mod boxes;
mod letters;
mod pixels;

#[cfg(test)]
mod tests;

use std::{fs, path::Path};

use ort::{session::Session, value::TensorRef};

pub use self::{boxes::TextBox, pixels::GreyPicture};
use crate::{
    Resources,
    onnx::{environment, session},
    sentences,
};
use conversation::model::{Code, Error};

/// The weights and BLAKE3 hashes, as `scripts/recognition.mjs` fetches them.
const FINDING: (&str, &str) =
    ("finding.onnx", "7c78ed85d15e4f17d2d84dc1320dc27e7c4d99f8f2a5f2620873359e32d981a3");
const READING: (&str, &str) =
    ("reading.onnx", "570fcee388d4475f46627fc4da2ce845e03af97217d623a7798ca1e7a89e5fa3");

/// Longer side of the picture for the first model, in pixels. It makes letters of 10 points on a page of A4 16 pixels
/// high; the time grows with the square.
const LONGEST_SIDE: usize = 1280;

/// Minimum side for the first model; each side must be a multiple.
const GRID: usize = 32;

/// Height and minimum width of a line for the second model, as in its training.
const LINE_HEIGHT: usize = 48;
const LEAST_WIDTH: usize = 320;

/// Maximum width of a line; longer ones are compressed.
const MOST_WIDTH: usize = 3200;

/// Minimum mean probability of a line's letters; others are no text, or misread.
const LEAST_CONFIDENCE: f32 = 0.6;

/// Takes some 100 MB when loaded, and as much again while it works.
pub struct Recogniser {
    finding: Session,
    reading: Session,
    letters: Vec<String>,
}

impl std::fmt::Debug for Recogniser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recogniser").field("letters", &self.letters.len()).finish_non_exhaustive()
    }
}

impl Recogniser {
    pub fn is_here(resources: &Resources) -> bool {
        let weights = [FINDING, READING].map(|(name, _)| resources.recognition.join(name));
        weights.iter().all(|file| file.is_file()) && resources.runtime.is_file()
    }

    /// Takes some hundred milliseconds.
    ///
    /// # Errors
    /// If a file is missing or isn't the one of this version.
    pub fn load(resources: &Resources) -> Result<Self, Error> {
        let environment = environment(&resources.runtime)
            .map_err(|reason| unusable(&resources.runtime, reason))?;
        let load = |(name, hash): (&str, &str)| {
            let file = resources.recognition.join(name);
            let weights = fs::read(&file).map_err(|error| unusable(&file, error))?;
            if blake3::hash(&weights).to_hex().as_str() != hash {
                return Err(unusable(&file, sentences::embeddings::NOT_THE_FILE));
            }
            session(environment, &weights).map_err(|error| unusable(&file, error))
        };
        let (finding, reading) = (load(FINDING)?, load(READING)?);
        let listed = reading.metadata().ok().and_then(|about| about.custom("character"));
        let mut letters: Vec<String> =
            listed.unwrap_or_default().split('\n').map(str::to_owned).collect();
        letters.push(" ".to_owned());
        Ok(Self { finding, reading, letters })
    }

    /// Finds text from the top down. Takes about half a second.
    pub fn find(&mut self, picture: &GreyPicture<'_>) -> Result<Vec<TextBox>, Error> {
        let (width, height) = wanted(picture.width(), picture.height());
        let input = picture.resized(width, height);
        let shape = [1, 3, height, width];
        let run = |session: &mut Session| {
            let input = TensorRef::from_array_view((shape, &*input))?;
            let outputs = session.run(ort::inputs![input])?;
            let (_, map) = outputs[0].try_extract_tensor::<f32>()?;
            Ok(boxes::boxes(map, width, height))
        };
        let found = run(&mut self.finding).map_err(failed::<ort::Error>)?;
        let across = picture.width() as f32 / width as f32;
        let down = picture.height() as f32 / height as f32;
        let mut found: Vec<TextBox> = found.iter().map(|it| it.scaled(across, down)).collect();
        found.sort_by(|a, b| a.bounds().1.total_cmp(&b.bounds().1));
        Ok(found)
    }

    /// Returns `None` if the text is doubtful. Takes some 20 ms, longer for a long line.
    pub fn read(
        &mut self,
        picture: &GreyPicture<'_>,
        place: &TextBox,
    ) -> Result<Option<String>, Error> {
        let (width, height) = place.size();
        let scaled = (LINE_HEIGHT as f32 * width / height.max(1.0)).ceil() as usize;
        let filled = scaled.clamp(1, MOST_WIDTH);
        let across = filled.max(LEAST_WIDTH);
        let input = picture.line(place, (filled, across), LINE_HEIGHT);
        let shape = [1, 3, LINE_HEIGHT, across];
        let letters = &self.letters;
        let run = |session: &mut Session| {
            let input = TensorRef::from_array_view((shape, &*input))?;
            let outputs = session.run(ort::inputs![input])?;
            let (shape, steps) = outputs[0].try_extract_tensor::<f32>()?;
            let choices = shape.last().and_then(|choices| usize::try_from(*choices).ok());
            Ok((choices == Some(letters.len() + 1)).then(|| letters::decode(steps, letters)))
        };
        let read = run(&mut self.reading).map_err(failed::<ort::Error>)?;
        let (text, confidence) =
            read.ok_or_else(|| failed(sentences::embeddings::OTHER_LETTERS))?;
        let text = text.trim().to_owned();
        Ok((confidence >= LEAST_CONFIDENCE && !text.is_empty()).then_some(text))
    }
}

/// Size for the first model. Small pictures are enlarged, because their letters are small, too.
fn wanted(width: usize, height: usize) -> (usize, usize) {
    let longest = width.max(height).max(1);
    let scale = (LONGEST_SIDE as f32 / longest as f32).min(2.0);
    let on_grid = |side: usize| {
        let side = (side as f32 * scale / GRID as f32).round() as usize;
        side.max(1) * GRID
    };
    (on_grid(width), on_grid(height))
}

fn unusable(file: &Path, reason: impl std::fmt::Display) -> Error {
    Error::new(Code::BadSetting, || sentences::embeddings::no_recognition(file, &reason))
}

fn failed<R: std::fmt::Display>(reason: R) -> Error {
    Error::new(Code::ServerError, || sentences::embeddings::recognition_failed(&reason))
}
