//! Finds the meaning of letters where the library can't: from partly damaged lists, a collection's character numbers,
//! the font's own table, or names that are numbers.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    rc::Rc,
};

use encoding_rs::WINDOWS_1252;
use hayro_font::{Font, FontCache, FontGlyph, OutlineGlyph};
use hayro_interpret::{
    InterpreterSettings,
    hayro_cmap::{BfString, CMap, CMapName, CidFamily, load_embedded},
};
use hayro_syntax::{
    object::{Array, Dict, Name, Object, ObjectIdentifier, Stream, String as PdfString},
    page::Page,
};
use skrifa::{FontRef, MetadataProvider as _};

use super::letters;

pub(super) struct DocumentFonts<'a> {
    cache: FontCache<'a>,
    settings: InterpreterSettings,
    fonts: RefCell<HashMap<ObjectIdentifier, Option<Rc<NamedFont<'a>>>>>,
}

impl<'a> DocumentFonts<'a> {
    pub fn new() -> Self {
        let settings = InterpreterSettings::default();
        Self { cache: FontCache::new(), settings, fonts: RefCell::default() }
    }

    pub fn of_page(&self, page: &Page<'a>) -> Vec<Rc<NamedFont<'a>>> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let resources = page.resources();
        self.collect(&resources.fonts, &resources.x_objects, &mut seen, &mut found, 0);
        let annotations = page.raw().get::<Array<'a>>("Annots");
        for annotation in annotations.iter().flat_map(Array::iter::<Dict<'a>>) {
            let drawing = annotation.get::<Dict<'a>>("AP").and_then(|it| it.get::<Stream<'a>>("N"));
            if let Some(drawing) = drawing {
                self.of_drawing(&drawing, &mut seen, &mut found, 0);
            }
        }
        found
    }

    fn collect(
        &self,
        fonts: &Dict<'a>,
        drawings: &Dict<'a>,
        seen: &mut HashSet<ObjectIdentifier>,
        found: &mut Vec<Rc<NamedFont<'a>>>,
        depth: u8,
    ) {
        let fonts = fonts.keys().filter_map(|name| fonts.get::<Dict<'a>>(name.as_ref()));
        for font in fonts.filter(|font| font.obj_id().is_none_or(|id| seen.insert(id))) {
            found.extend(self.font(&font));
        }
        for name in drawings.keys() {
            if let Some(drawing) = drawings.get::<Stream<'a>>(name.as_ref()) {
                self.of_drawing(&drawing, seen, found, depth);
            }
        }
    }

    fn of_drawing(
        &self,
        drawing: &Stream<'a>,
        seen: &mut HashSet<ObjectIdentifier>,
        found: &mut Vec<Rc<NamedFont<'a>>>,
        depth: u8,
    ) {
        /// Maximum depth of drawings within drawings.
        const DEEPEST: u8 = 8;
        /// Maximum fonts and drawings of a page; only malicious files have more.
        const MOST: usize = 1000;
        let resources = drawing.dict().get::<Dict<'a>>("Resources");
        if let Some(resources) = resources
            && depth < DEEPEST
            && seen.len() < MOST
            && seen.insert(drawing.obj_id())
        {
            let of = |key: &str| resources.get::<Dict<'a>>(key).unwrap_or_default();
            self.collect(&of("Font"), &of("XObject"), seen, found, depth + 1);
        }
    }

    fn font(&self, dict: &Dict<'a>) -> Option<Rc<NamedFont<'a>>> {
        let read = || {
            let Self { cache, settings, .. } = self;
            let font = cache.font(dict, &settings.font_resolver, &settings.cmap_resolver)?;
            Some(Rc::new(NamedFont { font, letters: Letters::of(dict) }))
        };
        let Some(id) = dict.obj_id() else { return read() };
        if let Some(known) = self.fonts.borrow().get(&id) {
            return known.clone();
        }
        let font = read();
        self.fonts.borrow_mut().insert(id, font.clone());
        font
    }
}

pub(super) struct NamedFont<'a> {
    font: Font<'a>,
    letters: Letters,
}

impl NamedFont<'_> {
    pub fn meaning(&self, glyph: &OutlineGlyph) -> Option<String> {
        let code = glyph.char_code();
        if self.letters.is_simple && code > 0xff {
            return None;
        }
        match self.font.glyph(self.font.map_code(code), code) {
            FontGlyph::Outline(own) if own.identifier() == glyph.identifier() => {
                self.letters.meaning(glyph)
            }
            _ => None,
        }
    }
}

