//! Reads files and images from the clipboard so that the page can attach them. WebKitGTK doesn't give a page either;
//! other systems' web views include them in the paste event.

#[cfg(test)]
mod tests;

use parking_lot::Mutex;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use app::attachments::FileSource;
use conversation::{Code, Error, Result};
use tauri::AppHandle;

use crate::sentences;

/// Maximum time between the user's paste and the page reading the clipboard.
const LIMIT: Duration = Duration::from_secs(30);

/// Lets the page read the clipboard once after each paste. A compromised page could otherwise read it at any time.
#[derive(Debug, Clone, Default)]
pub struct PasteGate(Arc<Mutex<Option<Instant>>>);

impl PasteGate {
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "the page gets it elsewhere"))]
    pub fn open(&self) {
        *self.0.lock() = Some(Instant::now());
    }

    pub fn pass(&self) -> Result<()> {
        let pasted = self.0.lock().take();
        match pasted {
            Some(pasted) if pasted.elapsed() < LIMIT => Ok(()),
            _ => Err(Error::bad_input(sentences::NOT_PASTED)),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "the page gets it elsewhere"))]
enum Offer {
    Files(Vec<String>),
    Image {
        ending: &'static str,
        bytes: Vec<u8>,
    },
    /// Text, which the page pastes itself, or an empty clipboard.
    Nothing,
    Unknown,
}

impl Offer {
    fn files(self) -> Result<Vec<FileSource>> {
        let unreadable = || Error::new(Code::UnsupportedFile, sentences::NOT_PASTABLE);
        match self {
            Self::Nothing => Ok(Vec::new()),
            Self::Unknown => Err(unreadable()),
            Self::Image { bytes, .. } if bytes.is_empty() => Err(unreadable()),
            Self::Image { ending, bytes } => {
                Ok(vec![FileSource::pasted_bytes(format!("image.{ending}"), bytes)?])
            }
            Self::Files(addresses) => {
                let path = |address: &String| {
                    let address = tauri::Url::parse(address).ok()?;
                    let is_file = address.scheme() == "file";
                    is_file.then(|| address.to_file_path().ok()).flatten()
                };
                let files: Vec<_> = addresses.iter().filter_map(path).collect();
                if files.is_empty() {
                    return Err(unreadable());
                }
                Ok(files.iter().map(FileSource::from).collect())
            }
        }
    }
}

/// Empty if the clipboard has text, which the page pastes.
#[cfg(target_os = "linux")]
pub async fn read(app: &AppHandle) -> Result<Vec<FileSource>> {
    let (reply, offer) = tokio::sync::oneshot::channel();
    // The clipboard belongs to the main thread, which mustn't wait: another program may answer slowly.
    let asked = app.run_on_main_thread(move || linux::ask(reply));
    if let Err(error) = asked {
        tracing::warn!(%error, "the clipboard wasn't asked");
    }
    offer.await.unwrap_or(Offer::Unknown).files()
}

#[cfg(not(target_os = "linux"))]
pub async fn read(_app: &AppHandle) -> Result<Vec<FileSource>> {
    Offer::Nothing.files()
}

#[cfg(target_os = "linux")]
pub use linux::watch;

#[cfg(not(target_os = "linux"))]
pub fn watch(_window: &tauri::WebviewWindow, _gate: PasteGate) {}

#[cfg(target_os = "linux")]
mod linux {
    use gtk::{
        Clipboard, SelectionData,
        gdk::{Atom, EventKey, ModifierType, SELECTION_CLIPBOARD, keys::constants as keys},
        gio::{SimpleAction, prelude::*},
        glib::Propagation,
        prelude::*,
    };
    use tokio::sync::oneshot::Sender;
    use webkit2gtk::{ContextMenuAction, ContextMenuExt, ContextMenuItemExt, WebViewExt};

    use super::{Offer, PasteGate};

