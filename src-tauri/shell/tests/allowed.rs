//! Commands that succeed once the user agreed outside the page.

use std::path::Path;

use notes::NotePath;
use serde_json::{Value, json};

use super::{desk::Desk, place::Place};
use crate::links::Link;

#[test]
fn a_chosen_folder_can_be_used_once() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk { path: Some(folder.path().to_owned()), agrees: true, ..Desk::default() };
    let place = Place::new(desk);
    let token = place.call("choose_folder", json!({})).unwrap()["token"].clone();
    let opened = place.call("open_vault", json!({ "token": token })).unwrap();
    assert!(
        opened["root"]
            .as_str()
            .is_some_and(|root| Path::new(root).ends_with(folder.path().file_name().unwrap()))
    );
    place.call("open_vault", json!({ "token": token })).unwrap_err();

    let mut settings = place.call("get_settings", json!({})).unwrap();
    settings["servers"] = json!([{ "kind": "openai", "base_url": "https://a.example" }]);
    for _ in 0..2 {
        place.call("set_settings", json!({ "settings": settings })).unwrap();
    }
    assert_eq!(place.desk.asked.lock().len(), 1);
    assert_eq!(place.call("get_settings", json!({})).unwrap(), settings);

    place.call("open_external", json!({ "url": "https://a.example/b" })).unwrap();
    assert_eq!(*place.desk.opened.lock(), ["https://a.example/b"]);
}

#[test]
fn a_pasted_file_can_be_added_to_a_project() {
    let place = Place::new(Desk::default());
    let pasted = json!({ "name": "Plan.txt", "base64": "UnllLg==" });
    let token = place.call("paste_file", pasted).unwrap()["token"].clone();
    // A pasted file has no path; asking for one fails and doesn't use up the token.
    place.call("open_vault", json!({ "token": token })).unwrap_err();
    let file = place.call("add_project_file", json!({ "token": token })).unwrap();
    assert_eq!(file["name"], "Plan.txt");
}

// B67
#[test]
fn files_of_the_clipboard_are_attached_only_after_the_user_pastes() {
    let place = Place::new(Desk::default());
    let paste = || place.call("paste_clipboard", json!({}));
    paste().unwrap_err();
    *place.desk.pasted.lock() = Some(place.file("secret.txt").into());
    let pasted = paste().unwrap();
    assert_eq!(pasted[0]["name"], "secret.txt");
    paste().unwrap_err();
    let token = &pasted[0]["token"];
    place.call("attach_file", json!({ "token": token })).unwrap();
    place.call("attach_file", json!({ "token": token })).unwrap_err();
}

// B67
#[test]
fn a_file_is_opened_in_another_program_after_a_yes_if_it_is_of_a_kind_that_is() {
    let place = Place::new(Desk { agrees: true, ..Desk::default() });
    place.call("open_outside", json!({ "path": "run.sh" })).unwrap_err();
    for _ in 0..2 {
        place.call("open_outside", json!({ "path": "Rye.md" })).unwrap();
    }
    let asked = place.desk.asked.lock();
    let opened = place.desk.opened.lock();
    assert_eq!((asked.len(), opened.len()), (1, 2));
    assert!(asked[0].text.starts_with(&format!("{}\n", opened[0])), "{:?}", asked[0]);
    assert!(Path::new(&opened[0]).ends_with("vault/Rye.md"));
}

#[test]
fn the_window_for_a_quick_question_is_offered_as_the_settings_say() {
    let place = Place::new(Desk::default());
    let troubles = || place.call("quick_ask_troubles", json!({})).unwrap();
    assert_eq!(troubles(), json!({ "key": null, "tray": null }));
    let mut settings = place.call("get_settings", json!({})).unwrap();
    assert_eq!(settings["quick_ask"], json!({ "on": false, "key": "controlShiftSpace" }));
    // Saving unchanged settings doesn't register the key again.
    for _ in 0..2 {
        settings["quick_ask"]["on"] = json!(true);
        place.call("set_settings", json!({ "settings": settings })).unwrap();
    }
    assert_eq!(troubles(), json!({ "key": null, "tray": "No tray." }));
    settings["quick_ask"]["key"] = json!("PrintScreen");
    place.call("set_settings", json!({ "settings": settings })).unwrap_err();

    place.call("open_quick_ask", json!({})).unwrap();
    place.call("open_in_main", json!({ "link": "marginalia://open?note=Rye.md&line=1" })).unwrap();
    place.call("close_quick_ask", json!({})).unwrap();
    let shown = Link::Open { note: Some(NotePath::new("Rye.md").unwrap()), line: Some(1) };
    let done = place.desk.windows.lock().clone();
    assert_eq!(done, ["offered: true", "quick", &format!("{shown:?}"), "no quick"]);
}

#[test]
fn models_are_added_from_a_dialog_and_lie_in_a_folder_from_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Mine.gguf");
    // A GGUF header without metadata.
    std::fs::write(&file, b"GGUF\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0").unwrap();
    let place = Place::new(Desk { path: Some(file.clone()), ..Desk::default() });
    let choose = || place.call("choose_model_file", json!({})).unwrap()["token"].clone();
    let add = |token: &Value, copied: bool| {
        place.call("add_model", json!({ "token": token, "copied": copied }))
    };
    let token = choose();
    assert_eq!(add(&token, false).unwrap(), json!("Mine"));
    add(&token, false).unwrap_err();
    let own = |at: usize| place.call("local_models", json!({})).unwrap()["own"][at].clone();
    assert_eq!(own(0), json!({ "id": "Mine", "size": 1, "outside_folder": true }));
    place.call("remove_model", json!({ "id": "Mine" })).unwrap();
    assert!(file.exists());
    assert_eq!(add(&choose(), true).unwrap(), json!("Mine"));
    assert_eq!(own(0), json!({ "id": "Mine", "size": 1, "outside_folder": false }));
    std::fs::write(&file, "Rye.").unwrap();
    let error = add(&choose(), true).unwrap_err();
    assert!(
        error["message"].as_str().unwrap().contains("isn't a model in the GGUF format"),
        "{error}"
    );

    // The models folder also comes from a dialog; the page can't name one.
    let place = Place::new(Desk { path: Some(folder.path().to_owned()), ..Desk::default() });
    let mut settings = place.call("get_settings", json!({})).unwrap();
    settings["models_folder"] = json!("/etc");
    place.call("set_settings", json!({ "settings": settings })).unwrap();
    let now = || place.call("get_settings", json!({})).unwrap()["models_folder"].clone();
    assert_eq!(now(), Value::Null);
    assert_eq!(place.call("choose_models_folder", json!({})).unwrap(), json!(true));
    assert_eq!(now(), json!(folder.path()));
    place.call("reset_models_folder", json!({})).unwrap();
    assert_eq!(now(), Value::Null);
    assert_eq!(place.call("running_model", json!({})).unwrap(), Value::Null);
}
