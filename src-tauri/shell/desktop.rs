//! What the app asks of the desktop around it: dialogs, questions to the user, other programs. None of
//! it is drawn by the page, so that nothing in the page can answer for the user.

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

/// The variable with which the window tests answer every question with yes. Only a program that was
/// built for development knows it.
const ANSWER: &str = "MARGINALIA_TEST_ANSWER";

/// The desktop. The tests of the commands have one of their own.
pub trait Desktop: Send + Sync {
    /// A folder that the user chooses in a dialog of this title.
    fn folder(&self, title: &str) -> BoxFuture<'_, Option<PathBuf>>;

    /// A model's file that the user chooses.
    fn model(&self) -> BoxFuture<'_, Option<PathBuf>>;

    fn files(&self) -> BoxFuture<'_, Vec<PathBuf>>;

    /// The files and the image that the user pastes, as far as the page gets none with the paste.
    ///
    /// # Errors
    /// If the user didn't paste, or nothing of the clipboard can be attached or pasted.
    fn pasted(&self) -> BoxFuture<'_, conversation::Result<Vec<FileSource>>>;

    /// An export of conversations that the user chooses.
    fn import(&self) -> BoxFuture<'_, Option<PathBuf>>;

    /// Where the user wants a file written that is called `name` at first.
    fn export(&self, name: &str) -> BoxFuture<'_, Option<PathBuf>>;

    fn confirm(&self, question: Question) -> BoxFuture<'_, bool>;

    /// Opens an address in the user's browser or mail program.
    fn open_address(&self, address: &str) -> Result<(), String>;

    /// Opens a file in the program that the user has for it.
    fn open_file(&self, path: &Path) -> Result<(), String>;

    /// Shows a file in the file manager.
    fn show_file(&self, path: PathBuf) -> BoxFuture<'_, Result<(), String>>;

    /// Opens the window for a quick question, or brings it to the front.
    fn open_quick_ask(&self) -> Result<(), String>;

    /// Puts the window for a quick question away.
    fn close_quick_ask(&self);

    /// Makes the window for a quick question reachable from other programs as the settings have it, and
    /// says what of that there isn't.
    fn offer_quick_ask(&self, settings: QuickAskSettings) -> BoxFuture<'_, QuickAskTroubles>;

    /// Brings the app's window to the front, and gives it a link.
    fn open_in_main(&self, link: Link);

    /// Has what stands outside the page speak the language that is spoken now, and keeps it for the next start.
    fn speak(&self);
}

pub struct NativeDesktop {
    app: AppHandle,
    /// Questions aren't shown, and answered with yes.
    agrees: bool,
    paste_gate: PasteGate,
}

impl NativeDesktop {
    pub fn new(app: AppHandle) -> Self {
        let agrees = matches!(test_answer(), Ok(true));
        Self { app, agrees, paste_gate: PasteGate::default() }
    }

    /// What lets the page read the clipboard.
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

/// Whether the tests answer for the user.
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

/// Waits for what a dialog calls back with. A dialog that goes away without a word was cancelled.
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
        // Asking the file manager waits for its answer.
        let shown = tokio::task::spawn_blocking(move || {
            // Not every desktop has a file manager that marks a file; its folder can be opened on all.
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
        // Keys and trays are the main thread's.
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

    fn speak(&self) {
        preferences::keep_language(&self.app);
        let app = self.app.clone();
        // Trays are the main thread's.
        let asked = self.app.run_on_main_thread(move || {
            if let Err(error) = quick_ask::speak(&app) {
                tracing::warn!(%error, "the tray's menu stays in another language");
            }
        });
        if let Err(error) = asked {
            tracing::warn!(%error, "the tray's menu stays in another language");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_program_for_development_is_answered_by_a_test() {
        let answer = |text: Option<&str>, development| {
            answer_of(text.map(OsString::from), development).map_err(|_| ())
        };
        assert_eq!(answer(None, true), Ok(false));
        assert_eq!(answer(None, false), Ok(false));
        assert_eq!(answer(Some("yes"), true), Ok(true));
        assert_eq!(answer(Some(""), true), Ok(false));
        for text in ["yes", "no", ""] {
            assert_eq!(answer(Some(text), false), Err(()), "{text}");
        }
    }
}
