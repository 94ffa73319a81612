use parking_lot::Mutex;
use std::{
    sync::{Arc, mpsc},
    time::Duration,
};

use super::*;
use conversation::Code;
use library::Library;

const KEY: &str = "sk-one";

async fn keys(store: Arc<dyn KeyStore>, folder: &tempfile::TempDir) -> Keys {
    let (library, _) = Library::open(&folder.path().join("library.db")).unwrap();
    Keys::open(store, library).await.unwrap()
}

/// A keychain that refuses.
struct Locked;

impl KeyStore for Locked {
    fn get(&self, _: &Origin) -> Result<Option<models::Key>, KeyStoreError> {
        Err(KeyStoreError("the keychain is locked".to_owned()))
    }
    fn put(&self, _: &Origin, _: &str) -> Result<(), KeyStoreError> {
        Err(KeyStoreError("the keychain is locked".to_owned()))
    }
    fn remove(&self, _: &Origin) -> Result<(), KeyStoreError> {
        Err(KeyStoreError("the keychain is locked".to_owned()))
    }
}

/// A keychain that waits for an absent user.
struct Prompting(Mutex<mpsc::Receiver<()>>);

impl KeyStore for Prompting {
    fn get(&self, _: &Origin) -> Result<Option<models::Key>, KeyStoreError> {
        let _ = self.0.lock().recv();
        Ok(None)
    }
    fn put(&self, origin: &Origin, _: &str) -> Result<(), KeyStoreError> {
        self.get(origin).map(drop)
    }
    fn remove(&self, origin: &Origin) -> Result<(), KeyStoreError> {
        self.get(origin).map(drop)
    }
}

#[test]
fn a_key_belongs_to_an_origin() {
    fn check(address: &str, expect: &str) {
        assert_eq!(Origin::of(address).unwrap().as_str(), expect, "{address}");
    }
    check("https://api.openai.com/v1", "https://api.openai.com");
    check("https://API.openai.com:443/v1/chat/completions", "https://api.openai.com");
    check("api.openai.com", "https://api.openai.com");
    check("http://api.openai.com", "http://api.openai.com");
    check("127.0.0.1:8080/v1", "http://127.0.0.1:8080");
    check("http://me:secret@nas:11434/sub", "http://nas:11434");
    check("[::1]:1234", "http://127.0.0.1:1234");
    check("http://localhost:1234/v1", "http://127.0.0.1:1234");
    for address in ["", "no address", "ftp://host"] {
        assert_eq!(Origin::of(address).unwrap_err().code, Code::BadInput, "{address}");
    }
}

#[tokio::test]
async fn a_key_goes_to_its_address_alone_and_outlives_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn KeyStore> = Arc::new(InMemory::default());
    let origin = Origin::of("https://models.example/v1").unwrap();
    let first = keys(store.clone(), &folder).await;
    assert_eq!(first.place(origin.as_str()), None);
    assert_eq!(
        first.set(origin.as_str(), Some(" sk-one\n".to_owned())).await.unwrap().unwrap(),
        KeyPlace::Keychain
    );
    drop(first);

    let second = keys(store.clone(), &folder).await;
    assert_eq!(second.place(origin.as_str()), Some(KeyPlace::Keychain));
    for address in ["https://models.example", "https://models.example:443/other/path"] {
        assert_eq!(second.get(address).await.unwrap().as_deref(), Some(KEY), "{address}");
    }
    for address in [
        "http://models.example",
        "https://models.example:8443",
        "https://other.models.example",
        "https://models.example.evil.example",
        "nonsense address",
    ] {
        assert_eq!(second.get(address).await.unwrap(), None, "{address}");
        assert_eq!(second.search(address).await, None, "{address}");
    }

    second.set(origin.as_str(), None).await.unwrap();
    assert_eq!(second.place(origin.as_str()), None);
    assert_eq!(second.get("https://models.example").await.unwrap(), None);
    assert_eq!(store.get(&origin).unwrap(), None);
    assert_eq!(keys(store, &folder).await.place(origin.as_str()), None);
}

