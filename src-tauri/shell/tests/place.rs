//! An app whose commands tests can call as its page.

use std::sync::Arc;

use app::{App, keys::InMemory};
use serde_json::Value;
use tauri::{
    Manager, WebviewWindow,
    ipc::{CallbackFn, InvokeBody, InvokeResponseBody},
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

/// An app without a screen.
pub struct Place {
    pub folder: tempfile::TempDir,
    pub desk: Desk,
    pub app: tauri::App<MockRuntime>,
    page: WebviewWindow<MockRuntime>,
}

impl Place {
    /// Over a vault of one note, which is open.
    pub fn new(desk: Desk) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let vault = folder.path().join("vault");
        std::fs::create_dir(&vault).unwrap();
        std::fs::write(vault.join("Rye.md"), "Rye rests.\n").unwrap();
        std::fs::write(vault.join("run.sh"), "run").unwrap();
        std::fs::write(folder.path().join("secret.txt"), "secret").unwrap();
        let place = Self::in_folder(folder, desk, |_| {});
        tauri::async_runtime::block_on(place.backend().vaults.open(&vault)).unwrap();
        place
    }

    /// With its data in `folder` and no vault open. `told` gets what commands send through their channels.
    pub fn in_folder(
        folder: tempfile::TempDir,
        desk: Desk,
        told: impl Fn(&str) + Send + Sync + 'static,
    ) -> Self {
        let app = mock_builder()
            .invoke_handler(bindings::<MockRuntime>().invoke_handler())
            .channel_interceptor(move |_, _, _, body| {
                if let InvokeResponseBody::Json(json) = body {
                    told(json);
                }
                true
            })
            .build(mock_context(noop_assets()))
            .unwrap();
        let data = folder.path().join("data");
        let opened =
            tauri::async_runtime::block_on(App::open_with(&data, Arc::new(InMemory::default())));
        app.manage(Arc::new(Openings::new(&data)));
        app.manage(Backend::new(opened));
        app.manage(Consent::new(desk.clone()));
        app.manage(ShippedFolders(Vec::new()));
        app.manage(Launch::default());
        app.manage(Arc::new(Logs::default()));
        let page = tauri::WebviewWindowBuilder::new(&app, "main", Default::default())
            // By default a folder in the user's home, which some don't have.
            .data_directory(folder.path().join("page"))
            .build();
        let place = Self { folder, desk, page: page.unwrap(), app };
        place.backend().models.set_places(Vec::new());
        place
    }

    pub fn backend(&self) -> &App {
        self.app.state::<Backend>().inner().app().unwrap()
    }

    pub fn call(&self, command: &str, arguments: Value) -> Result<Value, Value> {
        call(&self.page, command, arguments)
    }

    pub fn page(&self) -> WebviewWindow<MockRuntime> {
        self.page.clone()
    }

    pub fn file(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }
}

/// What the app replies to the page.
pub fn call(
    page: &WebviewWindow<MockRuntime>,
    command: &str,
    arguments: Value,
) -> Result<Value, Value> {
    let request = InvokeRequest {
        cmd: command.to_owned(),
        callback: CallbackFn(0),
        error: CallbackFn(1),
        url: super::super::windows::own_page(None).unwrap(),
        body: InvokeBody::Json(arguments),
        headers: Default::default(),
        invoke_key: INVOKE_KEY.to_owned(),
    };
    get_ipc_response(page, request).map(|body| body.deserialize().unwrap())
}