struct Letters {
    /// Codes are single bytes.
    is_simple: bool,
    listed: HashMap<u32, String>,
    /// For a font of a collection: code to character number, and that to text.
    collection: Option<(CMap, CMap)>,
    drawings: RefCell<Option<Rc<HashMap<u32, char>>>>,
    /// The remaining codes are Windows-1252.
    is_windows: bool,
}

impl Letters {
    fn of(dict: &Dict<'_>) -> Self {
        let subtype = dict.get::<Name<'_>>("Subtype");
        let is = |name: &str| subtype.as_ref().is_some_and(|subtype| subtype.as_str() == name);
        let list = dict
            .get::<Stream<'_>>("ToUnicode")
            .and_then(|list| Some(letters::listed(&list.decoded_data().ok()?)));
        let mut listed = list.unwrap_or_default();
        for (code, letter) in letters::by_number(&names(dict)) {
            listed.entry(code).or_insert(letter);
        }
        Self {
            is_simple: !is("Type0"),
            listed,
            collection: collection(dict),
            drawings: RefCell::default(),
            is_windows: is("TrueType") && !dict.contains_key("Encoding"),
        }
    }

    fn meaning(&self, glyph: &OutlineGlyph) -> Option<String> {
        let code = glyph.char_code();
        if let Some(listed) = self.listed.get(&code).filter(|text| !text.is_empty()) {
            return Some(listed.clone());
        }
        if let Some((codes, letters)) = &self.collection {
            let number = (1..=4).find_map(|bytes| codes.lookup_cid_code(code, bytes))?;
            return letters.lookup_bf_string(number).map(|found| match found {
                BfString::Char(c) => c.to_string(),
                BfString::String(text) => text,
            });
        }
        let drawn = self.drawn(glyph).get(&glyph.glyph_id().to_u32()).copied();
        if let Some(letter) = drawn {
            return Some(letter.to_string());
        }
        let byte = u8::try_from(code).ok().filter(|byte| self.is_windows && *byte >= 0x20)?;
        Some(WINDOWS_1252.decode_without_bom_handling(&[byte]).0.into_owned())
    }

    fn drawn(&self, glyph: &OutlineGlyph) -> Rc<HashMap<u32, char>> {
        let read = || {
            let data = glyph.font_data()?.data;
            let bytes: &[u8] = (*data).as_ref();
            let mut drawings = HashMap::new();
            for (code, drawing) in FontRef::new(bytes).ok()?.charmap().mappings() {
                let letter = char::from_u32(code);
                let is_private = matches!(code, 0xe000..=0xf8ff | 0xf_0000..);
                if let Some(letter) = letter.filter(|c| !is_private && !c.is_control()) {
                    drawings.entry(drawing.to_u32()).or_insert(letter);
                }
            }
            Some(drawings)
        };
        let mut drawings = self.drawings.borrow_mut();
        drawings.get_or_insert_with(|| Rc::new(read().unwrap_or_default())).clone()
    }
}

fn names(dict: &Dict<'_>) -> Vec<(u32, String)> {
    let encoding = dict.get::<Dict<'_>>("Encoding");
    let names = encoding.and_then(|encoding| encoding.get::<Array<'_>>("Differences"));
    let mut code = 0_u32;
    let mut found = Vec::new();
    for entry in names.iter().flat_map(Array::iter::<Object<'_>>) {
        match entry {
            Object::Number(number) => code = u32::try_from(number.as_i64()).unwrap_or(u32::MAX),
            Object::Name(name) => {
                found.push((code, name.as_str().to_owned()));
                code = code.saturating_add(1);
            }
            _ => {}
        }
    }
    found
}

/// For Adobe's Chinese, Japanese and Korean collections: code to character number, and that to text.
fn collection(dict: &Dict<'_>) -> Option<(CMap, CMap)> {
    let part = dict.get::<Array<'_>>("DescendantFonts")?.iter::<Dict<'_>>().next()?;
    let system = part.get::<Dict<'_>>("CIDSystemInfo")?;
    let says = |key: &str| system.get::<PdfString<'_>>(key).map(|it| it.as_bytes().to_vec());
    let family = CidFamily::from_registry_ordering(&says("Registry")?, &says("Ordering")?);
    let letters = CMap::parse(load_embedded(family.ucs2_cmap()?)?, load_embedded)?;
    let codes = match dict.get::<Object<'_>>("Encoding")? {
        Object::Name(name) => match CMapName::from_bytes(name.as_ref()) {
            CMapName::IdentityH | CMapName::IdentityV => CMap::identity_h(),
            known => CMap::parse(load_embedded(known)?, load_embedded)?,
        },
        Object::Stream(own) => CMap::parse(&own.decoded_data().ok()?, load_embedded)?,
        _ => return None,
    };
    Some((codes, letters))
}
