use futures::FutureExt;

use super::body::Body;
use super::list::list;
use super::stream::Chunks;
use crate::protocols::http_provider::Api;
use crate::protocols::provider::json;
use crate::streaming::Events;

pub(crate) static API: Api = Api {
    body: |endpoint, request| {
        let address = &endpoint.address;
        json(&Body::new(request, address.host() == "api.openai.com", address.is_public()))
    },
    models: |endpoint| list(endpoint).boxed(),
    chat_url: |endpoint| endpoint.address.in_api("/chat/completions"),
    protocol: || Box::<Events<Chunks>>::default(),
    limits_answers: |endpoint| endpoint.address.is_public(),
    pull: None,
};
