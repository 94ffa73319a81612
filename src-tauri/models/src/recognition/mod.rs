//! Text in pictures: where it stands and what it says. Two models of PaddleOCR (PP-OCRv6, small) by ONNX Runtime;
//! what is before, between and after them is done here.
//!
//! 1. The picture, at most [`LONGEST_SIDE`] long, goes to the first model, which says of each pixel how probably it is
//!    text. `boxes` makes boxes of that.
//! 2. Each box is cut out, straightened and brought to a height (`pixels`), and goes to the second model, which says for
//!    each step along the line how probable each letter is. `letters` makes text of that.

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

/// The weights and their BLAKE3 hashes, as `scripts/recognition.mjs` fetches them.
const FINDING: (&str, &str) =
    ("finding.onnx", "7c78ed85d15e4f17d2d84dc1320dc27e7c4d99f8f2a5f2620873359e32d981a3");
const READING: (&str, &str) =
    ("reading.onnx", "570fcee388d4475f46627fc4da2ce845e03af97217d623a7798ca1e7a89e5fa3");

/// The longer side of the picture in which boxes are looked for, in pixels. Letters of a page of A4 in 10 points are 16 high
/// then; the time grows with the square.
const LONGEST_SIDE: usize = 1280;

/// The shorter side that the first model wants at least, and whose multiples its sides must be.
const GRID: usize = 32;

/// The height of a line for the second model, and the least width: what it learned from was so wide.
const LINE_HEIGHT: usize = 48;
const LEAST_WIDTH: usize = 320;

/// Maximum width of a line. A longer one is pressed together.
const MOST_WIDTH: usize = 3200;

/// Below this mean probability of its letters, a line isn't text, or isn't read rightly.
const LEAST_CONFIDENCE: f32 = 0.6;

/// Recognises text in pictures. Loaded, it takes some 100 MB, and as much again while it works.
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
    /// Whether its files came with the app.
    pub fn is_here(resources: &Resources) -> bool {
        let weights = [FINDING, READING].map(|(name, _)| resources.recognition.join(name));
        weights.iter().all(|file| file.is_file()) && resources.runtime.is_file()
    }

    /// Loads both models, in some hundred milliseconds.
    ///
    /// # Errors
    /// If a file is missing or isn't the one that this version was made for.
    pub fn load(resources: &Resources) -> Result<Self, Error> {
        let environment = environment(&resources.runtime)
            .map_err(|reason| unusable(&resources.runtime, reason))?;
        let load = |(name, hash): (&str, &str)| {
            let file = resources.recognition.join(name);
            let weights = fs::read(&file).map_err(|error| unusable(&file, error))?;
            if blake3::hash(&weights).to_hex().as_str() != hash {
                return Err(unusable(&file, sentences::embeddings::NOT_THE_FILE.text()));
            }
            session(environment, &weights).map_err(|error| unusable(&file, error))
        };
        let (finding, reading) = (load(FINDING)?, load(READING)?);
        let listed = reading.metadata().ok().and_then(|about| about.custom("character"));
        let mut letters: Vec<String> =
            listed.unwrap_or_default().split('\n').map(str::to_owned).collect();
        // The last one isn't in the list.
        letters.push(" ".to_owned());
        Ok(Self { finding, reading, letters })
    }

    /// Where text stands in a picture, from the top down. Takes about half a second.
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
        let found = run(&mut self.finding).map_err(failed)?;
        let across = picture.width() as f32 / width as f32;
        let down = picture.height() as f32 / height as f32;
        let mut found: Vec<TextBox> = found.iter().map(|it| it.scaled(across, down)).collect();
        found.sort_by(|a, b| a.bounds().1.total_cmp(&b.bounds().1));
        Ok(found)
    }

    /// What a box says, unless that is doubtful. Takes some 20 ms, longer for a long line.
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
        let read = run(&mut self.reading).map_err(failed)?;
        let (text, confidence) = read.ok_or_else(|| Error {
            code: Code::ServerError,
            message: sentences::embeddings::recognition_failed(
                sentences::embeddings::OTHER_LETTERS.text(),
            ),
            retry_after: None,
        })?;
        let text = text.trim().to_owned();
        Ok((confidence >= LEAST_CONFIDENCE && !text.is_empty()).then_some(text))
    }
}

/// The size in which a picture goes to the first model. A small one is enlarged: its letters are small, too.
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
    Error {
        code: Code::BadSetting,
        message: sentences::embeddings::no_recognition(file, reason),
        retry_after: None,
    }
}

fn failed(reason: ort::Error) -> Error {
    Error {
        code: Code::ServerError,
        message: sentences::embeddings::recognition_failed(&reason.to_string()),
        retry_after: None,
    }
}
