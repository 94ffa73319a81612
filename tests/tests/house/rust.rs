//! Rust code as the tests about the house see it: what a file names, defines, calls and says outside of tests.

use std::ops::Range;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::{
    Attribute, Block, Expr, ExprMethodCall, ImplItemFn, Item, ItemExternCrate, ItemImpl, ItemMod,
    ItemUse, LitStr, Macro, Meta, PatIdent, Path, Token, Type, UseTree, Visibility,
    ext::IdentExt as _,
    parse::Parser as _,
    punctuated::Punctuated,
    visit::{self, Visit},
};

/// Whether the Rust file `path` is in no program: a test, a benchmark, an example or a build script.
pub fn is_aside(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let aside = |folder| matches!(folder, "tests" | "benches" | "examples");
    name.ends_with("tests.rs") || name == "build.rs" || folders.split('/').any(aside)
}

/// What a file has outside of items under `#[cfg(test)]`. Lines count from 1.
#[derive(Default)]
pub struct Code {
    pub named: Vec<Named>,
    pub modules: Vec<Submodule>,
    /// Names of items that are no modules, also of those inside others.
    pub defined: Vec<Spot>,
    /// Plain texts in quotation marks.
    pub texts: Vec<(usize, String)>,
    /// Calls of methods without arguments.
    pub calls: Vec<(usize, String)>,
    /// Methods that an `impl` has.
    pub methods: Vec<Method>,
    /// Calls of methods on `self` inside an `impl`.
    pub own_calls: Vec<Method>,
    pub macros: Vec<MacroCall>,
    /// The words of each attribute.
    pub attributes: Vec<(usize, Vec<String>)>,
    /// What types stand for by another name: `type A = b::C;` gives `C`.
    pub aliases: Vec<(usize, String)>,
    /// The modules in braces around the code that is being read.
    within: Vec<String>,
    /// The type whose `impl` is being read.
    implemented: Option<String>,
}

/// A name and where it stands.
pub struct Spot {
    pub line: usize,
    /// The modules in braces around it, outer ones first.
    pub within: Vec<String>,
    pub name: String,
}

pub struct Submodule {
    pub spot: Spot,
    /// Whether its code stands in braces instead of a file of its own.
    pub is_inline: bool,
}

/// A method of a type, where it is defined or called.
pub struct Method {
    pub spot: Spot,
    /// The type as the `impl` names it.
    pub of: String,
}

/// A macro that is called.
pub struct MacroCall {
    pub line: usize,
    /// Its name as a path.
    pub name: String,
    /// The places in [`Code::texts`] of what it is given.
    pub texts: Range<usize>,
    /// The places in [`Code::named`] of what it is given.
    pub named: Range<usize>,
}

/// A path such as `std::fs::read`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub line: usize,
    /// The modules in braces around it, outer ones first.
    pub within: Vec<String>,
    /// The path, with `::`.
    pub path: String,
    /// Whether it began with `::` and so names another crate.
    pub absolute: bool,
    /// If it is imported: under which name.
    pub import: Option<Import>,
}

/// How a `use` imports a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The name that it has here; `*` for everything in it.
    pub name: String,
    /// Whether `as` gave it that name.
    pub renamed: bool,
    /// Whether other modules can import it from here.
    pub public: bool,
}

impl Named {
    /// Whether the path is `item` or something inside it.
    pub fn is_within(&self, item: &str) -> bool {
        self.path.strip_prefix(item).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    }

    /// Its first part.
    pub fn first(&self) -> &str {
        self.path.split("::").next().unwrap_or_default()
    }
}

impl Code {
    pub fn read(path: &str, text: &str) -> Self {
        let read = || syn::parse2::<syn::File>(without_tests(text.parse()?));
        let file = read().unwrap_or_else(|error: syn::Error| {
            panic!("{path}:{}: {error}", error.span().start().line)
        });
        let mut code = Self::default();
        code.visit_file(&file);
        code
    }

    /// The paths with imported names spelled out: after `use std::fs as disk`, `disk::read` is
    /// `std::fs::read`.
    pub fn full_paths(&self) -> Vec<Named> {
        let known = self.named.iter().filter_map(|named| {
            let name = &named.import.as_ref()?.name;
            (*name != named.path).then_some((name, &named.path))
        });
        let known: Vec<(&String, &String)> = known.collect();
        let mut found = self.named.clone();
        for named in &mut found {
            // An import may be of something imported; a handful of steps is more than anybody writes.
            for _ in 0..8 {
                let own = |path: &str| named.import.is_some() && path == named.path;
                let is_first = |it: &&(&String, &String)| it.0 == named.first() && !own(it.1);
                let Some((name, path)) = known.iter().find(is_first) else { break };
                let full = format!("{path}{}", &named.path[name.len()..]);
                if full.starts_with(&format!("{}::", named.path)) || full == named.path {
                    break;
                }
                named.path = full;
            }
        }
        found
    }

