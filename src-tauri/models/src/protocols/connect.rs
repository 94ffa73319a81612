use std::sync::Arc;

use super::anthropic::Anthropic;
use super::engine::{EngineProvider, installed_engine};
use super::ollama::Ollama;
use super::openai::OpenAi;
use super::provider::Provider;
use crate::http::{Server, Timing};
use conversation::model::{Error, ProviderKind};

impl Server {
    /// Sends nothing yet.
    ///
    /// # Errors
    /// [`Code::BadSetting`](conversation::model::Code::BadSetting) if the address or the key is invalid.
    pub fn connect(&self) -> Result<Arc<dyn Provider>, Error> {
        self.connect_with(Timing::default())
    }

    pub fn connect_with(&self, timing: Timing) -> Result<Arc<dyn Provider>, Error> {
        Ok(match self.kind {
            ProviderKind::Ollama => Arc::new(Ollama::new(self.clone(), timing)?),
            ProviderKind::OpenAi => Arc::new(OpenAi::new(self.clone(), timing)?),
            ProviderKind::Anthropic => Arc::new(Anthropic::new(self.clone(), timing)?),
            ProviderKind::Engine => Arc::new(EngineProvider::new(installed_engine())),
        })
    }
}
