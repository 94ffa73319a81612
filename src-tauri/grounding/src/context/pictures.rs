//! The pictures in documents, as a message.

use conversation::{
    context::{PartView, Segment},
    model::Role,
    reference::Reference,
};

use super::{
    Picture,
    measure::{Measure, Section},
    plan::Plan,
    prompt,
};
use crate::sentences;

/// The planned pictures that passages in `used` show, as one message. Adds them to `used`.
pub(super) fn pictures(
    measure: &Measure<'_>,
    plan: &Plan,
    used: &mut Vec<Reference>,
) -> Option<Section> {
    let mut section = measure.section(Role::User, Vec::new());
    let mut seen = Vec::new();
    let kept = measure.input.fit.pictures.iter().zip(&plan.pictures).filter(|(_, kept)| **kept);
    for (picture, _) in kept {
        let document = used.iter().find(|reference| picture.is_shown_by(reference));
        let Some(number) = document.and_then(|reference| reference.number) else { continue };
        let text = prompt::picture(&picture.reference.title, number);
        let part = PartView {
            origin: picture.reference.path.as_ref().map(ToString::to_string),
            item: picture.item(),
            ..measure.part(Segment::Documents, &picture_label(picture), text)
        };
        measure.show(&mut section, part, &picture.image);
        seen.push(picture.reference.clone());
    }
    used.append(&mut seen);
    (!section.parts.is_empty()).then_some(section)
}

pub(super) fn picture_label(picture: &Picture) -> String {
    sentences::image(&picture.reference.title)
}
