//! The provider of a server, by its protocol.

use std::sync::Arc;

use super::anthropic::Anthropic;
use super::engine::{EngineProvider, installed_engine};
use super::ollama::Ollama;
use super::openai::OpenAi;
use super::provider::Provider;
use crate::http::{Server, Timing};
use conversation::model::{Error, ProviderKind};

impl Server {
    /// A provider for this server. Nothing is sent yet.
    ///
    /// # Errors
    /// [`Code::BadSetting`](conversation::model::Code::BadSetting) if the address isn't one, or the key can't be
    /// one.
    pub fn connect(&self) -> Result<Arc<dyn Provider>, Error> {
        self.connect_with(Timing::default())
    }

    /// A provider that waits as long as it is told.
    ///
    /// # Errors
    /// As [`Server::connect`].
    pub fn connect_with(&self, timing: Timing) -> Result<Arc<dyn Provider>, Error> {
        Ok(match self.kind {
            ProviderKind::Ollama => Arc::new(Ollama::new(self.clone(), timing)?),
            ProviderKind::OpenAi => Arc::new(OpenAi::new(self.clone(), timing)?),
            ProviderKind::Anthropic => Arc::new(Anthropic::new(self.clone(), timing)?),
            ProviderKind::Engine => Arc::new(EngineProvider::new(installed_engine())),
        })
    }
}
