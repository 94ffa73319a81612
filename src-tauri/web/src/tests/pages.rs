//! Pages: good ones, odd ones, and those that lead to forbidden addresses.

use std::{
    io,
    net::{IpAddr, Ipv4Addr},
    time::Duration,
};

use axum::{body::Body, response::Response};
use conversation::Result;
use documents::{Document, Limits, Refusal, WebPage};
use futures::{FutureExt, future::BoxFuture, stream};
use tokio_util::sync::CancellationToken;

use super::{Asked, LocalServer, answer};
use crate::{Address, Page, PageFetcher, fetcher::Surroundings, public::is_public};

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

const PDF: &[u8] = include_bytes!("../../../../fuzz/corpus/document/page.pdf");

/// Public addresses, and that of the tests' server.
fn allows(ip: IpAddr) -> bool {
    ip == HERE || is_public(ip)
}

fn look_up(name: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
    async move {
        match &*name {
            "page.example" | "other.example" => Ok(vec![HERE]),
            "inside.example" => Ok(vec![[10, 0, 0, 1].into()]),
            // One of its addresses is public.
            "both.example" => Ok(vec![HERE, [192, 168, 1, 1].into()]),
            "metadata.example" => Ok(vec![[169, 254, 169, 254].into()]),
            _ => Err(io::Error::new(io::ErrorKind::NotFound, "no such name")),
        }
    }
    .boxed()
}

fn read(bytes: Vec<u8>, name: &str, page: &WebPage, limits: Limits) -> Result<Document, Refusal> {
    documents::read_web_page(&bytes, name, page, limits)
}

fn opener(patience: Duration) -> PageFetcher {
    PageFetcher::in_surroundings(Surroundings { allows, look_up, read, patience })
}

