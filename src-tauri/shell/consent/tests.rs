use app::attachments::FileSource;
use conversation::{
    Code,
    settings::{AskFirst, WebService},
};

use super::*;
use crate::tests::desk::Desk;

fn agreeing() -> Desk {
    Desk { agrees: true, ..Desk::default() }
}

#[tokio::test]
async fn a_token_is_good_for_one_path_and_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Rye.md");
    std::fs::write(&file, "Rye").unwrap();
    let consent = Consent::new(Desk::default());
    let dropped = consent.dropped(&[file.clone(), folder.path().to_owned()]).await;
    assert_eq!(dropped.files.len(), 1);
    assert_eq!(dropped.files[0].name, "Rye.md");
    assert_eq!(consent.take(dropped.files[0].token).unwrap(), file);
    assert!(consent.take(dropped.files[0].token).is_err());
    assert_eq!(consent.take(dropped.folder.unwrap().token).unwrap(), folder.path());
    for nobodys in [0, 3, u32::MAX] {
        assert_eq!(consent.take(nobodys).unwrap_err().code, Code::BadInput);
    }
}

#[tokio::test]
async fn the_oldest_paths_are_forgotten() {
    let consent = Consent::new(Desk::default());
    let first = consent.give("/first");
    let tokens: Vec<_> = (0..PATHS_KEPT).map(|_| consent.give("/next")).collect();
    assert!(consent.take(first.token).is_err());
    assert!(tokens.iter().all(|path| consent.take(path.token).is_ok()));
}

#[tokio::test]
async fn pasted_files_are_used_like_chosen_ones_and_the_oldest_is_dropped() {
    let consent = Consent::new(Desk::default());
    let chosen = consent.give("/chosen");
    let paste = |name| consent.give(FileSource::pasted(name, "c2FsdA==").unwrap());
    let [old, path, new] = ["/old.txt", "path.txt", "new.txt"].map(paste);
    assert_eq!(old.name, "old.txt");
    assert!(consent.take_file(old.token).is_err());
    assert!(consent.take(path.token).is_err(), "it is on no disk");
    // Asking for a pasted file's path doesn't use up its token.
    assert_eq!(consent.take_file(path.token).unwrap().name(), "path.txt");
    let file = consent.take_file(new.token).unwrap();
    consent.give_back(new.token, file.clone());
    assert_eq!(consent.take_file(new.token).unwrap(), file);
    assert!(consent.take(chosen.token).is_ok());
}

#[tokio::test]
async fn a_server_is_asked_about_once_by_its_place() {
    let desk = agreeing();
    let consent = Consent::new(desk.clone());
    let known = ["http://127.0.0.1:1"];
    let check = async |addresses: &[&str], asked: usize| {
        consent.servers(&known, addresses).await.unwrap();
        assert_eq!(desk.asked.lock().len(), asked, "{addresses:?}");
    };
    check(&[], 0).await;
    check(&["http://localhost:1/v1"], 0).await;
    check(&["https://a.example/v1"], 1).await;
    check(&["https://a.example", "http://127.0.0.1:1"], 1).await;
    check(&["http://a.example", "https://b.example"], 2).await;
    let asked = desk.asked.lock();
    assert!(asked[0].text.starts_with("https://a.example\n"), "{:?}", asked[0]);
    assert!(!asked[0].text.contains("isn't encrypted"));
    assert!(asked[1].text.contains("http://a.example\nhttps://b.example"), "{:?}", asked[1]);
    assert!(asked[1].text.contains("connection to http://a.example isn't encrypted"));
}

#[tokio::test]
async fn an_unapproved_server_is_asked_about_each_time() {
    let desk = Desk::default();
    let consent = Consent::new(desk.clone());
    for asked in 1..3 {
        let error = consent.servers(&[], &["https://a.example"]).await.unwrap_err();
        assert!(error.message.contains("https://a.example"), "{error}");
        assert_eq!(desk.asked.lock().len(), asked);
    }
    assert!(consent.link(&"https://a.example/b".parse().unwrap()).await.is_err());
}

#[tokio::test]
async fn a_key_that_others_could_read_needs_a_yes() {
    let (no, yes) = (Desk::default(), agreeing());
    for (address, asked) in [
        ("https://a.example", 0),
        ("http://127.0.0.1:1", 0),
        ("http://localhost:1", 0),
        ("http://a.example", 1),
        ("http://192.168.1.2:11434", 2),
        ("nas:11434", 3),
    ] {
        let (refused, allowed) = (Consent::new(no.clone()), Consent::new(yes.clone()));
        let before = no.asked.lock().len();
        let refusal = refused.key(address).await;
        assert_eq!(no.asked.lock().len(), asked, "{address}");
        assert_eq!(refusal.is_err(), before < asked, "{address}");
        allowed.key(address).await.unwrap();
        assert_eq!(yes.asked.lock().len(), asked, "{address}");
    }
}

