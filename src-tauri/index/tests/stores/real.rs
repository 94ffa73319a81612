//! Chroma itself, at the address in the variable `MARGINALIA_CHROMA`: `npm run test:chroma`.

use std::{sync::Arc, time::SystemTime};

use index::{ChromaServer, ChromaVectors};

use crate::conform;

#[test]
fn the_real_chroma_conforms() {
    let address = std::env::var("MARGINALIA_CHROMA").unwrap();
    let server = ChromaServer { address, token: None, tenant: None, database: None };
    // A separate vault for each run.
    let vault = format!("{:?}", SystemTime::now());
    conform::all(|model| Arc::new(ChromaVectors::connect(&server, &vault, model).unwrap()));
}
