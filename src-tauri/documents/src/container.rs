#[cfg(test)]
mod tests;

use std::{
    cell::Cell,
    collections::HashMap,
    io::{Cursor, Read as _},
};

use zip::{ZipArchive, result::ZipError};

use crate::{Kind, Reason, Refusal, sentences, xml};

/// A zip archive with one limit for all bytes unpacked from it.
pub(crate) struct Container<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    left: Cell<u64>,
}

impl<'a> Container<'a> {
    pub fn open(file: &'a [u8], unpacked: u64) -> Result<Self, Refusal> {
        let archive = ZipArchive::new(Cursor::new(file)).map_err(Refusal::damaged)?;
        Ok(Self { archive, left: Cell::new(unpacked) })
    }

    pub fn kind(&mut self) -> Result<Kind, Refusal> {
        if let Some(kind) = self.read("mimetype")? {
            let kind = String::from_utf8_lossy(&kind).trim().to_owned();
            match kind.as_str() {
                "application/epub+zip" => return Ok(Kind::Epub),
                _ if kind.contains("opendocument.text") => return Ok(Kind::Odt),
                _ if kind.contains("opendocument.presentation") => return Ok(Kind::Odp),
                _ if kind.contains("opendocument.spreadsheet") => return Ok(Kind::Ods),
                _ => {}
            }
        }
        if self.has("META-INF/container.xml") {
            return Ok(Kind::Epub);
        }
        // The list of parts determines the office format; if that list is damaged, the parts do.
        let types = self.read("[Content_Types].xml")?.unwrap_or_default();
        let types = String::from_utf8_lossy(&types).into_owned();
        let named = [
            ("wordprocessingml", "word/document.xml", Kind::Docx),
            ("presentationml", "ppt/presentation.xml", Kind::Pptx),
            ("sheet.binary", "xl/workbook.bin", Kind::Xlsb),
            ("spreadsheetml", "xl/workbook.xml", Kind::Xlsx),
        ];
        let main = |name: &str| {
            types.contains(&format!("{name}.document.main"))
                || types.contains(&format!("{name}.template.main"))
                || types.contains(&format!("{name}.presentation.main"))
                || types.contains(&format!("{name}.slideshow.main"))
                || types.contains(&format!("{name}.sheet.main"))
        };
        if let Some((.., kind)) = named.iter().find(|(name, ..)| main(name)) {
            return Ok(*kind);
        }
        if let Some((.., kind)) = named.iter().find(|(_, part, _)| self.has(part)) {
            return Ok(*kind);
        }
        if types.contains("ms-word") {
            return Ok(Kind::Docx);
        }
        if types.contains("ms-powerpoint") {
            return Ok(Kind::Pptx);
        }
        if types.contains("ms-excel") {
            return Ok(if types.contains("binary") { Kind::Xlsb } else { Kind::Xlsx });
        }
        Err(Refusal::new(Reason::UnknownKind, sentences::is_other(sentences::kinds::ZIP)))
    }

    pub fn has(&self, name: &str) -> bool {
        self.archive.index_for_name(name).is_some()
    }

    pub fn names(&self) -> Vec<String> {
        self.archive.file_names().flatten().map(|name| name.into_owned()).collect()
    }

    pub fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, Refusal> {
        let mut file = match self.archive.by_name(name) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(ZipError::UnsupportedArchive(what)) if what == ZipError::PASSWORD_REQUIRED => {
                return Err(Refusal::new(Reason::Encrypted, sentences::PASSWORD));
            }
            Err(error) => return Err(Refusal::damaged(error)),
        };
        let left = self.left.get();
        let mut bytes = Vec::new();
        // The archive may lie about sizes, so the unpacked bytes are counted.
        let read = (&mut file).take(left + 1).read_to_end(&mut bytes);
        let unpacked = bytes.len() as u64;
        if unpacked > left {
            return Err(Refusal::new(Reason::TooLarge, sentences::UNPACKED));
        }
        self.left.set(left - unpacked);
        read.map_err(Refusal::damaged)?;
        Ok(Some(bytes))
    }

    pub fn text(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        Ok(self.read(name)?.map(|bytes| xml::decode(&bytes)))
    }

    pub fn need(&mut self, name: &str) -> Result<String, Refusal> {
        let missing = || Refusal::damaged(sentences::missing(name));
        self.text(name)?.ok_or_else(missing)
    }

    /// A part's internal relations: by id, the kind and the target's name in the archive.
    pub fn relations(&mut self, part: &str) -> Result<HashMap<String, (String, String)>, Refusal> {
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
        let list = match folder {
            "" => format!("_rels/{file}.rels"),
            _ => format!("{folder}/_rels/{file}.rels"),
        };
        let mut relations = HashMap::new();
        let Some(text) = self.text(&list)? else { return Ok(relations) };
        xml::walk(&text, &mut |node| {
            if let xml::Node::Start(tag) = node
                && tag.name() == "Relationship"
                && tag.attribute("TargetMode").as_deref() != Some("External")
                && let (Some(id), Some(kind), Some(target)) =
                    (tag.attribute("Id"), tag.attribute("Type"), tag.attribute("Target"))
            {
                let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
                relations.insert(id, (kind, resolve(folder, &target)));
            }
            Ok(())
        })?;
        Ok(relations)
    }

    /// The name of a part that `part` relates to by `kind`.
    pub fn related(&mut self, part: &str, kind: &str) -> Result<Option<String>, Refusal> {
        let mut relations = self.relations(part)?.into_values();
        Ok(relations.find(|(it, _)| it == kind).map(|(_, name)| name))
    }
}

pub(crate) fn resolve(folder: &str, target: &str) -> String {
    let mut path: Vec<&str> = match target.starts_with('/') {
        true => Vec::new(),
        false => folder.split('/').filter(|part| !part.is_empty()).collect(),
    };
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            _ => path.push(part),
        }
    }
    path.join("/")
}
