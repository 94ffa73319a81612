//! The `vault://` scheme: images of the open vault, read through the vault's path guard.

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
        responder.respond(match image(&app, request.uri().path()).await {
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

async fn image(app: &AppHandle, path: &str) -> conversation::Result<(Vec<u8>, &'static str)> {
    let decoded = percent_decode_str(path.trim_start_matches('/')).decode_utf8_lossy();
    let path = NotePath::new(&decoded)?;
    app.state::<Backend>().chat()?.reader.image(&path).await
}
