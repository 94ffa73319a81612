//! Finds model servers on this machine.

#[cfg(test)]
mod tests;

use futures::future::join_all;
use serde_json::Value;

use crate::http::{Endpoint, Key, Server, Timing};
use crate::protocols::ANTHROPIC_HOST;
use conversation::model::{Code, Error, Model, ProviderKind};

#[derive(Debug, Clone)]
pub struct ServerListing {
    pub server: Server,
    pub models: Result<Vec<Model>, Error>,
}

/// Environment variable with the addresses to search, separated by commas. Empty means none.
pub const DISCOVER: &str = "MARGINALIA_DISCOVER";

/// In the order in which servers are offered.
const USUAL: [(&str, &str); 3] = [
    ("Ollama", "http://127.0.0.1:11434"),
    ("LM Studio", "http://127.0.0.1:1234"),
    ("llama.cpp", "http://127.0.0.1:8080"),
];

/// The address of `npm run model`, for developers. A release doesn't search there: users have no such server, and
/// other programs on that port are none of its business.
const TEST_MODEL: (&str, &str) = ("Marginalia's own small model", "http://127.0.0.1:8765");

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub address: String,
    /// The usual program at this address, for people.
    pub program: Option<&'static str>,
}

impl Place {
    fn at(address: impl Into<String>) -> Self {
        Self { address: address.into(), program: None }
    }

    /// The addresses in [`DISCOVER`] if it is set; otherwise the usual ports and Ollama's own variable `OLLAMA_HOST`.
    pub fn from_environment() -> Vec<Self> {
        let variable = |name| std::env::var(name).ok();
        Self::from_variables(variable(DISCOVER), variable("OLLAMA_HOST"), cfg!(debug_assertions))
    }

    fn from_variables(
        discover: Option<String>,
        ollama: Option<String>,
        is_development: bool,
    ) -> Vec<Self> {
        if let Some(discover) = discover {
            let addresses = discover.split(',').map(str::trim);
            return addresses.filter(|address| !address.is_empty()).map(Self::at).collect();
        }
        let usual = USUAL.into_iter().chain(is_development.then_some(TEST_MODEL));
        let mut places: Vec<Self> = usual
            .map(|(program, address)| Self { address: address.to_owned(), program: Some(program) })
            .collect();
        if let Some(named) = ollama.and_then(|host| ollama_host(&host))
            && places.iter().all(|place| place.address != named)
        {
            places.push(Self { address: named, program: Some("Ollama") });
        }
        places
    }
}

/// Returns the servers found, in the order of `places`. Takes no time where nothing listens, and a few seconds at
/// most where something hangs.
pub async fn discover(places: &[Place], timing: Timing) -> Vec<ServerListing> {
    let addresses: Vec<_> = places.iter().map(|place| place.address.as_str()).collect();
    discover_at(&addresses, timing).await
}

pub async fn discover_at<S: AsRef<str>>(addresses: &[S], timing: Timing) -> Vec<ServerListing> {
    let timing = Timing { question: timing.here, ..timing };
    let looks = addresses.iter().map(|address| look(address.as_ref(), None, timing));
    join_all(looks).await.into_iter().filter_map(Result::ok).collect()
}

/// Finds the kind of server at an address, and its models.
///
/// # Errors
/// If nothing answers, or the server isn't a model server. A model server that refuses to list its models, because it
/// wants a key or is still loading, is returned with the refusal.
pub async fn look(
    address: &str,
    key: Option<&str>,
    timing: Timing,
) -> Result<ServerListing, Error> {
    let server =
        |kind| Server { kind, base_url: address.trim().to_owned(), key: key.map(Key::from) };
    let kind = detect(&server, timing).await?;
    let server = server(kind);
    let models = server.connect_with(timing)?.models().await;
    Ok(ServerListing { server, models })
}

pub async fn kind_of(address: &str) -> Result<ProviderKind, Error> {
    let server = |kind| Server { kind, base_url: address.to_owned(), key: None };
    detect(&server, Timing::default()).await
}

async fn detect(
    server: &impl Fn(ProviderKind) -> Server,
    timing: Timing,
) -> Result<ProviderKind, Error> {
    let anthropic = Endpoint::new(&server(ProviderKind::Anthropic), timing)?;
    if anthropic.address.host() == ANTHROPIC_HOST {
        return Ok(ProviderKind::Anthropic);
    }
    let ollama = Endpoint::new(&server(ProviderKind::Ollama), timing)?;
    let open_ai = Endpoint::new(&server(ProviderKind::OpenAi), timing)?;
    // Ollama also speaks OpenAI's protocol, but without setting the window, so its own is tried first. llama.cpp and
    // others imitate some of Ollama's calls, but not this one.
    match ollama.ask(ollama.address.beside("/api/version"), None).await {
        Ok(said) if said.get("version").is_some_and(Value::is_string) => {
            return Ok(ProviderKind::Ollama);
        }
        Err(failure) if is_out_of_reach(failure.error.code) => return Err(failure.error),
        _ => {}
    }
    match open_ai.ask(open_ai.address.in_api("/models"), None).await {
        // A relay of Anthropic's protocol lists models in its form.
        Ok(listed) if is_anthropics(&listed) => Ok(ProviderKind::Anthropic),
        Ok(listed) if listed.get("data").unwrap_or(&listed).is_array() => Ok(ProviderKind::OpenAi),
        Ok(listed) => Err(open_ai.garbage(&listed.to_string())),
        // It has models, but wants a key first, or must load one.
        Err(failure)
            if failure.by_api && (failure.retry || failure.error.code == Code::Unauthorized) =>
        {
            Ok(ProviderKind::OpenAi)
        }
        Err(failure) => Err(failure.error),
    }
}

fn is_anthropics(listed: &Value) -> bool {
    let first = listed.get("data").and_then(Value::as_array).and_then(|entries| entries.first());
    listed.get("has_more").is_some()
        && listed.get("object").is_none()
        && first.is_none_or(|entry| entry.get("type").is_some_and(|kind| kind == "model"))
}

fn is_out_of_reach(code: Code) -> bool {
    matches!(code, Code::Refused | Code::UnknownHost | Code::Tls | Code::TimedOut)
}

fn ollama_host(value: &str) -> Option<String> {
    let value = value.trim().trim_matches(['"', '\'']).trim();
    if value.is_empty() {
        return None;
    }
    let (scheme, rest) = value.split_once("://").unwrap_or(("http", value));
    let (host_port, path) = rest.split_once('/').unwrap_or((rest, ""));
    let default_port = match scheme {
        "https" => 443,
        _ if value.contains("://") => 80,
        _ => 11434,
    };
    let (host, port) = match host_port.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port.parse::<u16>().ok()?),
        _ => (host_port, default_port),
    };
    let host = match host {
        // "All addresses of this machine" only makes sense for listening.
        "" | "0.0.0.0" | "[::]" | "localhost" => "127.0.0.1",
        host => host,
    };
    let path = path.trim_end_matches('/');
    let slash = if path.is_empty() { "" } else { "/" };
    Some(format!("{scheme}://{host}:{port}{slash}{path}"))
}
