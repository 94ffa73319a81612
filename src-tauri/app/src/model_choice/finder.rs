//! Looks for servers, lists their models and chooses one, with a cache.

use parking_lot::{Mutex, MutexGuard};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use conversation::settings::is_here;
use futures::future::{BoxFuture, FutureExt, join, join_all};
use models::{Code, Model, Place, ProviderKind, Server, ServerListing, Timing, discover};
use retrieval::KeyLookup;
use turn::ModelSource;

use super::{
    none,
    owner::{Listeners, PortOwner},
    server_models::ServerModels,
    speed,
};
use crate::keys::Keys;
use conversation::{
    Result, Settings,
    settings::{ChosenModel, ServerAt, ServerSetting},
};

/// Previews reuse a search without a model or an answer for this long. A question searches again.
const RECENT: Duration = Duration::from_secs(5);

#[derive(Debug, Clone)]
pub struct ModelList {
    /// Every server tried; entered ones first.
    pub servers: Vec<ServerModels>,
    pub chosen: Option<(Server, Model)>,
}

#[derive(Clone)]
pub(crate) struct ModelRequest {
    pub(crate) settings: Settings,
    pub(crate) keys: Keys,
    pub(crate) timing: Timing,
    pub(crate) places: Vec<Place>,
    pub(crate) listeners: Listeners,
}

impl ModelRequest {
    pub(crate) fn is_local(&self) -> bool {
        let settings = &self.settings;
        let first = || settings.servers.first().is_none_or(|server| is_here(&server.base_url));
        chosen_at(settings).map_or_else(first, ServerAt::is_here)
    }

    fn timing_for(&self, is_here: bool) -> Timing {
        let question = self.timing.question;
        let question = if is_here { question.min(self.timing.here) } else { question };
        Timing { question, ..self.timing }
    }

    /// True also for the system's services; `false` if the owner is unknown.
    fn is_another_users(&self, address: &str) -> bool {
        self.listeners.owner(address).is_some_and(|owner| owner != PortOwner::User)
    }

    /// True if another person's program listens there. The program that the user chose may have ended, and its port
    /// may be reused.
    fn is_a_strangers(&self, address: &str) -> bool {
        self.listeners.owner(address) == Some(PortOwner::Stranger)
    }
}

pub(crate) struct Choice {
    pub(super) finder: ModelFinder,
    pub(super) wanted: ModelRequest,
}

/// Caches what it finds, so that a draft's preview asks no server at every keystroke.
#[derive(Clone, Default)]
pub(crate) struct ModelFinder {
    last: Arc<Mutex<LookCache>>,
}

#[derive(Default)]
pub(super) struct LookCache {
    /// Number of resets. A search begun before the last one isn't cached.
    times: u64,
    pub(super) found: Option<ModelList>,
    /// The choice that `chosen` and `recent` belong to: a conversation may have its own.
    choice: Option<ChosenModel>,
    /// Confirmed by its server.
    chosen: Option<(Server, Model)>,
    /// An unconfirmed result, and its time.
    recent: Option<(Instant, Option<(Server, Model)>)>,
}

impl LookCache {
    /// A server that was busy or away hasn't reported the model's window, so the next question asks again.
    fn keep(
        &mut self,
        choice: Option<&ChosenModel>,
        chosen: Option<&(Server, Model)>,
        servers: &[ServerModels],
    ) {
        let has_told = chosen.is_some_and(|(server, _)| {
            let at = servers.iter().find(|listed| listed.server.place() == server.place());
            at.is_some_and(|listed| !listed.models.as_ref().is_err_and(is_passing))
        });
        self.choice = choice.cloned();
        self.chosen = chosen.filter(|_| has_told).cloned();
        self.recent = (!has_told).then(|| (Instant::now(), chosen.cloned()));
    }
}

fn is_passing(error: &models::Error) -> bool {
    use Code::{BrokenStream, RateLimited, Refused, ServerError, TimedOut, UnknownHost};
    matches!(
        error.code,
        Refused | UnknownHost | RateLimited | ServerError | TimedOut | BrokenStream
    )
}

