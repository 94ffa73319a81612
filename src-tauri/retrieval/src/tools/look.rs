use jiff::{Timestamp, tz::TimeZone};
use models::image::{self, LARGEST_FILE};

use super::{
    job::Job,
    page::{sentence, shown},
    place,
    result::{CallResult, Refusal, ToolResult},
};
use crate::sentences;

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
        let why = sentences::calls::in_english(|| sentence(&error.to_string()));
        Refusal::new(format!("{name} can't be shown. {why}"))
    })?;
    let size = || grounding::context::pixels(image.width, image.height);
    let text = format!("{name}, {}.", sentences::calls::in_english(size));
    let why = sentences::LOOKED_AT.text();
    let reference = job.desk.sources.reference_to_image(path, &image, why);
    Ok(ToolResult {
        text,
        passages: vec![reference],
        told: sentences::calls::looked_at(&name),
        image: Some(image),
        ..ToolResult::default()
    })
}

pub(super) fn current_datetime(_: &Job) -> CallResult {
    let now = Timestamp::now().to_zoned(TimeZone::system());
    let text = now.strftime("%A, %-d %B %Y, %H:%M:%S (%:z)").to_string();
    let in_german = now.strftime("%-d.%-m.%Y, %H:%M:%S").to_string();
    let told = sentences::calls::date_and_time(&text, &in_german);
    Ok(ToolResult { told, text, ..ToolResult::default() })
}
