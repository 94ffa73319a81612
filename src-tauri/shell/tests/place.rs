//! An app whose commands tests can call as its page.

use std::sync::Arc;

use app::{App, keys::InMemory};
use serde_json::Value;
use tauri::{
    Manager, WebviewWindow,
    ipc::{CallbackFn, InvokeBody},
    test::{INVOKE_KEY, MockRuntime, get_ipc_response, mock_builder, mock_context, noop_assets},
    webview::InvokeRequest,
};

use super::desk::Desk;
use crate::{
    bindings,
    commands::{Backend, ShippedFolders},
    consent::Consent,
    launch::Launch,
    log::Logs,
    openings::Openings,
};

/// An app without a screen, with a vault of one note.
pub struct Place {
    pub folder: tempfile::TempDir,
    pub desk: Desk,
    _app: tauri::App<MockRuntime>,
    page: WebviewWindow<MockRuntime>,
}

impl Place {
    pub fn new(desk: Desk) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let vault = folder.path().join("vault");
        std::fs::create_dir(&vault).unwrap();
        std::fs::write(vault.join("Rye.md"), "Rye rests.\n").unwrap();
        std::fs::write(vault.join("run.sh"), "run").unwrap();
        std::fs::write(folder.path().join("secret.txt"), "secret").unwrap();
        let app = mock_builder()
            .invoke_handler(bindings::<MockRuntime>().invoke_handler())
            .build(mock_context(noop_assets()))
            .unwrap();
        let backend = tauri::async_runtime::block_on(async {
            let data = folder.path().join("data");
            let backend = App::open_with(&data, Arc::new(InMemory::default())).await.unwrap();
            backend.models.set_places(Vec::new());
            backend.vaults.open(&vault).await.unwrap();
            backend
        });
        app.manage(Arc::new(Openings::new(&folder.path().join("data"))));
        app.manage(Backend::new(Ok(backend)));
        app.manage(Consent::new(desk.clone()));
        app.manage(ShippedFolders(Vec::new()));
        app.manage(Launch::default());
        app.manage(Arc::new(Logs::default()));
        let page = tauri::WebviewWindowBuilder::new(&app, "main", Default::default()).build();
        Self { folder, desk, page: page.unwrap(), _app: app }
    }

    pub fn call(&self, command: &str, arguments: Value) -> Result<Value, Value> {
        let request = InvokeRequest {
            cmd: command.to_owned(),
            callback: CallbackFn(0),
            error: CallbackFn(1),
            url: super::super::windows::own_page(None).unwrap(),
            body: InvokeBody::Json(arguments),
            headers: Default::default(),
            invoke_key: INVOKE_KEY.to_owned(),
        };
        get_ipc_response(&self.page, request).map(|body| body.deserialize().unwrap())
    }

    pub fn file(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }
}
