//! The modules of a crate, and which of its files name which.
//!
//! What counts as an arrow from a file to another:
//! - a path in code or in a `use` that leads to an item of the other file. Re-exports are followed to
//!   the file that defines the item;
//! - a method called on `self` that the same type has in the other file alone;
//! - not a `mod`, nor a file's own re-export of what lies below it, as long as its code doesn't use
//!   the name;
//! - not what is compiled for tests only, and no other method that is called on a value.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    circles::Arrow,
    rust::{Code, Import, Method, Named},
};

/// The place of a module, part by part; empty for the crate's root.
type Place = Vec<String>;

/// Maximum re-exports that are followed for one name.
const FOLLOWED: usize = 16;

/// A module with code of its own, in a file or in braces.
#[derive(Default)]
struct Module {
    /// The place of the module whose file it is in.
    file: Place,
    children: BTreeSet<String>,
    /// Names that are imported, with their paths.
    imports: BTreeMap<String, Named>,
    /// Modules whose names are all imported.
    globs: Vec<Named>,
    /// Names that it defines, also inside of its items.
    defined: BTreeSet<String>,
}

/// Code in a file.
struct File {
    path: String,
    place: Place,
    code: Code,
}

impl File {
    /// The place of the module in these braces.
    fn module(&self, within: &[String]) -> Place {
        [&self.place, within].concat()
    }
}

/// A crate as one of its roots (`lib.rs` or `main.rs`) declares it.
pub struct Crate {
    modules: BTreeMap<Place, Module>,
    files: Vec<File>,
}

impl Crate {
    /// Reads the modules from the root file on; `text` gives what a file holds, if it is there.
    pub fn read(root: &str, text: &dyn Fn(&str) -> Option<String>) -> Self {
        let mut read = Self { modules: BTreeMap::new(), files: Vec::new() };
        let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
        read.add(Place::new(), root, folder, text);
        read
    }

