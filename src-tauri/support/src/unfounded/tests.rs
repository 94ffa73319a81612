use super::*;

const RYE: &str = "Ada and Uwe stayed at the Shimizu-so in Kyoto. It cost 279 € for three nights.";
const FAIR: &str = "We sleep at Pension Marga at the fair in Essen.";

/// The reason why an answer is unfounded, for an answer that rests on the passages `behind` (1 is RYE, 2 is FAIR).
fn reason(question: &str, answer: &str, behind: &[u32]) -> Option<UnfoundedFact> {
    let sources = [
        Source { number: Number(1), text: RYE, about: &["Kyoto", "Trips/Japan.md", "2025-11-02"] },
        Source {
            number: Number(2),
            text: FAIR,
            about: &["Fair", "Meetings/Fair.md", "2026-02-17"],
        },
    ];
    let behind: Vec<Number> = behind.iter().map(|number| Number(*number)).collect();
    unfounded(answer, &[], &behind, &sources, question, &|_| None)
}

// B123
#[test]
fn an_answer_with_a_figure_of_no_passage_is_unfounded() {
    let figure = |figure: &str| Some(UnfoundedFact::Figure(figure.to_owned()));
    assert_eq!(reason("What did we pay?", "We paid 300 € there.", &[1]), figure("300"));
    assert_eq!(
        reason("When is the birthday?", "It is on 27 November 2026.", &[1]),
        figure("27 November 2026")
    );
    // A figure of another passage, of the question, or a passage's number.
    assert_eq!(reason("What did we pay?", "We paid 279 €.", &[2]), None);
    assert_eq!(reason("Do 12 people fit?", "All 12 people fit.", &[1]), None);
    assert_eq!(
        reason("Where does it say so?", "It is in document 7, they paid for nights.", &[1]),
        None
    );
    assert_eq!(reason("What did we pay?", "The notes don't say.", &[1]), None);
}

#[test]
fn an_answer_from_passages_that_lack_the_questions_names_is_unfounded() {
    let name = |name: &str| Some(UnfoundedFact::Name(name.to_owned()));
    assert_eq!(
        reason("Which hotel did we book in Tokyo?", "It was Pension Marga.", &[2]),
        name("Tokyo")
    );
    assert_eq!(reason("Where did we sleep in Essen?", "At Pension Marga.", &[2]), None);
    assert_eq!(reason("Where did we sleep in Essen?", "At Pension Marga.", &[1]), name("Essen"));
    // Another passage than the cited one says it.
    assert_eq!(reason("Where did we sleep in Kyoto?", "At the Shimizu-so.", &[2]), None);
    assert_eq!(reason("What did Uwe do in November 2025?", "He stayed in Kyoto.", &[1]), None);
    assert_eq!(
        reason("What did Uwe do in May 2025?", "He stayed in Kyoto.", &[1]),
        name("May 2025")
    );
    let eve = "Wir haben an Heiligabend Raclette gegessen und danach den Baum geschmückt.";
    let source = Source { number: Number(1), text: eve, about: &[] };
    let question = "What did we eat on Christmas Eve?";
    let found = unfounded("We ate raclette.", &[], &[Number(1)], &[source], question, &|_| None);
    assert_eq!(found, None);
    // Every German noun has a capital.
    assert_eq!(
        reason("Welche Schuhgröße hat der Bruder von ihm?", "Die Schuhgröße ist groß.", &[1]),
        None
    );
}

// B123
#[test]
fn a_supported_answer_is_unfounded_only_where_it_is_beside_the_question() {
    let kyoto = Source { number: Number(1), text: RYE, about: &["Kyoto"] };
    let fair = Source { number: Number(2), text: FAIR, about: &["Fair"] };
    let supported = |question: &str, said: &str, sources: &[Source<'_>]| {
        let end = u32::try_from(said.len()).unwrap();
        let mark = CitationMark::new(end - 3, end, Number(2));
        let mark = CitationMark { support: Some(Support::Supported), ..mark };
        unfounded(said, &[mark], &[Number(2)], sources, question, &|_| None)
    };
    let (question, said) = ("Where did we sleep in Kyoto?", "We slept at Pension Marga [2]");
    let name = Some(UnfoundedFact::Name("Kyoto".to_owned()));
    assert_eq!(supported(question, said, &[kyoto, fair]), name);
    // Where no passage has the name, it may be spelled otherwise.
    assert_eq!(supported(question, said, &[fair]), None);
    assert_eq!(supported("Where did we sleep?", "In Essen, for 300 € [2]", &[kyoto, fair]), None);
    let price = supported("What did we pay for the fair?", "We sleep in Essen [2]", &[fair]);
    assert_eq!(price, Some(UnfoundedFact::NoNumber));
    let hotel = supported("Which pension was it?", "It is the pension in document 2 [2]", &[fair]);
    assert_eq!(hotel, Some(UnfoundedFact::Repetition));
}
