//! Commits each change to the git repository of the vault, if the user wants.
//!
//! A repository may come from anyone, and its configuration can name programs that git runs: hooks, a file watcher,
//! filters, signing, an editor, transports. So only git's plumbing is used, which needs none of them, and the rest is
//! switched off. Git gets our own bytes; it opens no file of the vault but its own and `.gitattributes`. The index
//! isn't read, so staged changes stay.

use std::{collections::BTreeMap, path::Path, process::Stdio, time::Duration};

use futures::{FutureExt, future::BoxFuture};
use notes::{NotePath, Vault};
use retrieval::blocking;
use tokio::{io::AsyncWriteExt, process::Command};

use crate::sentences::changes as sentences;

/// Switches off settings that could run programs. These take precedence over any configuration.
const OFF: [&str; 9] = [
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "commit.gpgSign=false",
    "core.editor=false",
    "core.pager=cat",
    "core.sshCommand=false",
    "credential.helper=",
    "protocol.allow=never",
    "safe.bareRepository=explicit",
];

/// Maximum time of a commit. A configuration can make git wait forever.
const LONGEST: Duration = Duration::from_secs(120);

/// Traces of an unfinished merge and the like, which a commit would end or lose.
const UNFINISHED: [&str; 4] = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD"];

type Refusal = String;

/// Mode and object id of a file in a tree; `None` removes it.
type Leaf = Option<(&'static str, String)>;

/// By path in bytes: other paths that git lists needn't be UTF-8.
type Leaves = BTreeMap<Vec<u8>, Leaf>;

/// Commits these notes as they are now, except ignored ones, and nothing else. Changes no note.
pub(super) async fn commit(
    vault: &Vault,
    paths: Vec<NotePath>,
    title: &str,
) -> Result<(), Refusal> {
    let git = Git { root: vault.root() };
    match tokio::time::timeout(LONGEST, git.commit(vault, paths, title)).await {
        Ok(committed) => committed.map_err(|reason| sentences::not_committed(&reason)),
        Err(_) => Err(sentences::not_committed(sentences::GIT_TOO_SLOW.text())),
    }
}

struct Git<'a> {
    root: &'a Path,
}

struct Output {
    /// `None` if a signal ended git.
    code: Option<i32>,
    out: Vec<u8>,
    error: String,
}

impl Output {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.out).trim_end_matches(['\n', '\r']).to_owned()
    }
}

