//! Vectors on a Chroma server, for vaults that several people share.
//!
//! Only vectors and the hashes of their texts are sent: no text, path or name of a note. (A vector roughly reveals
//! its text's topic to anyone with the same model.)
//!
//! A collection belongs to a vault, by the name that its people chose, and a model. All of them write to it:
//! [`VectorStore::keep_only`] may delete vectors that others need, and they embed those again.

#[cfg(test)]
mod tests;

use parking_lot::Mutex;
use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use language::{Sentence, Words};
use models::{Code, EmbeddingModel, Remote, Timing};
use serde_json::{Value, json};

use super::{Neighbour, TextKey, VectorStore, check, codes};
use crate::{Result, sentences::chroma};

/// The token's header in Chroma's cloud, and on servers configured like it.
const TOKEN: &str = "x-chroma-token";

/// Maximum bytes of vectors per request.
const MOST_BYTES: usize = 4 << 20;

/// Maximum ids per request. The server's batch limit doesn't cover them, but its request size does.
const MOST_NAMES: usize = 5_000;

/// Maximum vectors to fetch and compare exactly; for more, the server's nearest are filtered.
const COMPARED_HERE: usize = 500;

#[derive(Clone, PartialEq, Eq)]
pub struct ChromaServer {
    /// E.g. `http://127.0.0.1:8000`.
    pub address: String,
    /// Optional; never written anywhere.
    pub token: Option<models::Key>,
    /// Chroma's default if `None`.
    pub tenant: Option<String>,
    /// Chroma's default if `None`.
    pub database: Option<String>,
}

impl std::fmt::Debug for ChromaServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The address may contain a password.
        f.debug_struct("ChromaServer")
            .field("tenant", &self.tenant)
            .field("database", &self.database)
            .finish_non_exhaustive()
    }
}

/// Requires Chroma 1.0 or later.
#[derive(Debug)]
pub struct ChromaVectors {
    remote: Remote,
    collections: String,
    name: String,
    model: String,
    dimensions: usize,
    batch: usize,
    /// Whether the server accepts base64, a third of the size.
    packed: bool,
    /// Changes when somebody deletes and recreates the collection.
    id: Mutex<String>,
}

impl ChromaVectors {
    /// Opens or creates the collection of the vault and model. Blocks, like all calls, for at most 30 seconds on a
    /// server that hangs. Fails for an unknown kind of server, or a collection of the same name with other vectors.
    pub fn connect(server: &ChromaServer, vault: &str, model: &EmbeddingModel) -> Result<Self> {
        let timing = Timing { question: Duration::from_secs(30), ..Timing::default() };
        Self::connect_with(server, vault, model, timing)
    }

    pub fn connect_with(
        server: &ChromaServer,
        vault: &str,
        model: &EmbeddingModel,
        timing: Timing,
    ) -> Result<Self> {
        let remote = Remote::new(&server.address, server.token.as_deref(), Some(TOKEN), timing)?;
        let said = remote.ask("/api/v2/pre-flight-checks", None).map_err(|mut error| {
            if matches!(error.code, Code::BadSetting | Code::InvalidReply) {
                let what = Words::from(|| chroma::other_server(&error.message));
                error = remote.error(error.code, &what);
            }
            error
        })?;
        let limit = said.get("max_batch_size").and_then(Value::as_u64).unwrap_or(1_000);
        let tenant = server.tenant.as_deref().unwrap_or("default_tenant");
        let database = server.database.as_deref().unwrap_or("default_database");
        let store = Self {
            collections: format!(
                "/api/v2/tenants/{}/databases/{}/collections",
                segment(tenant),
                segment(database)
            ),
            name: collection(vault, &model.id),
            model: model.id.clone(),
            dimensions: model.dimensions,
            batch: usize::try_from(limit)
                .unwrap_or(usize::MAX)
                .min(MOST_BYTES / (model.dimensions.max(1) * 4))
                .max(1),
            packed: said.get("supports_base64_encoding").and_then(Value::as_bool) == Some(true),
            id: Mutex::default(),
            remote,
        };
        store.open()?;
        Ok(store)
    }

