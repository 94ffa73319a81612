//! The desktop around the app: dialogs, questions to the user, other programs. The page draws none of these, so
//! nothing in the page can answer for the user.

#[cfg(test)]
mod tests;

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use crate::{
    clipboard::{self, PasteGate},
    links::{self, Link},
    preferences,
    quick_ask::{self, QuickAskTroubles},
    sentences::{self, Question},
    windows::MAIN,
};
use app::attachments::FileSource;
use conversation::settings::QuickAskSettings;
use futures::future::{BoxFuture, FutureExt};
use tauri::{AppHandle, Manager};
use tauri_plugin_dialog::{
    DialogExt, FileDialogBuilder, FilePath, MessageDialogButtons, MessageDialogKind,
};
use tokio::sync::oneshot;

/// Makes the window tests answer every question with yes. Only development builds accept this variable.
const ANSWER: &str = "MARGINALIA_TEST_ANSWER";

/// Desktop services, with a fake for the tests of the commands.
pub trait Desktop: Send + Sync {
    fn folder(&self, title: &str) -> BoxFuture<'_, Option<PathBuf>>;

    fn model(&self) -> BoxFuture<'_, Option<PathBuf>>;

    fn files(&self) -> BoxFuture<'_, Vec<PathBuf>>;

    /// Files and images that the user pasted, where the paste event itself has none.
    fn pasted(&self) -> BoxFuture<'_, conversation::Result<Vec<FileSource>>>;

    fn import(&self) -> BoxFuture<'_, Option<PathBuf>>;

    fn export(&self, name: &str) -> BoxFuture<'_, Option<PathBuf>>;

    fn confirm(&self, question: Question) -> BoxFuture<'_, bool>;

    fn open_address(&self, address: &str) -> Result<(), String>;

    fn open_file(&self, path: &Path) -> Result<(), String>;

    fn show_file(&self, path: PathBuf) -> BoxFuture<'_, Result<(), String>>;

    fn open_quick_ask(&self) -> Result<(), String>;

    fn close_quick_ask(&self);

    fn offer_quick_ask(&self, settings: QuickAskSettings) -> BoxFuture<'_, QuickAskTroubles>;

    fn open_in_main(&self, link: Link);

    /// Translates the tray menu and window titles, and saves the language for the next start.
    fn apply_language(&self);
}

pub struct NativeDesktop {
    app: AppHandle,
    agrees: bool,
    paste_gate: PasteGate,
}

impl NativeDesktop {
    pub fn new(app: AppHandle) -> Self {
        let agrees = matches!(test_answer(), Ok(true));
        Self { app, agrees, paste_gate: PasteGate::default() }
    }

    pub fn paste_gate(&self) -> PasteGate {
        self.paste_gate.clone()
    }

    fn dialog(&self, title: &str) -> FileDialogBuilder<tauri::Wry> {
        let dialog = self.app.dialog().file().set_title(title);
        match self.app.get_webview_window(MAIN) {
            Some(window) => dialog.set_parent(&window),
            None => dialog,
        }
    }
}

pub fn test_answer() -> Result<bool, String> {
    answer_of(std::env::var_os(ANSWER), cfg!(debug_assertions))
}

fn answer_of(variable: Option<OsString>, development: bool) -> Result<bool, String> {
    match variable {
        None => Ok(false),
        Some(_) if !development => Err(sentences::answer_is_set(ANSWER)),
        Some(answer) => Ok(answer == OsStr::new("yes")),
    }
}

/// Waits for a dialog's callback. A dialog that closes without calling back counts as cancelled.
async fn answered<T: Default>(show: impl FnOnce(oneshot::Sender<T>)) -> T {
    let (reply, answer) = oneshot::channel();
    show(reply);
    answer.await.unwrap_or_default()
}

fn path(chosen: FilePath) -> Option<PathBuf> {
    chosen.into_path().ok()
}

