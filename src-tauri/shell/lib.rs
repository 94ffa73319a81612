//! The window: the only crate that names tauri. It unpacks what the window asks, calls one function
//! of the crates below, and packs what comes back.

mod batch;
mod commands;
mod events;
mod launch;
mod scheme;
mod wire;

#[cfg(test)]
mod tests;

use std::process::ExitCode;

use tauri::{Manager, WebviewUrl, WebviewWindowBuilder, webview::NewWindowResponse};
use tauri_plugin_store::StoreExt;
use tauri_specta::{Builder, ErrorHandlingMode, collect_commands, collect_events};

use crate::launch::Launch;

/// The commands and events that the window may use; the source of `ui/src/ipc/bindings.ts`.
fn bindings() -> Builder<tauri::Wry> {
    Builder::<tauri::Wry>::new()
        .error_handling(ErrorHandlingMode::Throw)
        .disable_serde_phases()
        .commands(collect_commands![
            commands::start,
            commands::preferences_file,
            commands::vault::open_vault,
            commands::vault::open_sample_vault,
            commands::vault::look_at_drop,
            commands::vault::set_index_paused,
            commands::vault::retry_index,
            commands::vault::rebuild_index,
            commands::notes::list_notes,
            commands::notes::open_note,
            commands::notes::open_reference,
            commands::notes::search_notes,
            commands::notes::why_not,
            commands::notes::related_notes,
            commands::notes::open_note_outside,
            commands::notes::open_external,
            commands::conversations::list_conversations,
            commands::conversations::conversation_page,
            commands::conversations::search_conversations,
            commands::conversations::switch_branch,
            commands::conversations::rename_conversation,
            commands::conversations::pin_conversation,
            commands::conversations::delete_conversation,
            commands::conversations::restore_conversation,
            commands::conversations::edit_compaction,
            commands::conversations::undo_compaction,
            commands::conversations::ask,
            commands::conversations::cancel,
            commands::conversations::preview,
            commands::conversations::conversation_to_show,
            commands::conversations::draft,
            commands::conversations::keep_draft,
            commands::conversations::attach_file,
            commands::conversations::receipts,
            commands::files::export_conversation,
            commands::files::export_receipt,
            commands::files::import_conversations,
            commands::models::get_settings,
            commands::models::set_settings,
            commands::models::set_key,
            commands::models::key_places,
            commands::models::find_models,
            commands::models::look_at_server,
            commands::models::try_model,
            commands::models::pull_model,
            commands::models::stop_pull,
        ])
        .events(collect_events![events::IndexChanged, events::NotesChanged, events::NotesMoved,])
}

/// Runs the app until its window is closed.
pub fn run() -> ExitCode {
    let launch = match Launch::from_args(std::env::args_os().skip(1)) {
        Ok(launch) => launch,
        Err(message) => return launch::complain(&message),
    };
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("MARGINALIA_LOG")
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn")),
        )
        .with_writer(std::io::stderr)
        .init();

    let bindings = bindings();
    let built = tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_store::Builder::new().build())
        .plugin(tauri_plugin_opener::Builder::new().open_js_links_on_click(false).build())
        .invoke_handler(bindings.invoke_handler())
        .register_asynchronous_uri_scheme_protocol("vault", |context, request, responder| {
            scheme::answer(context.app_handle().clone(), request, responder);
        })
        .on_window_event(events::window_event)
        .setup(move |app| {
            bindings.mount_events(app);
            let data = app::place::data_dir()?;
            let opened = tauri::async_runtime::block_on(app::App::open(&data));
            if let Ok(backend) = &opened {
                let resources = app::place::resources(app.path().resource_dir());
                backend.find_by_meaning(resources.as_deref());
                events::forward(app.handle().clone(), backend.broadcasts());
            }
            app.manage(commands::Backend::new(opened));
            app.manage(launch);
            // Opened here, so that the window needs no permission to open or make another file.
            app.store(commands::preferences()?)?;
            open_window(app)?;
            Ok(())
        })
        .run(tauri::generate_context!());
    match built {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => launch::complain(&format!("Marginalia could not start: {error}")),
    }
}

fn open_window(app: &tauri::App) -> tauri::Result<()> {
    let development = cfg!(dev);
    WebviewWindowBuilder::new(app, events::WINDOW, WebviewUrl::default())
        .title("Marginalia")
        .inner_size(1280.0, 820.0)
        .min_inner_size(480.0, 400.0)
        // The window shows its own files and nothing else: a link in a note or an answer can't lead
        // it away, and can't open another window.
        .on_navigation(move |url| {
            url.scheme() == "tauri"
                || url.host_str() == Some("tauri.localhost")
                || (development && url.host_str() == Some("localhost"))
        })
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .build()?;
    Ok(())
}
