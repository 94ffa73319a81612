//! Files made by code.

/// A PDF of these objects, the first of which is its catalogue.
fn of_objects(objects: &[String]) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(objects) {
        places.push(file.len());
        file.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
    }
    let table = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for place in places {
        file.extend(format!("{place:010} 00000 n \n").bytes());
    }
    let trailer = format!("trailer\n<< /Size {} /Root 1 0 R >>\n", objects.len() + 1);
    file.extend(format!("{trailer}startxref\n{table}\n%%EOF\n").bytes());
    file
}

/// A PDF whose pages do these operations; `/X1` is an image of two by two pixels.
fn of_pages(operations: &[String]) -> Vec<u8> {
    let kids: Vec<String> =
        (0..operations.len()).map(|page| format!("{} 0 R", 5 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count {} /Kids [{}] >>", operations.len(), kids.join(" ")),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
        "<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray \
         /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length 9 >>\nstream\n00FF40C0>\nendstream"
            .to_owned(),
    ];
    for (page, operations) in operations.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R \
             /Resources << /Font << /F1 3 0 R >> /XObject << /X1 4 0 R >> >> >>",
            6 + 2 * page
        ));
        let length = operations.len();
        objects.push(format!("<< /Length {length} >>\nstream\n{operations}\nendstream"));
    }
    of_objects(&objects)
}

/// A PDF with a line of text on each page.
pub fn pdf(lines: &[&str]) -> Vec<u8> {
    let line = |line: &&str| format!("BT /F1 12 Tf 1 0 0 1 72 700 Tm ({line}) Tj ET\n");
    of_pages(&lines.iter().map(line).collect::<Vec<_>>())
}

/// A PDF of so many pages that are pictures.
pub fn scan(pages: usize) -> Vec<u8> {
    of_pages(&vec!["q 612 0 0 792 0 0 cm /X1 Do Q\n".to_owned(); pages])
}

/// A PNG of this size with a title; only its head and end are valid.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend(b"\x08\x06\0\0\0....\0\0\0\x0ctEXtTitle\0A boat....");
    bytes.extend(b"\0\0\0\0IEND\xae\x42\x60\x82");
    bytes
}