    fn open(&self) -> Result<String> {
        let asked = json!({
            "name": self.name,
            "get_or_create": true,
            "configuration": { "hnsw": { "space": "cosine" } },
            "metadata": { "made_by": "marginalia", "model": self.model },
        });
        let made = self.remote.ask(&self.collections, Some(asked))?;
        let wrong = |what: String| Err(self.remote.error(Code::BadSetting, &what).into());
        let told = made.get("dimension").and_then(Value::as_u64);
        if told.is_some_and(|told| told != self.dimensions as u64) {
            let told = told.unwrap_or_default();
            return wrong(chroma::other_dimensions(&self.name, told, self.dimensions));
        }
        let space = made.pointer("/configuration_json/hnsw/space").and_then(Value::as_str);
        if let Some(space) = space.filter(|space| *space != "cosine") {
            return wrong(chroma::other_space(&self.name, space));
        }
        let Some(id) = made.get("id").and_then(Value::as_str) else {
            return Err(self.garbage(chroma::NO_ID).into());
        };
        let mut held = self.id.lock();
        id.clone_into(&mut held);
        Ok(id.to_owned())
    }

    fn call(&self, what: &str, body: Option<Value>) -> Result<Value> {
        let id = self.id.lock().clone();
        let path = |id: &str| format!("{}/{id}/{what}", self.collections);
        match self.remote.ask(&path(&id), body.clone()) {
            // 404, which must mean the collection: the server answered before.
            Err(error) if error.code == Code::BadSetting => {
                let id = self.open()?;
                Ok(self.remote.ask(&path(&id), body)?)
            }
            answer => Ok(answer?),
        }
    }

    fn garbage(&self, what: Sentence) -> models::Error {
        self.remote.error(Code::InvalidReply, &what)
    }

    fn names(&self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        loop {
            let asked = json!({ "limit": MOST_NAMES, "offset": names.len(), "include": [] });
            let page = self.ids(&self.call("get", Some(asked))?)?;
            let ended = page.len() < MOST_NAMES;
            names.extend(page);
            if ended {
                return Ok(names);
            }
        }
    }

    fn ids(&self, answer: &Value) -> Result<Vec<String>> {
        let ids = answer.get("ids").and_then(|ids| serde_json::from_value(ids.clone()).ok());
        Ok(ids.ok_or_else(|| self.garbage(chroma::NO_NAMES))?)
    }

    fn fetch(&self, keys: &[TextKey]) -> Result<HashMap<TextKey, Vec<f32>>> {
        let mut found = HashMap::new();
        for some in keys.chunks(self.batch.min(MOST_NAMES)) {
            let asked = json!({ "ids": names(some), "include": ["embeddings"] });
            let answer = self.call("get", Some(asked))?;
            let ids = self.ids(&answer)?;
            let vectors: Option<Vec<Vec<f32>>> = answer
                .get("embeddings")
                .and_then(|vectors| serde_json::from_value(vectors.clone()).ok());
            let vectors = vectors.unwrap_or_default();
            if vectors.len() != ids.len() {
                return Err(self.garbage(chroma::NO_VECTORS).into());
            }
            for (id, vector) in ids.iter().zip(vectors) {
                // Foreign or unusable vectors count as missing.
                if let (Some(key), Ok(vector)) = (key(id), check(&vector, self.dimensions)) {
                    found.insert(key, vector);
                }
            }
        }
        Ok(found)
    }

    fn ask_nearest(&self, query: &[f32], count: usize) -> Result<Vec<Neighbour>> {
        let asked = json!({
            "query_embeddings": [query],
            "n_results": count,
            "include": ["distances"],
        });
        let answer = self.call("query", Some(asked))?;
        let ids: Option<Vec<Vec<String>>> =
            answer.get("ids").and_then(|ids| serde_json::from_value(ids.clone()).ok());
        let distances: Option<Vec<Vec<f32>>> =
            answer.get("distances").and_then(|list| serde_json::from_value(list.clone()).ok());
        let (Some([ids]), Some([distances])) = (ids.as_deref(), distances.as_deref()) else {
            return Err(self.garbage(chroma::NO_NEIGHBOURS).into());
        };
        Ok(ids
            .iter()
            .zip(distances)
            .filter_map(|(id, distance)| {
                Some(Neighbour { key: key(id)?, similarity: (1.0 - distance).clamp(-1.0, 1.0) })
            })
            .collect())
    }
}

impl VectorStore for ChromaVectors {
    fn missing(&self, keys: &[TextKey]) -> Result<Vec<TextKey>> {
        let mut there = HashSet::new();
        for some in keys.chunks(MOST_NAMES) {
            let asked = json!({ "ids": names(some), "include": [] });
            there
                .extend(self.ids(&self.call("get", Some(asked))?)?.iter().filter_map(|id| key(id)));
        }
        Ok(keys.iter().filter(|key| !there.contains(key)).copied().collect())
    }

