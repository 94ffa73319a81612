use super::*;

#[test]
fn a_speed_tells_whose_answers_it_follows_from() {
    let model = Catalogue::built_in().find("qwen3.5-4b").unwrap();
    let measured = |writing| Measurement {
        parameters: model.parameters,
        bytes: model.bytes(),
        reading: 50.0,
        writing,
    };
    let machine = Machine { memory: 16 << 30, threads: 3, measured: None };
    let source = |itself, machine| speed_of(model, itself, machine).1;
    assert_eq!(source(None, machine), SpeedSource::Cores);
    let after_another = Machine { measured: Some(measured(4.0)), ..machine };
    assert_eq!(source(None, after_another), SpeedSource::Another);
    let (speed, source) = speed_of(model, Some(measured(9.0)), after_another);
    assert_eq!((source, speed.writing), (SpeedSource::Itself, 9.0));
}
