use futures::FutureExt;

use super::body::Body;
use super::list::list;
use super::stream::Message;
use crate::protocols::http_provider::Api;
use crate::protocols::provider::json;
use crate::streaming::Events;

pub(crate) const HOST: &str = "api.anthropic.com";

pub(crate) static API: Api = Api {
    body: |_, request| json(&Body::new(request)),
    models: |endpoint| list(endpoint).boxed(),
    chat_url: |endpoint| endpoint.address.in_api("/messages"),
    protocol: || Box::<Events<Message>>::default(),
    limits_answers: |_| true,
    pull: None,
};
