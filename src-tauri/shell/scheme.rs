//! The `vault://` scheme: images of the open vault, read through the vault's path guard, and those that
//! were attached to a question (`?attachment=` and its id).

use notes::NotePath;
use percent_encoding::percent_decode_str;
use tauri::{
    AppHandle, Manager, UriSchemeResponder,
    http::{Request, Response, StatusCode, header},
};

use crate::commands::Backend;

/// Answers a request of the window for an image.
pub fn answer(app: AppHandle, request: Request<Vec<u8>>, responder: UriSchemeResponder) {
    tauri::async_runtime::spawn(async move {
        responder.respond(match image(&app, &request).await {
            Ok((bytes, media_type)) => Response::builder()
                .header(header::CONTENT_TYPE, media_type)
                .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
                // An SVG is shown as an image only; should it be opened as a page all the same,
                // nothing in it may run or load.
                .header(header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox")
                .header(header::CACHE_CONTROL, "no-cache")
                .body(bytes)
                .unwrap_or_default(),
            Err(error) => {
                let mut response = Response::new(error.message.into_bytes());
                *response.status_mut() = match error.code {
                    conversation::Code::OutsideVault => StatusCode::FORBIDDEN,
                    _ => StatusCode::NOT_FOUND,
                };
                response
            }
        });
    });
}

async fn image(
    app: &AppHandle,
    request: &Request<Vec<u8>>,
) -> conversation::Result<(Vec<u8>, &'static str)> {
    let backend = app.state::<Backend>();
    let attachment = request.uri().query().and_then(|query| query.strip_prefix("attachment="));
    if let Some(id) = attachment {
        return backend.chat()?.turns.attached_image(id.parse()?).await;
    }
    let path = request.uri().path().trim_start_matches('/');
    let path = NotePath::new(&percent_decode_str(path).decode_utf8_lossy())?;
    backend.chat()?.reader.image(&path).await
}
