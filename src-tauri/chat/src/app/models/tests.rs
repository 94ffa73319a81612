use models::{ProviderKind, Tokens};

use super::*;

fn server(port: u16) -> Server {
    Server { kind: ProviderKind::OpenAi, base_url: format!("http://127.0.0.1:{port}"), key: None }
}

fn found(port: u16, names: &[&str]) -> Found {
    let window = Window { tokens: Tokens(4096), source: Source::Server };
    let models = names.iter().map(|name| Model { window, ..Model::named(*name) }).collect();
    Found { server: server(port), models: Ok(models) }
}

fn refused(port: u16) -> Found {
    let error = models::Error {
        code: models::Code::Refused,
        message: "Nothing listens there.".to_owned(),
        retry_after: None,
    };
    Found { server: server(port), models: Err(error) }
}

#[test]
fn the_model_of_the_settings_or_the_first_is_chosen() {
    let set = |server: Option<u16>, model: Option<&str>, window: Option<u32>| Settings {
        server: server.map(|port| ServerSetting {
            kind: ProviderKind::OpenAi,
            base_url: format!("http://127.0.0.1:{port}"),
        }),
        model: model.map(str::to_owned),
        window: window.map(Tokens),
        ..Settings::default()
    };
    type Case<'a> = (Settings, Vec<Found>, Option<(u16, &'a str, u32)>);
    let cases: Vec<Case<'_>> = vec![
        (set(None, None, None), vec![], None),
        (set(None, None, None), vec![found(1, &[]), found(2, &["a", "b"])], Some((2, "a", 4096))),
        (set(None, None, None), vec![refused(1), found(2, &["a"])], Some((2, "a", 4096))),
        (
            set(None, Some("b"), None),
            vec![found(1, &["a"]), found(2, &["b"])],
            Some((2, "b", 4096)),
        ),
        // The user's model is never replaced by another one without a word.
        (set(None, Some("c"), None), vec![found(1, &["a"])], None),
        (set(Some(1), Some("c"), None), vec![found(1, &["a"])], Some((1, "c", 8192))),
        (set(Some(1), Some("c"), Some(99)), vec![refused(1)], Some((1, "c", 99))),
        (set(Some(1), None, None), vec![refused(1)], None),
        (set(Some(1), None, Some(99)), vec![found(1, &["a"])], Some((1, "a", 99))),
    ];
    for (settings, servers, expected) in cases {
        let chosen = choose(&settings, &servers)
            .map(|(server, model)| (server.base_url, model.name, model.window.tokens.0));
        let expected = expected.map(|(port, name, window)| {
            (format!("http://127.0.0.1:{port}"), name.to_owned(), window)
        });
        assert_eq!(chosen, expected, "{settings:?}");
    }
}

// B47
#[tokio::test]
async fn what_was_tried_is_told() {
    let settings = Settings {
        server: Some(ServerSetting {
            kind: ProviderKind::OpenAi,
            base_url: "http://127.0.0.1:1".to_owned(),
        }),
        ..Settings::default()
    };
    let error = none_found(&settings, &[refused(1)]).await;
    assert_eq!(error.code, Code::Model(models::Code::Refused));
    assert_eq!(error.tried, ["http://127.0.0.1:1: Nothing listens there."]);
    let error = none_found(&settings, &[found(1, &[])]).await;
    assert_eq!(error.code, Code::NoModel);
    assert_eq!(error.tried, ["http://127.0.0.1:1: it offers no model"]);
}
