//! Reads files with the text in their pictures: a child process decodes pages, models recognise their text.

use std::{fs::File, io::Seek as _, path::Path};

use documents::{Document, Limits, Picture, Program, Reason, RecognisedText, Rect, Refusal, Size};
use models::{GreyPicture, Recogniser, Resources};

use serde::Serialize;

use crate::sentences;

/// Loads its models at the first picture, and frees them when it is dropped.
pub struct Recognition {
    program: Program,
    resources: Resources,
    recogniser: Option<Recogniser>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PagesDone {
    pub done: u32,
    pub total: u32,
}

impl Recognition {
    /// `None` if the models didn't come with the app.
    pub fn new(resources: Resources) -> Option<Self> {
        if !Recogniser::is_here(&resources) {
            return None;
        }
        Some(Self { program: Program::own().ok()?, resources, recogniser: None })
    }

    /// `go_on` runs before each page and each line; its error ends the reading. Blocks for a few seconds a page.
    pub fn read<E>(
        &mut self,
        name: &str,
        file: &File,
        limits: Limits,
        go_on: &mut dyn FnMut(PagesDone) -> Result<(), E>,
    ) -> Result<Result<Document, Refusal>, E> {
        let again = || {
            let again = file.try_clone().and_then(|mut file| file.rewind().map(|()| file));
            again.map_err(|error| broken(sentences::file_not_read_again(&error)))
        };
        let read = again().and_then(|file| self.program.read_with_pictures(name, file, limits));
        let mut document = match read {
            Ok(document) => document,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let pictures = document.pictures();
        if pictures.is_empty() {
            return Ok(Ok(document));
        }
        if let Err(error) = self.load() {
            // Reads the file without recognition. The next file tries again.
            tracing::warn!(%error, "text in pictures can't be recognised");
            return Ok(
                again().and_then(|file| self.program.read_open(name.to_owned(), file, limits))
            );
        }
        let total = u32::try_from(pictures.len()).unwrap_or(u32::MAX);
        for (done, number) in (0..).zip(pictures) {
            let pages = PagesDone { done, total };
            go_on(pages)?;
            let looked = again().and_then(|file| self.program.picture(name, file, limits, number));
            let read = match looked {
                Ok(picture) => self
                    .recognise(&picture, &mut || go_on(pages))?
                    .map(|found| (picture.size, found))
                    .map_err(|error| broken(error.to_string())),
                Err(refusal) => Err(refusal),
            };
            // A picture that can't be read now can't be read later.
            let (size, found) = read.unwrap_or_else(|refusal| {
                document.problems.push(refusal);
                (NO_SIZE, Vec::new())
            });
            document.put_recognised(number, size, found);
            if document.text.len() > limits.text {
                break;
            }
        }
        Ok(document.with_text())
    }

    /// Reads a file while a user waits: refuses files with many pages that are pictures.
    pub(crate) fn read_file(&mut self, path: &Path, limits: Limits) -> Result<Document, Refusal> {
        /// Maximum pages to recognise: they take about a minute.
        const MOST: u32 = 30;
        let (name, file) = documents::open_file(path, limits)?;
        let mut go_on = |pages: PagesDone| if pages.total > MOST { Err(pages) } else { Ok(()) };
        self.read(&name, &file, limits, &mut go_on).unwrap_or_else(|pages| {
            let sentence = sentences::too_many_pictures(pages.total, MOST);
            Err(Refusal { reason: Reason::TooManyParts, place: None, sentence })
        })
    }

    fn load(&mut self) -> Result<&mut Recogniser, models::Error> {
        match &mut self.recogniser {
            Some(recogniser) => Ok(recogniser),
            none => Ok(none.insert(Recogniser::load(&self.resources)?)),
        }
    }

    fn recognise<E>(
        &mut self,
        picture: &Picture,
        go_on: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Result<Vec<RecognisedText>, models::Error>, E> {
        let Picture { width, height, size, pixels } = picture;
        let mut found = Vec::new();
        let Some(grey) = GreyPicture::new(*width, *height, pixels) else { return Ok(Ok(found)) };
        let recogniser = match self.load() {
            Ok(recogniser) => recogniser,
            Err(error) => return Ok(Err(error)),
        };
        let places = match recogniser.find(&grey) {
            Ok(places) => places,
            Err(error) => return Ok(Err(error)),
        };
        let (across, down) = (size.width / *width as f32, size.height / *height as f32);
        for place in places {
            go_on()?;
            let text = match recogniser.read(&grey, &place) {
                Ok(Some(text)) => text,
                Ok(None) => continue,
                Err(error) => return Ok(Err(error)),
            };
            let (x, y, width, height) = place.bounds();
            let rect =
                Rect { x: x * across, y: y * down, width: width * across, height: height * down };
            found.push(RecognisedText { text, rect });
        }
        Ok(Ok(found))
    }
}

const NO_SIZE: Size = Size { width: 1.0, height: 1.0 };

fn broken(sentence: String) -> Refusal {
    Refusal { reason: Reason::Broken, place: None, sentence }
}
