#[cfg(test)]
mod tests;

use conversation::{
    Code, Error, Result, Settings,
    model::{Model, ProviderKind},
    settings::{Embeddings, Judge, Rerank, ServerAt, ServerSetting, Vectors},
};

use crate::{http::Server, sentences};

/// Checks settings as far as possible without asking a server.
///
/// # Errors
/// [`Code::BadInput`] with a sentence that names the setting.
pub fn check_settings(settings: &Settings) -> Result<()> {
    let openai = |address: &str| ServerSetting::new(ProviderKind::OpenAi, address);
    for (n, setting) in settings.servers.iter().enumerate() {
        let server = check_server(setting)?;
        if settings.servers[..n].iter().any(|before| server.is_at_address(&before.base_url)) {
            return Err(Error::bad_input(|| sentences::listed_already(&server.shown())));
        }
    }
    let chosen = settings.chosen.iter().filter_map(|chosen| chosen.server.as_ref());
    let known = settings.overrides.iter().filter_map(|about| about.server.as_ref());
    for address in chosen.chain(known).filter_map(ServerAt::as_address) {
        check_server(&openai(address))?;
    }
    if let Embeddings::Server { server, .. } = &settings.search.embeddings {
        check_server(server)?;
    }
    if let Rerank::Server { base_url, .. } = &settings.search.rerank {
        check_server(&openai(base_url))?;
    }
    if let Vectors::Chroma { base_url, .. } = &settings.search.vectors {
        check_server(&openai(base_url))?;
    }
    if let Judge::Server { server, .. } = &settings.check.judge {
        check_server(server)?;
    }
    if let Some(address) = settings.web.service.address() {
        check_server(&openai(address))?;
    }
    settings.check()
}

fn check_server(setting: &ServerSetting) -> Result<Server> {
    if setting.kind == ProviderKind::Engine {
        return Err(Error::bad_input(sentences::ENGINE_IS_NO_SERVER));
    }
    let server = Server::of(setting, None);
    server.connect().map_err(|error| Error { code: Code::BadInput, ..error.into() })?;
    // The settings are written to the library, and keys never are.
    if server.has_credentials() {
        return Err(Error::bad_input(sentences::CREDENTIALS_IN_ADDRESS));
    }
    Ok(server)
}

/// Overrides for one model at one server win over general ones.
pub fn known_model(settings: &Settings, server: &Server, model: Model) -> Model {
    let mut overrides: Vec<_> = settings
        .overrides
        .iter()
        .filter(|about| {
            about.server.as_ref().is_none_or(|at| server.is_at(at))
                && about.model.as_ref().is_none_or(|name| *name == model.name)
        })
        .collect();
    overrides.sort_by_key(|about| (about.model.is_some(), about.server.is_some()));
    overrides.into_iter().fold(model, |model, about| model.with(&about.known))
}
