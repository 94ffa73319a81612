//! The window's own URL schemes. `vault://` serves images and PDFs of the open vault, read through the vault's path
//! guard, and attachments of questions: images (`?attachment=ID`) and PDFs (`?pdf=ID`). `pages://` serves the frame
//! that draws PDFs, as a separate origin, so that a PDF can't reach the window.

use notes::NotePath;
use percent_encoding::percent_decode_str;
use tauri::{
    AppHandle, Manager, UriSchemeResponder,
    http::{Request, Response, StatusCode, header},
};

use crate::{commands::Backend, windows};

/// The frame may load its own scripts, fonts and pictures, and nothing else. Some picture decoders are WebAssembly,
/// which needs `wasm-unsafe-eval`; that doesn't permit `eval` of text.
const POLICY_OF_PAGES: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src data: blob:; \
    font-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    sandbox allow-scripts allow-same-origin";

pub fn answer(app: AppHandle, request: Request<Vec<u8>>, responder: UriSchemeResponder) {
    tauri::async_runtime::spawn(async move {
        responder.respond(match file(&app, &request).await {
            Ok((bytes, media_type)) => Response::builder()
                .header(header::CONTENT_TYPE, media_type)
                .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
                // The window shows an SVG only as an image; opened as a page, it may not run or load anything.
                .header(header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox")
                // The window fetches the PDF for the frame, which can't fetch it itself.
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
        return backend.app()?.turns.attached_image(id.parse()?).await;
    }
    let reader = &backend.app()?.reader;
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

pub fn page_frame(app: &AppHandle, request: &Request<Vec<u8>>) -> Response<Vec<u8>> {
    let path = match request.uri().path() {
        "/" => "/index.html",
        path => path,
    };
    let is_plain = path.split('/').all(|name| name != "..");
    let found = is_plain.then(|| app.asset_resolver().get(format!("pages{path}"))).flatten();
    // For an unknown path, the resolver returns the app's own page, which isn't the frame's.
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