fn site(asked: &Asked) -> Response {
    let to = |location: String| {
        Response::builder().status(302).header("location", location).body(Body::empty()).unwrap()
    };
    let host = asked.headers["host"].to_str().unwrap();
    let port = host.rsplit(':').next().unwrap();
    match &*asked.path {
        "/salt" => answer(
            200,
            "text/html; charset=utf-8",
            "<title>On  salt</title><h2>Salt</h2><p>Salt slows the yeast.</p><script>1</script>",
        ),
        "/latin" => answer(
            200,
            "text/html; charset=ISO-8859-1",
            &b"<title>Br\xf6tchen</title><p>Mehl f\xfcr zw\xf6lf.</p>"[..],
        ),
        "/notes.txt" => answer(200, "text/plain", "Open until six."),
        "/salt.pdf" => answer(200, "application/pdf", PDF),
        "/scripts" => answer(200, "text/html", "<script>draw()</script>"),
        "/picture" => answer(
            200,
            "image/png",
            &b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0"[..],
        ),
        "/program" => {
            answer(200, "application/octet-stream", &b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0"[..])
        }
        "/gone" => answer(404, "text/html", "<h1>Not Found</h1>"),
        "/members" => answer(403, "text/html", ""),
        "/huge" => Response::builder()
            .header("content-type", "text/html")
            .header("content-length", 200 * 1024 * 1024)
            .body(Body::from_stream(stream::repeat_with(|| io::Result::Ok(vec![b'a'; 65536]))))
            .unwrap(),
        "/endless" => {
            let pieces = stream::repeat_with(|| io::Result::Ok(vec![b'a'; 65536]));
            answer(200, "text/html", Body::from_stream(pieces))
        }
        "/silent" => {
            answer(200, "text/html", Body::from_stream(stream::pending::<io::Result<Vec<u8>>>()))
        }
        "/moved" => to("/salt".to_owned()),
        "/elsewhere" => to(format!("http://other.example:{port}/salt")),
        "/round" => to("/round".to_owned()),
        "/nowhere" => Response::builder().status(302).body(Body::empty()).unwrap(),
        "/to-inside" => to("http://inside.example/secret".to_owned()),
        "/to-number" => to(format!("http://127.0.0.2:{port}/salt")),
        "/to-metadata" => to("http://169.254.169.254/latest/meta-data/".to_owned()),
        "/to-six" => to(format!("http://[::1]:{port}/salt")),
        "/to-mapped" => to(format!("http://[::ffff:127.0.0.1]:{port}/salt")),
        "/to-file" => to("file:///etc/passwd".to_owned()),
        _ => answer(500, "text/plain", ""),
    }
}

async fn open(server: &LocalServer, host: &str, path: &str) -> Result<Page> {
    let address = format!("http://{host}:{}{path}", server.address.port());
    let opener = opener(Duration::from_secs(60));
    opener.open(&Address::parse(&address).unwrap(), &CancellationToken::new()).await
}

#[tokio::test]
async fn a_page_is_read_whatever_its_form() {
    let server = LocalServer::start(site).await;
    for (path, title, text) in [
        ("/salt", "On salt", "## Salt\n\nSalt slows the yeast."),
        ("/latin", "Brötchen", "Mehl für zwölf."),
        ("/notes.txt", "notes.txt (page.example)", "Open until six."),
        ("/salt.pdf", "salt.pdf (page.example)", "Rye keeps well."),
        ("/moved", "On salt", "## Salt\n\nSalt slows the yeast."),
        ("/elsewhere", "On salt", "## Salt\n\nSalt slows the yeast."),
    ] {
        let page = open(&server, "page.example", path).await.unwrap();
        assert_eq!((&*page.title, page.text.trim()), (title, text), "{path}");
        // It is cited by its final address.
        let end = match path {
            "/elsewhere" => "http://other.example",
            _ => "http://page.example",
        };
        assert!(page.url.starts_with(end), "{path}: {}", page.url);
    }
    let asked = server.asked();
    assert!(asked.iter().all(|asked| !asked.headers.contains_key("referer")));
    assert!(asked.iter().all(|asked| !asked.headers.contains_key("cookie")));
}

#[tokio::test]
async fn the_error_says_why_an_address_is_no_page() {
    let server = LocalServer::start(site).await;
    for (path, told) in [
        ("/scripts", "can't be read: it has no text"),
        ("/picture", "has no text"),
        ("/program", "can't be read: it is a program"),
        ("/gone", "has no such page"),
        ("/members", "doesn't show this page to everyone (status 403)"),
        ("/broken", "has a problem of its own (status 500)"),
        ("/huge", "is larger than 10 MB"),
        ("/endless", "is larger than 10 MB"),
        ("/round", "redirects more than 5 times"),
        ("/nowhere", "doesn't say which"),
    ] {
        let error = open(&server, "page.example", path).await.unwrap_err();
        assert!(error.message.contains(told), "{path}: {error}");
    }
    let error = open(&server, "nobody.example", "/salt").await.unwrap_err();
    assert_eq!(error.to_string(), "nobody.example doesn't exist on the web.");
}

// B81
#[tokio::test]
async fn nothing_is_fetched_from_this_network() {
    let server = LocalServer::start(site).await;
    for path in ["/to-inside", "/to-number", "/to-metadata", "/to-six", "/to-mapped"] {
        let error = open(&server, "page.example", path).await.unwrap_err();
        assert!(error.message.contains("of this computer or its network"), "{path}: {error}");
    }
    let error = open(&server, "page.example", "/to-file").await.unwrap_err();
    assert!(error.message.contains("“file” isn't opened"), "{error}");
    let before = server.asked().len();
    for host in ["127.0.0.2", "[::1]", "0.0.0.0", "10.0.0.1", "inside.example", "both.example"] {
        let error = open(&server, host, "/salt").await.unwrap_err();
        assert!(error.message.contains("of this computer or its network"), "{host}: {error}");
    }
    let error = open(&server, "metadata.example", "/salt").await.unwrap_err();
    assert!(error.message.contains("of this computer or its network"), "{error}");
    assert_eq!(server.asked().len(), before);
}

// B81
#[tokio::test]
async fn the_opener_of_the_app_reaches_nothing_here() {
    let server = LocalServer::start(site).await;
    for host in ["127.0.0.1", "localhost", "[::ffff:7f00:1]", "2130706433", "0x7f.1"] {
        let address = format!("http://{host}:{}/salt", server.address.port());
        let address = Address::parse(&address).unwrap();
        let error =
            PageFetcher::default().open(&address, &CancellationToken::new()).await.unwrap_err();
        assert!(error.message.contains("of this computer or its network"), "{host}: {error}");
    }
    assert!(server.asked().is_empty());
}

#[tokio::test]
async fn a_page_that_never_comes_is_given_up() {
    let server = LocalServer::start(site).await;
    let address = format!("http://page.example:{}/silent", server.address.port());
    let address = Address::parse(&address).unwrap();
    let cancel = CancellationToken::new();
    let error = opener(Duration::from_millis(50)).open(&address, &cancel).await.unwrap_err();
    assert!(error.message.starts_with("page.example didn't send the page within"), "{error}");
    let slow = opener(Duration::from_secs(600));
    let (stopped, ()) = tokio::join!(slow.open(&address, &cancel), async { cancel.cancel() });
    assert_eq!(stopped.unwrap_err().to_string(), "It was stopped.");
}