impl Desktop for NativeDesktop {
    fn folder(&self, title: &str) -> BoxFuture<'_, Option<PathBuf>> {
        let dialog = self.dialog(title);
        let chosen = answered(|reply| dialog.pick_folder(|chosen| drop(reply.send(chosen))));
        chosen.map(|chosen| chosen.and_then(path)).boxed()
    }

    fn model(&self) -> BoxFuture<'_, Option<PathBuf>> {
        let dialog = self
            .dialog(sentences::ADD_MODEL.text())
            .add_filter(sentences::MODEL_FILES.text(), &["gguf"]);
        let chosen = answered(|reply| dialog.pick_file(|chosen| drop(reply.send(chosen))));
        chosen.map(|chosen| chosen.and_then(path)).boxed()
    }

    fn files(&self) -> BoxFuture<'_, Vec<PathBuf>> {
        let dialog = self.dialog(sentences::ATTACH.text());
        let chosen = answered(|reply| dialog.pick_files(|chosen| drop(reply.send(chosen))));
        chosen.map(|chosen| chosen.into_iter().flatten().filter_map(path).collect()).boxed()
    }

    fn pasted(&self) -> BoxFuture<'_, conversation::Result<Vec<FileSource>>> {
        async {
            self.paste_gate.pass()?;
            clipboard::read(&self.app).await
        }
        .boxed()
    }

    fn import(&self) -> BoxFuture<'_, Option<PathBuf>> {
        let dialog = self
            .dialog(sentences::IMPORT.text())
            .add_filter(sentences::CONVERSATIONS.text(), &["json"]);
        let chosen = answered(|reply| dialog.pick_file(|chosen| drop(reply.send(chosen))));
        chosen.map(|chosen| chosen.and_then(path)).boxed()
    }

    fn export(&self, name: &str) -> BoxFuture<'_, Option<PathBuf>> {
        let dialog = self.dialog(sentences::EXPORT.text()).set_file_name(name);
        let chosen = answered(|reply| dialog.save_file(|chosen| drop(reply.send(chosen))));
        chosen.map(|chosen| chosen.and_then(path)).boxed()
    }

    fn confirm(&self, question: Question) -> BoxFuture<'_, bool> {
        if self.agrees {
            return async { true }.boxed();
        }
        let (yes, no) = (question.yes.into(), sentences::CANCEL.into());
        let buttons = MessageDialogButtons::OkCancelCustom(yes, no);
        let dialog = self.app.dialog().message(question.text).title(question.title);
        let dialog = dialog.kind(MessageDialogKind::Warning).buttons(buttons);
        let dialog = match self.app.get_webview_window(MAIN) {
            Some(window) => dialog.parent(&window),
            None => dialog,
        };
        answered(|reply| {
            dialog.show(|yes| {
                let _ = reply.send(yes);
            })
        })
        .boxed()
    }

    fn open_address(&self, address: &str) -> Result<(), String> {
        tauri_plugin_opener::open_url(address, None::<&str>).map_err(|error| error.to_string())
    }

    fn open_file(&self, path: &Path) -> Result<(), String> {
        tauri_plugin_opener::open_path(path, None::<&str>).map_err(|error| error.to_string())
    }

    fn show_file(&self, path: PathBuf) -> BoxFuture<'_, Result<(), String>> {
        // Blocks until the file manager answers.
        let shown = tokio::task::spawn_blocking(move || {
            // Not every desktop has a file manager that can select a file; opening the folder works on all.
            tauri_plugin_opener::reveal_item_in_dir(&path)
                .or_else(|error| match path.parent() {
                    Some(folder) => tauri_plugin_opener::open_path(folder, None::<&str>),
                    None => Err(error),
                })
                .map_err(|error| error.to_string())
        });
        shown.map(|ended| ended.unwrap_or_else(|error| Err(error.to_string()))).boxed()
    }

    fn open_quick_ask(&self) -> Result<(), String> {
        quick_ask::open(&self.app).map_err(|error| error.to_string())
    }

    fn close_quick_ask(&self) {
        quick_ask::close(&self.app);
    }

    fn offer_quick_ask(&self, settings: QuickAskSettings) -> BoxFuture<'_, QuickAskTroubles> {
        let app = self.app.clone();
        // Global keys and tray icons need the main thread.
        answered(move |reply| {
            let on_main = app.clone();
            let asked = app.run_on_main_thread(move || {
                let _ = reply.send(quick_ask::offer(&on_main, settings));
            });
            if let Err(error) = asked {
                tracing::warn!(%error, "the window for a quick question wasn't offered");
            }
        })
        .boxed()
    }

    fn open_in_main(&self, link: Link) {
        links::open_in_main(&self.app, link);
    }

    fn apply_language(&self) {
        preferences::keep_language(&self.app);
        let app = self.app.clone();
        let asked = self.app.run_on_main_thread(move || {
            if let Err(error) = quick_ask::apply_language(&app) {
                tracing::warn!(%error, "the tray's menu stays in another language");
            }
        });
        if let Err(error) = asked {
            tracing::warn!(%error, "the tray's menu stays in another language");
        }
    }
}
