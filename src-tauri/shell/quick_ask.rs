//! The quick question window, opened by a global key or a tray icon. The settings show if the system lacks either.

use std::panic::{AssertUnwindSafe, catch_unwind};

use conversation::settings::{QuickAskKey, QuickAskSettings};
use language::Sentence;
use serde::Serialize;
use specta::Type;
use tauri::{
    AppHandle, Manager, WebviewUrl,
    menu::{Menu, MenuEvent, MenuItem},
    tray::TrayIconBuilder,
};
use tauri_plugin_global_shortcut::{
    Code, GlobalShortcut, GlobalShortcutExt, Modifiers, Shortcut, ShortcutState,
};

use crate::{sentences, windows};

const WINDOW: &str = "quick";

const PAGE: &str = "quick.html";

const TRAY: &str = "quick-ask";
const ASK: &str = "ask";
const OPEN: &str = "open";
const QUIT: &str = "quit";

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
pub struct QuickAskTroubles {
    pub key: Option<String>,
    pub tray: Option<String>,
}

pub fn open(app: &AppHandle) -> tauri::Result<()> {
    if let Some(window) = app.get_webview_window(WINDOW) {
        return window.show().and_then(|()| window.set_focus());
    }
    let window = windows::own(app, WINDOW, WebviewUrl::App(PAGE.into()))
        .title(sentences::TRAY_ASK.text())
        .inner_size(640.0, 480.0)
        .min_inner_size(360.0, 200.0)
        .always_on_top(true)
        .skip_taskbar(true)
        .center()
        .build()?;
    windows::paint(&window);
    Ok(())
}

/// Hides the window, so that it opens again at once.
pub fn close(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(WINDOW)
        && let Err(error) = window.hide()
    {
        tracing::warn!(%error, "the window for a quick question couldn't be put away");
    }
}

pub fn end(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(WINDOW)
        && let Err(error) = window.destroy()
    {
        tracing::warn!(%error, "the window for a quick question couldn't be closed");
    }
}

/// Registers the key and shows the icon as set, or removes both. Main thread only.
pub fn offer(app: &AppHandle, settings: QuickAskSettings) -> QuickAskTroubles {
    QuickAskTroubles { key: take_key(app, settings).err(), tray: show_icon(app, settings.on).err() }
}

fn take_key(app: &AppHandle, settings: QuickAskSettings) -> Result<(), String> {
    let taken = |error: tauri_plugin_global_shortcut::Error| sentences::key_is_taken(&error);
    if let Some(keys) = app.try_state::<GlobalShortcut<tauri::Wry>>() {
        keys.unregister_all().map_err(taken)?;
    }
    if !settings.on {
        return Ok(());
    }
    // On Wayland, registering with the X11 server would succeed, but key presses would never arrive.
    if cfg!(target_os = "linux") && std::env::var_os("WAYLAND_DISPLAY").is_some() {
        return Err(sentences::NO_KEY_HERE.to_string());
    }
    if app.try_state::<GlobalShortcut<tauri::Wry>>().is_none() {
        // Loaded only on demand, because the plugin listens to the whole desktop.
        app.plugin(tauri_plugin_global_shortcut::Builder::new().build())
            .map_err(|error| sentences::key_is_taken(&error))?;
    }
    let pressed = app.global_shortcut().on_shortcut(shortcut(settings.key), |app, _, event| {
        if event.state == ShortcutState::Pressed
            && let Err(error) = open(app)
        {
            tracing::warn!(%error, "the window for a quick question wasn't opened");
        }
    });
    pressed.map_err(taken)
}

fn shortcut(key: QuickAskKey) -> Shortcut {
    let control = if cfg!(target_os = "macos") { Modifiers::SUPER } else { Modifiers::CONTROL };
    let (modifiers, code) = match key {
        QuickAskKey::ControlShiftSpace => (control | Modifiers::SHIFT, Code::Space),
        QuickAskKey::AltSpace => (Modifiers::ALT, Code::Space),
        QuickAskKey::ControlAltM => (control | Modifiers::ALT, Code::KeyM),
    };
    Shortcut::new(Some(modifiers), code)
}

fn show_icon(app: &AppHandle, shown: bool) -> Result<(), String> {
    if !shown {
        drop(app.remove_tray_by_id(TRAY));
        return Ok(());
    }
    if app.tray_by_id(TRAY).is_some() {
        return Ok(());
    }
    // Linux loads the tray library here, and its bindings panic if it is missing.
    match catch_unwind(AssertUnwindSafe(|| build_icon(app))) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err(sentences::NO_TRAY.to_string()),
    }
}

fn build_icon(app: &AppHandle) -> tauri::Result<()> {
    let mut icon = TrayIconBuilder::with_id(TRAY).menu(&menu(app)?).on_menu_event(choose);
    if let Some(image) = app.default_window_icon() {
        icon = icon.icon(image.clone());
    }
    icon.build(app)?;
    Ok(())
}

fn menu(app: &AppHandle) -> tauri::Result<Menu<tauri::Wry>> {
    let item =
        |id: &str, text: Sentence| MenuItem::with_id(app, id, text.text(), true, None::<&str>);
    let items = [
        item(ASK, sentences::TRAY_ASK)?,
        item(OPEN, sentences::TRAY_OPEN)?,
        item(QUIT, sentences::TRAY_QUIT)?,
    ];
    Menu::with_items(app, &items.each_ref().map(|item| item as _))
}

/// Translates the tray menu and the window's title into the current language. Main thread only.
pub fn apply_language(app: &AppHandle) -> tauri::Result<()> {
    if let Some(icon) = app.tray_by_id(TRAY) {
        icon.set_menu(Some(menu(app)?))?;
    }
    match app.get_webview_window(WINDOW) {
        Some(window) => window.set_title(sentences::TRAY_ASK.text()),
        None => Ok(()),
    }
}

fn choose(app: &AppHandle, event: MenuEvent) {
    match event.id().as_ref() {
        ASK => {
            if let Err(error) = open(app) {
                tracing::warn!(%error, "the window for a quick question wasn't opened");
            }
        }
        OPEN => windows::bring_forward(app),
        QUIT => app.exit(0),
        _ => {}
    }
}