impl Git<'_> {
    async fn commit(
        &self,
        vault: &Vault,
        paths: Vec<NotePath>,
        title: &str,
    ) -> Result<(), Refusal> {
        // The vault's path in the repository: empty at the top, else with a slash at the end.
        let prefix = self.must(&["rev-parse", "--show-prefix"], b"").await?.text();
        self.refuse_what_runs_programs().await?;
        for name in UNFINISHED {
            if self.id_of(name).await?.is_some() {
                return Err(sentences::GIT_UNFINISHED.to_string());
            }
        }
        let paths = self.not_ignored(paths).await?;
        if paths.is_empty() {
            return Err(sentences::GIT_IGNORES.to_string());
        }
        self.refuse_filters(&paths).await?;

        let mut leaves = BTreeMap::new();
        for path in paths {
            let leaf = self.leaf(vault, &path).await?;
            leaves.insert(format!("{prefix}{path}").into_bytes(), leaf);
        }
        let head = self.id_of("HEAD^{commit}").await?;
        let before = match &head {
            Some(head) => self.id_of(&format!("{head}^{{tree}}")).await?,
            None => None,
        };
        let mut staged = Vec::new();
        let tree = self.tree(before.clone(), Vec::new(), leaves, &mut staged).await?;
        let tree = match tree {
            Some(tree) => tree,
            None => self.must(&["mktree"], b"").await?.text(),
        };
        if staged.is_empty() || before.as_ref() == Some(&tree) {
            return Ok(());
        }

        let message = sentences::commit_message(title);
        let mut arguments = vec!["commit-tree", "--no-gpg-sign", &tree, "-F", "-"];
        if let Some(head) = &head {
            arguments.extend(["-p", head]);
        }
        let made = self.must(&arguments, message.as_bytes()).await?.text();
        // The index matches the old commit. Without an update, these notes would seem to be changed back.
        let none = "0".repeat(made.len());
        let mut entries = Vec::new();
        for (path, leaf) in staged {
            let (mode, id) = leaf.unwrap_or(("0", none.clone()));
            entries.extend([format!("{mode} {id}\t").as_bytes(), &path, b"\0"].concat());
        }
        self.must(&["update-index", "-z", "--add", "--index-info"], &entries).await?;
        let told = format!("commit: {title}");
        let old = head.unwrap_or(none);
        self.must(&["update-ref", "-m", &told, "HEAD", &made, &old], b"").await?;
        Ok(())
    }

    /// The configuration can also name hooks one by one, which `core.hooksPath` doesn't switch off.
    async fn refuse_what_runs_programs(&self) -> Result<(), Refusal> {
        let hooks = ["config", "--name-only", "--get-regexp", r"^hook\."];
        let said = self.run(&hooks, b"").await?;
        match said.code {
            Some(0) => Err(sentences::GIT_HOOKS.to_string()),
            // Nothing matches.
            Some(1) => Ok(()),
            _ => Err(sentences::git_said(&said.error)),
        }
    }

    /// A filter is a program; without it the commit would differ from git's own.
    async fn refuse_filters(&self, paths: &[NotePath]) -> Result<(), Refusal> {
        let said = self.must(&["check-attr", "-z", "--stdin", "filter"], &listed(paths)).await?;
        let text = String::from_utf8_lossy(&said.out).into_owned();
        let mut fields = text.split('\0');
        while let (Some(path), Some(_), Some(value)) = (fields.next(), fields.next(), fields.next())
        {
            if !matches!(value, "unspecified" | "unset") {
                return Err(sentences::git_filter(path));
            }
        }
        Ok(())
    }

    async fn not_ignored(&self, mut paths: Vec<NotePath>) -> Result<Vec<NotePath>, Refusal> {
        // The command takes no literal paths; a leading dot prevents magic.
        let dotted = |path: &NotePath| format!("./{path}");
        let input: String = paths.iter().map(|path| dotted(path) + "\0").collect();
        let arguments = ["--no-literal-pathspecs", "check-ignore", "-z", "--stdin"];
        let said = self.run(&arguments, input.as_bytes()).await?;
        // 1: nothing is ignored.
        if !matches!(said.code, Some(0 | 1)) {
            return Err(sentences::git_said(&said.error));
        }
        let text = String::from_utf8_lossy(&said.out).into_owned();
        let ignored: Vec<&str> = text.split('\0').collect();
        paths.retain(|path| !ignored.contains(&dotted(path).as_str()));
        Ok(paths)
    }

    async fn leaf(&self, vault: &Vault, path: &NotePath) -> Result<Leaf, Refusal> {
        let (vault, note) = (vault.clone(), path.clone());
        let read = blocking(move || match vault.read(&note, Vault::MAX_NOTE_BYTES) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(notes::Error::NotFound(_)) => Ok(None),
            Err(error) => Err(error.into()),
        });
        let Some(bytes) = read.await.map_err(|error| error.to_string())? else { return Ok(None) };
        let path = format!("--path={path}");
        let id = self.must(&["hash-object", "-w", "--stdin", &path], &bytes).await?.text();
        Ok(Some(("100644", id)))
    }

    /// `before` with these files replaced; `None` if it becomes empty. Adds changed files to `staged`.
    fn tree<'b>(
        &'b self,
        before: Option<String>,
        folder: Vec<u8>,
        leaves: Leaves,
        staged: &'b mut Vec<(Vec<u8>, Leaf)>,
    ) -> BoxFuture<'b, Result<Option<String>, Refusal>> {
        async move {
            let mut entries = match &before {
                Some(tree) => {
                    entries(&self.must(&["ls-tree", "-z", "--full-tree", tree], b"").await?.out)
                }
                None => BTreeMap::new(),
            };
            let mut folders: BTreeMap<Vec<u8>, Leaves> = BTreeMap::new();
            for (path, leaf) in leaves {
                if let Some(at) = path.iter().position(|byte| *byte == b'/') {
                    let (name, rest) = (path[..at].to_vec(), path[at + 1..].to_vec());
                    folders.entry(name).or_default().insert(rest, leaf);
                    continue;
                }
                let whole = [&folder[..], &path].concat();
                let old = entries.get(&path);
                let is_file = |entry: &Entry| matches!(&*entry.mode, "100644" | "100755");
                if !old.is_none_or(is_file) {
                    return Err(sentences::git_not_a_file(&String::from_utf8_lossy(&whole)));
                }
                if old.map(|entry| &entry.id) == leaf.as_ref().map(|(_, id)| id) {
                    continue;
                }
                let is_program = old.is_some_and(|entry| entry.mode == "100755");
                let leaf = leaf.map(|(mode, id)| (if is_program { "100755" } else { mode }, id));
                match &leaf {
                    Some((mode, id)) => drop(entries.insert(path, Entry::new(mode, "blob", id))),
                    None => drop(entries.remove(&path)),
                }
                staged.push((whole, leaf));
            }
            for (name, leaves) in folders {
                let inside = [&folder[..], &name, b"/"].concat();
                let old = entries.get(&name);
                if old.is_some_and(|entry| entry.kind != "tree") {
                    return Err(sentences::git_not_a_file(&String::from_utf8_lossy(&inside)));
                }
                let old = old.map(|entry| entry.id.clone());
                match self.tree(old, inside, leaves, staged).await? {
                    Some(id) => drop(entries.insert(name, Entry::new("040000", "tree", &id))),
                    None => drop(entries.remove(&name)),
                }
            }
            if entries.is_empty() {
                return Ok(None);
            }
            let mut listed = Vec::new();
            for (name, Entry { mode, kind, id }) in entries {
                listed.extend([format!("{mode} {kind} {id}\t").as_bytes(), &name, b"\0"].concat());
            }
            // A partial clone may lack other files' bytes.
            let made = self.must(&["mktree", "-z", "--missing"], &listed).await?;
            Ok(Some(made.text()))
        }
        .boxed()
    }

    async fn id_of(&self, name: &str) -> Result<Option<String>, Refusal> {
        let said = self.run(&["rev-parse", "--quiet", "--verify", name], b"").await?;
        Ok((said.code == Some(0)).then(|| said.text()))
    }

    async fn must(&self, arguments: &[&str], input: &[u8]) -> Result<Output, Refusal> {
        let said = self.run(arguments, input).await?;
        match said.code {
            Some(0) => Ok(said),
            _ => Err(sentences::git_said(&said.error)),
        }
    }

    async fn run(&self, arguments: &[&str], input: &[u8]) -> Result<Output, Refusal> {
        let mut command = Command::new("git");
        command.arg("-C").arg(self.root).arg("--no-pager").arg("--literal-pathspecs");
        for setting in OFF {
            command.args(["-c", setting]);
        }
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("GIT_") {
                command.env_remove(name);
            }
        }
        // Missing objects aren't fetched: a transport is a program, too.
        command.env("GIT_ALLOW_PROTOCOL", "none").env("GIT_NO_LAZY_FETCH", "1");
        command.env("GIT_TERMINAL_PROMPT", "0").env("LC_ALL", "C");
        command.args(arguments).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(windows)]
        {
            const CREATE_NO_WINDOW: u32 = 0x0800_0000;
            command.creation_flags(CREATE_NO_WINDOW);
        }
        let failed = |error: std::io::Error| sentences::git_not_run(&error);
        let mut child = command.spawn().map_err(failed)?;
        let stdin = child.stdin.take();
        let write = async {
            if let Some(mut stdin) = stdin {
                // Git may end before it has read everything; its output says why.
                let _ = stdin.write_all(input).await;
            }
        };
        let ((), output) = futures::join!(write, child.wait_with_output());
        let output = output.map_err(failed)?;
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        Ok(Output { code: output.status.code(), out: output.stdout, error })
    }
}

struct Entry {
    mode: String,
    kind: String,
    id: String,
}

impl Entry {
    fn new(mode: &str, kind: &str, id: &str) -> Self {
        Self { mode: mode.to_owned(), kind: kind.to_owned(), id: id.to_owned() }
    }
}

fn entries(listed: &[u8]) -> BTreeMap<Vec<u8>, Entry> {
    let entry = |line: &[u8]| {
        let tab = line.iter().position(|byte| *byte == b'\t')?;
        let head = str::from_utf8(&line[..tab]).ok()?;
        let mut fields = head.split(' ');
        let entry = Entry::new(fields.next()?, fields.next()?, fields.next()?);
        Some((line[tab + 1..].to_vec(), entry))
    };
    listed.split(|byte| *byte == 0).filter_map(entry).collect()
}

fn listed(paths: &[NotePath]) -> Vec<u8> {
    paths.iter().flat_map(|path| [path.as_str().as_bytes(), b"\0"].concat()).collect()
}

#[cfg(test)]
mod tests;
