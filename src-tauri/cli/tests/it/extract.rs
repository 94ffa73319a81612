//! `extract`: texts of files that aren't Markdown, and reasons for missing ones.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use serde_json::{Value as Json, json};
use tempfile::TempDir;

fn run(folder: &TempDir, args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_marginalia-cli");
    Command::new(program).arg("extract").args(args).current_dir(folder).output().unwrap()
}

pub(super) fn objects(output: &Output) -> Vec<Json> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(super) const PDF: &str = "%PDF-1.4
1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj
2 0 obj\n<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>\nendobj
3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 5 0 R /Resources << /Font << /F1 7 0 R >> >> >>\nendobj
4 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 6 0 R /Resources << /Font << /F1 7 0 R >> >> >>\nendobj
5 0 obj\n<< /Length 44 >>\nstream\nBT /F1 12 Tf 20 150 Td (Rye keeps well.) Tj ET\nendstream\nendobj
6 0 obj\n<< /Length 44 >>\nstream\nBT /F1 12 Tf 20 150 Td (Salt slows it.) Tj ET\nendstream\nendobj
7 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj
trailer << /Root 1 0 R >>
";

#[test]
fn a_file_is_one_object_or_one_for_each_page() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.pdf"), PDF).unwrap();
    let output = run(&folder, &["--json", "a.pdf"]);
    assert_eq!(output.status.code(), Some(0));
    let said = &objects(&output)[0];
    assert_eq!(said["file"], "a.pdf");
    assert_eq!(said["kind"], "pdf");
    assert_eq!(said["pages"], 2);
    assert_eq!(said["text"], "Rye keeps well.\n\nSalt slows it.");
    assert!(said["tokens"].as_u64().unwrap() > 6, "{said}");
    let pages = objects(&run(&folder, &["--json", "--pages", "a.pdf"]));
    assert_eq!(pages.len(), 2);
    let page = &pages[1];
    assert_eq!((&page["unit"], &page["page"]), (&json!("page"), &json!(2)));
    assert_eq!(page["text"], "Salt slows it.");
    assert_eq!((&page["lines"][0]["start"], &page["lines"][0]["end"]), (&json!(0), &json!(14)));
    assert!((page["lines"][0]["rect"]["x"].as_f64().unwrap() - 20.0).abs() < 1.0, "{page}");
    let shown = String::from_utf8(run(&folder, &["--pages", "a.pdf"]).stdout).unwrap();
    assert!(shown.contains("Page 2\nSalt slows it."), "{shown}");
}

// B92
#[test]
fn each_unreadable_file_has_its_reason() {
    let folder = TempDir::new().unwrap();
    let office =
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0";
    for (name, bytes, reason) in [
        ("damaged.pdf", &b"%PDF-1.7 and no more"[..], "damaged"),
        ("locked.docx", office, "encrypted"),
        ("empty.txt", b"", "empty"),
        ("program", b"\x7fELF\x02\x01\x01\0", "unknown-kind"),
        ("bomb.docx", b"PK\x03\x04", "damaged"),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
        let output = run(&folder, &["--json", name]);
        assert_eq!(output.status.code(), Some(3), "{name}");
        let said = &objects(&output)[0];
        assert_eq!(said["error"]["reason"], reason, "{name}: {said}");
        assert!(said["error"]["sentence"].as_str().unwrap().starts_with("The file "), "{said}");
    }
    let output = run(&folder, &["missing.pdf"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8(output.stderr).unwrap().contains("missing.pdf"));
}

fn board() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/src/recognition/pictures/page.png")
}

