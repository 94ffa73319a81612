//! Chroma, by a server double.

use std::{sync::Arc, time::Duration};

use index::{ChromaServer, ChromaVectors, Error, TextKey, VectorStore};
use models::{Code, Timing};

use crate::{
    conform::{self, model, vector},
    double::Chroma,
};

fn at(url: &str) -> ChromaServer {
    ChromaServer { address: url.to_owned(), token: None, tenant: None, database: None }
}

fn timing() -> Timing {
    Timing { backoff: Duration::from_millis(1), ..Timing::default() }
}

#[test]
fn chroma_conforms() {
    for packed in [true, false] {
        let server = Chroma::start(packed);
        conform::all(|model| {
            Arc::new(ChromaVectors::connect(&at(&server.url), "our notes", model).unwrap())
        });
        let said = server.said.lock();
        let most = said
            .calls
            .iter()
            .filter(|(_, path, _)| path.ends_with("/upsert"))
            .filter_map(|(_, _, body)| body["ids"].as_array().map(Vec::len))
            .max();
        assert_eq!(most, Some(300), "batches as large as the server takes them, and no larger");
    }
}

/// Only vectors and hashes are sent.
#[test]
fn no_text_is_sent() {
    let server = Chroma::start(false);
    let store = ChromaVectors::connect(&at(&server.url), "Diary", &model("m", 8)).unwrap();
    store.put(&[(TextKey::of("a secret"), vector(1, 8))]).unwrap();
    store.nearest(&vector(2, 8), 3, None).unwrap();
    for (_, path, body) in &server.said.lock().calls {
        let fields = ["documents", "metadatas", "uris"];
        assert!(fields.iter().all(|field| body.get(field).is_none()), "{path} {body}");
        assert!(!body.to_string().contains("secret"), "{body}");
    }
}

#[test]
fn a_token_is_sent_and_never_shown() {
    let server = Chroma::start(true);
    let with_token = ChromaServer { token: Some("sesame-1".into()), ..at(&server.url) };
    let store = ChromaVectors::connect(&with_token, "v", &model("m", 8)).unwrap();
    assert!(!format!("{store:?} {with_token:?}").contains("sesame"));
    let said = server.said.lock();
    for headers in &said.headers {
        assert_eq!(headers["x-chroma-token"], "sesame-1");
        assert_eq!(headers["authorization"], "Bearer sesame-1");
    }
}

#[test]
fn a_collection_that_somebody_deleted_is_made_again() {
    let server = Chroma::start(true);
    let store = ChromaVectors::connect(&at(&server.url), "v", &model("m", 8)).unwrap();
    store.put(&[(TextKey::of("a"), vector(1, 8))]).unwrap();
    server.said.lock().forget_all();
    assert_eq!(store.missing(&[TextKey::of("a")]).unwrap(), [TextKey::of("a")]);
    store.put(&[(TextKey::of("a"), vector(1, 8))]).unwrap();
    assert_eq!(store.len().unwrap(), 1);
}

#[test]
fn connection_errors_have_their_reasons() {
    let says = |server: &ChromaServer, dimensions: usize| {
        let connected = ChromaVectors::connect_with(server, "v", &model("m", dimensions), timing());
        match connected.unwrap_err() {
            Error::Model(error) => (error.code, error.to_string()),
            other => panic!("{other}"),
        }
    };
    let (code, said) = says(&at("http://127.0.0.1:9"), 8);
    assert_eq!(code, Code::Refused);
    assert_eq!(said, "http://127.0.0.1:9 refused the connection: no server runs there.");
    assert_eq!(says(&at("ftp://x"), 8).0, Code::BadSetting);

    let server = Chroma::start(true);
    let store = ChromaVectors::connect(&at(&server.url), "v", &model("m", 8)).unwrap();
    store.put(&[(TextKey::of("a"), vector(1, 8))]).unwrap();
    let (code, said) = says(&at(&server.url), 9);
    assert_eq!(code, Code::BadSetting);
    assert!(said.ends_with("with vectors of 8 numbers, but those of the model have 9."), "{said}");

    let (code, said) = says(&at(&format!("{}/elsewhere", server.url)), 8);
    assert_eq!(code, Code::BadSetting);
    assert!(said.contains("isn't a Chroma server of version 1.0 or later"), "{said}");

    let nobody = ChromaServer { tenant: Some("nobody".to_owned()), ..at(&server.url) };
    assert_eq!(says(&nobody, 8).0, Code::BadSetting);
}
