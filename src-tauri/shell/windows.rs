//! The app's windows: what each may show, and how the first comes to the front.

use tauri::{
    AppHandle, Manager, Url, WebviewUrl, WebviewWindowBuilder, webview::NewWindowResponse,
};

/// The label of the app's own window.
pub const MAIN: &str = "main";

/// Shows the app's window above the others.
pub fn bring_forward(app: &AppHandle) {
    let Some(window) = app.get_webview_window(MAIN) else { return };
    let shown = window.unminimize().and_then(|()| window.show()).and_then(|()| window.set_focus());
    if let Err(error) = shown {
        tracing::warn!(%error, "the window couldn't come to the front");
    }
}

/// Where the window's own files are: the page that is built in, or in development the server's.
pub fn own_page(development: Option<&Url>) -> Option<Url> {
    match development {
        Some(server) => Some(server.clone()),
        // As tauri names it: Windows' web view knows no schemes of others.
        None if cfg!(windows) => Url::parse("http://tauri.localhost").ok(),
        None => Url::parse("tauri://localhost").ok(),
    }
}

/// The origin of the window's own files, as a header names it.
pub fn own_origin(app: &AppHandle) -> String {
    let development = app.config().build.dev_url.as_ref().filter(|_| cfg!(dev));
    let page = own_page(development).map(String::from).unwrap_or_default();
    page.trim_end_matches('/').to_owned()
}

/// The frame in which the pages of PDFs are drawn.
pub fn page_frame() -> Option<Url> {
    Url::parse(if cfg!(windows) { "http://pages.localhost/" } else { "pages://localhost/" }).ok()
}

/// Whether two addresses are of one scheme, host and port. A scheme that isn't the web's has no
/// origin that [`Url::origin`] compares.
pub fn is_same_origin(one: &Url, other: &Url) -> bool {
    one.scheme() == other.scheme()
        && one.host_str() == other.host_str()
        && one.port_or_known_default() == other.port_or_known_default()
        && other.username().is_empty()
        && other.password().is_none()
}

/// A window that shows its own files and nothing else, and in them the frame for PDFs: a link in a note, an
/// answer or a PDF can't lead either away, and can't open another window.
pub fn own<'a>(
    app: &'a AppHandle,
    label: &str,
    page: WebviewUrl,
) -> WebviewWindowBuilder<'a, tauri::Wry, AppHandle> {
    let development = app.config().build.dev_url.as_ref().filter(|_| cfg!(dev));
    let own = own_page(development);
    WebviewWindowBuilder::new(app, label, page)
        .on_navigation(move |url| {
            own.as_ref().is_some_and(|own| is_same_origin(own, url))
                || page_frame().is_some_and(|frame| frame == *url)
        })
        .on_new_window(|_, _| NewWindowResponse::Deny)
}