#[tokio::test]
async fn changes_of_the_keychain_by_others_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn KeyStore> = Arc::new(InMemory::default());
    let origin = Origin::of("https://models.example").unwrap();
    keys(store.clone(), &folder)
        .await
        .set(origin.as_str(), Some(KEY.to_owned()))
        .await
        .unwrap()
        .unwrap();
    store.remove(&origin).unwrap();
    let later = keys(store.clone(), &folder).await;
    assert_eq!(later.get("https://models.example").await.unwrap(), None);
    assert_eq!(later.place(origin.as_str()), None);

    store.put(&origin, KEY).unwrap();
    assert_eq!(later.get("https://models.example").await.unwrap(), None, "nobody said so");
    assert_eq!(later.search("https://models.example").await.as_deref(), Some(KEY));
    assert_eq!(later.place(origin.as_str()), Some(KeyPlace::Keychain));
}

#[tokio::test]
async fn without_a_keychain_a_key_is_for_this_run() {
    let folder = tempfile::tempdir().unwrap();
    let origin = Origin::of("https://models.example").unwrap();
    let locked = keys(Arc::new(Locked), &folder).await;
    let place = locked.set(origin.as_str(), Some(KEY.to_owned())).await.unwrap().unwrap();
    let KeyPlace::ThisRun(why) = &place else { panic!("{place:?}") };
    assert!(why.contains("the keychain is locked."), "{why}");
    assert_eq!(locked.place(origin.as_str()).as_ref(), Some(&place));
    assert_eq!(locked.get("https://models.example").await.unwrap().as_deref(), Some(KEY));
    assert_eq!(keys(Arc::new(Locked), &folder).await.place(origin.as_str()), None);
    locked.set(origin.as_str(), None).await.unwrap();
    assert_eq!(locked.get("https://models.example").await.unwrap(), None);
}

#[tokio::test]
async fn a_locked_keychain_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let origin = Origin::of("https://models.example").unwrap();
    keys(Arc::new(InMemory::default()), &folder)
        .await
        .set(origin.as_str(), Some(KEY.to_owned()))
        .await
        .unwrap()
        .unwrap();
    let locked = keys(Arc::new(Locked), &folder).await;
    let error = locked.get("https://models.example").await.unwrap_err();
    assert_eq!(error.code, models::Code::Unauthorized);
    assert!(error.message.contains("because the keychain is locked."), "{error}");
    let error = locked.set(origin.as_str(), None).await.unwrap_err();
    assert!(error.message.contains("still in the keychain"), "{error}");
    assert_eq!(locked.place(origin.as_str()), Some(KeyPlace::Keychain), "it is there still");
}

#[tokio::test]
async fn a_keychain_that_never_answers_holds_nobody_up() {
    let folder = tempfile::tempdir().unwrap();
    let (_user, never) = mpsc::channel();
    let origin = Origin::of("https://models.example").unwrap();
    let keys = keys(Arc::new(Prompting(Mutex::new(never))), &folder).await;
    let keys = keys.with_patience(Duration::from_millis(20));
    let place = keys.set(origin.as_str(), Some(KEY.to_owned())).await.unwrap().unwrap();
    assert!(matches!(place, KeyPlace::ThisRun(why) if why.contains("didn't answer")));
    assert_eq!(keys.get("https://models.example").await.unwrap().as_deref(), Some(KEY));
}

#[tokio::test]
async fn an_invalid_key_is_refused_and_not_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let keys = keys(Arc::new(InMemory::default()), &folder).await;
    let origin = Origin::of("https://models.example").unwrap();
    let error = keys.set(origin.as_str(), Some("sk-one\nsk-two".to_owned())).await.unwrap_err();
    assert!(error.code == Code::BadInput && !error.message.contains("sk-"), "{error}");
    assert_eq!(keys.place(origin.as_str()), None);
}

#[tokio::test]
async fn an_older_key_is_not_used_in_the_place_of_one_that_could_not_be_kept() {
    let folder = tempfile::tempdir().unwrap();
    let origin = Origin::of("https://models.example").unwrap();
    let store = Arc::new(InMemory::default());
    keys(store.clone(), &folder)
        .await
        .set(origin.as_str(), Some("sk-old".to_owned()))
        .await
        .unwrap()
        .unwrap();
    let locked = keys(Arc::new(Locked), &folder).await;
    assert!(matches!(
        locked.set(origin.as_str(), Some(KEY.to_owned())).await.unwrap().unwrap(),
        KeyPlace::ThisRun(_)
    ));
    assert_eq!(locked.get("https://models.example").await.unwrap().as_deref(), Some(KEY));
    let next = keys(store, &folder).await;
    assert_eq!(next.place(origin.as_str()), None);
    assert_eq!(next.get("https://models.example").await.unwrap(), None);
}