impl ModelFinder {
    pub(super) fn last(&self) -> MutexGuard<'_, LookCache> {
        self.last.lock()
    }

    pub(crate) fn forget(&self) {
        let mut last = self.last();
        *last = LookCache { times: last.times + 1, ..LookCache::default() };
    }

    /// Asks the entered servers and this machine's usual ports in parallel.
    pub(crate) async fn look(&self, wanted: &ModelRequest) -> ModelList {
        let times = self.last().times;
        let entered = join_all(wanted.settings.servers.iter().map(|server| ask(server, wanted)));
        let (mut servers, found) = join(entered, found_here(wanted)).await;
        // Our own engine precedes servers that were merely found.
        servers.extend(engine_models(wanted).await);
        for found in found {
            if !servers.iter().any(|other| other.server.place() == found.server.place()) {
                servers.push(found);
            }
        }
        // A server found earlier at an unusual port.
        if let Some(Target::Here(address)) = target(&wanted.settings)
            && !wanted.is_a_strangers(address)
            && !servers.iter().any(|listed| listed.server.is_at_address(address))
        {
            servers.extend(look_at(address, wanted).await.ok());
        }
        let chosen = choose(&wanted.settings, &servers);
        let found = ModelList { servers, chosen };
        let mut last = self.last();
        if last.times == times {
            last.keep(wanted.settings.chosen.as_ref(), found.chosen.as_ref(), &found.servers);
            last.found = Some(found.clone());
        }
        found
    }

    /// Asks only the server that the settings name, or all if they name none. Errors list what was tried.
    pub(crate) async fn chosen(&self, wanted: &ModelRequest) -> Result<(Server, Model)> {
        // Checked for each question. An entered server is its address, whoever listens there.
        if let Some(Target::Here(address)) = target(&wanted.settings)
            && wanted.is_a_strangers(address)
        {
            return Err(none::a_strangers(address));
        }
        let (times, last) = {
            let last = self.last();
            let is_it = last.choice == wanted.settings.chosen;
            (last.times, last.chosen.clone().filter(|_| is_it))
        };
        if let Some(chosen) = last {
            return Ok(chosen);
        }
        let Some(target) = target(&wanted.settings) else {
            let found = self.look(wanted).await;
            return match found.chosen {
                Some(chosen) => Ok(chosen),
                None => Err(none::nowhere(
                    &wanted.settings,
                    &found.servers,
                    &wanted.places,
                    wanted.timing,
                )
                .await),
            };
        };
        let listed = match target {
            Target::Entered(server) => Ok(ask(server, wanted).await),
            Target::Engine => {
                let gone = || none::gone(&Server::engine().shown());
                engine_models(wanted).await.ok_or_else(gone)
            }
            Target::Here(address) => {
                look_at(address, wanted).await.map_err(|error| none::unreachable(address, error))
            }
            Target::Gone(address) => {
                let found = found_here(wanted).await;
                let is_it = |listed: &ServerModels| listed.server.is_at_address(address);
                found.into_iter().find(is_it).ok_or_else(|| none::gone(address))
            }
        };
        let (chosen, listed) = match listed {
            Ok(listed) => {
                let listed = [listed];
                let chosen = choose(&wanted.settings, &listed);
                let [listed] = listed;
                (chosen, Ok(listed))
            }
            Err(error) => (None, Err(error)),
        };
        {
            let mut last = self.last();
            if last.times == times {
                let servers = listed.as_ref().map_or(&[][..], std::slice::from_ref);
                last.keep(wanted.settings.chosen.as_ref(), chosen.as_ref(), servers);
            }
        }
        match chosen {
            Some(chosen) => Ok(chosen),
            None => Err(none::not_there(listed?)),
        }
    }

    /// For previews: reuses a recent result, so that no keystroke waits for a server that is busy or away.
    pub(super) async fn chosen_or_recent(&self, wanted: &ModelRequest) -> Option<(Server, Model)> {
        {
            let last = self.last();
            if let Some((at, chosen)) = &last.recent
                && at.elapsed() < RECENT
                && last.choice == wanted.settings.chosen
            {
                return chosen.clone();
            }
        }
        self.chosen(wanted).await.ok()
    }
}

