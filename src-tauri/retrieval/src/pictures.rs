use std::collections::BTreeSet;

use conversation::{
    context::Cut,
    model::{Image, Tokens},
    reference::{Kind, Reference, State},
};
use grounding::context::Picture;
use models::image;
use notes::{LinkKind, NotePath};

use crate::{Sources, sentences};

/// Maximum number of unrequested pictures per question.
const MOST: usize = 3;

/// Maximum bytes of a picture: each model call sends it again, and each receipt contains it.
const LARGEST_FILE: u64 = 2 * 1024 * 1024;

/// Maximum pixels of a picture; models scale down larger ones. Pictures too large for the window are dropped later,
/// when its size is known.
const MOST_PIXELS: u64 = 16_000_000;

impl Sources {
    /// The distinct pictures in the passages, in their order, and the omitted ones with reasons. Skips missing
    /// pictures: that is the note's problem.
    pub fn pictures(&self, passages: &[Reference]) -> (Vec<Picture>, Vec<Cut>) {
        let mut pictures: Vec<Picture> = Vec::new();
        let mut cuts: Vec<Cut> = Vec::new();
        let mut left = BTreeSet::new();
        for shows in passages {
            let (Some(note), Some(passage), Some(key)) = (&shows.path, &shows.passage, shows.key())
            else {
                continue;
            };
            if !note.is_note() {
                continue;
            }
            for path in self.shown_in(note, &passage.text) {
                let is_it = |picture: &&mut Picture| picture.reference.path.as_ref() == Some(&path);
                if let Some(known) = pictures.iter_mut().find(is_it) {
                    known.shown_by.push(key.clone());
                } else if cuts.iter().any(|cut| cut.label == path.as_str()) {
                    // It was rejected at its first occurrence.
                } else if pictures.len() == MOST {
                    left.insert(path);
                } else {
                    match self.small_image(&path) {
                        Ok(image) => {
                            let why = sentences::shown_in(&shows.wikilink);
                            let reference = self.reference_to_image(path, &image, why);
                            pictures.push(Picture {
                                reference,
                                shown_by: vec![key.clone()],
                                image,
                            });
                        }
                        Err(reason) => cuts.push(Cut::new(path.as_str(), Tokens(0), reason)),
                    }
                }
            }
        }
        if !left.is_empty() {
            let label = sentences::more_pictures(left.len());
            cuts.push(Cut::new(label, Tokens(0), sentences::at_most_pictures(MOST)));
        }
        (pictures, cuts)
    }

    fn shown_in(&self, note: &NotePath, text: &str) -> Vec<NotePath> {
        let links = notes::parse(text).links.into_iter();
        let shown = links.filter(|link| link.kind == LinkKind::Embed);
        let found = shown.filter_map(|link| {
            let resolution = self.catalog.resolve(Some(note), &link.target);
            resolution.path().filter(|path| is_image(path)).cloned()
        });
        found.collect()
    }

    fn small_image(&self, path: &NotePath) -> Result<Image, String> {
        let bytes = self.vault.read(path, LARGEST_FILE).map_err(|error| error.to_string())?;
        let image = image::read(bytes).map_err(|error| error.to_string())?;
        match u64::from(image.width) * u64::from(image.height) > MOST_PIXELS {
            true => Err(sentences::picture_too_large(image.width, image.height)),
            false => Ok(image),
        }
    }

    pub(crate) fn reference_to_image(
        &self,
        path: NotePath,
        image: &Image,
        why: impl Into<String>,
    ) -> Reference {
        Reference {
            wikilink: self.link_to(&path, None),
            title: path.file_name().to_owned(),
            path: Some(path),
            snippet: grounding::context::pixels(image.width, image.height),
            match_reason: why.into(),
            ..Reference::new(Kind::Read, State::Used)
        }
    }
}

pub(crate) fn is_image(path: &NotePath) -> bool {
    path.extension().is_some_and(is_image_extension)
}

pub(crate) fn names_image(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| is_image_extension(extension))
}

fn is_image_extension(extension: &str) -> bool {
    let known = ["png", "jpg", "jpeg", "jfif", "gif", "webp", "avif", "bmp", "ico", "svg"];
    known.iter().any(|name| extension.eq_ignore_ascii_case(name))
}
