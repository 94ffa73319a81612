use futures::FutureExt;

use super::body::Body;
use super::list::list;
use super::pull::pull;
use super::stream::JsonLines;
use crate::protocols::http_provider::Api;
use crate::protocols::provider::json;

pub(crate) static API: Api = Api {
    body: |_, request| json(&Body::new(request)),
    models: |endpoint| list(endpoint).boxed(),
    chat_url: |endpoint| endpoint.address.beside("/api/chat"),
    protocol: || Box::new(JsonLines),
    limits_answers: |_| false,
    pull: Some(pull),
};
