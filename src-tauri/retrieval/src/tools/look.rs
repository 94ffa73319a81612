//! Looking at an image, and at the clock.

use jiff::{Timestamp, tz::TimeZone};
use models::image::{self, LARGEST_FILE};

use super::{
    job::Job,
    page::{sentence, shown},
    place,
    result::{CallResult, Refusal, ToolResult},
};
use crate::sentences;

/// An image of the vault, for a model that sees.
pub(super) fn look_at_image(job: &Job) -> CallResult {
    let names = ["image", "path", "file", "name", "link", "image_path", "filename"];
    let asked = job.arguments.required(&names, "Pictures/loaf.jpg")?;
    let path = place::find(job, &asked)?.path;
    let name = shown(path.as_str());
    if path.is_note() {
        return Err(Refusal::new(format!("{name} is a note, not an image."))
            .hint("list_images lists the images of a note."));
    }
    let bytes = job.desk.sources.vault.read(&path, LARGEST_FILE as u64)?;
    let image = image::read(bytes).map_err(|error| {
        Refusal::new(format!("{name} can't be shown. {}", sentence(&error.to_string())))
    })?;
    let reference = job.desk.sources.reference_to_image(path, &image, sentences::LOOKED_AT);
    Ok(ToolResult {
        text: format!("{name}, {}.", reference.snippet),
        passages: vec![reference],
        told: format!("Looked at {name}"),
        image: Some(image),
        ..ToolResult::default()
    })
}

/// What day and time it is.
pub(super) fn current_datetime(_: &Job) -> CallResult {
    let now = Timestamp::now().to_zoned(TimeZone::system());
    let text = now.strftime("%A, %-d %B %Y, %H:%M:%S (%:z)").to_string();
    Ok(ToolResult { told: format!("It is {text}"), text, ..ToolResult::default() })
}