/// A PDF with this picture on both pages.
fn scan() -> Vec<u8> {
    let mut decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(board()).unwrap()));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let (width, height) = {
        let frame = reader.next_frame(&mut pixels).unwrap();
        (frame.width, frame.height)
    };
    let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 200] /Contents 5 0 R \
                /Resources << /XObject << /X1 6 0 R >> >> >>";
    let draw = "q 500 0 0 118 50 40 cm /X1 Do Q";
    let mut file = format!(
        "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n\
         2 0 obj\n<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>\nendobj\n\
         3 0 obj\n{page}\nendobj\n4 0 obj\n{page}\nendobj\n\
         5 0 obj\n<< /Length {} >>\nstream\n{draw}\nendstream\nendobj\n\
         6 0 obj\n<< /Type /XObject /Subtype /Image /Width {width} /Height {height} \
         /ColorSpace /DeviceGray /BitsPerComponent 8 /Length {} >>\nstream\n",
        draw.len(),
        pixels.len(),
    )
    .into_bytes();
    file.extend(pixels);
    file.extend(b"\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n");
    file
}

// B91, B92
#[test]
fn text_in_pictures_is_recognised_where_it_is_asked_for() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("scan.pdf"), scan()).unwrap();
    fs::copy(board(), folder.path().join("board.png")).unwrap();
    fs::write(folder.path().join("half.png"), &fs::read(board()).unwrap()[..9000]).unwrap();
    let said = &objects(&run(&folder, &["--json", "scan.pdf"]))[0];
    assert_eq!(said["error"]["reason"], "image-only", "{said}");

    let pages = objects(&run(&folder, &["--json", "--pages", "--pictures", "scan.pdf"]));
    assert_eq!(pages.len(), 2, "{pages:?}");
    for page in &pages {
        let text = page["text"].as_str().unwrap();
        assert!(text.contains("pentosans hold water."), "{page}");
        assert_eq!(text.lines().filter(|line| !line.is_empty()).count(), 4, "{page}");
        assert_eq!(page["problem"], Json::Null);
        // The first line, in points from the upper left corner.
        let rect = |name: &str| page["lines"][0]["rect"][name].as_f64().unwrap();
        assert!((rect("x") - 70.0).abs() < 6.0 && (rect("y") - 63.0).abs() < 8.0, "{page}");
        assert!((rect("width") - 281.0).abs() < 14.0, "{page}");
    }
    let image = &objects(&run(&folder, &["--json", "--pictures", "board.png"]))[0];
    assert!(image["text"].as_str().unwrap().contains("Rye bread keeps longer"), "{image}");
    // An undecodable picture still yields its metadata and the reason.
    let half = &objects(&run(&folder, &["--json", "--pictures", "half.png"]))[0];
    assert!(half["text"].as_str().unwrap().starts_with("PNG image"), "{half}");
    assert_eq!(half["problems"][0]["reason"], "damaged", "{half}");
}

#[test]
fn a_file_is_attached_with_its_pages_and_a_broken_one_is_named() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("vault")).unwrap();
    fs::write(folder.path().join("vault/Salt.md"), "# Salt\n\nTwo per cent of salt.\n").unwrap();
    fs::write(folder.path().join("a.pdf"), PDF).unwrap();
    fs::write(folder.path().join("damaged.pdf"), "%PDF-1.7 and no more").unwrap();
    let ask = |file: &str| {
        let question = ["ask", "vault", "How much salt?", "--passages", "--attach", file, "--json"];
        Command::new(env!("CARGO_BIN_EXE_marginalia-cli"))
            .env("MARGINALIA_DISCOVER", "")
            .args(["--data", "data"])
            .args(question)
            .current_dir(&folder)
            .output()
            .unwrap()
    };
    let output = ask("a.pdf");
    let said = objects(&output);
    let attached = &said[0]["question"]["attachments"][0];
    assert_eq!(attached["name"], "a.pdf", "{said:?} {output:?}");
    // Two short sentences, each with number, title and page.
    assert!((50..150).contains(&attached["tokens"].as_u64().unwrap()), "{attached}");
    let output = ask("damaged.pdf");
    assert_eq!(output.status.code(), Some(3));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.contains("“damaged.pdf” is damaged"), "{complaint}");
}
