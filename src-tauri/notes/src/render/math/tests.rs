use super::*;

#[track_caller]
fn drawn(source: &str) -> String {
    mathml(source, true).unwrap_or_else(|error| panic!("{source}: {error}"))
}

#[test]
fn common_formulas_are_drawn() {
    for source in [
        r"x^2 + y_i",
        r"\frac{a}{b} \dfrac12 \binom{n}{k}",
        r"\sum_{i=0}^{n} i = \int_{-\infty}^{\infty} f \prod\limits_{k} \lim_{x\to 0}",
        r"\begin{pmatrix} a & b \\ c & d \end{pmatrix} \begin{bmatrix} 1 \end{bmatrix}",
        r"\begin{aligned} a &= b \\ &= d \end{aligned}",
        r"\begin{align} a &= b \\ c &= d \end{align}",
        r"\begin{split} a &= b \end{split}",
        r"\begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}",
        r"\begin{array}{c|c} a & b \\ \hline c & d \end{array}",
        r"\text{if } x \textbf{ and } \mathrm{d}x",
        r"\alpha \beta \Gamma \varepsilon \varphi \hbar \ell",
        r"\hat{x} \bar y \vec{v} \tilde n \dot a \overline{AB} \widehat{xyz} \underline x",
        r"\mathbb{R} \mathcal{L} \mathfrak{g} \mathscr F \mathbf A^\top \R",
        r"\left( \frac{a}{b} \right)^2 \bigl( x \bigr) \left\{ x \right. \lvert x \rvert \|v\|",
        r"\sqrt{x} \sqrt[3]{y} \underbrace{a+b}_{n} \overset{!}{=} \xrightarrow{f}",
        r"\neq \leq \approx \pm \times \cdot \dots \implies \iff \mapsto \in \cup 50\% 90^\circ",
        r"\textcolor{blue}{x} + {\color{red} y} \cancel{z} \operatorname{argmax}_x",
        r"a = b \tag{1}",
        r"\boxed{E = mc^2} \sum_{\substack{i<n\\ j<m}} \norm{x}",
        "日本 = x",
    ] {
        drawn(source);
    }
}

#[test]
fn a_formula_is_written_as_mathml() {
    insta::assert_snapshot!(mathml(r"\frac{a}{b}", false).unwrap());
    assert!(drawn(r"a = b \tag{1}").contains("<mtext>(1)</mtext>"));
    assert!(!drawn(r"\begin{align} a &= b \end{align}").contains("mtext"), "no numbers");
    assert!(drawn(r"\boxed{x}").contains("border-left"), "{}", drawn(r"\boxed{x}"));
}

#[test]
fn a_last_line_end_makes_no_row() {
    for (source, rows, ruled) in [
        (r"\begin{pmatrix} a \\ b \\ \end{pmatrix}", 2, 0),
        (r"\begin{aligned} a &= b \\ c &= d \\ \end{aligned}", 2, 0),
        (r"\begin{array}{|c|c|}\hline a & b \\ \hline c & d \\ \hline\end{array}", 2, 1),
        (r"\begin{matrix} \boxed{a} & b \\ \boxed{c} \\ \end{matrix}", 4, 2),
        (r"\begin{matrix} a & b \\ c \end{matrix}", 2, 0),
        (r"\begin{matrix} a \\ & \end{matrix}", 2, 0),
        (r"\begin{matrix} \end{matrix}", 1, 0),
    ] {
        let html = drawn(source);
        let count = |what| html.matches(what).count();
        assert_eq!((count("<mtr>"), count("border-bottom")), (rows, ruled), "{source}: {html}");
    }
}

// Nothing in a formula is drawn far from it, over the text around it.
#[test]
fn a_formula_stays_in_its_place() {
    for (source, is_drawn) in [
        (r"a \hspace{2em} b \! c \kern-0.5em \quad \hspace{-1em} d", true),
        (r"a \hspace{5cm} b", true),
        (r"a \hspace{-9em} b", false),
        (r"a \hspace{-99999em} b", false),
        (r"a \hspace{99999em} b", false),
        (&r"\hspace{-4em}".repeat(9), false),
        (r"\text{\Huge x}", true),
    ] {
        match mathml(source, false) {
            Ok(html) => assert!(is_drawn, "{source}: {html}"),
            Err(reason) => assert!(!is_drawn, "{source}: {reason}"),
        }
    }
}