enum Target<'a> {
    Entered(&'a ServerSetting),
    Engine,
    /// Not entered, on this machine: it was found here once.
    Here(&'a str),
    /// Not entered, elsewhere: it was removed. Nothing is sent there unless Ollama's own variable names it.
    Gone(&'a str),
}

impl KeyLookup for Choice {
    fn key<'a>(
        &'a self,
        address: &'a str,
    ) -> BoxFuture<'a, Result<Option<models::Key>, models::Error>> {
        self.wanted.keys.get(address).boxed()
    }
}

impl ModelSource for Choice {
    fn chosen(&self) -> BoxFuture<'_, Result<(Server, Model)>> {
        self.finder.chosen(&self.wanted).boxed()
    }

    fn reading<'a>(&'a self, server: &'a Server, model: &'a Model) -> BoxFuture<'a, Option<u32>> {
        speed::reading(server, model).boxed()
    }

    fn forget(&self) {
        self.finder.forget();
    }
}

fn target(settings: &Settings) -> Option<Target<'_>> {
    match &settings.chosen {
        Some(ChosenModel { server: Some(ServerAt::Engine), .. }) => Some(Target::Engine),
        Some(ChosenModel { server: Some(ServerAt::Address { address }), .. }) => {
            let is_it = |server: &&ServerSetting| Server::of(server, None).is_at_address(address);
            Some(match settings.servers.iter().find(is_it) {
                Some(server) => Target::Entered(server),
                None if is_here(address) => Target::Here(address),
                None => Target::Gone(address),
            })
        }
        // If the first server is away, the notes don't go to the second.
        None | Some(ChosenModel { server: None, .. }) => {
            settings.servers.first().map(Target::Entered)
        }
    }
}

async fn ask(setting: &ServerSetting, wanted: &ModelRequest) -> ServerModels {
    let (server, models) = match wanted.keys.get(&setting.base_url).await {
        Err(error) => {
            let name = setting.name.clone();
            return locked(Server::of(setting, None), name, true, error);
        }
        Ok(key) => {
            let server = Server::of(setting, key);
            let models = models_of(&server, wanted).await;
            with_searched_key(server, models, wanted).await
        }
    };
    listed(server, setting.name.clone(), true, models, wanted)
}

pub(super) async fn look_at(
    address: &str,
    wanted: &ModelRequest,
) -> Result<ServerModels, models::Error> {
    let key = wanted.keys.get(address).await?;
    let timing = wanted.timing_for(is_here(address));
    let found = models::discover::look(address, key.as_deref(), timing).await?;
    let (server, models) = with_searched_key(found.server, found.models, wanted).await;
    Ok(listed(server, None, false, models, wanted))
}

async fn found_here(wanted: &ModelRequest) -> Vec<ServerModels> {
    let found = discover(&wanted.places, wanted.timing).await;
    join_all(found.into_iter().map(async |ServerListing { mut server, mut models }| {
        // Another user's program gets no key before it is chosen, another person's none at all.
        let address = &server.base_url;
        let is_trusted = is_chosen(&server, &wanted.settings) && !wanted.is_a_strangers(address);
        if !is_trusted && wanted.is_another_users(address) {
            return listed(server, None, false, models, wanted);
        }
        match wanted.keys.get(&server.base_url).await {
            Ok(Some(key)) => {
                server.key = Some(key);
                models = models_of(&server, wanted).await;
            }
            Ok(None) => (server, models) = with_searched_key(server, models, wanted).await,
            Err(error) => return locked(server, None, false, error),
        }
        listed(server, None, false, models, wanted)
    }))
    .await
}