    fn spot(&self, name: &Ident) -> Spot {
        Spot { line: line(name), within: self.within.clone(), name: name.unraw().to_string() }
    }

    fn name(&mut self, line: usize, path: String, absolute: bool, import: Option<Import>) {
        self.named.push(Named { line, within: self.within.clone(), path, absolute, import });
    }

    fn import(&mut self, tree: &UseTree, prefix: &[String], (absolute, public): (bool, bool)) {
        let inside = |name: &Ident| [prefix, &[name.unraw().to_string()]].concat();
        let (at, parts, name) = match tree {
            UseTree::Path(path) => {
                return self.import(&path.tree, &inside(&path.ident), (absolute, public));
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, prefix, (absolute, public));
                }
                return;
            }
            UseTree::Glob(glob) => {
                let star = "*".to_owned();
                let parts = [prefix, std::slice::from_ref(&star)].concat();
                (glob.star_token.spans[0].start().line, parts, Some(star))
            }
            UseTree::Name(name) => (line(&name.ident), inside(&name.ident), None),
            UseTree::Rename(name) => {
                let rename = name.rename.unraw().to_string();
                (line(&name.ident), inside(&name.ident), Some(rename))
            }
        };
        // `a::{self}` is `a`.
        let is_self = parts.len() > 1 && parts.last().is_some_and(|last| last == "self");
        let parts = &parts[..parts.len() - usize::from(is_self)];
        let renamed = matches!(tree, UseTree::Rename(_));
        let name = name.or_else(|| parts.last().cloned()).unwrap_or_default();
        let import = Import { name, renamed, public };
        self.name(at, parts.join("::"), absolute, Some(import));
    }

    /// Reads what a macro or an attribute is given: as code if it is that, else word by word.
    fn tokens(&mut self, tokens: TokenStream) {
        let list = Punctuated::<Expr, Token![,]>::parse_terminated;
        if let Ok(statements) = Block::parse_within.parse2(tokens.clone()) {
            statements.iter().for_each(|statement| self.visit_stmt(statement));
        } else if let Ok(list) = list.parse2(tokens.clone()) {
            list.iter().for_each(|part| self.visit_expr(part));
        } else {
            self.words(&tokens.into_iter().collect::<Vec<_>>());
        }
    }

    fn words(&mut self, tokens: &[TokenTree]) {
        let is_at = |at: usize, sign| tokens.get(at).is_some_and(|token| is_sign(token, sign));
        let is_colons = |at: usize| is_at(at, ':') && is_at(at + 1, ':');
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Literal(literal) => {
                    if let Ok(text) = syn::parse2::<LitStr>(TokenTree::from(literal.clone()).into())
                    {
                        self.visit_lit_str(&text);
                    }
                }
                TokenTree::Punct(_) => {}
                TokenTree::Ident(name) => {
                    let first = at - 1;
                    if first > 0 && is_at(first - 1, '.') {
                        let own = first > 1
                            && matches!(&tokens[first - 2], TokenTree::Ident(it) if it == "self");
                        if let Some(TokenTree::Group(arguments)) = tokens.get(at)
                            && arguments.delimiter() == Delimiter::Parenthesis
                        {
                            self.call(name, own, arguments.stream().is_empty());
                        }
                        continue;
                    }
                    let absolute = first > 1 && is_colons(first - 2);
                    let goes_on = first > 2
                        && (is_at(first - 3, '>')
                            || matches!(tokens[first - 3], TokenTree::Group(_)));
                    let mut path = name.unraw().to_string();
                    while is_colons(at)
                        && let Some(TokenTree::Ident(next)) = tokens.get(at + 2)
                    {
                        path = format!("{path}::{}", next.unraw());
                        at += 3;
                    }
                    self.name(line(name), path, absolute && !goes_on, None);
                }
            }
        }
    }

    fn call(&mut self, method: &Ident, on_self: bool, is_bare: bool) {
        self.name(line(method), method.unraw().to_string(), false, None);
        if is_bare {
            self.calls.push((line(method), method.unraw().to_string()));
        }
        if on_self && let Some(of) = self.implemented.clone() {
            self.own_calls.push(Method { spot: self.spot(method), of });
        }
    }
}

impl<'a> Visit<'a> for Code {
    /// `pub(crate)` names nothing.
    fn visit_visibility(&mut self, _: &'a Visibility) {}

    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        if attribute.path().is_ident("doc") {
            return;
        }
        let from = self.named.len();
        self.visit_path(attribute.path());
        match &attribute.meta {
            Meta::List(list) => self.tokens(list.tokens.clone()),
            Meta::NameValue(pair) => self.visit_expr(&pair.value),
            Meta::Path(_) => {}
        }
        let words = self.named[from..].iter().flat_map(|named| named.path.split("::"));
        let words = words.map(str::to_owned).collect();
        self.attributes.push((attribute.pound_token.span.start().line, words));
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        let public = !matches!(item.vis, Visibility::Inherited);
        self.import(&item.tree, &[], (item.leading_colon.is_some(), public));
    }