#[test]
fn a_formula_that_cannot_be_drawn_has_a_reason() {
    for (source, why) in [
        (r"\foo", r"unknown command \foo"),
        (r"\boxed{\hat}", "it has a part that isn't supported"),
        (r"\frac{a", "expected closing token }, but reached end of input"),
        (&"{".repeat(100), "it is too long or too deeply nested"),
        (&r"\left(".repeat(100), "it is too long or too deeply nested"),
        (&"x".repeat(9_000), "it is too long or too deeply nested"),
        // Nothing of these closes a group.
        (&r"{\rightarrow ".repeat(100), "it is too long or too deeply nested"),
        (&r"{\}".repeat(100), "it is too long or too deeply nested"),
        (&"{%}\n".repeat(100), "it is too long or too deeply nested"),
    ] {
        assert_eq!(mathml(source, false), Err(why.to_owned()));
    }
    let arrows = r"\leftarrow x".repeat(100);
    assert!(mathml(&arrows, false).is_ok());
}

// B51
#[test]
fn nothing_but_mathml_comes_out() {
    let shown = drawn(r"\text{<img src=x onerror=alert(1)>} <script>alert(1)</script>");
    assert!(shown.contains("&lt;img") && !shown.contains("<img") && !shown.contains("<script"));
    for (html, plain) in [
        ("<math><mi>x</mi><mspace width=\"1em\"/></math>", true),
        ("<mtd style=\"text-align: left;padding-left: 0;\"></mtd>", true),
        ("<mspace style=\"margin-left:-4.9em;\"/>", true),
        ("<mspace style=\"margin-left:-5.1em;\"/>", false),
        ("<mspace style=\"margin-left:-100rem;\"/>", false),
        ("<mspace style=\"margin-left:9e9ex;\"/>", false),
        ("<mspace style=\"margin-left:1lh;\"/>", false),
        ("<mspace style=\"margin-left:1e1em;\"/>", false),
        (&"<mspace style=\"margin-left:-4em;\"/>".repeat(2), true),
        (&"<mspace style=\"margin-left:-4em;\"/>".repeat(3), false),
        ("<mtext style=\"font-size:2.5em\"></mtext>", true),
        ("<mtext style=\"font-size:60em\"></mtext>", false),
        ("<mspace width=\"40em\" style=\"width:40rem\"/>", true),
        ("<mspace width=\"51em\"/>", false),
        ("<mpadded voffset=\"-6em\">", false),
        ("<mi style=\"color:#12345678\">", true),
        ("<math><style>x</style></math>", false),
        ("<mtext><a href=\"javascript:x\">x</a></mtext>", false),
        ("<mi onclick=\"x\">", false),
        ("<mi style=\"background:url(x)\">", false),
        ("<mi style=\"color:url(x)\">", false),
        ("<mi class=\"a&quot;b\">", false),
        ("<!-- x -->", false),
        ("<mi", false),
        ("a > b", false),
        ("<mi class='x'>", false),
        ("<math><annotation-xml><svg></svg></annotation-xml></math>", false),
    ] {
        assert_eq!(is_plain(html), plain, "{html}");
    }
}

proptest::proptest! {
    #[test]
    fn any_formula_is_drawn_or_not(
        source in proptest::collection::vec(proptest::sample::select(vec![
            "\\frac", "{", "}", "\\left(", "\\right)", "^", "_", "x", "1", "\\sqrt", "[", "]", "&", "\\\\",
            "\\begin{matrix}", "\\end{matrix}", "\\text{", "\\hat", "\\tag{", "<", ">", "\"", "\\", "$", "#",
            "\\color{red}", "\\boxed{", "'", " ", "%", "é", "\\mathbb", "\\limits", "\\middle|", "~",
        ]), 0..30),
        display: bool,
    ) {
        if let Ok(html) = mathml(&source.concat(), display) {
            proptest::prop_assert!(is_plain(&html), "{}", html);
        }
    }
}
