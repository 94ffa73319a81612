//! The app's windows and the pages that they may load.

use tauri::{
    AppHandle, Manager, Url, WebviewUrl, WebviewWindow, WebviewWindowBuilder,
    webview::{Color, NewWindowResponse},
};

use crate::preferences::{self, Theme};

pub const MAIN: &str = "main";

pub fn bring_forward(app: &AppHandle) {
    let Some(window) = app.get_webview_window(MAIN) else { return };
    let shown = window.unminimize().and_then(|()| window.show()).and_then(|()| window.set_focus());
    if let Err(error) = shown {
        tracing::warn!(%error, "the window couldn't come to the front");
    }
}

/// URL of the window's own page: built in, or the development server's.
pub fn own_page(development: Option<&Url>) -> Option<Url> {
    match development {
        Some(server) => Some(server.clone()),
        // tauri's replacement: WebView2 doesn't support custom schemes.
        None if cfg!(windows) => Url::parse("http://tauri.localhost").ok(),
        None => Url::parse("tauri://localhost").ok(),
    }
}

pub fn own_origin(app: &AppHandle) -> String {
    let development = app.config().build.dev_url.as_ref().filter(|_| cfg!(dev));
    let page = own_page(development).map(String::from).unwrap_or_default();
    page.trim_end_matches('/').to_owned()
}

pub fn page_frame() -> Option<Url> {
    Url::parse(if cfg!(windows) { "http://pages.localhost/" } else { "pages://localhost/" }).ok()
}

/// Compares scheme, host and port. [`Url::origin`] can't compare custom schemes.
pub fn is_same_origin(one: &Url, other: &Url) -> bool {
    one.scheme() == other.scheme()
        && one.host_str() == other.host_str()
        && one.port_or_known_default() == other.port_or_known_default()
        && other.username().is_empty()
        && other.password().is_none()
}

/// A window that loads only its own page and the PDF frame; links can't navigate it or open another window. Its page
/// has the chosen colours from the start.
pub fn own<'a>(
    app: &'a AppHandle,
    label: &str,
    page: WebviewUrl,
) -> WebviewWindowBuilder<'a, tauri::Wry, AppHandle> {
    let development = app.config().build.dev_url.as_ref().filter(|_| cfg!(dev));
    let own = own_page(development);
    let dark = match preferences::theme(app) {
        Theme::System => "matchMedia('(prefers-color-scheme: dark)').matches",
        Theme::Light => "false",
        Theme::Dark => "true",
    };
    WebviewWindowBuilder::new(app, label, page)
        .initialization_script(format!("if (document.documentElement) document.documentElement.dataset.theme = {dark} ? 'dark' : 'light';"))
        .on_navigation(move |url| {
            own.as_ref().is_some_and(|own| is_same_origin(own, url))
                || page_frame().is_some_and(|frame| frame == *url)
        })
        .on_new_window(|_, _| NewWindowResponse::Deny)
}

/// Paints a window before its page is drawn, in the colour of the page (`--paper`).
pub fn paint(window: &WebviewWindow) {
    let is_dark = match preferences::theme(window.app_handle()) {
        Theme::System => window.theme().is_ok_and(|theme| theme == tauri::Theme::Dark),
        chosen => chosen == Theme::Dark,
    };
    let paper = if is_dark { Color(0x1d, 0x1a, 0x17, 0xff) } else { Color(0xfb, 0xf8, 0xf1, 0xff) };
    if let Err(error) = window.set_background_color(Some(paper)) {
        tracing::warn!(%error, "the window begins in the system's colour");
    }
}
