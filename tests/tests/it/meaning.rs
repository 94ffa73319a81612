//! The app embeds passages in the background and reports progress.

use std::{
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
};

use crate::fixture::{Place, ask, collect, finished, found};
use app::{App, Broadcast, IndexStatus, MeaningSource, MeaningState};
use conversation::{Mode, reference::Reference};
use models::{Embedder, EmbeddingModel, Purpose};
use tests::embedder::WordEmbedder;
use turn::{AskRequest, Way};

const NOTES: &[(&str, &str)] = &[
    ("Bread.md", "# Bread\n\nThe loaf rests over night.\n"),
    ("Oven.md", "# Oven\n\nHeat it well before you bake.\n"),
    ("Weather.md", "# Weather\n\nIt rains in November.\n"),
];

fn source(model: &Arc<WordEmbedder>) -> MeaningSource {
    let model = model.clone();
    MeaningSource { embedder: Arc::new(move || Ok(model.clone())), vectors: None, stand_in: None }
}

/// The similarity of the nearest note to `query`, by the vectors so far.
fn nearest(app: &App, query: &str) -> Option<f32> {
    let meaning = app.retrieval.meaning()?;
    let query = meaning.embedder.embed(&[query], Purpose::Query).unwrap().remove(0);
    Some(meaning.store.nearest(&query, 1, None).unwrap().first()?.similarity)
}

/// Waits for this index status and returns it.
async fn stands(app: &App, wanted: impl Fn(&IndexStatus) -> bool) -> IndexStatus {
    let mut news = app.news();
    let mut status = app.vaults.current().unwrap().index;
    while !wanted(&status) {
        if let Broadcast::Index(next) = news.next().await.unwrap() {
            status = next;
        }
    }
    status
}

// B41, B42
#[tokio::test]
async fn passages_are_embedded_in_the_background() {
    let place = Place::with(NOTES);
    let app = place.app().await;
    let model = WordEmbedder::new("words");
    app.retrieval.use_meaning(Some(source(&model)));
    app.vaults.open(&place.vault()).await.unwrap();
    let status = app.retrieval.embedded().await.unwrap();
    assert_eq!(status.meaning, MeaningState::Ready);
    assert_eq!((status.embedded, status.chunks, status.paused), (3, 3, false));
    assert_eq!(model.taken().len(), 3);
    assert!(nearest(&app, "sourdough").unwrap() > 0.9);
    assert!(nearest(&app, "brine").unwrap() < 0.2);

    // A saved note is found by words at once and by meaning soon after; nothing else is embedded again.
    place.write("Sea.md", "# Sea\n\nSalt and more salt.\n");
    app.vaults.rescan();
    stands(&app, |status| status.embedded == 4 && status.meaning == MeaningState::Ready).await;
    assert_eq!(found(&app, "salt", 5).await.unwrap().len(), 1);
    assert!(nearest(&app, "brine").unwrap() > 0.9);
    assert_eq!(model.taken().len(), 1);
    fs::rename(place.vault().join("Sea.md"), place.vault().join("Ocean.md")).unwrap();
    app.vaults.rescan();
    stands(&app, |_| {
        app.vaults.catalog().unwrap().note(&crate::fixture::path("Ocean.md")).is_some()
    })
    .await;
    assert_eq!(app.retrieval.embedded().await.unwrap().embedded, 4);
    assert_eq!(model.taken(), <[String; 0]>::default());

    // Nothing is embedded again after a restart.
    drop(app);
    let app = place.app().await;
    app.retrieval.use_meaning(Some(source(&model)));
    app.vaults.open(&place.vault()).await.unwrap();
    assert_eq!(app.retrieval.embedded().await.unwrap().embedded, 4);
    assert_eq!(model.taken(), <[String; 0]>::default());
}

#[tokio::test]
async fn another_embedding_model_is_used_at_once() {
    let place = Place::with(NOTES);
    let app = place.opened().await;
    let off = app.retrieval.embedded().await.unwrap();
    assert!(matches!(off.meaning, MeaningState::Off(_)), "{off:?}");
    assert!(app.retrieval.meaning().is_none());
    for name in ["one", "two"] {
        let model = WordEmbedder::new(name);
        app.retrieval.use_meaning(Some(source(&model)));
        stands(&app, |status| status.meaning == MeaningState::Ready && is_used(&app, name)).await;
        assert_eq!(model.taken().len(), 3);
    }
    app.retrieval.use_meaning(None);
    stands(&app, |status| matches!(status.meaning, MeaningState::Off(_))).await;
    assert!(app.retrieval.meaning().is_none());
}

