pub(super) struct Quote {
    pub(super) open: &'static str,
    close: &'static str,
    escapes: bool,
    lines: bool,
    /// The string has one character; otherwise the mark is something else, such as a lifetime's or an apostrophe.
    pub(super) one_character: bool,
}

impl Quote {
    /// An unclosed string ends with its line or the text.
    pub(super) fn length(&self, text: &str) -> usize {
        let mut at = self.open.len();
        while let Some(c) = text[at..].chars().next() {
            if text[at..].starts_with(self.close) {
                return at + self.close.len();
            }
            if c == '\n' && !self.lines {
                return at;
            }
            at += c.len_utf8();
            if c == '\\' && self.escapes {
                let next = text[at..].chars().next();
                at += next.filter(|next| *next != '\n' || self.lines).map_or(0, char::len_utf8);
            }
        }
        text.len()
    }
}

const fn quote(mark: &'static str) -> Quote {
    Quote { open: mark, close: mark, escapes: true, lines: false, one_character: false }
}

const fn long(mark: &'static str) -> Quote {
    Quote { lines: true, ..quote(mark) }
}

const fn raw(mark: &'static str) -> Quote {
    Quote { escapes: false, ..quote(mark) }
}

const DOUBLE: Quote = quote("\"");
const SINGLE: Quote = quote("'");
const CHARACTER: Quote = Quote { one_character: true, ..quote("'") };

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keys {
    None,
    Colon,
    Equals,
}

pub(super) struct Language {
    names: &'static str,
    pub(super) keywords: &'static str,
    pub(super) types: &'static str,
    pub(super) line_comments: &'static [&'static str],
    pub(super) block_comments: &'static [(&'static str, &'static str)],
    pub(super) strings: &'static [Quote],
    pub(super) keys: Keys,
    /// A key comes first on its line, and a space follows its colon.
    pub(super) line_keys: bool,
    pub(super) marks: &'static str,
    pub(super) any_case: bool,
    pub(super) capitals: bool,
    pub(super) dashes: bool,
    pub(super) prefixes: bool,
    pub(super) macros: bool,
    /// A `#` starts a comment anywhere.
    pub(super) tight_hash: bool,
}

const PLAIN: Language = Language {
    names: "",
    keywords: "",
    types: "",
    line_comments: &["//"],
    block_comments: &[("/*", "*/")],
    strings: &[DOUBLE, SINGLE],
    keys: Keys::None,
    line_keys: false,
    marks: "",
    any_case: false,
    capitals: false,
    dashes: false,
    prefixes: false,
    macros: false,
    tight_hash: false,
};

pub(super) fn language(name: &str) -> Option<&'static Language> {
    let named = |language: &&Language| language.names.split(' ').any(|known| known == name);
    LANGUAGES.iter().find(named)
}