#[tokio::test]
async fn a_host_is_asked_about_once() {
    let desk = agreeing();
    let consent = Consent::new(desk.clone());
    for (address, asked) in [
        ("https://a.example/b", 1),
        ("https://a.example:8080/c?d", 1),
        ("http://a.example/", 2),
        ("https://x@b.example/", 3),
        ("mailto:a@b.example", 4),
        ("mailto:a@b.example?subject=c", 4),
        ("mailto:c@b.example", 5),
    ] {
        consent.link(&address.parse().unwrap()).await.unwrap();
        assert_eq!(desk.asked.lock().len(), asked, "{address}");
    }
    let text = desk.asked.lock()[2].text.clone();
    assert!(text.starts_with("https://b.example\n") && text.contains("https://x@b.example/"));
}

#[tokio::test]
async fn a_file_is_asked_about_once_with_its_whole_path() {
    let (no, yes) = (Desk::default(), agreeing());
    assert!(Consent::new(no.clone()).file(Path::new("/v/a.pdf")).await.is_err());
    assert!(no.asked.lock()[0].text.starts_with("/v/a.pdf\n"));
    let consent = Consent::new(yes.clone());
    for (path, asked) in [("/v/a.pdf", 1), ("/v/a.pdf", 1), ("/v/b.pdf", 2)] {
        consent.file(Path::new(path)).await.unwrap();
        assert_eq!(yes.asked.lock().len(), asked, "{path}");
    }
}

// B67
#[tokio::test]
async fn the_web_is_searched_by_others_or_with_fewer_questions_after_a_yes() {
    let web = |service: &WebService, ask| WebSettings {
        service: service.clone(),
        ask,
        ..WebSettings::default()
    };
    let at = |address: &str| WebService::SearXng { base_url: address.to_owned() };
    let (off, tavily) = (WebService::Off, WebService::Tavily);
    let (here, away) = (at("http://127.0.0.1:8080"), at("http://nas:8080"));
    use AskFirst::{Always, Never, Once};
    // The question's text contains these strings; an empty list means no question.
    let cases: [(&WebService, AskFirst, &WebService, AskFirst, &[&str]); 11] = [
        (&off, Once, &off, Never, &[]),
        (&off, Once, &tavily, Once, &["https://api.tavily.com\n", "once in each conversation"]),
        (&off, Never, &tavily, Never, &["without asking you"]),
        (&tavily, Once, &tavily, Once, &[]),
        (&tavily, Once, &tavily, Always, &[]),
        (&tavily, Always, &tavily, Once, &["once in each conversation"]),
        (&tavily, Once, &tavily, Never, &["without asking you"]),
        (&tavily, Never, &off, Once, &[]),
        (&off, Once, &here, Once, &["http://127.0.0.1:8080\n"]),
        (&tavily, Once, &here, Always, &["before each query"]),
        (&here, Once, &away, Once, &["http://nas:8080\n", "isn't encrypted"]),
    ];
    for (before, then, after, now, expect) in cases {
        let (no, yes) = (Desk::default(), agreeing());
        let (before, after) = (web(before, then), web(after, now));
        let refused = Consent::new(no.clone()).web(&before, &after).await;
        assert_eq!(refused.is_err(), !expect.is_empty(), "{after:?}");
        let consent = Consent::new(yes.clone());
        consent.web(&before, &after).await.unwrap();
        let text = yes.asked.lock().first().map(|one| one.text.clone());
        assert_eq!(text.is_some(), !expect.is_empty(), "{after:?}");
        for part in expect {
            assert!(text.as_ref().unwrap().contains(part), "{part}: {text:?}");
        }
        // No second question about the service as a server.
        let address: Vec<_> = after.service.address().into_iter().collect();
        let known: &[&str] = if expect.is_empty() { &address } else { &[] };
        consent.servers(known, &address).await.unwrap();
        assert!(yes.asked.lock().len() <= 1);
    }
}

#[test]
fn a_name_for_a_file_is_no_path() {
    fn check(called: &str, expect: &str) {
        assert_eq!(file_name(called, "md"), expect, "{called:?}");
    }
    check("Salt.md", "Salt.md");
    check("Salt.MD", "Salt.MD");
    check("Salt", "Salt.md");
    check("1.5 loaves", "1.5 loaves.md");
    check("../../.bashrc", "-..-.bashrc.md");
    check("/etc/passwd", "-etc-passwd.md");
    check(".bashrc", "bashrc.md");
    check("a\nb\u{0}.md", "a-b-.md");
    check("", "Marginalia.md");
    check("...", "Marginalia.md");
    check(".md", "md.md");
    assert!(file_name(&"ä".repeat(1000), "json").len() < 255);
}
