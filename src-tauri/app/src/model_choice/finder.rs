//! Looks for models, and chooses the one that a question goes to.

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

/// How long a server on this machine may take to list its models. One that runs answers at once,
/// unless it is busy loading a model; others have as long as [`Timing::question`] says.
const HERE: Duration = Duration::from_secs(2);

/// For how long a look that found no model, or whose server didn't answer, is good enough for a
/// preview. A question looks again.
const LATELY: Duration = Duration::from_secs(5);

/// The models that can be used now.
#[derive(Debug, Clone)]
pub struct ModelList {
    /// Every server that was tried and what it said: first those that the user entered.
    pub servers: Vec<ServerModels>,
    /// The one that a question would go to.
    pub chosen: Option<(Server, Model)>,
}

/// What decides which model a question goes to.
#[derive(Clone)]
pub(crate) struct ModelRequest {
    pub(crate) settings: Settings,
    pub(crate) keys: Keys,
    pub(crate) timing: Timing,
    /// Where servers are looked for besides those that were entered.
    pub(crate) places: Vec<Place>,
    /// Whose the programs are that listen on this machine.
    pub(crate) listeners: Listeners,
}

impl ModelRequest {
    /// Whether the model runs on this machine, as far as its address tells.
    pub(crate) fn is_local(&self) -> bool {
        let settings = &self.settings;
        let first = || settings.servers.first().is_none_or(|server| is_here(&server.base_url));
        chosen_at(settings).map_or_else(first, ServerAt::is_here)
    }

    fn timing_for(&self, is_here: bool) -> Timing {
        let question = self.timing.question;
        let question = if is_here { question.min(HERE) } else { question };
        Timing { question, ..self.timing }
    }

    /// Whether a program of another user listens at an address of this machine, as far as the system tells.
    fn is_another_users(&self, address: &str) -> bool {
        self.listeners.owner(address).is_some_and(|owner| owner != PortOwner::User)
    }

    /// Whether another person's program listens there. What was picked is a port, and its program may have ended
    /// since: whoever got the port then isn't who was picked.
    fn is_a_strangers(&self, address: &str) -> bool {
        self.listeners.owner(address) == Some(PortOwner::Stranger)
    }
}

/// The models and keys of one turn.
pub(crate) struct Choice {
    pub(super) finder: ModelFinder,
    pub(super) wanted: ModelRequest,
}

/// Finds models and remembers what it found, so that a draft's preview asks no server at every
/// keystroke.
#[derive(Clone, Default)]
pub(crate) struct ModelFinder {
    last: Arc<Mutex<LookCache>>,
}

#[derive(Default)]
pub(super) struct LookCache {
    /// Counts how often everything was forgotten: a look that was begun before isn't kept.
    times: u64,
    pub(super) found: Option<ModelList>,
    /// The choice that the next two are about: a conversation may have one of its own.
    choice: Option<ChosenModel>,
    /// What questions go to, as its server itself says.
    chosen: Option<(Server, Model)>,
    /// What was found when it couldn't be said for good, and when.
    lately: Option<(Instant, Option<(Server, Model)>)>,
}

impl LookCache {
    /// Keeps what a look chose. A server that was busy, or away, hasn't told the model's window: it
    /// is asked again for the next question.
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
        self.lately = (!has_told).then(|| (Instant::now(), chosen.cloned()));
    }
}

