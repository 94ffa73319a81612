//! The desktop app's backend, and the only crate that depends on tauri.
//!
//! Commands unpack a request of the window, call one function of the crates below, and pack the result. Read
//! `commands` first, then `views` (types that differ from the domain's), `batch` (streaming an answer), `events`,
//! `consent` and `desktop` (permissions that only the user can give), `windows` and `scheme` (what the pages may
//! load), and last `launch`, `openings`, `log` and `run_log` (start and crash reports).

mod batch;
mod clipboard;
mod commands;
mod consent;
mod desktop;
mod events;
mod launch;
mod links;
mod log;
mod openings;
mod preferences;
mod quick_ask;
mod run_log;
mod scheme;
mod sentences;
mod views;
mod windows;

#[cfg(test)]
mod tests;

use std::{path::PathBuf, process::ExitCode, sync::Arc};

use tauri::{AppHandle, Manager, Runtime, WebviewUrl};
use tauri_specta::{Builder, ErrorHandlingMode, collect_commands, collect_events};

use crate::launch::Launch;

fn bindings<R: Runtime>() -> Builder<R> {
    Builder::<R>::new()
        .error_handling(ErrorHandlingMode::Throw)
        .disable_serde_phases()
        .commands(collect_commands![
            commands::start,
            commands::preferences_file,
            commands::help_page,
            commands::log_report,
            commands::set_language,
            commands::vault::choose_folder,
            commands::vault::open_vault,
            commands::vault::recent_vaults,
            commands::vault::open_sample_vault,
            commands::vault::set_index_paused,
            commands::vault::retry_index,
            commands::vault::document_sizes,
            commands::vault::rebuild_index,
            commands::notes::list_notes,
            commands::notes::notes_by_change,
            commands::notes::list_files,
            commands::notes::list_tags,
            commands::notes::find_headings,
            commands::notes::find_links,
            commands::notes::open_note,
            commands::notes::open_document,
            commands::notes::open_reference,
            commands::notes::search_notes,
            commands::notes::query_notes,
            commands::notes::query_completions,
            commands::notes::base_table,
            commands::notes::why_not,
            commands::notes::related_notes,
            commands::notes::file_outside,
            commands::notes::open_attachment,
            commands::notes::open_in_obsidian,
            commands::notes::note_date,
            commands::notes::open_outside,
            commands::notes::show_outside,
            commands::notes::open_external,
            commands::conversations::list_conversations,
            commands::conversations::filter_conversations,
            commands::conversations::answering_models,
            commands::conversations::answers_citing,
            commands::conversations::conversation_page,
            commands::conversations::search_conversations,
            commands::conversations::switch_branch,
            commands::conversations::rename_conversation,
            commands::conversations::pin_conversation,
            commands::conversations::delete_conversation,
            commands::conversations::erase_deleted,
            commands::conversations::restore_conversation,
            commands::conversations::edit_compaction,
            commands::conversations::undo_compaction,
            commands::conversations::correct_citation,
            commands::conversations::rate_verdict,
            commands::conversations::list_ratings,
            commands::conversations::forget_rating,
            commands::conversations::translate_passage,
            commands::conversations::ask,
            commands::conversations::cancel,
            commands::conversations::decide,
            commands::conversations::remark,
            commands::conversations::preview,
            commands::conversations::survey_estimate,
            commands::conversations::conversation_to_show,
            commands::conversations::draft,
            commands::conversations::keep_draft,
            commands::conversations::queue,
            commands::conversations::keep_queue,
            commands::conversations::conversation_settings,
            commands::conversations::set_conversation_settings,
            commands::conversations::choose_files,
            commands::conversations::attach_file,
            commands::conversations::attach_passages,
            commands::conversations::attach_searched,
            commands::conversations::keep_as_note,
            commands::conversations::paste_file,
            commands::conversations::paste_clipboard,
            commands::conversations::attach_conversation,
            commands::conversations::attach_answer,
            commands::notes::attach_excerpt,
            commands::conversations::asked_before,
            commands::conversations::receipts,
            commands::changes::list_changes,
            commands::changes::get_change,
            commands::changes::render_change,
            commands::changes::reword_change,
            commands::changes::move_new_note,
            commands::changes::apply_change,
            commands::changes::refuse_change,
            commands::changes::undo_change,
            commands::changes::undo_conversation,
            commands::changes::undo_bytes,
            commands::changes::forget_undo,
            commands::changes::answer_path,
            commands::changes::propose_answer,
            commands::changes::unlinked_mentions,
            commands::changes::propose_links,
            commands::changes::footnotes,
            commands::projects::list_projects,
            commands::projects::new_project,
            commands::projects::measure_project,
            commands::projects::put_project,
            commands::projects::delete_project,
            commands::projects::add_project_file,
            commands::projects::list_prompts,
            commands::projects::new_prompt,
            commands::projects::put_prompt,
            commands::projects::delete_prompt,
            commands::projects::fill_prompt,
            commands::notes::nearby_notes,
            commands::notes::cited_passages,
            commands::insight::insight,
            commands::insight::cited_notes,
            commands::insight::note_graph,
            commands::memories::list_memories,
            commands::memories::remember,
            commands::memories::reword_memory,
            commands::memories::forget_memory,
            commands::changes::reference_path,
            commands::changes::propose_reference,
            commands::files::export_conversation,
            commands::files::export_receipt,
            commands::files::export_ratings,
            commands::files::import_conversations,
            commands::models::get_settings,
            commands::models::default_instructions,
            commands::models::set_settings,
            commands::models::set_key,
            commands::models::key_places,
            commands::models::find_models,
            commands::models::look_at_server,
            commands::models::try_model,
            commands::models::pull_model,
            commands::models::stop_pull,
            commands::local_models::local_models,
            commands::local_models::get_model,
            commands::local_models::stop_getting,
            commands::local_models::remove_model,
            commands::local_models::choose_model_file,
            commands::local_models::add_model,
            commands::local_models::choose_models_folder,
            commands::local_models::reset_models_folder,
            commands::local_models::running_model,
            commands::local_models::unload_model,
            commands::quick_ask::quick_ask_troubles,
            commands::quick_ask::open_quick_ask,
            commands::quick_ask::close_quick_ask,
            commands::quick_ask::open_in_main,
        ])
        .events(collect_events![
            events::IndexChanged,
            events::NotesChanged,
            events::NotesMoved,
            links::LinkOpened,
            events::ChangesChanged,
            events::NewsMissed,
            events::PathsDropped,
        ])
}

