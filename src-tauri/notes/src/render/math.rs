//! Converts LaTeX to MathML, which the window draws by itself.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::LazyLock,
};

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};

use crate::sentences;

/// Maximum bytes of a formula; a longer one is shown as its source.
const LONGEST: usize = 8_000;
/// Maximum nesting of groups, because drawing recurses; a deeper formula is shown as its source.
const DEEPEST: usize = 60;
/// Maximum bytes of a formula's MathML.
const LONGEST_DRAWN: usize = 300_000;

/// Common commands that the converter lacks, written with commands that it knows.
const MACROS: &[(&str, &str)] = &[
    ("textcolor", r"{\color{#1}#2}"),
    ("boxed", r"\begin{array}{|c|}\hline #1\\ \hline\end{array}"),
    ("substack", r"\begin{subarray}{c}#1\end{subarray}"),
    ("norm", r"\left\lVert #1\right\rVert"),
    ("abs", r"\left\lvert #1\right\rvert"),
    ("set", r"\left\{ #1\right\}"),
    ("R", r"\mathbb{R}"),
    ("N", r"\mathbb{N}"),
    ("Z", r"\mathbb{Z}"),
    ("Q", r"\mathbb{Q}"),
    ("C", r"\mathbb{C}"),
];

/// Environments and commands that the converter lacks, and similar ones that it knows.
const SPELLINGS: &[(&str, &str)] = &[
    ("{split}", "{aligned}"),
    ("{smallmatrix}", "{matrix}"),
    ("{eqnarray}", "{align}"),
    (r"\tag*{", r"\tag{"),
];

/// Environments that number their lines, which notes expect only with `\tag`.
const NUMBERED: [&str; 3] = ["{align}", "{equation}", "{gather}"];

static CONVERTER: LazyLock<LatexToMathML> = LazyLock::new(|| {
    let own = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    let macros = MACROS.iter().map(own).collect();
    // Fails only if a macro is no LaTeX, and then the macros are missing; a test checks them.
    LatexToMathML::new(MathCoreConfig { macros, ..MathCoreConfig::default() }).unwrap_or_default()
});

pub(super) fn mathml(source: &str, display: bool) -> Result<String, String> {
    if source.len() > LONGEST || depth(source) > DEEPEST {
        return Err(sentences::FORMULA_TOO_LONG.to_string());
    }
    // The app uses private characters as placeholders, for example for citations. A formula can't
    // show them.
    if source.contains(|c| matches!(c, '\u{e000}'..='\u{f8ff}')) {
        return Err(sentences::FORMULA_CHARACTER.to_string());
    }
    let style = if display { MathDisplay::Block } else { MathDisplay::Inline };
    // The converter panics on some malformed formulas (`\boxed{\hat}`). Each call has its own state.
    let convert = || CONVERTER.convert_with_local_state(&prepared(source, display), style);
    let html = catch_unwind(AssertUnwindSafe(convert))
        .map_err(|_| sentences::FORMULA_PART.to_string())?
        .map_err(|error| reason(&error.error_message()))?
        .mathml;
    let html = without_empty_rows(html);
    match html.len() <= LONGEST_DRAWN && is_plain(&html) {
        true => Ok(html),
        false => Err(sentences::FORMULA_PART.to_string()),
    }
}

/// Removes the empty row that the converter makes of a last `\\`. The `\hline` after it is the rule below the table.
fn without_empty_rows(mut html: String) -> String {
    const END: &str = "></mtd></mtr></mtable>";
    let mut from = 0;
    while let Some(at) = html[from..].find(END).map(|at| from + at) {
        from = at + END.len();
        let Some(row) = html[..at].rfind("</mtr><mtr><mtd").map(|row| row + "</mtr>".len()) else {
            continue;
        };
        let cell = &html[row..at];
        if cell.matches('<').count() != 2 {
            continue;
        }
        let ruled = cell.contains("border-top");
        html.replace_range(row..from - "</mtable>".len(), "");
        from = row + "</mtable>".len();
        if let (true, Some(table)) = (ruled, opening_of_table(&html[..row])) {
            let rule = "border-bottom: 0.05em solid currentcolor;";
            let name = table + "<mtable".len();
            match html[name..].strip_prefix(" style=\"") {
                Some(_) => html.insert_str(name + " style=\"".len(), rule),
                None => html.insert_str(name, &format!(" style=\"{rule}\"")),
            }
        }
    }
    html
}

/// The start of the last `<mtable` that is still open.
fn opening_of_table(html: &str) -> Option<usize> {
    let mut closed = 0;
    for (at, _) in html.rmatch_indices("mtable") {
        match (html[..at].ends_with("</"), closed) {
            (true, _) => closed += 1,
            (false, 0) => return at.checked_sub(1),
            (false, _) => closed -= 1,
        }
    }
    None
}