    fn visit_item_extern_crate(&mut self, item: &'a ItemExternCrate) {
        let name = item.rename.as_ref().map_or(&item.ident, |(_, name)| name).unraw().to_string();
        let public = !matches!(item.vis, Visibility::Inherited);
        let import = Import { name, renamed: item.rename.is_some(), public };
        self.name(line(&item.ident), item.ident.unraw().to_string(), true, Some(import));
    }

    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        let module = Submodule { spot: self.spot(&item.ident), is_inline: item.content.is_some() };
        self.within.push(module.spot.name.clone());
        self.modules.push(module);
        visit::visit_item_mod(self, item);
        self.within.pop();
    }

    fn visit_item(&mut self, item: &'a Item) {
        let name = match item {
            Item::Const(it) => Some(&it.ident),
            Item::Enum(it) => Some(&it.ident),
            Item::Fn(it) => Some(&it.sig.ident),
            Item::Macro(it) => it.ident.as_ref(),
            Item::Static(it) => Some(&it.ident),
            Item::Struct(it) => Some(&it.ident),
            Item::Trait(it) => Some(&it.ident),
            Item::Type(it) => Some(&it.ident),
            Item::Union(it) => Some(&it.ident),
            _ => None,
        };
        self.defined.extend(name.map(|name| self.spot(name)));
        if let Item::Type(alias) = item
            && let Type::Path(to) = &*alias.ty
            && let Some(last) = to.path.segments.last()
        {
            self.aliases.push((line(&last.ident), last.ident.unraw().to_string()));
        }
        visit::visit_item(self, item);
    }

    fn visit_item_impl(&mut self, item: &'a ItemImpl) {
        let of = match &*item.self_ty {
            Type::Path(of) => Some(spelled(&of.path)),
            _ => None,
        };
        let around = std::mem::replace(&mut self.implemented, of);
        visit::visit_item_impl(self, item);
        self.implemented = around;
    }

    fn visit_impl_item_fn(&mut self, method: &'a ImplItemFn) {
        let of = self.implemented.clone();
        self.methods.extend(of.map(|of| Method { spot: self.spot(&method.sig.ident), of }));
        visit::visit_impl_item_fn(self, method);
    }

    fn visit_path(&mut self, path: &'a Path) {
        if let Some(last) = path.segments.last() {
            self.name(line(&last.ident), spelled(path), path.leading_colon.is_some(), None);
        }
        visit::visit_path(self, path);
    }

    /// A constant in a pattern looks like a variable.
    fn visit_pat_ident(&mut self, pattern: &'a PatIdent) {
        self.name(line(&pattern.ident), pattern.ident.unraw().to_string(), false, None);
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_macro(&mut self, called: &'a Macro) {
        self.visit_path(&called.path);
        let (texts, named) = (self.texts.len(), self.named.len());
        self.tokens(called.tokens.clone());
        self.macros.push(MacroCall {
            line: called.bang_token.span.start().line,
            name: spelled(&called.path),
            texts: texts..self.texts.len(),
            named: named..self.named.len(),
        });
    }

    fn visit_expr_method_call(&mut self, call: &'a ExprMethodCall) {
        let on_self = matches!(&*call.receiver, Expr::Path(on) if on.path.is_ident("self"));
        self.call(&call.method, on_self, call.args.is_empty());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_lit_str(&mut self, text: &'a LitStr) {
        self.texts.push((text.span().start().line, text.value()));
    }
}

fn line(name: &Ident) -> usize {
    name.span().start().line
}

fn spelled(path: &Path) -> String {
    let parts: Vec<_> = path.segments.iter().map(|it| it.ident.unraw().to_string()).collect();
    parts.join("::")
}

/// The tokens without what stands under `#[cfg(test)]`: an item, or a field, variant, arm or statement.
fn without_tests(tokens: TokenStream) -> TokenStream {
    let mut kept = Vec::new();
    // How many tokens of attributes end `kept`, and whether one of them is `#[cfg(test)]`.
    let (mut attributes, mut is_test) = (0, false);
    let mut left = tokens.into_iter().peekable();
    while let Some(token) = left.next() {
        if is_sign(&token, '#')
            && let Some(TokenTree::Group(attribute)) = left.peek()
        {
            is_test |= attribute.to_string().replace(' ', "") == "[cfg(test)]";
            kept.push(token);
            kept.extend(left.next());
            attributes += 2;
            continue;
        }
        if is_test {
            kept.truncate(kept.len() - attributes);
            skip(token, &mut left);
            left.next_if(|next| is_sign(next, ','));
        } else if let TokenTree::Group(group) = token {
            let mut inside = Group::new(group.delimiter(), without_tests(group.stream()));
            inside.set_span(group.span());
            kept.push(inside.into());
        } else {
            kept.push(token);
        }
        (attributes, is_test) = (0, false);
    }
    kept.into_iter().collect()
}

/// Skips what begins with `first`, to its `;`, its block, or the comma behind it.
fn skip(first: TokenTree, left: &mut impl Iterator<Item = TokenTree>) {
    const ITEMS: [&str; 9] =
        ["async", "enum", "fn", "impl", "mod", "struct", "trait", "type", "unsafe"];
    /// These may have a block before their `;`.
    const STATEMENTS: [&str; 4] = ["const", "let", "static", "use"];
    let mut kind = None;
    for token in std::iter::once(first).chain(left) {
        if let (TokenTree::Ident(word), None) = (&token, &kind)
            && word != "pub"
        {
            kind = Some(word.to_string());
        }
        let is_one_of = |words: &[&str]| kind.as_ref().is_some_and(|kind| words.contains(&&**kind));
        let has_end = is_one_of(&STATEMENTS);
        let is_block = matches!(&token, TokenTree::Group(it) if it.delimiter() == Delimiter::Brace);
        let ends_list = is_sign(&token, ',') && !has_end && !is_one_of(&ITEMS);
        if is_sign(&token, ';') || ends_list || (is_block && !has_end) {
            return;
        }
    }
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(it) if it.as_char() == sign)
}