pub fn run() -> ExitCode {
    app::process::give_memory_back();
    app::process::protect(true);
    let launch = match Launch::from_args(std::env::args_os().skip(1)) {
        Ok(launch) => launch,
        Err(message) => return launch::complain(&message),
    };
    if let Err(message) = desktop::test_answer() {
        return launch::complain(&message);
    }
    let logs = Arc::new(log::Logs::begin());
    let at_end = logs.clone();

    let bindings = bindings::<tauri::Wry>();
    let mut builder = tauri::Builder::default();
    // A user who moves the app's data elsewhere runs a second app on purpose.
    if app::place::is_usual() {
        let again = tauri_plugin_single_instance::init(|app, arguments: Vec<String>, folder| {
            let folder = PathBuf::from(folder);
            events::started_again(app, launch::from_elsewhere(arguments, &folder));
        });
        builder = builder.plugin(again);
    }
    let built = builder
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_store::Builder::new().build())
        .plugin(tauri_plugin_opener::Builder::new().open_js_links_on_click(false).build())
        .invoke_handler(bindings.invoke_handler())
        .register_asynchronous_uri_scheme_protocol("vault", |context, request, responder| {
            scheme::answer(context.app_handle().clone(), request, responder);
        })
        .register_uri_scheme_protocol("pages", |context, request| {
            scheme::page_frame(context.app_handle(), &request)
        })
        .on_window_event(events::window_event)
        .setup(move |app| {
            logs.open();
            bindings.mount_events(app);
            let data = app::place::data_dir()?;
            preferences::open(app.handle())?;
            // The web view's data lies in these folders; making the folders private protects the files in them.
            for folder in [app.path().app_local_data_dir()?, app.path().app_cache_dir()?] {
                notes::private::folder(&folder)?;
            }
            let opened = tauri::async_runtime::block_on(app::App::open(&data));
            if let Ok(backend) = &opened {
                backend.prepare_counting();
                let resources = app::place::resources(app.path().resource_dir());
                backend.retrieval.find_by_meaning(resources.as_deref());
                backend.models.use_engine(resources.as_deref());
                events::forward(app.handle().clone(), backend.news());
            }
            app.manage(Arc::new(openings::Openings::new(&data)));
            app.manage(commands::Backend::new(opened));
            app.manage(logs);
            let desktop = desktop::NativeDesktop::new(app.handle().clone());
            let gate = desktop.paste_gate();
            app.manage(consent::Consent::new(desktop));
            // An installed app has a resource folder. A build has its resources beside the program, where tauri finds
            // them only if the build folder has its usual name.
            let program = std::env::current_exe().ok();
            let beside = program.and_then(|program| program.parent().map(Into::into));
            let shipped = app.path().resource_dir().ok().into_iter().chain(beside);
            app.manage(commands::ShippedFolders(shipped.collect()));
            let asked = launch.quick_ask;
            app.manage(launch);
            let window = windows::own(app.handle(), windows::MAIN, WebviewUrl::default())
                .title("Marginalia")
                .inner_size(1280.0, 820.0)
                .min_inner_size(480.0, 400.0)
                .build()?;
            windows::paint(&window);
            clipboard::watch(&window, gate);
            begin_quick_ask(app.handle(), asked);
            #[cfg(unix)]
            end_when_asked(app.handle().clone());
            Ok(())
        })
        .build(tauri::generate_context!());
    match built {
        Ok(app) => {
            app.run(move |app, event| match event {
                tauri::RunEvent::Exit => {
                    if let Some(openings) = app.try_state::<Arc<openings::Openings>>() {
                        openings.quit();
                    }
                    at_end.end();
                }
                // On other systems a link is a command line argument.
                #[cfg(target_os = "macos")]
                tauri::RunEvent::Opened { urls } => {
                    for url in urls {
                        events::started_again(app, std::iter::once(url.as_str().into()));
                    }
                }
                _ => {}
            });
            ExitCode::SUCCESS
        }
        Err(error) => {
            at_end.end();
            launch::complain(&sentences::not_started(&error))
        }
    }
}