/// The converter's message as the end of a sentence.
fn reason(message: &str) -> String {
    let message = message.trim_end_matches('.').replace('"', "");
    let mut letters = message.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

/// The depth of nested groups.
fn depth(source: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut rest = source;
    while let Some(at) = rest.find(['{', '}', '\\', '%']) {
        let (sign, behind) = rest[at..].split_at(1);
        rest = behind;
        match sign {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            // Braces in a comment nest nothing.
            "%" => rest = rest.split_once('\n').map_or("", |(_, next)| next),
            _ => {
                let letters = rest.find(|it: char| !it.is_ascii_alphabetic());
                let letters = letters.unwrap_or(rest.len());
                match &rest[..letters] {
                    // These open a group without a brace.
                    "left" | "begin" => depth += 1,
                    "right" | "end" => depth = depth.saturating_sub(1),
                    _ => {}
                }
                // A command of no letters is one sign: “\{” opens no group.
                let single = || rest.chars().next().map_or(0, char::len_utf8);
                let command = if letters > 0 { letters } else { single() };
                rest = &rest[command..];
            }
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// The formula with environments and commands that the converter knows.
fn prepared(source: &str, display: bool) -> String {
    let mut text = source.to_owned();
    for (theirs, ours) in SPELLINGS {
        if text.contains(theirs) {
            text = text.replace(theirs, ours);
        }
    }
    let tagged = text.contains(r"\tag{");
    for name in NUMBERED {
        if !tagged && text.contains(name) {
            text = text.replace(name, &name.replace('}', "*}"));
        }
    }
    if tagged && display && !text.contains(r"\begin{") {
        text = format!(r"\begin{{equation}}{text}\end{{equation}}");
    }
    text
}

const ELEMENTS: &[&str] = &[
    "math",
    "menclose",
    "mfrac",
    "mi",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
    // Within `mtext`.
    "b",
    "code",
    "em",
    "i",
    "s",
    "u",
];

const ATTRIBUTES: &[&str] = &[
    "accent",
    "accentunder",
    "class",
    "columnspan",
    "depth",
    "display",
    "displaystyle",
    "form",
    "height",
    "largeop",
    "linethickness",
    "lspace",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "notation",
    "rowspan",
    "rspace",
    "scriptlevel",
    "stretchy",
    "style",
    "symmetric",
    "voffset",
    "width",
];

const PROPERTIES: &[&str] = &[
    "border-bottom",
    "border-left",
    "border-right",
    "border-top",
    "color",
    "font-size",
    "font-variant-caps",
    "justify-items",
    "margin-left",
    "margin-right",
    "padding",
    "padding-bottom",
    "padding-left",
    "padding-right",
    "padding-top",
    "text-align",
    "width",
];

/// True if `html` has only MathML elements that draw. It bypasses the sanitiser, so it is checked like foreign HTML.
fn is_plain(html: &str) -> bool {
    let mut rest = html;
    // Sum of the shifts back, in em.
    let mut pulled = 0.0;
    while let Some((text, behind)) = rest.split_once('<') {
        if text.contains('>') {
            return false;
        }
        let Some((tag, after)) = behind.split_once('>') else { return false };
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            if !ELEMENTS.contains(&name) {
                return false;
            }
            continue;
        }
        let tag = tag.strip_suffix('/').unwrap_or(tag).trim_end();
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        if !ELEMENTS.contains(&name) {
            return false;
        }
        while !attributes.trim_start().is_empty() {
            let Some((name, behind)) = attributes.trim_start().split_once("=\"") else {
                return false;
            };
            let Some((value, after)) = behind.split_once('"') else { return false };
            let allowed = match name {
                "style" => value.split(';').all(is_plain_declaration),
                name => {
                    ATTRIBUTES.contains(&name)
                        && value.chars().all(|c| c.is_ascii_alphanumeric() || " .-+%#".contains(c))
                        && lengths(value).all(|length| (-FARTHEST..=WIDEST).contains(&length))
                }
            };
            pulled -= lengths(value).map(|length| length.min(0.0)).sum::<f32>();
            if !allowed || pulled > 2.0 * FARTHEST {
                return false;
            }
            attributes = after;
        }
    }
    !rest.contains('>')
}

fn is_plain_declaration(declaration: &str) -> bool {
    let Some((property, value)) = declaration.split_once(':') else {
        return declaration.trim().is_empty();
    };
    let most = if property.trim() == "width" { WIDEST } else { FARTHEST };
    PROPERTIES.contains(&property.trim())
        && value.chars().all(|c| c.is_ascii_alphanumeric() || " .-%#".contains(c))
        && lengths(value).all(|length| (-FARTHEST..=most).contains(&length))
}

/// Maximum shift and letter size in a formula, in em; shifts back may total twice as much. More would cover the text
/// around the formula.
const FARTHEST: f32 = 5.0;
/// Maximum width of a space, in em, such as exercises leave for an answer.
const WIDEST: f32 = 50.0;

/// Upper bounds of a value's lengths, in em; numbers need no unit, and unreadable lengths are infinite.
fn lengths(value: &str) -> impl Iterator<Item = f32> {
    let words = value.split([' ', ';', ':']).filter(|word| !word.starts_with('#'));
    let numbers = words.filter(|word| word.contains(|c: char| c.is_ascii_digit()));
    numbers.map(|word| {
        // Percentages refer to the formula's own parts.
        let (number, unit) = match word.find(|c: char| c.is_ascii_alphabetic() || c == '%') {
            Some(at) => word.split_at(at),
            None => (word, "em"),
        };
        let ems = match unit {
            "em" | "rem" => 1.0,
            "ex" => 0.5,
            "px" => 1.0 / 16.0,
            "%" => 0.01,
            _ => f32::INFINITY,
        };
        number.parse::<f32>().map_or(f32::INFINITY, |number| number * ems)
    })
}

#[cfg(test)]
mod tests;
