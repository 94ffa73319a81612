//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::sentences;

/// Talk with your own notes, in a terminal.
#[derive(Debug, Parser)]
#[command(name = "marginalia-cli", version, about, max_term_width = 100)]
pub struct Args {
    /// One JSON object a line on stdout, and nothing else there
    #[arg(long, global = true)]
    pub json: bool,

    /// Keep all of the app's state in this folder
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
    /// List a vault's links and what each of them finds
    Links {
        /// The vault's folder
        vault: PathBuf,
    },
    /// List the passages into which notes are cut
    Chunks {
        /// The vault's folder
        vault: PathBuf,
    },
    /// Show a note as the sanitised HTML that the reader shows
    Render {
        /// A Markdown file
        file: PathBuf,
        /// The vault that it is a note of, for its links and embeds
        #[arg(long, value_name = "VAULT")]
        vault: Option<PathBuf>,
    },
    /// Show the text of a PDF, an Office file, a book, a page of HTML or any other text. The file is
    /// read in a process of its own that can open nothing else
    Extract {
        /// The file
        file: PathBuf,
        /// Page by page (slide by slide, sheet by sheet), with --json with the place of each line
        #[arg(long)]
        pages: bool,
        /// With the text in its pictures, which is recognised: a few seconds a page
        #[arg(long)]
        pictures: bool,
    },
    /// Count the tokens of a file
    Tokens {
        /// A text file
        file: PathBuf,
        /// Count as for this model
        #[arg(long, value_name = "MODEL")]
        model: Option<String>,
        /// Count by this encoding
        #[arg(long, value_name = "ENCODING", conflicts_with = "model", value_parser = encoding)]
        encoding: Option<models::Encoding>,
    },
    /// Bring a vault's index up to date
    Index(Index),
    /// What a vault's index holds
    Status {
        /// The vault's folder
        vault: PathBuf,
    },
    /// Find passages
    Search(Search),
    /// Check whether texts say what claims say: every sentence of a Markdown file against a vault, or the pairs of
    /// a file. Exit code 1 if a sentence is contradicted
    Check(Check),
    /// Why a note isn't among the passages that a search finds
    Why(Why),
    /// List the servers and models that can be used: those of the settings, and those found on this
    /// machine. The one that questions go to has an arrow. Exit code 1 if there is none. With an
    /// option: the models that run here without a server
    Models(Models),
    /// Choose the model that questions go to, here and in the window. What is merely found on this
    /// machine gets nothing before
    Use(Use),
    /// Say who searches the web for questions with --mode web or both, and when to ask before something
    /// goes there
    Web(Web),
    /// Ask a question of a vault
    Ask(Ask),
    /// Talk with a vault: questions from stdin, a line each. Ctrl+C stops an answer
    Chat(Chat),
    /// Ask a model to prepare changes to notes, and show them. Nothing is written.
    Propose(Ask),
    /// List the proposed and the written changes of a vault, or show one as a diff.
    Changes(ChangesArgs),
    /// Write a proposed change, or some of its parts.
    Apply(Apply),
    /// Leave a proposed change.
    Refuse(OneChange),
    /// Undo a change that was written, or all that a conversation changed.
    Undo(Undo),
    /// List a vault's projects, how large each is, and whether it goes whole into each question
    Projects(OneVault),
    /// List the prompts that /name runs, of the library and of the vault's folder for prompts
    Prompts(OneVault),
    /// List what is remembered about a vault
    Memory(MemoryArgs),
    /// What the answers about a vault rest on: notes by how often they are cited, by month and by
    /// conversation; notes that nothing cites; questions that found nothing
    Insight(OneVault),
    /// Write a conversation as Markdown, or as JSON with everything that it has
    Export(Export),
    /// Import conversations: of an export, or of a chat_sessions.json
    Import(Import),
    /// Erase deleted conversations for good, which else stay for 30 days
    Erase(Erase),
    /// Show the receipt of an answer
    Receipt(ReceiptArgs),
}