    /// The crate's files.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| &*file.path)
    }

    /// Adds the module's file and those of its children, which lie in `folder`.
    fn add(
        &mut self,
        place: Place,
        path: &str,
        folder: &str,
        text: &dyn Fn(&str) -> Option<String>,
    ) {
        let Some(text_here) = text(path) else { return };
        let code = Code::read(path, &text_here);
        let file = File { path: path.to_owned(), place: place.clone(), code };
        let empty = || Module { file: place.clone(), ..Module::default() };
        self.modules.insert(place.clone(), empty());
        for module in &file.code.modules {
            let parent = file.module(&module.spot.within);
            if module.is_inline {
                self.modules.insert(inside(&parent, &module.spot.name), empty());
            }
            let parent = self.modules.entry(parent).or_insert_with(empty);
            parent.children.insert(module.spot.name.clone());
        }
        for spot in &file.code.defined {
            let module = self.modules.entry(file.module(&spot.within)).or_insert_with(empty);
            module.defined.insert(spot.name.clone());
        }
        for named in &file.code.named {
            let Some(Import { name, .. }) = &named.import else { continue };
            let module = self.modules.entry(file.module(&named.within)).or_insert_with(empty);
            match &**name {
                "*" => module.globs.push(named.clone()),
                "_" => {}
                name => drop(module.imports.insert(name.to_owned(), named.clone())),
            }
        }
        for module in file.code.modules.iter().filter(|module| !module.is_inline) {
            let name = &module.spot.name;
            let parts = [folder].into_iter().chain(module.spot.within.iter().map(String::as_str));
            let folder = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
            let beside = format!("{folder}/{name}.rs");
            let inner = format!("{folder}/{name}/mod.rs");
            let path = if text(&beside).is_some() { beside } else { inner };
            let child = inside(&file.module(&module.spot.within), name);
            self.add(child, &path, &format!("{folder}/{name}"), text);
        }
        self.files.push(file);
    }

    /// Which files name which, and where; calls on `self` of the types in `visitors` aside.
    pub fn arrows(&self, visitors: &[&str]) -> Vec<Arrow> {
        let mut found = Vec::new();
        for file in &self.files {
            for named in &file.code.named {
                let Some(to) = self.file_named(file, named) else { continue };
                let below = to.starts_with(&file.place);
                let exported = named.import.as_ref().is_some_and(|import| import.public);
                if to != file.place && !(exported && below) {
                    found.push(arrow(file, to, named.line, &named.path));
                }
            }
        }
        let mut defined: BTreeMap<_, BTreeSet<&Place>> = BTreeMap::new();
        for file in &self.files {
            for method in &file.code.methods {
                let Some(of) = self.type_of(file, method) else { continue };
                defined.entry((of, &method.spot.name)).or_default().insert(&file.place);
            }
        }
        for file in &self.files {
            for call in file.code.own_calls.iter().filter(|it| !visitors.contains(&&*it.of)) {
                let Some(of) = self.type_of(file, call) else { continue };
                let Some(places) = defined.get(&(of, &call.spot.name)) else { continue };
                if !places.contains(&file.place) {
                    let what = format!("{}::{}", call.of, call.spot.name);
                    let to = |to: &&Place| arrow(file, (*to).clone(), call.spot.line, &what);
                    found.extend(places.iter().map(to));
                }
            }
        }
        found
    }

    /// The module and the name of the type that has this method.
    fn type_of(&self, file: &File, method: &Method) -> Option<(Place, String)> {
        let named = Named {
            line: method.spot.line,
            within: method.spot.within.clone(),
            path: method.of.clone(),
            absolute: false,
            import: None,
        };
        let name = method.of.rsplit("::").next()?.to_owned();
        match self.find(&file.module(&named.within), &named, FOLLOWED)? {
            (place, true) => Some((place, name)),
            (_, false) => None,
        }
    }

    /// The place of the file with what is named, if it is one of the crate's.
    fn file_named(&self, file: &File, named: &Named) -> Option<Place> {
        let module = file.module(&named.within);
        if named.import.is_none() && !named.path.contains("::") {
            // A name alone may be that of a variable; types and constants begin with a capital.
            let capital = named.path.starts_with(|c: char| c.is_uppercase());
            let import = self.modules.get(&module)?.imports.get(&named.path)?.import.as_ref()?;
            // A private import was counted where it stands.
            if !capital || !import.public {
                return None;
            }
        }
        let glob = named.import.as_ref().is_some_and(|import| import.name == "*");
        let (module, item) = self.find(&module, named, FOLLOWED)?;
        // To name a module is to name nothing of its file.
        (item || glob).then(|| self.modules.get(&module).map(|module| module.file.clone()))?
    }

    /// The module that the path names, or the one that defines the item which it names (`true`).
    fn find(&self, here: &Place, named: &Named, left: usize) -> Option<(Place, bool)> {
        let left = left.checked_sub(1)?;
        if named.absolute {
            return None;
        }
        let mut parts = named.path.split("::").filter(|part| *part != "*").peekable();
        let module = self.modules.get(here)?;
        let first = parts.next()?;
        let mut place = match first {
            "crate" => Place::new(),
            "self" => here.clone(),
            "super" => parent(here)?,
            child if module.children.contains(child) => inside(here, child),
            own if module.defined.contains(own) => return Some((here.clone(), true)),
            name => {
                let import = module.imports.get(name).filter(|import| *import != named)?;
                match self.find(here, import, left)? {
                    (place, true) => return Some((place, true)),
                    (place, false) => place,
                }
            }
        };
        for part in parts {
            if part == "super" {
                place = parent(&place)?;
                continue;
            }
            let module = self.modules.get(&place)?;
            if module.children.contains(part) {
                place = inside(&place, part);
            } else if let Some(import) = module.imports.get(part) {
                match self.find(&place, import, left) {
                    // What another crate defines is no arrow of ours.
                    None => return None,
                    Some((found, false)) => place = found,
                    item => return item,
                }
            } else if module.defined.contains(part) {
                return Some((place, true));
            } else {
                let globs = module.globs.iter().filter_map(|glob| self.find(&place, glob, left));
                let defines = |place: &Place| {
                    self.modules.get(place).is_some_and(|module| {
                        module.defined.contains(part) || module.imports.contains_key(part)
                    })
                };
                let from = globs.map(|(place, _)| place).find(defines);
                return Some((from.unwrap_or(place), true));
            }
        }
        Some((place, false))
    }
}

