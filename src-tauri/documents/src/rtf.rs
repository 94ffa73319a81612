#[cfg(test)]
mod tests;

use std::collections::HashMap;

use encoding_rs::{Encoding, WINDOWS_1252};

use crate::{Refusal, Unit, builder::Builder, sentences};

/// Maximum nesting of groups.
const DEPTH: usize = 1000;

const HIDDEN: [&str; 28] = [
    "fonttbl",
    "colortbl",
    "stylesheet",
    "info",
    "pict",
    "object",
    "themedata",
    "colorschememapping",
    "latentstyles",
    "datastore",
    "listtable",
    "listoverridetable",
    "rsidtbl",
    "generator",
    "xmlnstbl",
    "fldinst",
    "filetbl",
    "revtbl",
    "mmathPr",
    "wgrffmtfilter",
    "pnseclvl",
    "pntext",
    "bkmkstart",
    "bkmkend",
    "blipuid",
    "nonshppict",
    "shpinst",
    "objdata",
];

#[derive(Clone, Copy)]
struct Group {
    hidden: bool,
    /// Number of fallback characters after a Unicode character, for old programs.
    skip: usize,
    in_table: bool,
    font: Option<i64>,
}

const OUTERMOST: Group = Group { hidden: false, skip: 1, in_table: false, font: None };