#[derive(Debug, clap::Args)]
pub struct Index {
    /// The vault's folder
    pub vault: PathBuf,
    /// Rebuild the index
    #[arg(long)]
    pub full: bool,
    /// Go on following the folder until Ctrl+C
    #[arg(long)]
    pub watch: bool,
    /// Only what is found by words: don't embed passages
    #[arg(long)]
    pub no_embed: bool,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub struct Models {
    /// List the models that run without a server: those that are here, and those that can be got,
    /// with what each takes and how fast it will be
    #[arg(long)]
    pub list: bool,
    /// Download a model of that list. What came stays when it is interrupted
    #[arg(long, value_name = "NAME")]
    pub get: Option<String>,
    /// Remove a model, or what came of one
    #[arg(long, value_name = "NAME")]
    pub remove: Option<String>,
    /// Add a .gguf file of your own: a copy, which takes no room on the same disk
    #[arg(long, value_name = "FILE")]
    pub add: Option<PathBuf>,
    /// Add a .gguf file of your own, which stays where it is
    #[arg(long, value_name = "FILE")]
    pub refer: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub struct Why {
    /// The vault's folder
    pub vault: PathBuf,
    /// What is searched for
    pub query: String,
    /// The note's path in the vault
    pub path: String,
    /// How to search, as for `search`
    #[arg(long, value_enum)]
    pub mode: Option<SearchMode>,
    /// How many passages the search would show
    #[arg(short = 'k', long = "limit", default_value_t = 10, value_name = "N")]
    pub limit: usize,
}

#[derive(Debug, clap::Args)]
pub struct Search {
    /// The vault's folder
    pub vault: PathBuf,
    /// What to find; "quoted words" together, -word not, tag:name, path:part
    #[arg(required_unless_present = "batch", default_value = "")]
    pub query: String,
    /// By the words that passages have, by what they mean, or by both; the latter two wait until all
    /// passages can be found by their meaning. Without it, by both as far as that is
    #[arg(long, value_enum)]
    pub mode: Option<SearchMode>,
    /// Maximum number of passages
    #[arg(short = 'k', long = "limit", default_value_t = 10, value_name = "N")]
    pub limit: usize,
    /// Answer every {"id","text"} line of this file by {"id","hits"}
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
    /// Check what became of the passages of footnotes, in one note of the vault or in all
    #[arg(long)]
    pub footnotes: bool,
    /// Check every {"id","claim","text"} line of this file by itself, without a vault
    #[arg(long, value_name = "FILE", conflicts_with_all = ["vault", "file"])]
    pub batch: Option<PathBuf>,
    /// With --batch: give the figures that are weighed instead of verdicts
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
    /// The question; [[wikilinks]] in it are given to the model
    pub question: String,
    /// Read every note that matches, batch by batch, and answer from what they say. The model is asked
    /// once for each batch; Ctrl+C keeps what was read
    #[arg(long, conflicts_with_all = ["passages", "work"])]
    pub all: bool,
    #[command(flatten)]
    pub options: AskOptions,
}

/// How questions are asked, and what goes along with them.
#[derive(Debug, clap::Args)]
pub struct AskOptions {
    /// Where to look for passages
    #[arg(long, value_enum, default_value_t = AskMode::Notes)]
    pub mode: AskMode,
    /// Let the question itself go to the web without asking. What the model chooses is asked about all the same
    #[arg(long)]
    pub allow_web: bool,
    /// Attach a file to the question, of a talk the first one: text, Markdown, an image, a PDF, an Office
    /// file; may be given several times
    #[arg(long = "attach", value_name = "FILE")]
    pub attach: Vec<PathBuf>,
    /// How much of attached files goes along
    #[arg(long = "attach-as", value_enum, default_value_t = AttachAs::Whole)]
    pub attach_as: AttachAs,
    /// Show the passages only and ask no model
    #[arg(long)]
    pub passages: bool,
    /// Work questions out step by step: a plan, its steps, and a report. A line that is typed meanwhile
    /// goes into the next step; Ctrl+C keeps what was found
    #[arg(long, conflicts_with = "passages")]
    pub work: bool,
    /// Go on with the conversation of this id
    #[arg(long, value_name = "ID")]
    pub conversation: Option<String>,
    /// Ask in the project of this name
    #[arg(long, value_name = "NAME")]
    pub project: Option<String>,
    /// Plain chat, also when the conversation is gone on with: look for nothing, follow no link, use no
    /// memory and no tool
    #[arg(long, conflicts_with_all = ["project", "passages"])]
    pub plain: bool,
    #[command(flatten)]
    pub choice: ModelChoice,
}

/// A vault.
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
    /// Forget what has this id
    #[arg(long, value_name = "ID")]
    pub forget: Option<String>,
    /// Turn the memory on, here and in the window
    #[arg(long, conflicts_with = "off")]
    pub on: bool,
    /// Turn it off
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
    /// The model's server; needed if several offer the model, and for a new one
    #[arg(long, value_name = "URL")]
    pub server: Option<String>,
}

#[derive(Debug, clap::Args)]
pub struct Web {
    /// Who searches: tavily, the address of a SearXNG server, or off; without it, show who does
    pub service: Option<String>,
    /// When to ask before a query leaves; it is shown in any case
    #[arg(long, value_enum, value_name = "WHEN")]
    pub ask: Option<AskWhen>,
    /// How many pages a search gives
    #[arg(long, value_name = "N")]
    pub results: Option<u32>,
    /// Read a key for Tavily from stdin and keep it in the system's keychain; an empty line removes it
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
    /// The model's server, for this time only, e.g. http://127.0.0.1:11434
    #[arg(long, value_name = "URL")]
    pub server: Option<String>,
    /// The model, for this time only; of the chosen server, or the first one, unless --server names another
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AttachAs {
    /// All of each
    Whole,
    /// The passages that match the question
    Passages,
    /// What matches the question, of this and each further one of the conversation
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
    /// The conversation's id, as `ask --json` gives it
    pub conversation: String,
    /// Markdown with the branch that is shown, or JSON with everything
    #[arg(long, value_enum, default_value_t = KeptFormat::Md)]
    pub format: KeptFormat,
    /// Write to this file, which must not be there yet, instead of stdout
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
    /// Only the deleted conversation of this id
    #[arg(long, value_name = "ID")]
    pub conversation: Option<String>,
}

#[derive(Debug, clap::Args)]
pub struct ReceiptArgs {
    /// The answer's id, as `ask --json` gives it
    pub answer: String,
    /// Of every call of the model, not of the last alone
    #[arg(long)]
    pub all: bool,
    /// As a file's text, of every call
    #[arg(long, value_enum)]
    pub format: Option<KeptFormat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum KeptFormat {
    Md,
    Json,
}

/// What `changes` takes.
#[derive(Debug, clap::Args)]
pub struct ChangesArgs {
    /// The change to show; all are listed without one.
    pub id: Option<String>,
    /// The vault's folder; the one that was open last without it.
    #[arg(long, value_name = "VAULT")]
    pub vault: Option<PathBuf>,
    /// Only those that wait to be decided on.
    #[arg(long, conflicts_with = "id")]
    pub waiting: bool,
}

/// What `apply` takes.
#[derive(Debug, clap::Args)]
pub struct Apply {
    /// The change and its vault.
    #[command(flatten)]
    pub change: OneChange,
    /// Only these parts, by the numbers that `changes ID` shows.
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub only: Vec<usize>,
    /// Only if this is still its revision, as --json tells it. Without it the one that was shown last; if notes
    /// changed since, the new one is shown and nothing is written.
    #[arg(long, value_name = "N")]
    pub revision: Option<u32>,
}

/// What is undone.
#[derive(Debug, clap::Args)]
pub struct Undo {
    /// The change's id.
    #[arg(required_unless_present = "conversation")]
    pub id: Option<String>,
    /// Undo all changes of this conversation, the last first.
    #[arg(long, value_name = "ID", conflicts_with = "id")]
    pub conversation: Option<String>,
    /// The vault's folder; the one that was open last without it.
    #[arg(long, value_name = "VAULT")]
    pub vault: Option<PathBuf>,
}

/// A change.
#[derive(Debug, clap::Args)]
pub struct OneChange {
    /// Its id.
    pub id: String,
    /// The vault's folder; the one that was open last without it.
    #[arg(long, value_name = "VAULT")]
    pub vault: Option<PathBuf>,
}

fn encoding(name: &str) -> Result<models::Encoding, String> {
    models::Encoding::from_name(name).ok_or_else(|| {
        let all = models::Encoding::ALL.map(models::Encoding::name).join(", ");
        sentences::no_encoding(&all)
    })
}