fn is_chosen(server: &Server, settings: &Settings) -> bool {
    chosen_at(settings).is_some_and(|at| server.is_at(at))
}

fn chosen_at(settings: &Settings) -> Option<&ServerAt> {
    settings.chosen.as_ref().and_then(|chosen| chosen.server.as_ref())
}

pub(super) async fn models_of(
    server: &Server,
    wanted: &ModelRequest,
) -> Result<Vec<Model>, models::Error> {
    let timing = wanted.timing_for(server.at().is_here());
    server.connect_with(timing)?.models().await
}

async fn engine_models(wanted: &ModelRequest) -> Option<ServerModels> {
    models::installed_engine()?;
    let server = Server::engine();
    let models = models_of(&server, wanted).await;
    if models.as_ref().is_ok_and(Vec::is_empty) {
        return None;
    }
    Some(listed(server, None, false, models, wanted))
}

/// Asks again with a key from the keychain if the server wants one and got none.
async fn with_searched_key(
    mut server: Server,
    models: Result<Vec<Model>, models::Error>,
    wanted: &ModelRequest,
) -> (Server, Result<Vec<Model>, models::Error>) {
    let wants_one =
        server.key.is_none() && matches!(&models, Err(error) if error.code == Code::Unauthorized);
    if !wants_one {
        return (server, models);
    }
    match wanted.keys.search(&server.base_url).await {
        None => (server, models),
        Some(key) => {
            server.key = Some(key);
            let models = models_of(&server, wanted).await;
            (server, models)
        }
    }
}

fn listed(
    server: Server,
    name: Option<String>,
    entered: bool,
    models: Result<Vec<Model>, models::Error>,
    wanted: &ModelRequest,
) -> ServerModels {
    let known = |model| models::known_model(&wanted.settings, &server, model);
    let models = models.map(|models| models.into_iter().map(known).collect());
    let another_users = wanted.is_another_users(&server.base_url);
    ServerModels { server, name, entered, another_users, locked: false, models }
}

fn locked(
    server: Server,
    name: Option<String>,
    entered: bool,
    error: models::Error,
) -> ServerModels {
    ServerModels { server, name, entered, another_users: false, locked: true, models: Err(error) }
}

/// The named model, else the first model of the first entered server or of our engine. A server that was merely found
/// is no default: any program can listen on a usual port, and would get the notes. `None` if the server's key can't be
/// read: without it no question is sent.
fn choose(settings: &Settings, servers: &[ServerModels]) -> Option<(Server, Model)> {
    let named = |listed: &ServerModels, name: &str| {
        let offered = listed.models.iter().flatten().find(|model| model.name == name);
        offered.map(|model| (listed.server.clone(), model.clone()))
    };
    // Some servers don't list all models. A named model is requested anyway; if it is missing, the server says so.
    let unlisted = |listed: &ServerModels, name: &str| {
        let model = models::known_model(settings, &listed.server, models::model_by_name(name));
        (listed.server.clone(), model)
    };
    let is_engine = |listed: &&ServerModels| listed.server.kind == ProviderKind::Engine;
    let first = servers.first().filter(|listed| listed.entered);
    let first = first.or_else(|| servers.iter().find(is_engine));
    let chosen = match &settings.chosen {
        Some(ChosenModel { server: Some(at), model }) => {
            let at = servers.iter().find(|listed| listed.server.is_at(at))?;
            Some(named(at, model).unwrap_or_else(|| unlisted(at, model)))
        }
        Some(ChosenModel { server: None, model }) => {
            let unlisted = |first: &&ServerModels| first.entered.then(|| unlisted(first, model));
            first.and_then(|first| named(first, model).or_else(|| unlisted(&first)))
        }
        None => first.and_then(|first| {
            let model = first.models.as_ref().ok()?.first()?;
            Some((first.server.clone(), model.clone()))
        }),
    };
    chosen.filter(|(server, _)| {
        !servers.iter().any(|listed| listed.locked && listed.server.place() == server.place())
    })
}

#[cfg(test)]
mod tests;
