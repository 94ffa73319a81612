use super::mail;

#[test]
fn a_mail_link_keeps_only_harmless_fields() {
    fn check(address: &str, expect: &str) {
        assert_eq!(mail(&address.parse().unwrap()).as_str(), expect, "{address}");
    }
    check("mailto:a@b.example", "mailto:a@b.example");
    check("mailto:a@b.example?attach=/home/u/.ssh/id_ed25519", "mailto:a@b.example");
    check(
        "mailto:a@b.example?Subject=Two%20words&ATTACH=x&attachment=y&bcc=c@d.example&cc=e",
        "mailto:a@b.example?Subject=Two%20words&cc=e",
    );
    check("mailto:?to=a%26attach%3Dx#attach=x", "mailto:?to=a%26attach%3Dx");
}