pub(crate) fn read(file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal> {
    out.part(Unit::Whole, None)?;
    let mut state = State {
        groups: vec![OUTERMOST],
        encoding: WINDOWS_1252,
        default_font: None,
        fonts: HashMap::new(),
        bytes: Vec::new(),
        high: None,
        to_skip: 0,
        text: String::new(),
        cells: Vec::new(),
        rows: Vec::new(),
        out,
    };
    state.run(file)?;
    state.paragraph()?;
    state.table()
}

struct State<'a, 'b> {
    groups: Vec<Group>,
    encoding: &'static Encoding,
    default_font: Option<i64>,
    fonts: HashMap<i64, &'static Encoding>,
    bytes: Vec<u8>,
    high: Option<u16>,
    to_skip: usize,
    text: String,
    cells: Vec<String>,
    rows: Vec<Vec<String>>,
    out: &'a mut Builder<'b>,
}

impl State<'_, '_> {
    fn group(&self) -> Group {
        self.groups.last().copied().unwrap_or(OUTERMOST)
    }

    fn run(&mut self, file: &[u8]) -> Result<(), Refusal> {
        let mut rest = file;
        while let [byte, after @ ..] = rest {
            rest = after;
            match byte {
                b'{' => {
                    self.decode();
                    if self.groups.len() >= DEPTH {
                        return Err(Refusal::damaged(sentences::NESTED));
                    }
                    self.groups.push(self.group());
                }
                b'}' => {
                    self.decode();
                    if self.groups.len() > 1 {
                        self.groups.pop();
                    }
                }
                b'\\' => rest = self.control(after)?,
                b'\r' | b'\n' => {}
                _ => self.byte(*byte),
            }
        }
        self.decode();
        Ok(())
    }

    fn byte(&mut self, byte: u8) {
        if self.to_skip > 0 {
            self.to_skip -= 1;
        } else if !self.group().hidden {
            self.bytes.push(byte);
        }
    }

    fn decode(&mut self) {
        if !self.bytes.is_empty() {
            let bytes = std::mem::take(&mut self.bytes);
            let font = self.group().font.or(self.default_font);
            let encoding = font.and_then(|font| self.fonts.get(&font).copied());
            let encoding = encoding.unwrap_or(self.encoding);
            self.text.push_str(&encoding.decode_without_bom_handling(&bytes).0);
        }
    }

    fn say(&mut self, text: &str) {
        self.decode();
        if !self.group().hidden {
            self.text.push_str(text);
        }
    }

    /// Handles a control word or sign after its backslash; returns the rest.
    fn control<'f>(&mut self, at: &'f [u8]) -> Result<&'f [u8], Refusal> {
        let length = at.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (word, mut rest) = at.split_at(length);
        if word.is_empty() {
            let [sign, rest @ ..] = at else { return Ok(at) };
            match sign {
                b'\'' => {
                    let hex = rest.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
                    if let Some(byte) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
                        self.byte(byte);
                    }
                    return Ok(rest.get(2..).unwrap_or_default());
                }
                b'*' => self.hide(),
                b'~' => self.say("\u{a0}"),
                b'_' => self.say("-"),
                b'\r' | b'\n' => self.paragraph()?,
                b'\\' | b'{' | b'}' => self.byte(*sign),
                _ => {}
            }
            return Ok(rest);
        }
        let digits = rest
            .iter()
            .enumerate()
            .take_while(|(at, byte)| byte.is_ascii_digit() || (*at == 0 && **byte == b'-'))
            .count();
        let number = rest.get(..digits).and_then(|it| std::str::from_utf8(it).ok());
        let number: Option<i64> = number.and_then(|it| it.parse().ok());
        rest = rest.get(digits..).unwrap_or_default();
        if let [b' ', after @ ..] = rest {
            rest = after;
        }
        let word = std::str::from_utf8(word).unwrap_or_default();
        // Binary data looks like text, so skip it.
        if word == "bin" {
            let length = usize::try_from(number.unwrap_or_default()).unwrap_or_default();
            return Ok(rest.get(length..).unwrap_or_default());
        }
        self.word(word, number)?;
        Ok(rest)
    }

    fn set_font(&mut self, font: Option<i64>) {
        // Earlier bytes use the previous font.
        self.decode();
        if let Some(group) = self.groups.last_mut() {
            group.font = font;
        }
    }

    fn hide(&mut self) {
        if let Some(group) = self.groups.last_mut() {
            group.hidden = true;
        }
    }

    fn word(&mut self, word: &str, number: Option<i64>) -> Result<(), Refusal> {
        match word {
            "par" | "sect" | "page" => self.paragraph()?,
            "line" => self.say("\n"),
            "tab" => self.say("\t"),
            "emdash" => self.say("—"),
            "endash" => self.say("–"),
            "lquote" => self.say("‘"),
            "rquote" => self.say("’"),
            "ldblquote" => self.say("“"),
            "rdblquote" => self.say("”"),
            "bullet" => self.say("•"),
            "emspace" | "enspace" => self.say(" "),
            "u" => self.unicode(number.unwrap_or_default()),
            "uc" => {
                if let Some(group) = self.groups.last_mut() {
                    group.skip = usize::try_from(number.unwrap_or(1)).unwrap_or(1).min(16);
                }
            }
            "ansicpg" => {
                let label = number.map(|number| format!("windows-{number}"));
                let found = label.and_then(|label| Encoding::for_label(label.as_bytes()));
                self.encoding = match number {
                    Some(932) => encoding_rs::SHIFT_JIS,
                    Some(936) => encoding_rs::GBK,
                    Some(949) => encoding_rs::EUC_KR,
                    Some(950) => encoding_rs::BIG5,
                    _ => found.unwrap_or(WINDOWS_1252),
                };
            }
            "deff" => self.default_font = number,
            "f" => self.set_font(number),
            "plain" => self.set_font(None),
            "fcharset" => {
                if let (Some(font), Some(encoding)) =
                    (self.group().font, number.and_then(of_charset))
                {
                    self.fonts.insert(font, encoding);
                }
            }
            "intbl" => {
                if let Some(group) = self.groups.last_mut() {
                    group.in_table = true;
                }
            }
            "pard" => {
                if let Some(group) = self.groups.last_mut() {
                    group.in_table = false;
                }
            }
            "cell" => {
                self.decode();
                self.cells.push(std::mem::take(&mut self.text));
            }
            "row" => {
                self.decode();
                self.rows.push(std::mem::take(&mut self.cells));
            }
            _ if HIDDEN.contains(&word) => self.hide(),
            _ => {}
        }
        Ok(())
    }

    /// UTF-16 units are written as signed numbers.
    fn unicode(&mut self, number: i64) {
        let unit = u16::try_from(number.rem_euclid(0x1_0000)).unwrap_or_default();
        let units = self.high.take().into_iter().chain([unit]);
        if (0xD800..0xDC00).contains(&unit) {
            self.high = Some(unit);
        } else {
            let text: String = char::decode_utf16(units).filter_map(Result::ok).collect();
            self.say(&text);
        }
        self.to_skip = self.group().skip;
    }

    fn paragraph(&mut self) -> Result<(), Refusal> {
        self.decode();
        if self.group().in_table {
            self.text.push(' ');
            return Ok(());
        }
        self.table()?;
        let text = std::mem::take(&mut self.text);
        self.out.time_left(Unit::Whole, 1)?;
        self.out.paragraph(text.trim_matches([' ', '\n', '\t']))
    }

    fn table(&mut self) -> Result<(), Refusal> {
        if self.rows.is_empty() {
            return Ok(());
        }
        self.out.table(&std::mem::take(&mut self.rows))
    }
}

/// The encoding for a character set, if it differs from the document's.
fn of_charset(number: i64) -> Option<&'static Encoding> {
    Some(match number {
        77 => encoding_rs::MACINTOSH,
        128 => encoding_rs::SHIFT_JIS,
        129 => encoding_rs::EUC_KR,
        134 => encoding_rs::GBK,
        136 => encoding_rs::BIG5,
        161 => encoding_rs::WINDOWS_1253,
        162 => encoding_rs::WINDOWS_1254,
        163 => encoding_rs::WINDOWS_1258,
        177 => encoding_rs::WINDOWS_1255,
        178 => encoding_rs::WINDOWS_1256,
        186 => encoding_rs::WINDOWS_1257,
        204 => encoding_rs::WINDOWS_1251,
        222 => encoding_rs::WINDOWS_874,
        238 => encoding_rs::WINDOWS_1250,
        _ => return None,
    })
}
