//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::sentences;

/// Talk with your own notes, in a terminal.
#[derive(Debug, Parser)]
#[command(name = "marginalia-cli", version, about, max_term_width = 100)]
pub struct Args {
    /// Print one JSON object a line on stdout, and nothing else
    #[arg(long, global = true)]
    pub json: bool,

    /// Folder for all of the app's data
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List a vault's notes
    Notes {
        /// The vault's folder
        vault: PathBuf,
    },
    /// List a vault's links and their targets
    Links {
        /// The vault's folder
        vault: PathBuf,
    },
    /// List the passages of a vault's notes
    Chunks {
        /// The vault's folder
        vault: PathBuf,
    },
    /// Print a note as sanitised HTML, as the reader shows it
    Render {
        /// A Markdown file
        file: PathBuf,
        /// The note's vault, for its links and embeds
        #[arg(long, value_name = "VAULT")]
        vault: Option<PathBuf>,
    },
    /// Print the text of a PDF, an Office file, a book, an HTML page or any other text. A separate
    /// process reads the file and can open nothing else
    Extract {
        /// The file
        file: PathBuf,
        /// Print page by page (slide, sheet); with --json include the position of each line
        #[arg(long)]
        pages: bool,
        /// Recognise text in pictures, too; takes a few seconds a page
        #[arg(long)]
        pictures: bool,
    },
    /// Count the tokens of a file
    Tokens {
        /// A text file
        file: PathBuf,
        /// Count for this model
        #[arg(long, value_name = "MODEL")]
        model: Option<String>,
        /// Count with this encoding
        #[arg(long, value_name = "ENCODING", conflicts_with = "model", value_parser = encoding)]
        encoding: Option<models::Encoding>,
    },
    /// Update a vault's index
    Index(Index),
    /// Show the state of a vault's index
    Status {
        /// The vault's folder
        vault: PathBuf,
    },
    /// Find passages
    Search(Search),
    /// Query properties, tasks, tables, links and dates, such as "tag:film rating>=4 sort:-rating",
    /// "task:open due<2026-04-01" or "links:[[Note]]"
    Query(Query),
    /// Check each sentence of a Markdown file against a vault, or claims against texts from a file.
    /// Exit code 1 if a sentence is contradicted
    Check(Check),
    /// Say why a search doesn't find a note
    Why(Why),
    /// List the servers and models from the settings and on this machine. An arrow marks the chosen
    /// one. Exit code 1 if there is none. With an option: manage the models that run here without a
    /// server
    Models(Models),
    /// Choose the model for questions, here and in the window. A server that was only found on this
    /// machine gets nothing before you choose it
    Use(Use),
    /// Set the search service for --mode web and both, and when to ask before anything is sent to
    /// it
    Web(Web),
    /// Ask a question about a vault
    Ask(Ask),
    /// Talk with a vault: one question a line from stdin. Ctrl+C stops an answer
    Chat(Chat),
    /// Ask a model to prepare changes to notes, and show them. Nothing is written.
    Propose(Ask),
    /// List a vault's proposed and written changes, or show one as a diff.
    Changes(ChangesArgs),
    /// Write a proposed change, or some of its parts.
    Apply(Apply),
    /// Refuse a proposed change.
    Refuse(OneChange),
    /// Undo a written change, or all changes of a conversation.
    Undo(Undo),
    /// List a vault's projects with their sizes, and whether each is sent whole or searched
    Projects(OneVault),
    /// List the prompts that /name runs, from the library and the vault's prompt folder
    Prompts(OneVault),
    /// List the memory of a vault, or change it
    Memory(MemoryArgs),
    /// Show what the answers about a vault rest on: the most cited notes, citations by month and by
    /// conversation, notes never cited, and questions that found nothing
    Insight(OneVault),
    /// Export a conversation as Markdown, or as JSON with all its data
    Export(Export),
    /// Import conversations from an export or a chat_sessions.json
    Import(Import),
    /// Erase deleted conversations now; otherwise they stay for 30 days
    Erase(Erase),
    /// Show the receipt of an answer
    Receipt(ReceiptArgs),
}

#[derive(Debug, clap::Args)]
pub struct Query {
    /// The vault's folder
    pub vault: PathBuf,
    /// The query, or with --question a question in plain words
    pub query: String,
    /// Read the query as a question, and print the query that it is read as
    #[arg(long)]
    pub question: bool,
}

