use super::*;

/// Ranks by length, or fails.
#[derive(Debug)]
struct Lengths(bool);

impl Reranker for Lengths {
    fn name(&self) -> &str {
        "lengths"
    }

    fn rerank(&self, _: &str, passages: &[&str]) -> std::result::Result<Vec<f32>, models::Error> {
        match self.0 {
            true => Ok(passages.iter().map(|passage| passage.len() as f32).collect()),
            false => Err(models::Error::new(models::Code::ServerError, "away")),
        }
    }
}

#[test]
fn a_failing_reranker_is_replaced_by_the_other() {
    let log = Arc::new(CallLog::default());
    let logged = |at: &str, ranks| LoggedModel {
        inner: Arc::new(Lengths(ranks)) as Arc<dyn Reranker>,
        at: at.to_owned(),
        sent: log.clone(),
    };
    let check = |first: bool, other: bool, expect: Option<&[f32]>, calls: usize, told: bool| {
        log.0.lock().clear();
        let failures = Arc::new(CallLog::default());
        let both = WithFallback {
            first: logged("one", first),
            other: logged("two", other),
            failures: failures.clone(),
        };
        for times in 1..=2 {
            assert_eq!(both.rerank("rye", &["a", "bcd"]).ok().as_deref(), expect);
            assert_eq!(log.all().len(), calls * times, "calls that the receipt tells");
        }
        let failures = failures.all();
        assert_eq!(failures.len(), usize::from(told), "told once: {failures:?}");
        assert!(failures.iter().all(|told| told.contains("two") && told.contains("away")));
    };
    check(true, true, Some(&[1.0, 3.0]), 1, false);
    check(false, true, Some(&[1.0, 3.0]), 2, true);
    check(false, false, None, 2, false);
}

/// No key, or a locked keychain.
struct Keys(bool);

impl KeyLookup for Keys {
    fn key<'a>(
        &'a self,
        _: &'a str,
    ) -> BoxFuture<'a, std::result::Result<Option<models::Key>, models::Error>> {
        let locked = models::Error::new(models::Code::BadSetting, "locked");
        Box::pin(std::future::ready(if self.0 { Ok(None) } else { Err(locked) }))
    }
}

#[tokio::test]
async fn a_reranker_and_its_fallback_work_without_each_other() {
    let check = async |keys: bool, address: &str, first: bool, other: bool| {
        let settings = SearchSettings {
            rerank: Rerank::Server {
                base_url: "http://127.0.0.1:9".to_owned(),
                model: "r".to_owned(),
                or_chat_model: true,
            },
            ..SearchSettings::default()
        };
        let ability = |yes| models::Ability { yes, source: models::Source::Table };
        let server =
            Server { kind: models::ProviderKind::OpenAi, base_url: address.to_owned(), key: None };
        let model = Model {
            name: "m".to_owned(),
            window: models::Window::ASSUMED,
            capabilities: models::Capabilities {
                tools: ability(false),
                vision: ability(false),
                thinking: ability(false),
            },
        };
        let cancel = CancellationToken::new();
        let chat = Some((&server, &model));
        let found = rerankers(&settings, &Keys(keys), chat, Timing::default(), &cancel).await;
        assert_eq!((found.0.is_some_and(|it| it.is_ok()), found.1.is_some()), (first, other));
    };
    check(true, "http://127.0.0.1:9", true, true).await;
    check(true, "no address", true, false).await;
    check(false, "http://127.0.0.1:9", false, true).await;
}
