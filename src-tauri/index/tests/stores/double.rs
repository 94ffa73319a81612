//! A Chroma server in memory, with the calls, answers and errors recorded from version 1.5.9.

use parking_lot::Mutex;
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    thread,
};

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

#[derive(Debug, Default)]
struct Collection {
    name: String,
    space: String,
    vectors: BTreeMap<String, Vec<f32>>,
    dimension: Option<usize>,
}

/// The recorded calls and the contents.
#[derive(Debug, Default)]
pub struct Said {
    /// Method, path and body of each call.
    pub calls: Vec<(String, String, Value)>,
    pub headers: Vec<HeaderMap>,
    collections: HashMap<String, Collection>,
    made: usize,
}

impl Said {
    pub fn forget_all(&mut self) {
        self.collections.clear();
    }
}

#[derive(Debug, Clone)]
pub struct Chroma {
    pub url: String,
    pub said: Arc<Mutex<Said>>,
    packed: bool,
}

impl Chroma {
    /// Runs on its own thread, which ends with the test.
    pub fn start(packed: bool) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let server = Self { url, said: Arc::default(), packed };
        let router = Router::new().fallback(answer).with_state(server.clone());
        // Chroma's limit is 40 MB.
        let router = router.layer(axum::extract::DefaultBodyLimit::max(40 << 20));
        thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async move {
                listener.set_nonblocking(true).unwrap();
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                axum::serve(listener, router).await.unwrap();
            });
        });
        server
    }
}

fn refuse(status: u16, error: &str, message: &str) -> Response {
    let body = Json(json!({"error": error, "message": message}));
    (StatusCode::from_u16(status).unwrap(), body).into_response()
}

async fn answer(
    State(server): State<Chroma>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Response {
    let body: Value = serde_json::from_str(&body).unwrap_or_default();
    let mut said = server.said.lock();
    said.calls.push((method.to_string(), uri.path().to_owned(), body.clone()));
    said.headers.push(headers);
    if uri.path() == "/api/v2/pre-flight-checks" {
        let packed = server.packed;
        return Json(json!({"max_batch_size": 300, "supports_base64_encoding": packed}))
            .into_response();
    }
    let base = "/api/v2/tenants/default_tenant/databases/default_database/collections";
    let Some(path) = uri.path().strip_prefix(base) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if path.is_empty() {
        return open(&mut said, &body);
    }
    let (id, call) = path.trim_start_matches('/').split_once('/').unwrap();
    let Some(collection) = said.collections.get_mut(id) else {
        let message = format!("Collection [{id}] does not exist.");
        return refuse(404, "NotFoundError", &message);
    };
    match call {
        "count" => Json(json!(collection.vectors.len())).into_response(),
        "upsert" => upsert(collection, &body),
        "query" => query(collection, &body),
        "get" => get(collection, &body),
        "delete" => {
            let ids = texts(&body["ids"]);
            ids.iter().for_each(|id| drop(collection.vectors.remove(id)));
            Json(json!({"deleted": ids.len()})).into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn open(said: &mut Said, body: &Value) -> Response {
    let name = body["name"].as_str().unwrap().to_owned();
    let space = body.pointer("/configuration/hnsw/space").and_then(Value::as_str).unwrap_or("l2");
    let there = said.collections.iter().find(|(_, collection)| collection.name == name);
    let id = there.map(|(id, _)| id.clone()).unwrap_or_else(|| {
        said.made += 1;
        format!("fe4696a7-daf5-480b-a457-{:012x}", said.made)
    });
    let collection = said.collections.entry(id.clone()).or_insert_with(|| Collection {
        name: name.clone(),
        space: space.to_owned(),
        ..Collection::default()
    });
    Json(json!({
        "id": id,
        "name": name,
        "configuration_json": {"hnsw": {"space": collection.space, "ef_search": 100}, "spann": null},
        "metadata": body["metadata"],
        "dimension": collection.dimension,
        "tenant": "default_tenant",
        "database": "default_database",
        "log_position": 0,
        "version": 0,
    }))
    .into_response()
}

fn texts(value: &Value) -> Vec<String> {
    serde_json::from_value(value.clone()).unwrap()
}

fn numbers(value: &Value) -> Vec<f32> {
    use base64::{Engine, prelude::BASE64_STANDARD};
    match value {
        Value::String(packed) => {
            let bytes = BASE64_STANDARD.decode(packed).unwrap();
            bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect()
        }
        list => serde_json::from_value(list.clone()).unwrap(),
    }
}

fn upsert(collection: &mut Collection, body: &Value) -> Response {
    let ids = texts(&body["ids"]);
    let vectors: Vec<Vec<f32>> =
        body["embeddings"].as_array().unwrap().iter().map(numbers).collect();
    let wanted = *collection.dimension.get_or_insert(vectors[0].len());
    if let Some(wrong) = vectors.iter().find(|vector| vector.len() != wanted) {
        return dimension(wanted, wrong.len());
    }
    collection.vectors.extend(ids.into_iter().zip(vectors));
    Json(json!({})).into_response()
}

fn dimension(wanted: usize, got: usize) -> Response {
    let message = format!("Collection expecting embedding with dimension of {wanted}, got {got}");
    refuse(400, "InvalidArgumentError", &message)
}

fn query(collection: &Collection, body: &Value) -> Response {
    let query = numbers(&body["query_embeddings"][0]);
    if let Some(wanted) = collection.dimension.filter(|wanted| *wanted != query.len()) {
        return dimension(wanted, query.len());
    }
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let mut near: Vec<(f32, &String)> = collection
        .vectors
        .iter()
        .map(|(id, v)| (1.0 - dot(v, &query) / (dot(v, v) * dot(&query, &query)).sqrt(), id))
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    near.truncate(usize::try_from(body["n_results"].as_u64().unwrap()).unwrap());
    let ids: Vec<_> = near.iter().map(|(_, id)| id).collect();
    let distances: Vec<_> = near.iter().map(|(distance, _)| distance).collect();
    Json(json!({
        "ids": [ids], "embeddings": null, "documents": null, "uris": null, "metadatas": null,
        "distances": [distances], "include": ["distances"],
    }))
    .into_response()
}

fn get(collection: &Collection, body: &Value) -> Response {
    let number = |name: &str| body[name].as_u64().and_then(|n| usize::try_from(n).ok());
    let found: Vec<(&String, &Vec<f32>)> = match body.get("ids") {
        Some(ids) => {
            texts(ids).iter().filter_map(|id| collection.vectors.get_key_value(id)).collect()
        }
        None => {
            let all = collection.vectors.iter().skip(number("offset").unwrap_or_default());
            all.take(number("limit").unwrap_or(usize::MAX)).collect()
        }
    };
    let ids: Vec<_> = found.iter().map(|(id, _)| id).collect();
    let wants = body["include"].as_array().is_some_and(|list| list.contains(&json!("embeddings")));
    let vectors: Option<Vec<_>> = wants.then(|| found.iter().map(|(_, vector)| vector).collect());
    Json(json!({
        "ids": ids, "embeddings": vectors, "documents": null, "uris": null, "metadatas": null,
        "include": body["include"],
    }))
    .into_response()
}
