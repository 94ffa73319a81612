use crate::{Refusal, Unit, builder::Builder, encoding::decode};

/// Reads paragraphs; a line that looks like a Markdown heading is one.
pub(crate) fn read(file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal> {
    let text = decode(file);
    out.part(Unit::Whole, None)?;
    let mut paragraph = String::new();
    let mut fenced = false;
    let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    for line in lines.flat_map(|line| line.split('\r')) {
        let line = line.trim_end();
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        let heading =
            line.get(level..).filter(|rest| rest.starts_with(' ') && (1..=6).contains(&level));
        match heading {
            Some(heading) if !fenced => {
                out.paragraph(&std::mem::take(&mut paragraph))?;
                out.heading(u8::try_from(level).unwrap_or(6), heading)?;
            }
            // A line with only a form feed ends a paragraph, too.
            _ if line.trim().is_empty() && !fenced => {
                out.paragraph(&std::mem::take(&mut paragraph))?;
            }
            _ => {
                if !paragraph.is_empty() {
                    paragraph.push('\n');
                }
                paragraph.extend(line.chars().filter(|c| !c.is_control() || *c == '\t'));
                if paragraph.len() > out.limits().text {
                    return out.paragraph(&paragraph);
                }
            }
        }
    }
    out.paragraph(&paragraph)
}