/// A model that stays in its first batch until another is chosen.
#[derive(Debug)]
struct Slow(Arc<WordEmbedder>, mpsc::SyncSender<()>, AtomicBool);

impl Embedder for Slow {
    fn model(&self) -> &EmbeddingModel {
        self.0.model()
    }

    fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, models::Error> {
        let _ = self.1.try_send(());
        while !self.2.load(Ordering::SeqCst) {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        self.0.embed(texts, purpose)
    }
}

#[tokio::test]
async fn a_pass_ends_when_another_model_is_chosen() {
    let place = Place::with(&[]);
    for at in 0..100 {
        place.write(&format!("{at}.md"), &format!("# Bread {at}\n"));
    }
    let app = place.opened().await;
    let (begun, began) = mpsc::sync_channel(1);
    let slow = Arc::new(Slow(WordEmbedder::new("slow"), begun, AtomicBool::new(false)));
    let model: Arc<dyn Embedder> = slow.clone();
    let embedder: app::LoadEmbedder = Arc::new(move || Ok(model.clone()));
    app.retrieval.use_meaning(Some(MeaningSource { embedder, vectors: None, stand_in: None }));
    tokio::task::spawn_blocking(move || began.recv().unwrap()).await.unwrap();
    let next = WordEmbedder::new("next");
    app.retrieval.use_meaning(Some(source(&next)));
    slow.2.store(true, Ordering::SeqCst);
    stands(&app, |status| status.meaning == MeaningState::Ready && is_used(&app, "next")).await;
    assert_eq!(next.taken().len(), 100);
    assert!(slow.0.taken().len() < 100);
}

#[tokio::test]
async fn searches_use_an_earlier_models_vectors_until_the_new_ones_are_complete() {
    let place = Place::with(NOTES);
    let app = place.opened().await;
    let (old, new) = (WordEmbedder::new("old"), WordEmbedder::new("new"));
    app.retrieval.use_meaning(Some(source(&old)));
    stands(&app, |status| status.meaning == MeaningState::Ready && is_used(&app, "old")).await;

    let earlier = old.clone();
    let stand_in: (EmbeddingModel, app::LoadEmbedder) =
        (old.model().clone(), Arc::new(move || Ok(earlier.clone())));
    new.set_down(true);
    app.retrieval.use_meaning(Some(MeaningSource { stand_in: Some(stand_in), ..source(&new) }));
    stands(&app, |status| matches!(status.meaning, MeaningState::Failed(_))).await;
    assert!(is_used(&app, "old"));
    assert!(nearest(&app, "sourdough").unwrap() > 0.9);

    new.set_down(false);
    app.retrieval.try_meaning_again().await.unwrap();
    stands(&app, |status| status.meaning == MeaningState::Ready).await;
    assert!(is_used(&app, "new"));
    assert_eq!((new.taken().len(), old.taken().len()), (3, 3), "nothing was embedded twice");
    assert!(nearest(&app, "sourdough").unwrap() > 0.9);
}

fn is_used(app: &App, name: &str) -> bool {
    app.retrieval.meaning().is_some_and(|meaning| meaning.embedder.model().id == name)
}

// B42
#[tokio::test]
async fn a_failing_embedding_model_is_reported_and_keyword_search_goes_on() {
    let place = Place::with(NOTES);
    let app = place.app().await;
    let model = WordEmbedder::new("words");
    model.set_down(true);
    app.retrieval.use_meaning(Some(source(&model)));
    app.vaults.open(&place.vault()).await.unwrap();
    let status = app.retrieval.embedded().await.unwrap();
    assert_eq!(status.meaning, MeaningState::Failed("Nothing listens there.".to_owned()));
    assert_eq!((status.embedded, status.chunks), (0, 3));
    assert_eq!(found(&app, "bread", 5).await.unwrap().len(), 1);
    model.set_down(false);
    app.retrieval.try_meaning_again().await.unwrap();
    stands(&app, |status| status.meaning == MeaningState::Ready).await;

    // A model that can't be loaded.
    let broken = MeaningSource {
        embedder: Arc::new(|| {
            Err(models::Error::new(models::Code::BadSetting, "The weights are missing."))
        }),
        vectors: None,
        stand_in: None,
    };
    app.retrieval.use_meaning(Some(broken));
    let failed = MeaningState::Failed("The weights are missing.".to_owned());
    stands(&app, |status| status.meaning == failed).await;
    assert!(app.retrieval.meaning().is_none());
}

#[tokio::test]
async fn a_paused_index_rests_until_it_is_resumed() {
    let place = Place::with(NOTES);
    let app = place.app().await;
    let model = WordEmbedder::new("words");
    app.retrieval.use_meaning(Some(source(&model)));
    app.vaults.open(&place.vault()).await.unwrap();
    app.retrieval.embedded().await.unwrap();
    app.vaults.pause_index();
    assert!(app.vaults.current().unwrap().index.paused);
    place.write("Sea.md", "# Sea\n\nSalt and more salt.\n");
    app.vaults.rescan();
    app.vaults.resume_index();
    let status = stands(&app, |status| status.embedded == 4).await;
    assert!(!status.paused);

    // A vault closed while paused stops its work.
    app.vaults.pause_index();
    place.write("Lake.md", "# Lake\n\nWet.\n");
    app.vaults.rescan();
    app.vaults.open(&place.vault()).await.unwrap();
    assert_eq!(app.retrieval.embedded().await.unwrap().embedded, 5);
}

// B35, B91
#[tokio::test]
async fn an_attached_file_that_is_searched_is_found_by_meaning() {
    let place = Place::with(NOTES);
    let app = place.opened().await;
    let text = "The loaf was dear.\n\nA tin of brine stands in the cellar.\n";
    let file = app.turns.attach_searched(&place.file("stores.txt", text)).await.unwrap();
    let asked = async |question: &str| {
        let request = AskRequest {
            attachments: vec![file.id],
            way: Way::Passages,
            ..ask(question, Mode::None)
        };
        let answer = finished(&collect(app.turns.ask(request)).await);
        let of_file = |it: &Reference| it.attachment == Some(file.id) && it.passage.is_some();
        answer.head.references.into_iter().find(of_file).map(|it| it.match_reason)
    };
    assert_eq!(asked("Where is the salt?").await, None);
    app.retrieval.use_meaning(Some(source(&WordEmbedder::new("words"))));
    // The status changes at the moment of the choice, so that waiting for it works.
    let meaning = app.vaults.current().unwrap().index.meaning;
    assert!(!matches!(meaning, MeaningState::Off(_)), "{meaning:?}");
    assert_eq!(app.retrieval.embedded().await.unwrap().meaning, MeaningState::Ready);
    let reason = asked("Where is the salt?").await.unwrap();
    assert!(reason.contains("meaning"), "{reason}");
}

/// The same five facts in five languages: a note in each, and a question about it in another.
const NOTES_OF_THE_WORLD: [(&str, &str, &str); 5] = [
    (
        "Brot.md",
        "Der Teig braucht zwei Prozent Salz vom Gewicht des Mehls.",
        "How much salt goes into the dough?",
    ),
    (
        "Reunión.md",
        "La próxima reunión con el casero es el jueves a las nueve.",
        "When do I meet the landlord?",
    ),
    ("植物.md", "阳台上的番茄每天早上都要浇水。", "How often do the tomatoes need water?"),
    (
        "Поездка.md",
        "Поезд в Казань отправляется с третьего пути.",
        "From which platform does the train leave?",
    ),
    (
        "Doctor.md",
        "The dentist said that the wisdom tooth can stay.",
        "Was hat der Zahnarzt zum Weisheitszahn gesagt?",
    ),
];

// B132
#[tokio::test]
async fn a_question_finds_a_note_in_another_language_by_meaning() {
    let place = Place::with(&[]);
    for (path, text, _) in NOTES_OF_THE_WORLD {
        place.write(path, text);
    }
    let app = place.opened().await;
    let resources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../resources");
    app.retrieval.find_by_meaning(Some(&resources));
    let status = app.retrieval.embedded().await.unwrap();
    assert_eq!(status.meaning, MeaningState::Ready, "{status:?}");
    for (path, _, question) in NOTES_OF_THE_WORLD {
        let found = app.retrieval.search(question, index::Mode::Meaning, 5).await.unwrap();
        let first = found.hits.first().unwrap_or_else(|| panic!("{question}: {found:?}"));
        assert_eq!(first.path.as_str(), path, "{question}");
        assert!(first.why.similarity.unwrap() >= 0.25, "{question}: {first:?}");
        // By both, a note that shares a word such as “der” may come first.
        let found = app.retrieval.search(question, index::Mode::Hybrid, 5).await.unwrap();
        let best = found.hits.iter().take(2).any(|hit| hit.path.as_str() == path);
        assert!(best, "{question}: {found:?}");
        assert_eq!(found.notices, [], "{question}");
    }
}