/// Closes the app when the system asks, for example at logout; a second signal ends the process at once.
#[cfg(unix)]
fn end_when_asked(app: AppHandle) {
    use tokio::signal::unix::{SignalKind, signal};

    tauri::async_runtime::spawn(async move {
        let kinds = [SignalKind::terminate(), SignalKind::hangup(), SignalKind::interrupt()];
        let [Ok(mut end), Ok(mut hangup), Ok(mut interrupt)] = kinds.map(signal) else { return };
        let mut asked_before = false;
        loop {
            tokio::select! {
                _ = end.recv() => {}
                _ = hangup.recv() => {}
                _ = interrupt.recv() => {}
            }
            if asked_before {
                std::process::exit(1);
            }
            asked_before = true;
            app.exit(0);
        }
    });
}

/// Registers the key and tray icon as set, and opens the quick question window if requested.
fn begin_quick_ask(app: &AppHandle, asked: bool) {
    let backend = app.state::<commands::Backend>();
    let settings = backend.app().map(|chat| chat.settings.get().quick_ask).unwrap_or_default();
    if settings.on {
        let app = app.clone();
        tauri::async_runtime::spawn(async move {
            app.state::<consent::Consent>().offer_quick_ask(settings).await;
        });
    }
    if asked && let Err(error) = quick_ask::open(app) {
        tracing::warn!(%error, "the window for a quick question wasn't opened");
    }
}
