//! `web`: the settings of web search, and the user's consent to what leaves.

use std::{
    io::{self, IsTerminal},
    process::ExitCode,
};

use app::{App, keys::KeyPlace};
use conversation::{
    Outgoing, OutgoingKind, Pause,
    settings::{AskFirst, WebService},
};
use serde_json::json;
use tokio::sync::mpsc;

use crate::{
    args::{AskWhen, Web},
    out::{Out, Stop, name, printable, spelled_out},
    sentences, typed,
};

pub async fn web(app: &App, args: &Web, out: &mut Out) -> Result<ExitCode, Stop> {
    let mut settings = app.settings.get();
    let before = settings.web.clone();
    if let Some(service) = &args.service {
        settings.web.service = match &*service.to_lowercase() {
            "off" => WebService::Off,
            "tavily" => WebService::Tavily,
            _ => WebService::SearXng { base_url: service.clone() },
        };
    }
    if let Some(ask) = args.ask {
        settings.web.ask = match ask {
            AskWhen::Always => AskFirst::Always,
            AskWhen::Once => AskFirst::Once,
            AskWhen::Never => AskFirst::Never,
        };
    }
    settings.web.results = args.results.unwrap_or(settings.web.results);
    if settings.web != before {
        app.settings.set(settings.clone()).await?;
    }
    if args.key {
        let line = typed::lines().recv().await.unwrap_or_default();
        let key = Some(line.trim().to_owned()).filter(|key| !key.is_empty());
        if let Some(KeyPlace::ThisRun(why)) = app.keys.set(WebService::TAVILY, key).await? {
            out.notice(&sentences::key_lost(&printable(&why)))?;
        }
    }
    let web = &settings.web;
    let has_key = app.keys.place(WebService::TAVILY).is_some();
    if out.json {
        out.object(&json!({ "web": web, "key": has_key }))?;
        return Ok(ExitCode::SUCCESS);
    }
    out.line(&match &web.service {
        WebService::Off => sentences::NO_WEB_SERVICE.to_owned(),
        WebService::Tavily => sentences::tavily(has_key, web.results),
        WebService::SearXng { base_url } => sentences::searxng(&name(base_url), web.results),
    })?;
    if web.service != WebService::Off {
        out.line(sentences::asked_when(web.ask))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Decides about requests to the web: by `--allow-web`, else by asking the user.
pub struct Word<'a> {
    /// `--allow-web`: the question itself is sent without asking.
    pub allows: bool,
    /// Lines from the terminal; `None` if stdin isn't one.
    pub lines: Option<&'a mut mpsc::Receiver<String>>,
}

impl Word<'_> {
    /// `None` if stdin isn't a terminal or has ended.
    pub async fn next_line(&mut self) -> Option<String> {
        self.lines.as_mut()?.recv().await
    }

    /// Shows what is about to leave, and asks the user if it must wait for consent.
    pub async fn on(&mut self, outgoing: &Outgoing, out: &Out) -> Result<bool, Stop> {
        if !out.json {
            let text = spelled_out(&outgoing.text);
            out.aside(&sentences::outgoing(outgoing.kind, &text, &name(&outgoing.to)));
        }
        let Some(why) = outgoing.waits else { return Ok(true) };
        // A note or page may have told the model what to send, so the user is asked about each of its requests.
        if self.allows && matches!(why, Pause::First | Pause::Setting) {
            return Ok(true);
        }
        let Some(lines) = &mut self.lines else {
            out.notice(sentences::nobody_to_ask(why))?;
            return Ok(false);
        };
        let is_page = outgoing.kind == OutgoingKind::Page;
        let is_open = is_page && outgoing.text.starts_with("http:");
        out.notice(&sentences::may_it_leave(why, is_open))?;
        let line = lines.recv().await.unwrap_or_default();
        Ok(matches!(&*line.trim().to_lowercase(), "y" | "yes"))
    }
}

pub fn is_typed() -> bool {
    io::stdin().is_terminal()
}
