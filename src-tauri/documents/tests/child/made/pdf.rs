//! PDF files made by code. The tests of `app` use this file, too.

/// A PDF of these objects, the first of which is its catalogue.
pub fn pdf(objects: &[String]) -> Vec<u8> {
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

pub fn stream(operations: &str) -> String {
    format!("<< /Length {} >>\nstream\n{operations}\nendstream", operations.len())
}

/// A PDF whose pages do these operations, with Helvetica as `/F1` and the objects `more` from number
/// `4 + 2 × pages` on, the first of which is `/X1`.
pub fn pages(operations: &[String], more: &[String]) -> Vec<u8> {
    let count = operations.len();
    let kids: Vec<String> = (0..count).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let first = 4 + 2 * count;
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count {count} /Kids [{}] >>", kids.join(" ")),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    ];
    for (page, operations) in operations.iter().enumerate() {
        let contents = 5 + 2 * page;
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {contents} 0 R \
             /Resources << /Font << /F1 3 0 R >> /XObject << /X1 {first} 0 R >> >> >>"
        ));
        objects.push(stream(operations));
    }
    objects.extend(more.iter().cloned());
    pdf(&objects)
}

/// The operation that writes a line at a place, counted from the lower left corner.
pub fn line(x: u32, y: u32, size: u32, text: &str) -> String {
    format!("BT /F1 {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}