#[derive(Debug, clap::Args)]
pub struct Index {
    /// The vault's folder
    pub vault: PathBuf,
    /// Rebuild the index
    #[arg(long)]
    pub full: bool,
    /// Keep following the folder until Ctrl+C
    #[arg(long)]
    pub watch: bool,
    /// Skip embedding: search works by words only
    #[arg(long)]
    pub no_embed: bool,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub struct Models {
    /// List the models that run without a server, installed or available, with their memory and
    /// speed
    #[arg(long)]
    pub list: bool,
    /// Download a model of that list. An interrupted download can be resumed
    #[arg(long, value_name = "NAME")]
    pub get: Option<String>,
    /// Remove a model or a partial download
    #[arg(long, value_name = "NAME")]
    pub remove: Option<String>,
    /// Add a copy of your own .gguf file; takes no space on the same disk
    #[arg(long, value_name = "FILE")]
    pub add: Option<PathBuf>,
    /// Add your own .gguf file without copying it
    #[arg(long, value_name = "FILE")]
    pub refer: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub struct Why {
    /// The vault's folder
    pub vault: PathBuf,
    /// The search words
    pub query: String,
    /// The note's path in the vault
    pub path: String,
    /// How to search, as for `search`
    #[arg(long, value_enum)]
    pub mode: Option<SearchMode>,
    /// Maximum number of passages of the search
    #[arg(short = 'k', long = "limit", default_value_t = 10, value_name = "N")]
    pub limit: usize,
}

#[derive(Debug, clap::Args)]
pub struct Search {
    /// The vault's folder
    pub vault: PathBuf,
    /// The search words; "exact phrase", -without, tag:name, path:part
    #[arg(required_unless_present = "batch", default_value = "")]
    pub query: String,
    /// Search by words, by meaning, or by both. The last two wait until search by meaning is ready.
    /// Default: both, as far as it is ready
    #[arg(long, value_enum)]
    pub mode: Option<SearchMode>,
    /// Maximum number of passages
    #[arg(short = 'k', long = "limit", default_value_t = 10, value_name = "N")]
    pub limit: usize,
    /// Answer every {"id","text"} line of this file by {"id","hits"}. A line may have a "history" of
    /// {"role","text"}, role "user" or "assistant": it is then searched as in that conversation
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    pub batch: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub struct Check {
    /// The vault's folder
    #[arg(required_unless_present = "batch")]
    pub vault: Option<PathBuf>,
    /// A Markdown file; each of its sentences is checked
    #[arg(required_unless_present_any = ["batch", "footnotes"])]
    pub file: Option<PathBuf>,
    /// Check for changed passages behind footnotes, in one note of the vault or in all
    #[arg(long)]
    pub footnotes: bool,
    /// Check each {"id","claim","text"} line of this file, without a vault
    #[arg(long, value_name = "FILE", conflicts_with_all = ["vault", "file"])]
    pub batch: Option<PathBuf>,
    /// With --batch: print the check's figures instead of verdicts
    #[arg(long, requires = "batch")]
    pub features: bool,
    /// Compare words only, without the embedding model
    #[arg(long)]
    pub words_only: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SearchMode {
    Keyword,
    Meaning,
    Hybrid,
}

#[derive(Debug, clap::Args)]
pub struct Ask {
    /// The vault's folder
    pub vault: PathBuf,
    /// The question; linked notes ([[wikilinks]]) are sent to the model
    pub question: String,
    /// Read every matching note in batches, one call of the model each, and answer from all of
    /// them. Ctrl+C keeps the batches read so far
    #[arg(long, conflicts_with_all = ["passages", "work"])]
    pub all: bool,
    #[command(flatten)]
    pub options: AskOptions,
}

/// Options that `ask`, `chat` and `propose` share.
#[derive(Debug, clap::Args)]
pub struct AskOptions {
    /// Where to look for passages
    #[arg(long, value_enum, default_value_t = AskMode::Notes)]
    pub mode: AskMode,
    /// Send the question itself to the web without asking. Queries and pages that the model chooses
    /// still need a yes
    #[arg(long)]
    pub allow_web: bool,
    /// Attach a file to the (first) question: text, Markdown, an image, a PDF, an Office file; can
    /// be repeated
    #[arg(long = "attach", value_name = "FILE")]
    pub attach: Vec<PathBuf>,
    /// Part of attached files to send
    #[arg(long = "attach-as", value_enum, default_value_t = AttachAs::Whole)]
    pub attach_as: AttachAs,
    /// Show passages only; ask no model
    #[arg(long)]
    pub passages: bool,
    /// Work step by step: a plan, its steps, and a report. A line typed meanwhile goes into the
    /// next step; Ctrl+C keeps the findings
    #[arg(long, conflicts_with = "passages")]
    pub work: bool,
    /// Continue the conversation with this id
    #[arg(long, value_name = "ID")]
    pub conversation: Option<String>,
    /// Ask in the project with this name
    #[arg(long, value_name = "NAME")]
    pub project: Option<String>,
    /// Plain chat, for the rest of the conversation: no search, no links, no memory and no tools
    #[arg(long, conflicts_with_all = ["project", "passages"])]
    pub plain: bool,
    #[command(flatten)]
    pub choice: ModelChoice,
}

#[derive(Debug, clap::Args)]
pub struct OneVault {
    /// The vault's folder
    pub vault: PathBuf,
}

#[derive(Debug, clap::Args)]
pub struct MemoryArgs {
    /// The vault's folder
    pub vault: PathBuf,
    /// Remember this
    #[arg(long, value_name = "TEXT")]
    pub add: Option<String>,
    /// Forget the entry with this id
    #[arg(long, value_name = "ID")]
    pub forget: Option<String>,
    /// Turn the memory on, here and in the window
    #[arg(long, conflicts_with = "off")]
    pub on: bool,
    /// Turn the memory off
    #[arg(long)]
    pub off: bool,
}

#[derive(Debug, clap::Args)]
pub struct Chat {
    /// The vault's folder
    pub vault: PathBuf,
    #[command(flatten)]
    pub options: AskOptions,
}

#[derive(Debug, clap::Args)]
pub struct Use {
    /// The model's name, as `models` lists it
    pub model: String,
    /// The model's server; needed if several servers offer the model, or for a new server
    #[arg(long, value_name = "URL")]
    pub server: Option<String>,
}

#[derive(Debug, clap::Args)]
pub struct Web {
    /// Search service: tavily, the address of a SearXNG server, or off. Without it, show the
    /// current one
    pub service: Option<String>,
    /// When to ask before a query is sent; the query is always shown
    #[arg(long, value_enum, value_name = "WHEN")]
    pub ask: Option<AskWhen>,
    /// Number of pages in a search result
    #[arg(long, value_name = "N")]
    pub results: Option<u32>,
    /// Read a key for Tavily from stdin and store it in the system's keychain; an empty line
    /// removes it
    #[arg(long)]
    pub key: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AskWhen {
    /// Each time
    Always,
    /// Once in a conversation
    Once,
    /// Never
    Never,
}

#[derive(Debug, clap::Args)]
pub struct ModelChoice {
    /// The model's server, for this command only, e.g. http://127.0.0.1:11434
    #[arg(long, value_name = "URL")]
    pub server: Option<String>,
    /// The model, for this command only; on the server from --server, else the chosen one, else the
    /// first
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AttachAs {
    /// The whole file
    Whole,
    /// Passages that match the question
    Passages,
    /// Passages that match each question of the conversation
    Searched,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AskMode {
    None,
    Notes,
    Web,
    Both,
}

#[derive(Debug, clap::Args)]
pub struct Export {
    /// The conversation's id, as `ask --json` prints it
    pub conversation: String,
    /// Markdown with the shown branch, or JSON with everything
    #[arg(long, value_enum, default_value_t = KeptFormat::Md)]
    pub format: KeptFormat,
    /// Write to this new file instead of stdout; the file must not exist
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub struct Import {
    /// The file
    pub file: PathBuf,
    /// The folder of the vault that the conversations will belong to
    #[arg(long, value_name = "VAULT")]
    pub vault: PathBuf,
}

#[derive(Debug, clap::Args)]
pub struct Erase {
    /// Only the deleted conversation with this id
    #[arg(long, value_name = "ID")]
    pub conversation: Option<String>,
}

#[derive(Debug, clap::Args)]
pub struct ReceiptArgs {
    /// The answer's id, as `ask --json` prints it
    pub answer: String,
    /// Show every call of the model, not only the last
    #[arg(long)]
    pub all: bool,
    /// Print the text of an export file, with every call
    #[arg(long, value_enum)]
    pub format: Option<KeptFormat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum KeptFormat {
    Md,
    Json,
}

#[derive(Debug, clap::Args)]
pub struct ChangesArgs {
    /// The change to show. Without it, list all.
    pub id: Option<String>,
    /// The vault's folder. Default: the vault that was open last.
    #[arg(long, value_name = "VAULT")]
    pub vault: Option<PathBuf>,
    /// List only changes that wait for a decision.
    #[arg(long, conflicts_with = "id")]
    pub waiting: bool,
}

#[derive(Debug, clap::Args)]
pub struct Apply {
    /// The change and its vault.
    #[command(flatten)]
    pub change: OneChange,
    /// Write only these parts, by their numbers in `changes ID`.
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub only: Vec<usize>,
    /// Write only if this is still the revision, as --json prints it. Default: the revision shown
    /// last. If notes changed since, show the new revision and write nothing.
    #[arg(long, value_name = "N")]
    pub revision: Option<u32>,
}

#[derive(Debug, clap::Args)]
pub struct Undo {
    /// The change's id.
    #[arg(required_unless_present = "conversation")]
    pub id: Option<String>,
    /// Undo all changes of this conversation, the last first.
    #[arg(long, value_name = "ID", conflicts_with = "id")]
    pub conversation: Option<String>,
    /// The vault's folder. Default: the vault that was open last.
    #[arg(long, value_name = "VAULT")]
    pub vault: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub struct OneChange {
    /// The change's id.
    pub id: String,
    /// The vault's folder. Default: the vault that was open last.
    #[arg(long, value_name = "VAULT")]
    pub vault: Option<PathBuf>,
}

fn encoding(name: &str) -> Result<models::Encoding, String> {
    models::Encoding::from_name(name).ok_or_else(|| {
        let all = models::Encoding::ALL.map(models::Encoding::name).join(", ");
        sentences::no_encoding(&all)
    })
}