    const FILES: &str = "text/uri-list";
    const TEXTS: [&str; 6] = [
        "UTF8_STRING",
        "STRING",
        "TEXT",
        "COMPOUND_TEXT",
        "text/plain",
        "text/plain;charset=utf-8",
    ];
    /// Image types that can be attached, best first, with their file extensions.
    const IMAGES: [(&str, &str); 4] =
        [("image/png", "png"), ("image/jpeg", "jpg"), ("image/webp", "webp"), ("image/gif", "gif")];
    /// Targets that the clipboard always offers, whatever its content.
    const ITS_OWN: [&str; 4] = ["TARGETS", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS"];
    /// Hardware key code of V, for keyboards whose letters aren't Latin.
    const KEY_OF_V: u16 = 55;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(super) enum Choice {
        Files,
        Image { kind: &'static str, ending: &'static str },
        Nothing,
        Unknown,
    }

    pub(super) fn choose(offered: &[String]) -> Choice {
        let has = |kind: &str| offered.iter().any(|offered| offered == kind);
        // Files before text: file managers offer paths as text. Text before images: spreadsheets offer cells as an
        // image.
        if has(FILES) {
            Choice::Files
        } else if TEXTS.into_iter().any(has) {
            Choice::Nothing
        } else if let Some((kind, ending)) = IMAGES.into_iter().find(|(kind, _)| has(kind)) {
            Choice::Image { kind, ending }
        } else if offered.iter().all(|kind| ITS_OWN.contains(&kind.as_str())) {
            Choice::Nothing
        } else {
            Choice::Unknown
        }
    }

    /// Asks the clipboard's owner for its content without waiting; `reply` gets the answer.
    pub(super) fn ask(reply: Sender<Offer>) {
        let answer = |clipboard: &Clipboard, targets: &SelectionData| {
            let offered: Vec<_> =
                targets.targets().unwrap_or_default().iter().map(|it| it.name().into()).collect();
            match choose(&offered) {
                Choice::Files => clipboard.request_uris(|_, addresses| {
                    let addresses = addresses.iter().map(ToString::to_string).collect();
                    let _ = reply.send(Offer::Files(addresses));
                }),
                Choice::Image { kind, ending } => {
                    clipboard.request_contents(&Atom::intern(kind), move |_, image| {
                        let _ = reply.send(Offer::Image { ending, bytes: image.data() });
                    });
                }
                Choice::Nothing => drop(reply.send(Offer::Nothing)),
                Choice::Unknown => drop(reply.send(Offer::Unknown)),
            }
        };
        Clipboard::get(&SELECTION_CLIPBOARD).request_contents(&Atom::intern("TARGETS"), answer);
    }

    fn pastes(event: &EventKey) -> bool {
        let (key, held) = (event.keyval(), event.state());
        let is_v = key == keys::v || key == keys::V || event.hardware_keycode() == KEY_OF_V;
        let is_insert = key == keys::Insert || key == keys::KP_Insert;
        (is_v && held.contains(ModifierType::CONTROL_MASK))
            || (is_insert && held.contains(ModifierType::SHIFT_MASK))
    }

    /// Opens the gate when the user pastes into the window, by key or by a text field's menu.
    pub fn watch(window: &tauri::WebviewWindow, gate: PasteGate) {
        let watched = window.with_webview(move |view| {
            let (view, by_menu) = (view.inner(), gate.clone());
            view.connect_key_press_event(move |_, event| {
                if pastes(event) {
                    gate.open();
                }
                Propagation::Proceed
            });
            view.connect_context_menu(move |_, menu, _, _| {
                for item in menu.items() {
                    let gate = by_menu.clone();
                    let pastes = [ContextMenuAction::Paste, ContextMenuAction::PasteAsPlainText]
                        .contains(&item.stock_action());
                    let action = item.gaction().and_then(|it| it.downcast::<SimpleAction>().ok());
                    if let Some(action) = action.filter(|_| pastes) {
                        action.connect_activate(move |_, _| gate.open());
                    }
                }
                // `false` shows the menu unchanged.
                false
            });
        });
        if let Err(error) = watched {
            tracing::warn!(%error, "files and images can't be pasted");
        }
    }
}
