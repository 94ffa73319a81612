//! The window's own schemes. `vault://` has images and PDFs of the open vault, read through the vault's path
//! guard, and what was attached to a question: images (`?attachment=` and the id) and PDFs (`?pdf=` and the
//! id). `pages://` has the frame in which PDFs are drawn: an origin of its own, from which nothing of the
//! window can be reached.

use notes::NotePath;
use percent_encoding::percent_decode_str;
use tauri::{
    AppHandle, Manager, UriSchemeResponder,
    http::{Request, Response, StatusCode, header},
};

use crate::{commands::Backend, windows};

/// What may happen in the frame: it has its own scripts and their fonts and pictures, and nothing else. (What
/// decodes some pictures is WebAssembly, which isn't made from text as `eval` would.)
const POLICY_OF_PAGES: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src data: blob:; \
    font-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    sandbox allow-scripts allow-same-origin";

/// Answers a request of the window for an image or a PDF.
pub fn answer(app: AppHandle, request: Request<Vec<u8>>, responder: UriSchemeResponder) {
    tauri::async_runtime::spawn(async move {
        responder.respond(match file(&app, &request).await {
            Ok((bytes, media_type)) => Response::builder()
                .header(header::CONTENT_TYPE, media_type)
                .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
                // An SVG is shown as an image only; should it be opened as a page all the same,
                // nothing in it may run or load.
                .header(header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox")
                // The window hands a PDF on to the frame that draws it, which can't ask for itself.
                .header(header::ACCESS_CONTROL_ALLOW_ORIGIN, windows::own_origin(&app))
                .header(header::CACHE_CONTROL, "no-cache")
                .body(bytes)
                .unwrap_or_default(),
            Err(error) => {
                let mut response = Response::new(error.to_string().into_bytes());
                *response.status_mut() = match error.code {
                    conversation::Code::OutsideVault => StatusCode::FORBIDDEN,
                    _ => StatusCode::NOT_FOUND,
                };
                response
            }
        });
    });
}

async fn file(
    app: &AppHandle,
    request: &Request<Vec<u8>>,
) -> conversation::Result<(Vec<u8>, &'static str)> {
    let backend = app.state::<Backend>();
    let attachment = request.uri().query().and_then(|query| query.strip_prefix("attachment="));
    if let Some(id) = attachment {
        return backend.chat()?.turns.attached_image(id.parse()?).await;
    }
    let reader = &backend.chat()?.reader;
    if let Some(id) = request.uri().query().and_then(|query| query.strip_prefix("pdf=")) {
        return Ok((reader.attached_pdf(id.parse()?).await?, "application/pdf"));
    }
    let path = request.uri().path().trim_start_matches('/');
    let path = NotePath::new(&percent_decode_str(path).decode_utf8_lossy())?;
    match request.uri().query() {
        Some("pdf") => Ok((reader.pdf(&path).await?, "application/pdf")),
        _ => reader.image(&path).await,
    }
}

/// Answers a request of the frame in which PDFs are drawn, for a file of its own.
pub fn page_frame(app: &AppHandle, request: &Request<Vec<u8>>) -> Response<Vec<u8>> {
    let path = match request.uri().path() {
        "/" => "/index.html",
        path => path,
    };
    let is_plain = path.split('/').all(|name| name != "..");
    let found = is_plain.then(|| app.asset_resolver().get(format!("pages{path}"))).flatten();
    // Where there is no such file, the app's own page is found, which isn't the frame's.
    let is_own = |asset: &tauri::Asset| asset.mime_type != "text/html" || path == "/index.html";
    let Some(asset) = found.filter(is_own) else {
        let mut response = Response::new(Vec::new());
        *response.status_mut() = StatusCode::NOT_FOUND;
        return response;
    };
    Response::builder()
        .header(header::CONTENT_TYPE, asset.mime_type)
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::CONTENT_SECURITY_POLICY, POLICY_OF_PAGES)
        .body(asset.bytes)
        .unwrap_or_default()
}
