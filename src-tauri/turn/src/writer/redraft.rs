use std::{collections::BTreeSet, sync::Arc};

use models::{ChatRequest, Provider};

use conversation::reference::{Number, Reference};

/// The last request for an answer, to have the model write another draft of it.
pub(crate) struct Redraft {
    pub(crate) provider: Arc<dyn Provider>,
    pub(crate) request: ChatRequest,
    /// The numbers that a draft may cite.
    pub(crate) known: BTreeSet<Number>,
    /// The app's own sentences in the request.
    pub(crate) own: BTreeSet<String>,
    /// The answer's references before any is cited.
    pub(crate) references: Vec<Reference>,
}