static LANGUAGES: &[Language] = &[
    Language {
        names: "rust rs",
        keywords: "as async await break const continue crate dyn else enum extern fn for if impl in \
            let loop match mod move mut pub ref return static struct super trait type union unsafe \
            use where while yield",
        types: "self Self true false bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 \
            isize f32 f64",
        strings: &[long("\""), CHARACTER],
        capitals: true,
        prefixes: true,
        macros: true,
        ..PLAIN
    },
    Language {
        names: "python py python3 ipython",
        keywords: "and as assert async await break case class continue def del elif else except \
            finally for from global if import in is lambda match nonlocal not or pass raise return \
            try while with yield",
        types: "True False None self cls int float str bytes bool list dict set tuple object print \
            len range type super",
        line_comments: &["#"],
        block_comments: &[],
        strings: &[long("\"\"\""), long("'''"), DOUBLE, SINGLE],
        marks: "@",
        capitals: true,
        prefixes: true,
        tight_hash: true,
        ..PLAIN
    },
    Language {
        names: "javascript js jsx mjs cjs typescript ts tsx node dataviewjs",
        keywords: "abstract as async await break case catch class const continue debugger declare \
            default delete do else enum export extends finally for from function get if implements \
            import in infer instanceof interface is keyof let namespace new of private protected \
            public readonly return satisfies set static super switch throw try type typeof var void \
            while with yield",
        types: "this true false null undefined NaN Infinity any boolean never number object string \
            symbol unknown bigint",
        strings: &[DOUBLE, SINGLE, long("`")],
        marks: "@",
        capitals: true,
        ..PLAIN
    },
    Language {
        names: "json jsonc json5 jsonl",
        types: "true false null",
        keys: Keys::Colon,
        ..PLAIN
    },
    Language {
        names: "yaml yml",
        types: "true false null yes no on off",
        line_comments: &["#"],
        block_comments: &[],
        strings: &[DOUBLE, raw("'")],
        keys: Keys::Colon,
        line_keys: true,
        dashes: true,
        ..PLAIN
    },
    Language {
        names: "toml ini cfg conf properties editorconfig dotenv env",
        types: "true false on off yes no",
        line_comments: &["#", ";"],
        block_comments: &[],
        strings: &[long("\"\"\""), long("'''"), DOUBLE, raw("'")],
        keys: Keys::Equals,
        dashes: true,
        ..PLAIN
    },
    Language {
        names: "bash sh shell zsh fish console shellsession terminal",
        keywords: "case do done elif else esac export fi for function if in local readonly return \
            select set shift source then unset until while",
        types: "alias cat cd chmod cp curl echo eval exec exit find git grep kill ls mkdir mv npm \
            printf pwd read rm sed sudo test touch true false",
        line_comments: &["#"],
        block_comments: &[],
        strings: &[long("\""), Quote { lines: true, ..raw("'") }, long("`")],
        marks: "$",
        dashes: true,
        ..PLAIN
    },
    Language {
        names: "powershell ps1 pwsh",
        keywords: "begin break catch class continue do else elseif end exit filter finally for \
            foreach function if in param process return switch throw trap try until using while",
        types: "true false null",
        line_comments: &["#"],
        block_comments: &[("<#", "#>")],
        strings: &[long("\""), raw("'")],
        marks: "$",
        any_case: true,
        dashes: true,
        ..PLAIN
    },
    Language {
        names: "css scss sass less",
        keywords: "important from to and not only",
        types: "auto block flex grid inherit initial inline none solid transparent unset var",
        keys: Keys::Colon,
        marks: "@$#",
        dashes: true,
        ..PLAIN
    },
    Language {
        names: "sql mysql postgres postgresql sqlite plsql tsql",
        keywords: "add all alter and any as asc begin between by case check column commit constraint \
            create cross database default delete desc distinct drop else end except exists foreign \
            from full group having if in index inner insert intersect into is join key left like \
            limit not offset on or order outer primary references returning right rollback select \
            set table then transaction trigger union unique update using values view when where with",
        types: "null true false int integer bigint smallint text varchar char boolean date time \
            timestamp numeric decimal real float blob serial json jsonb uuid",
        line_comments: &["--", "#"],
        strings: &[raw("'"), raw("\""), raw("`")],
        any_case: true,
        ..PLAIN
    },
    Language {
        names: "go golang",
        keywords: "break case chan const continue default defer else fallthrough for func go goto if \
            import interface map package range return select struct switch type var",
        types: "any bool byte complex128 error float32 float64 int int8 int16 int32 int64 rune \
            string uint uint8 uint16 uint32 uint64 uintptr true false nil iota make new len cap \
            append copy panic recover",
        strings: &[DOUBLE, CHARACTER, Quote { lines: true, ..raw("`") }],
        capitals: true,
        ..PLAIN
    },
    Language {
        names: "java kotlin kt kts scala groovy gradle",
        keywords: "abstract as assert break by case catch class companion const continue data def \
            default do else enum extends extension final finally for fun given if implements import \
            in init instanceof interface internal is lazy match native new object open operator \
            override package private protected public record return sealed static super suspend \
            switch synchronized this throw throws trait try type val var void volatile when while \
            with yield",
        types: "true false null boolean byte char double float int long short",
        strings: &[long("\"\"\""), DOUBLE, CHARACTER],
        marks: "@",
        capitals: true,
        ..PLAIN
    },
    Language {
        names: "c h cpp c++ cc cxx hpp hh objc objective-c arduino ino glsl hlsl cuda",
        keywords: "alignas auto break case catch class concept const consteval constexpr continue \
            co_await co_return default delete do else enum explicit export extern final for friend \
            goto if inline namespace new noexcept operator override private protected public \
            requires return sizeof static struct switch template this throw try typedef typename \
            union using virtual volatile while define elif endif ifdef ifndef include pragma undef",
        types: "true false nullptr NULL bool char double float int long short signed unsigned void \
            size_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t wchar_t std",
        strings: &[DOUBLE, CHARACTER],
        marks: "#",
        ..PLAIN
    },
    Language {
        names: "csharp cs c# fsharp f#",
        keywords: "abstract as async await base break case catch checked class const continue \
            default delegate do else enum event explicit extern finally fixed for foreach get goto \
            if implicit in init interface internal is let lock match module namespace new of open \
            operator out override params private protected public readonly record ref return sealed \
            set sizeof static struct switch then this throw try type typeof unchecked unsafe using \
            var virtual void volatile when where while with yield",
        types: "true false null bool byte char decimal double dynamic float int long object sbyte \
            short string uint ulong ushort",
        strings: &[long("\"\"\""), DOUBLE, CHARACTER],
        capitals: true,
        ..PLAIN
    },
    Language {
        names: "swift dart",
        keywords: "actor any as associatedtype async await break case catch class continue default \
            defer deinit do else enum extension factory fallthrough fileprivate final for func \
            guard if import in indirect init inout internal is late lazy let library mixin mutating \
            nonisolated on open override part private protocol public repeat required rethrows \
            return self some static struct subscript super switch throw throws try typealias var \
            void weak where while with yield",
        types: "true false nil null Int Double Float Bool String Character Void",
        strings: &[long("\"\"\""), DOUBLE, SINGLE],
        marks: "@#",
        capitals: true,
        ..PLAIN
    },
    Language {
        names: "ruby rb crystal",
        keywords: "alias and begin break case class def defined do else elsif end ensure extend for \
            if in include loop module next not or private protected public raise redo require \
            rescue retry return then undef unless until when while yield attr_accessor attr_reader",
        types: "true false nil self puts",
        line_comments: &["#"],
        block_comments: &[("=begin", "=end")],
        marks: "@$",
        capitals: true,
        ..PLAIN
    },
    Language {
        names: "php",
        keywords: "abstract and array as break callable case catch class clone const continue \
            declare default do echo else elseif empty enum extends final finally fn for foreach \
            function global if implements include instanceof interface isset list match namespace \
            new or print private protected public readonly require return static switch throw trait \
            try unset use var while yield",
        types: "true false null bool float int mixed object self string void",
        line_comments: &["//", "#"],
        strings: &[long("\""), long("'")],
        marks: "$",
        capitals: true,
        ..PLAIN
    },
    Language {
        names: "lua luau",
        keywords: "and break do else elseif end for function goto if in local not or repeat return \
            then until while",
        types: "true false nil self",
        line_comments: &["--"],
        block_comments: &[("--[[", "]]")],
        ..PLAIN
    },
    Language {
        names: "haskell hs elm ocaml ml purescript",
        keywords: "and as begin case class data default deriving do done else end exception external \
            for forall foreign fun function functor if import in infix infixl infixr instance let \
            match mod module mutable newtype of open rec sig struct then to try type val where while \
            with",
        types: "True False true false otherwise",
        line_comments: &["--"],
        block_comments: &[("{-", "-}"), ("(*", "*)")],
        strings: &[DOUBLE, CHARACTER],
        capitals: true,
        ..PLAIN
    },
    Language {
        names: "r julia jl matlab octave",
        keywords: "abstract begin break catch const do else elseif end export finally for function \
            global if import in let local macro module mutable next quote repeat return struct try \
            using where while",
        types: "TRUE FALSE NULL NA NaN Inf true false nothing missing library c",
        line_comments: &["#", "%"],
        block_comments: &[],
        strings: &[DOUBLE, SINGLE],
        tight_hash: true,
        ..PLAIN
    },
    Language {
        names: "perl pl elixir ex exs nix",
        keywords: "after alias and assert case catch cond def defmodule defp defstruct do else elsif \
            end eq fn for foreach if import in inherit last let local my ne next not or our package \
            quote raise receive rec require rescue return sub then try unless use when while with",
        types: "true false nil null undef print",
        line_comments: &["#"],
        block_comments: &[],
        strings: &[long("\"\"\""), DOUBLE, SINGLE],
        marks: "$@",
        capitals: true,
        ..PLAIN
    },
    Language {
        names: "dockerfile docker makefile make cmake nginx",
        keywords: "add arg cmd copy define else endef endif entrypoint env expose from function \
            healthcheck if ifdef ifeq ifndef ifneq include label onbuild run shell stopsignal user \
            volume workdir location server upstream listen",
        line_comments: &["#"],
        block_comments: &[],
        marks: "$",
        any_case: true,
        dashes: true,
        ..PLAIN
    },
    Language {
        names: "lisp clojure clj scheme elisp emacs-lisp racket",
        keywords: "and case cond def define defmacro defn defun defvar do fn for if lambda let let* \
            loop ns or progn quote recur require setq unless when",
        types: "true false nil t",
        line_comments: &[";"],
        block_comments: &[("#|", "|#")],
        strings: &[long("\"")],
        dashes: true,
        ..PLAIN
    },
    Language {
        names: "latex tex bibtex",
        keywords: "begin end",
        line_comments: &["%"],
        block_comments: &[],
        strings: &[],
        marks: "\\",
        ..PLAIN
    },
    Language {
        names: "dataview dql query",
        keywords: "table list task calendar from where sort group by flatten limit asc desc and or \
            not without id as",
        types: "true false null file",
        any_case: true,
        ..PLAIN
    },
    Language {
        names: "graphql protobuf proto mermaid dot graphviz",
        keywords: "digraph edge enum extend fragment graph implements import input interface message \
            mutation node oneof option optional package query repeated returns rpc scalar schema \
            sequenceDiagram service subgraph subscription syntax type union flowchart classDiagram \
            stateDiagram participant",
        types: "true false null Int Float String Boolean ID bool bytes double float int32 int64 \
            string uint32 uint64",
        line_comments: &["//", "#", "%%"],
        capitals: true,
        ..PLAIN
    },
];