    fn put(&self, vectors: &[(TextKey, Vec<f32>)]) -> Result<()> {
        // Checks before sending. The last of equal keys wins: the server rejects duplicates.
        let mut units: HashMap<TextKey, Vec<f32>> = HashMap::with_capacity(vectors.len());
        for (key, vector) in vectors {
            units.insert(*key, check(vector, self.dimensions)?);
        }
        let units: Vec<(TextKey, Vec<f32>)> = units.into_iter().collect();
        for some in units.chunks(self.batch) {
            let keys: Vec<TextKey> = some.iter().map(|(key, _)| *key).collect();
            let sent: Vec<Value> = some
                .iter()
                .map(|(_, vector)| match self.packed {
                    true => {
                        let bytes: Vec<u8> = vector.iter().flat_map(|n| n.to_le_bytes()).collect();
                        json!(BASE64_STANDARD.encode(bytes))
                    }
                    false => json!(vector),
                })
                .collect();
            self.call("upsert", Some(json!({ "ids": names(&keys), "embeddings": sent })))?;
        }
        Ok(())
    }

    fn keep_only(&self, keys: &HashSet<TextKey>) -> Result<()> {
        let mut gone = self.names()?;
        gone.retain(|id| key(id).is_none_or(|key| !keys.contains(&key)));
        for some in gone.chunks(self.batch.min(MOST_NAMES)) {
            self.call("delete", Some(json!({ "ids": some })))?;
        }
        Ok(())
    }

    fn get(&self, keys: &[TextKey]) -> Result<Vec<Option<Vec<f32>>>> {
        let found = self.fetch(keys)?;
        Ok(keys.iter().map(|key| found.get(key).cloned()).collect())
    }

    fn nearest(
        &self,
        query: &[f32],
        limit: usize,
        among: Option<&HashSet<TextKey>>,
    ) -> Result<Vec<Neighbour>> {
        let query = check(query, self.dimensions)?;
        if limit == 0 || among.is_some_and(HashSet::is_empty) {
            return Ok(Vec::new());
        }
        let mut near = match among {
            None => self.ask_nearest(&query, limit)?,
            Some(among) if among.len() <= COMPARED_HERE => {
                let keys: Vec<TextKey> = among.iter().copied().collect();
                let similarity = |vector: &[f32]| codes::dot(vector, &query).clamp(-1.0, 1.0);
                let vectors = self.fetch(&keys)?.into_iter();
                vectors
                    .map(|(key, vector)| Neighbour { key, similarity: similarity(&vector) })
                    .collect()
            }
            Some(among) => {
                // The server's filter by id fails if one is missing, so this asks for more until enough are wanted
                // ones.
                let all = self.len()?;
                let mut asked = limit.saturating_mul(4);
                loop {
                    let mut near = self.ask_nearest(&query, asked.min(all.max(1)))?;
                    near.retain(|near| among.contains(&near.key));
                    if near.len() >= limit || asked >= all {
                        break near;
                    }
                    asked = asked.saturating_mul(4);
                }
            }
        };
        near.sort_unstable_by(|a, b| {
            b.similarity.total_cmp(&a.similarity).then_with(|| a.key.cmp(&b.key))
        });
        near.truncate(limit);
        Ok(near)
    }

    fn len(&self) -> Result<usize> {
        let count = self.call("count", None)?;
        let count = count.as_u64().ok_or_else(|| self.garbage(chroma::NO_COUNT))?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }
}

fn names(keys: &[TextKey]) -> Vec<String> {
    keys.iter().map(|key| key.0.iter().map(|byte| format!("{byte:02x}")).collect()).collect()
}

fn key(name: &str) -> Option<TextKey> {
    let mut key = [0; 16];
    // The parser would accept a sign.
    if name.len() != 32 || !name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (place, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(name.get(2 * place..2 * place + 2)?, 16).ok()?;
    }
    Some(TextKey(key))
}

/// A readable part and a hash, since servers allow few characters.
fn collection(vault: &str, model: &str) -> String {
    let readable = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).take(40).collect()
    };
    let hash = blake3::hash(format!("{vault}\n{model}").as_bytes()).to_hex();
    format!("marginalia-{}-{}-{}", readable(vault), readable(model), &hash[..16])
}

fn segment(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
