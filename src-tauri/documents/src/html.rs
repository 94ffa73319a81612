//! HTML: its text with headings, lists and tables. No scripts run, and nothing is loaded.

#[cfg(test)]
mod tests;

use std::cell::RefCell;

use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer,
    states::{Rawtext, Rcdata, ScriptData},
};

use crate::{Refusal, Unit, builder::Builder, encoding};

pub(crate) fn read(file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal> {
    out.part(Unit::Whole, None)?;
    write(&decode(file), out)
}

pub(crate) fn decode(bytes: &[u8]) -> String {
    let head = String::from_utf8_lossy(bytes.get(..2048).unwrap_or(bytes)).to_lowercase();
    let named = head.split("charset=").nth(1).map(|rest| rest.trim_start_matches(['"', '\'']));
    let label = named.and_then(|rest| rest.split(['"', '\'', '>', ' ', ';', '/']).next());
    let encoding = label.and_then(|label| encoding_rs::Encoding::for_label(label.as_bytes()));
    match encoding {
        Some(encoding) if std::str::from_utf8(bytes).is_err() => {
            encoding.decode(bytes).0.into_owned()
        }
        _ => encoding::decode(bytes),
    }
}

pub(crate) fn write(html: &str, out: &mut Builder<'_>) -> Result<(), Refusal> {
    let page = Page { state: RefCell::new(State::new(out)) };
    let tokenizer = Tokenizer::new(page, Default::default());
    // In pieces, to check the limits between them.
    let mut rest = html;
    while !rest.is_empty() {
        let at = rest.char_indices().nth(16 * 1024).map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(at);
        let queue = BufferQueue::default();
        queue.push_back(piece.into());
        // Scripts don't run, so the tokenizer never waits for one.
        while !queue.is_empty() {
            let _ = tokenizer.feed(&queue);
        }
        let state = tokenizer.sink.state.borrow();
        state.ended.clone()?;
        state.out.time_left(Unit::Whole, 1)?;
        rest = after;
    }
    tokenizer.end();
    let mut state = tokenizer.sink.state.into_inner();
    state.flush();
    state.ended
}

struct Page<'a, 'b> {
    state: RefCell<State<'a, 'b>>,
}

struct State<'a, 'b> {
    out: &'a mut Builder<'b>,
    ended: Result<(), Refusal>,
    text: String,
    kind: BlockKind,
    depth: usize,
    tables: Vec<Table>,
    hidden: usize,
    title: Option<String>,
    pre: usize,
}

#[derive(Default)]
struct Table {
    rows: Vec<Vec<String>>,
    in_cell: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum BlockKind {
    Paragraph,
    Heading(u8),
    Item(usize),
}

impl<'a, 'b> State<'a, 'b> {
    fn new(out: &'a mut Builder<'b>) -> Self {
        Self {
            out,
            ended: Ok(()),
            text: String::new(),
            kind: BlockKind::Paragraph,
            depth: 0,
            tables: Vec::new(),
            hidden: 0,
            title: None,
            pre: 0,
        }
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        if self.ended.is_err() || text.trim().is_empty() {
            return;
        }
        let lines: Vec<&str> =
            text.split('\n').map(str::trim).filter(|it| !it.is_empty()).collect();
        let text = lines.join("\n");
        self.ended = match self.kind {
            BlockKind::Paragraph => self.out.paragraph(&text),
            BlockKind::Heading(level) => self.out.heading(level, &text),
            BlockKind::Item(depth) => self.out.item(depth, &text),
        };
    }

    fn say(&mut self, text: &str) {
        if self.hidden > 0 {
            return;
        }
        if let Some(title) = &mut self.title {
            title.push_str(text);
            return;
        }
        let cell = self.tables.last_mut().filter(|table| table.in_cell);
        let cell = cell.and_then(|table| table.rows.last_mut()?.last_mut());
        let pre = self.pre > 0;
        let into = cell.unwrap_or(&mut self.text);
        for c in text.chars() {
            if c == '\u{ad}' {
                continue;
            }
            if pre || !c.is_whitespace() {
                into.push(c);
            } else if !into.ends_with([' ', '\n']) {
                into.push(' ');
            }
        }
    }

    fn line_end(&mut self) {
        let cell = self.tables.last_mut().filter(|table| table.in_cell);
        match cell.and_then(|table| table.rows.last_mut()?.last_mut()) {
            Some(cell) => cell.push(' '),
            None => self.text.push('\n'),
        }
    }

    fn in_cell(&self) -> bool {
        self.tables.last().is_some_and(|table| table.in_cell)
    }

    fn block(&mut self, kind: BlockKind) {
        if self.in_cell() {
            self.line_end();
        } else {
            self.flush();
            self.kind = kind;
        }
    }

    fn start(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name = &*tag.name;
        match name {
            "script" => {
                self.hidden += 1;
                return TokenSinkResult::RawData(ScriptData);
            }
            "style" | "noframes" | "iframe" | "noembed" | "xmp" => {
                self.hidden += 1;
                return TokenSinkResult::RawData(Rawtext);
            }
            "textarea" => return TokenSinkResult::RawData(Rcdata),
            "title" if self.hidden == 0 => {
                self.title = Some(String::new());
                return TokenSinkResult::RawData(Rcdata);
            }
            "template" | "svg" | "math" if !tag.self_closing => self.hidden += 1,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                let level = name.as_bytes().get(1).map_or(1, |digit| digit - b'0');
                self.block(BlockKind::Heading(level));
            }
            "ul" | "ol" | "menu" => {
                self.block(BlockKind::Paragraph);
                self.depth += 1;
            }
            "li" => self.block(BlockKind::Item(self.depth.saturating_sub(1))),
            "table" => {
                if self.tables.is_empty() {
                    self.flush();
                }
                self.tables.push(Table::default());
            }
            "tr" => {
                if let Some(table) = self.tables.last_mut() {
                    table.in_cell = false;
                    table.rows.push(Vec::new());
                }
            }
            "td" | "th" => {
                if let Some(table) = self.tables.last_mut() {
                    table.in_cell = true;
                    if table.rows.is_empty() {
                        table.rows.push(Vec::new());
                    }
                    if let Some(row) = table.rows.last_mut() {
                        row.push(String::new());
                    }
                }
            }
            "br" => self.line_end(),
            "pre" => {
                self.block(BlockKind::Paragraph);
                self.pre += 1;
            }
            "img" => {
                let alt = tag.attrs.iter().find(|it| &*it.name.local == "alt");
                if let Some(alt) = alt {
                    self.say(&alt.value);
                }
            }
            _ if is_block(name) && !matches!(self.kind, BlockKind::Item(_)) => {
                self.block(BlockKind::Paragraph)
            }
            _ if is_block(name) => self.line_end(),
            _ => {}
        }
        TokenSinkResult::Continue
    }

    fn end(&mut self, name: &str) {
        match name {
            "script" | "style" | "noframes" | "iframe" | "noembed" | "xmp" | "template" | "svg"
            | "math" => self.hidden = self.hidden.saturating_sub(1),
            "title" => {
                if let Some(title) = self.title.take() {
                    self.out.title(&title);
                }
            }
            "ul" | "ol" | "menu" => {
                self.block(BlockKind::Paragraph);
                self.depth = self.depth.saturating_sub(1);
            }
            "pre" => {
                self.block(BlockKind::Paragraph);
                self.pre = self.pre.saturating_sub(1);
            }
            "td" | "th" => {
                if let Some(table) = self.tables.last_mut() {
                    table.in_cell = false;
                }
            }
            "table" => self.close_table(),
            "li" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.block(BlockKind::Paragraph),
            _ if is_block(name) && !matches!(self.kind, BlockKind::Item(_)) => {
                self.block(BlockKind::Paragraph)
            }
            _ if is_block(name) => self.line_end(),
            _ => {}
        }
    }

    fn close_table(&mut self) {
        let Some(table) = self.tables.pop() else { return };
        if self.in_cell() {
            let text = table.rows.into_iter().flatten().collect::<Vec<_>>().join(" ");
            self.say(&text);
        } else if self.ended.is_ok() {
            self.flush();
            self.ended = self.out.table(&table.rows);
        }
    }
}

impl TokenSink for Page<'_, '_> {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut state = self.state.borrow_mut();
        match token {
            Token::CharacterTokens(text) => state.say(&text),
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => return state.start(&tag),
            Token::TagToken(tag) => state.end(&tag.name),
            Token::EOFToken => {
                while !state.tables.is_empty() {
                    state.close_table();
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "section"
            | "article"
            | "header"
            | "footer"
            | "main"
            | "nav"
            | "aside"
            | "blockquote"
            | "figure"
            | "figcaption"
            | "dl"
            | "dt"
            | "dd"
            | "hr"
            | "address"
            | "form"
            | "fieldset"
            | "details"
            | "summary"
            | "body"
            | "center"
            | "caption"
            | "option"
    )
}
