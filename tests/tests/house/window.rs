//! What the window may load, call and do.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use toml::Table;

use super::{
    holds,
    rust::Code,
    sources::{Source, read, with_extension},
};

fn json(path: &str) -> Json {
    serde_json::from_str(&read(path)).unwrap()
}

// B51
#[test]
fn the_window_loads_and_calls_nothing_from_elsewhere() {
    let config = json("tauri.conf.json");
    let security = &config["app"]["security"];
    let policy = security["csp"].as_object().unwrap();
    let of = |directive: &str| policy.get(directive).and_then(Json::as_str).unwrap_or_default();
    let mut broken = Vec::new();
    for (directive, only) in [
        ("default-src", "'none'"),
        ("script-src", "'self'"),
        ("object-src", "'none'"),
        ("base-uri", "'none'"),
        ("form-action", "'none'"),
        ("frame-src", "pages: http://pages.localhost"),
    ] {
        if of(directive) != only {
            broken.push(format!("{directive} is “{}” and should be “{only}”", of(directive)));
        }
    }
    // The app's own addresses; on some systems a scheme of one's own is spelled as a host.
    const OWN: [&str; 3] =
        ["http://ipc.localhost", "http://vault.localhost", "http://pages.localhost"];
    for (directive, sources) in policy {
        for source in sources.as_str().unwrap().split_whitespace() {
            let remote = source.starts_with("http") || source.starts_with("ws") || source == "*";
            // Formulas carry their measures in attributes, which the renderer writes; a note's own
            // don't pass the sanitiser.
            let unsafely = match source {
                "'unsafe-eval'" => true,
                "'unsafe-inline'" => directive != "style-src-attr",
                _ => false,
            };
            if (remote && !OWN.contains(&source)) || unsafely {
                broken.push(format!("{directive} allows {source}"));
            }
        }
    }
    if security.get("dangerousDisableAssetCspModification").is_some() {
        broken.push("dangerousDisableAssetCspModification is set".to_owned());
    }
    let broken = broken.iter().map(|what| format!("tauri.conf.json: {what}")).collect();
    holds("The window's content security policy keeps everything else out.", broken);
}

/// What the app's window may do, all of it: a permission more is a decision, and belongs here, too.
const PERMITTED: [&str; 12] = [
    "core:event:allow-listen",
    "core:event:allow-unlisten",
    "store:allow-get-store",
    "store:allow-entries",
    "store:allow-set",
    "ask",
    "conversations",
    "changes",
    "index",
    "read",
    "shared",
    "set",
];

/// What the window for a quick question may do.
const PERMITTED_TO_QUICK: [&str; 3] = ["store:allow-get-store", "store:allow-entries", "quick"];

#[test]
fn every_capability_says_for_which_window_and_permits_what_is_listed_alone() {
    let mut broken = Vec::new();
    let capabilities: Vec<_> = with_extension(&["json"])
        .into_iter()
        .filter(|source| source.path.starts_with("src-tauri/shell/capabilities/"))
        .collect();
    assert!(!capabilities.is_empty(), "there are no capabilities");
    for Source { path, text } in &capabilities {
        let capability: Json = serde_json::from_str(text).unwrap();
        let windows = capability["windows"].as_array().cloned().unwrap_or_default();
        if windows.is_empty() || windows.iter().any(|window| window == "*") {
            broken.push(format!("{path}: names no window"));
        }
        if capability.get("remote").is_some() {
            broken.push(format!("{path}: lets pages from elsewhere call commands"));
        }
        let permissions = capability["permissions"].as_array().unwrap();
        let permissions: Vec<_> = permissions.iter().filter_map(Json::as_str).collect();
        let permitted = match path.rsplit('/').next() {
            Some("main.json") => &PERMITTED[..],
            Some("quick.json") => &PERMITTED_TO_QUICK[..],
            _ => &[],
        };
        if permissions != permitted {
            broken.push(format!("{path}: gives the window {permissions:?}"));
        }
    }
    holds("A capability is for windows of the app, by label.", broken);
}

#[test]
fn every_command_is_permitted_and_every_permission_is_a_command() {
    let code = Code::read("src-tauri/shell/lib.rs", &read("src-tauri/shell/lib.rs"));
    let list = code.macros.iter().find(|called| called.name.ends_with("collect_commands")).unwrap();
    let registered: BTreeSet<_> = code.named[list.named.clone()]
        .iter()
        .map(|command| command.path.rsplit("::").next().unwrap().to_owned())
        .collect();

    let permissions: Table = read("src-tauri/shell/permissions/main.toml").parse().unwrap();
    let permissions = permissions["permission"].as_array().unwrap();
    let allowed: BTreeSet<_> = permissions
        .iter()
        .flat_map(|permission| permission["commands"]["allow"].as_array().unwrap())
        .map(|command| command.as_str().unwrap().to_owned())
        .collect();
    let forbidden = registered
        .difference(&allowed)
        .map(|command| format!("src-tauri/shell/lib.rs: {command} is in no permission"));
    let unknown = allowed
        .difference(&registered)
        .map(|command| format!("src-tauri/shell/permissions/main.toml: {command} isn't a command"));
    holds("Commands and permissions are the same.", forbidden.chain(unknown).collect());

    let given = ["main", "quick"]
        .map(|window| json(&format!("src-tauri/shell/capabilities/{window}.json")));
    let given: Vec<_> =
        given.iter().flat_map(|one| one["permissions"].as_array().unwrap()).collect();
    let idle = permissions
        .iter()
        .map(|permission| permission["identifier"].as_str().unwrap())
        .filter(|name| !given.contains(&&Json::from(*name)))
        .map(|name| format!("src-tauri/shell/permissions/main.toml: {name} is given to no window"));
    holds("Every permission is given to a window.", idle.collect());
}