/// Whether a server may say otherwise a little later.
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

    /// Forgets what was found: the settings changed, or a server said otherwise.
    pub(crate) fn forget(&self) {
        let mut last = self.last();
        *last = LookCache { times: last.times + 1, ..LookCache::default() };
    }

    /// Asks all servers at the same time: those that the user entered, and those on this machine's
    /// usual ports.
    pub(crate) async fn look(&self, wanted: &ModelRequest) -> ModelList {
        let times = self.last().times;
        let entered = join_all(wanted.settings.servers.iter().map(|server| ask(server, wanted)));
        let (mut servers, found) = join(entered, found_here(wanted)).await;
        // Nobody picked what is merely found: our own engine comes first.
        servers.extend(engine_models(wanted).await);
        for found in found {
            if !servers.iter().any(|other| other.server.place() == found.server.place()) {
                servers.push(found);
            }
        }
        // One that was found once and isn't at a usual port.
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

    /// The model that a question goes to now. Only the server that the settings mean is asked; if
    /// they mean none, all are.
    ///
    /// # Errors
    /// [`conversation::Code::NoModel`], or what the chosen server said; with what was tried.
    pub(crate) async fn chosen(&self, wanted: &ModelRequest) -> Result<(Server, Model)> {
        // Looked at for each question, whatever was found before. A server that was entered is its address,
        // whoever is there.
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
                None => Err(none::nowhere(&wanted.settings, &found.servers, &wanted.places).await),
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

    /// The same for a preview: what was found a moment ago will do, so that nobody waits at every
    /// keystroke for a server that is busy or away.
    pub(super) async fn chosen_lately(&self, wanted: &ModelRequest) -> Option<(Server, Model)> {
        {
            let last = self.last();
            if let Some((at, chosen)) = &last.lately
                && at.elapsed() < LATELY
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
    /// One that isn't among those that were entered, on this machine: it was found here once.
    Here(&'a str),
    /// One elsewhere that isn't among those that were entered. It was removed, and nothing is sent
    /// there, unless it is where Ollama's own variable says.
    Gone(&'a str),
}

impl KeyLookup for Choice {
    fn key<'a>(
        &'a self,
        address: &'a str,
    ) -> BoxFuture<'a, std::result::Result<Option<models::Key>, models::Error>> {
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
        // Notes don't go to the second server because the first one is away.
        None | Some(ChosenModel { server: None, .. }) => {
            settings.servers.first().map(Target::Entered)
        }
    }
}

/// Asks a server that the user entered.
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
) -> std::result::Result<ServerModels, models::Error> {
    let key = wanted.keys.get(address).await?;
    let timing = wanted.timing_for(is_here(address));
    let found = models::discover::look(address, key.as_deref(), timing).await?;
    let (server, models) = with_searched_key(found.server, found.models, wanted).await;
    Ok(listed(server, None, false, models, wanted))
}

/// The servers on this machine's usual ports.
async fn found_here(wanted: &ModelRequest) -> Vec<ServerModels> {
    let found = discover(&wanted.places).await;
    join_all(found.into_iter().map(async |ServerListing { mut server, mut models }| {
        // Another user's program gets no key before it is chosen, and another person's none at all.
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

/// Whether the user chose a model of this server.
fn is_chosen(server: &Server, settings: &Settings) -> bool {
    chosen_at(settings).is_some_and(|at| server.is_at(at))
}

fn chosen_at(settings: &Settings) -> Option<&ServerAt> {
    settings.chosen.as_ref().and_then(|chosen| chosen.server.as_ref())
}

pub(super) async fn models_of(
    server: &Server,
    wanted: &ModelRequest,
) -> std::result::Result<Vec<Model>, models::Error> {
    let timing = wanted.timing_for(server.at().is_here());
    server.connect_with(timing)?.models().await
}

/// What our own engine offers; nothing without an engine or a model.
async fn engine_models(wanted: &ModelRequest) -> Option<ServerModels> {
    models::installed_engine()?;
    let server = Server::engine();
    let models = models_of(&server, wanted).await;
    if models.as_ref().is_ok_and(Vec::is_empty) {
        return None;
    }
    Some(listed(server, None, false, models, wanted))
}

/// What a server says to the key that the keychain has for it, if it wants one and wasn't given any.
async fn with_searched_key(
    mut server: Server,
    models: std::result::Result<Vec<Model>, models::Error>,
    wanted: &ModelRequest,
) -> (Server, std::result::Result<Vec<Model>, models::Error>) {
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
    models: std::result::Result<Vec<Model>, models::Error>,
    wanted: &ModelRequest,
) -> ServerModels {
    let known = |model| models::known_model(&wanted.settings, &server, model);
    let models = models.map(|models| models.into_iter().map(known).collect());
    let another_users = wanted.is_another_users(&server.base_url);
    ServerModels { server, name, entered, another_users, locked: false, models }
}

/// A server whose key the keychain has and doesn't give.
fn locked(
    server: Server,
    name: Option<String>,
    entered: bool,
    error: models::Error,
) -> ServerModels {
    ServerModels { server, name, entered, another_users: false, locked: true, models: Err(error) }
}

/// The model that the settings mean: theirs by name, else the first that the first server offers. A
/// server that was merely found is none of theirs: whoever comes first can listen on a usual port, and
/// would get the notes. It is asked once the user chose it.
/// None at a server whose key can't be read: without it a question isn't sent.
fn choose(settings: &Settings, servers: &[ServerModels]) -> Option<(Server, Model)> {
    let named = |listed: &ServerModels, name: &str| {
        let offered = listed.models.iter().flatten().find(|model| model.name == name);
        offered.map(|model| (listed.server.clone(), model.clone()))
    };
    // Some servers don't list their models, or not all of them. The one that the user named is asked
    // for, and if it isn't there the server says so itself.
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
