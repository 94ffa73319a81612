use std::sync::Arc;

use super::engine::{EngineProvider, installed_engine};
use super::http_provider::HttpProvider;
use super::provider::Provider;
use super::{anthropic, ollama, openai};
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
        let api = match self.kind {
            ProviderKind::Ollama => &ollama::API,
            ProviderKind::OpenAi => &openai::API,
            ProviderKind::Anthropic => &anthropic::API,
            ProviderKind::Engine => return Ok(Arc::new(EngineProvider::new(installed_engine()))),
        };
        Ok(Arc::new(HttpProvider::new(self.clone(), timing, api)?))
    }
}
