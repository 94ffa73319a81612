use super::Query;

#[test]
fn a_query_reads_as_it_is_written() {
    let texts = [
        "prop:status=open",
        "rating>=4",
        "task:open due<2026-04-01",
        "links:[[Gummy crumb]]",
        "linked-from:[[Start here]] sort:-rating",
        "tag:film director=\"Ridley Scott\" count",
        "tag:#film|book -has:rating limit:10",
        "date:2026-03 folder:Meetings group:project",
        "tag:film sort:-count group:seen.month distinct:genre",
        "rows sort:Date group:Date.month average-sum:€",
        "folder:films genre=drama share:genre",
        "folder:films median:rating",
        "prop:\"last visit>2026-01-01\" columns:city,rating",
        "rows Category=groceries date=2025-12 sum:€",
        "\"stand-up at ten\" sort:date,-name",
        "birthday~2026-04",
        "tasks task:done done>due",
        "notes folder:projects prop:\"handed in<=due date\"",
        "has:broken-links",
        "-has:backlinks",
        "titled:\"kestrel weekly\"|review",
        "seen=2026-03-01..2026-04-15",
        "path:films path=Films|Notes/Alien.md",
        "prop:\"path=My Films/2026\"",
        "tag:film rating>=4 OR -is:seen OR genre=drama path=Films/Alien.md",
        "view:Films.base#Favorites rating>=4",
        "view:\"My bases/Films.base#A | B\" sort:-rating limit:1",
        "notes folder:projects due<2026-05-01",
        "tasks note-tag:work prop:\"path=Two words\" OR path:work",
    ];
    for text in texts {
        let query = Query::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let written = query.to_string();
        assert_eq!(Query::read(&written).as_ref(), Ok(&query), "{text} → {written}");
    }
}
