use crate::{Limits, read};

#[test]
fn html_is_its_text_with_headings_lists_and_tables() {
    let check = |html: &str, expect: &str| {
        let read = read(html.as_bytes(), "a.html", Limits::default(), &mut |_| {});
        assert_eq!(read.map(|it| it.text).unwrap(), expect, "{html}");
    };
    check("<h1>A</h1><p>b <b>c</b>\n d<p>e", "# A\n\nb c d\n\ne");
    check("<ul><li>a<li>b<ul><li>c</ul></ul>d", "- a\n- b\n  - c\n\nd");
    check("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "| a | b |\n| --- | --- |\n| 1 | 2 |");
    check("a<script>b</script><style>c</style>d", "ad");
    check("a &amp; &eacute;<br>b", "a & é\nb");
    check("<pre>a\n  b</pre>", "a\nb");
    check("<p>a<img src=x alt='a cat'>", "aa cat");
}