#[test]
fn paths_in_code_are_found() {
    let check = |text: &str, expect: &[(usize, &str)]| {
        let code = Code::read("a test", text);
        let found: Vec<_> = code
            .named
            .iter()
            .filter(|named| named.path.contains("::"))
            .map(|named| (named.line, named.path.as_str()))
            .collect();
        assert_eq!(found, expect, "{text}");
    };
    check("use std::fs;\n", &[(1, "std::fs")]);
    check("pub use ::std::fs::{self as files, File};", &[(1, "std::fs"), (1, "std::fs::File")]);
    check(
        "use std::{\n    env,\n    io::{Read, Write as _},\n    time::*,\n};\nuse std::net;",
        &[
            (2, "std::env"),
            (3, "std::io::Read"),
            (3, "std::io::Write"),
            (4, "std::time::*"),
            (6, "std::net"),
        ],
    );
    check("fn f() { let x: Vec<tokio::fs::File> = y; }", &[(1, "tokio::fs::File")]);
    check("fn f() -> impl Fn() + use<'_> { a::b() }", &[(1, "a::b")]);
    // What a macro or an attribute is given counts, be it code or not.
    check("fn f() { m!(a::b(), x); m! { y => c::d::<T>() } }", &[(1, "a::b"), (1, "c::d")]);
    check("#[derive(a::B, C)]\nstruct S;", &[(1, "a::B")]);
    // What isn't code names nothing.
    check("/// a::b\n/* a::b /* c::d */ e::f */ fn f() { g::h }", &[(2, "g::h")]);
    check(r##"fn f() { ("a::b", r#"c::d " e::f"#, b"g::h", '"', i::j) }"##, &[(1, "i::j")]);
    // Nor does what is compiled for tests only.
    check("#[cfg(test)]\nmod tests {\n    fn f() { a::b() }\n}\nuse c::d;", &[(5, "c::d")]);
    check("#[cfg(test)]\nuse a::{b, c};\nuse c::d;", &[(3, "c::d")]);
    check("#[cfg(test)]\nmod tests;\nuse c::d;", &[(3, "c::d")]);
    check("struct S {\n #[cfg(test)]\n a: a::B,\n b: c::D }", &[(4, "c::D")]);
    check("fn f() {\n #[cfg(test)]\n if a::b() { c::d() }\n e::f() }", &[(4, "e::f")]);
}

#[test]
fn texts_of_a_program_are_found() {
    let check = |text: &str, expect: &[(usize, &str)]| {
        let texts = Code::read("a test", text).texts;
        let texts: Vec<_> = texts.iter().map(|(line, text)| (*line, text.as_str())).collect();
        assert_eq!(texts, expect, "{text}");
    };
    let two = "fn f() { f(\"a b\");\n// \"c\"\ng!(\"d \\\" e\", '\"') }";
    check(two, &[(1, "a b"), (3, "d \" e")]);
    check("say! { A = en: \"a\", de: \"b\"; }", &[(1, "a"), (1, "b")]);
    check(
        "const A: &str = \"a\";\n#[cfg(test)]\nmod tests {\n    fn f() { g(\"b\") }\n}",
        &[(1, "a")],
    );
}