fn arrow(file: &File, to: Place, line: usize, what: &str) -> Arrow {
    let at = format!("{}:{line}", file.path);
    Arrow { from: file.place.clone(), to, at, what: what.to_owned() }
}

fn parent(place: &Place) -> Option<Place> {
    Some(place.split_last()?.1.to_vec())
}

fn inside(place: &Place, name: &str) -> Place {
    place.iter().cloned().chain([name.to_owned()]).collect()
}

#[test]
fn arrows_lead_to_the_file_that_defines() {
    let check = |files: &[(&str, &str)], expect: &[&str]| {
        let text = |path: &str| {
            let file = files.iter().find(|(name, _)| path.strip_prefix("src/") == Some(name));
            file.map(|(_, text)| (*text).to_owned())
        };
        let found: Vec<_> = Crate::read("src/lib.rs", &text)
            .arrows(&["Writer"])
            .into_iter()
            .map(|arrow| format!("{} → {}", arrow.from.join("/"), arrow.to.join("/")))
            .collect();
        assert_eq!(found, expect, "{files:?}");
    };
    let root = "mod a; mod b;";
    check(&[("lib.rs", root), ("a.rs", "use crate::b::B;"), ("b.rs", "pub struct B;")], &["a → b"]);
    check(&[("lib.rs", root), ("a.rs", "fn f() { super::b::g() }"), ("b.rs", "")], &["a → b"]);
    // A module by itself is no item of its file; what is named through it is.
    check(&[("lib.rs", root), ("a.rs", "use crate::b;"), ("b.rs", "")], &[]);
    check(
        &[("lib.rs", root), ("a.rs", "use crate::b; fn f() { b::g() }"), ("b.rs", "")],
        &["a → b"],
    );
    // A re-export is followed, and is no arrow of the one above.
    let facade = [
        ("lib.rs", "mod a; mod b; pub use b::B; pub use b::c::*;"),
        ("a.rs", "use crate::{B, C};"),
        ("b.rs", "pub mod c; pub struct B;"),
        ("b/c.rs", "pub enum C { X }"),
    ];
    check(&facade, &["a → b", "a → b/c"]);
    // Unless its code uses the name.
    let used = [("lib.rs", "mod a; pub use a::A; type Own = A;"), ("a.rs", "pub struct A;")];
    check(&used, &[" → a"]);
    let up = [("lib.rs", "mod a; pub struct X; fn f() { a::g() }"), ("a.rs", "use super::X;")];
    check(&up, &["a → ", " → a"]);
    // Modules in braces are in their file.
    let braces = [
        ("lib.rs", "mod a { pub mod b; pub struct A; }\nuse a::A;"),
        ("a/b.rs", "use super::A;\nfn f() -> super::super::a::A {}"),
    ];
    check(&braces, &["a/b → ", "a/b → "]);
    // Other crates, also one with the name of a module.
    let other =
        [("lib.rs", root), ("a.rs", "use ::b::B; use std::fs; fn f() { fs::g() }"), ("b.rs", "")];
    check(&other, &[]);
    check(
        &[("lib.rs", root), ("a.rs", "#[cfg(test)] mod tests { use crate::b::B; }"), ("b.rs", "")],
        &[],
    );
    // A method that the same type has in another file.
    let spread = |call: &'static str, of: &'static str| {
        let a = format!("use crate::b::{of}; impl {of} {{ pub fn f(&self) {{ {call} }} }}");
        let b = format!("pub struct {of}; impl {of} {{ pub fn g(&self) {{}} }}");
        [root.to_owned(), a, b]
    };
    let count = |call, of| {
        let [root, a, b] = spread(call, of);
        let text = |path: &str| match path {
            "src/lib.rs" => Some(root.clone()),
            "src/a.rs" => Some(a.clone()),
            "src/b.rs" => Some(b.clone()),
            _ => None,
        };
        Crate::read("src/lib.rs", &text).arrows(&["Writer"]).len()
    };
    assert_eq!(count("self.g()", "B"), 2);
    assert_eq!(count("format!(\"{}\", self.g())", "B"), 2);
    assert_eq!(count("self.f(); other.g()", "B"), 1);
    assert_eq!(count("self.g()", "Writer"), 1);
}
