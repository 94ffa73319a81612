use core::net::IpAddr;

use crate::model::Override;
use serde::{Deserialize, Deserializer, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ServerAt {
    /// The built-in engine, which has no address.
    Engine,
    Address {
        /// The server's URL, not its display name.
        address: String,
    },
}

impl ServerAt {
    pub fn address(address: impl Into<String>) -> Self {
        Self::Address { address: address.into() }
    }

    pub fn as_address(&self) -> Option<&str> {
        match self {
            Self::Engine => None,
            Self::Address { address } => Some(address),
        }
    }

    /// True on this machine, as for the engine.
    pub fn is_here(&self) -> bool {
        self.as_address().is_none_or(is_here)
    }
}

/// Earlier versions stored a text: an address, or `engine:`.
impl<'de> Deserialize<'de> for ServerAt {
    fn deserialize<D: Deserializer<'de>>(kept: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum AnyForm {
            Text(String),
            Tagged(TaggedForm),
        }
        #[derive(Deserialize)]
        #[serde(tag = "type", rename_all = "camelCase")]
        enum TaggedForm {
            Engine,
            Address { address: String },
        }
        Ok(match AnyForm::deserialize(kept)? {
            AnyForm::Tagged(TaggedForm::Engine) => Self::Engine,
            AnyForm::Text(text) if text == "engine:" => Self::Engine,
            AnyForm::Text(address) | AnyForm::Tagged(TaggedForm::Address { address }) => {
                Self::Address { address }
            }
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct ChosenModel {
    /// `None` for the first configured server; without servers, one found on this machine with a model of this name.
    #[serde(default)]
    pub server: Option<ServerAt>,
    pub model: String,
}

/// The user's corrections about a model. Without a server and a model it applies to all; the more specific one wins.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ModelOverride {
    /// `None` for any.
    pub server: Option<ServerAt>,
    /// `None` for any.
    pub model: Option<String>,
    #[serde(flatten)]
    pub known: Override,
}

/// True if others can read what is sent to an address (with its scheme): another machine without encryption.
pub fn is_unencrypted(address: &str) -> bool {
    !is_here(address) && address.split_once("://").is_some_and(|(scheme, _)| scheme == "http")
}

/// True for an address on this machine. Compares the whole host, because `localhost.example.org` and
/// `localhost@example.org` are elsewhere.
pub fn is_here(address: &str) -> bool {
    let is_scheme = |name: &str| name.chars().all(|c| c.is_ascii_alphabetic());
    let rest = match address.split_once("://") {
        Some((scheme, rest)) if is_scheme(scheme) => rest,
        _ => address,
    };
    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let place = authority.rsplit_once('@').map_or(authority, |(_, place)| place);
    let host = match place.strip_prefix('[') {
        Some(inside) => inside.split(']').next().unwrap_or_default(),
        None => place.split(':').next().unwrap_or_default(),
    };
    let is_loopback = |ip: IpAddr| ip.is_loopback() || ip.is_unspecified();
    host.eq_ignore_ascii_case("localhost") || host.parse().is_ok_and(is_loopback)
}
