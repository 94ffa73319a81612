use crate::{
    ContextItem, ConversationSettings, ItemChoice, Settings,
    settings::{ChosenModel, ServerAt, Shares},
};
use notes::ContentHash;

#[test]
fn a_conversation_has_the_settings_but_for_its_own() {
    let settings = Settings::default();
    assert_eq!(ConversationSettings::default().over(settings.clone()), settings);
    let model = Some(ChosenModel { server: None, model: "large".to_owned() });
    let shares = Some(Shares { system: 20, tools: 0, messages: 80 });
    let own = ConversationSettings {
        model: model.clone(),
        temperature: Some(0.2),
        shares,
        kept_messages: Some(9),
        reminder: Some("In grams.".to_owned()),
        items: Vec::new(),
        ..ConversationSettings::default()
    };
    let over = own.over(settings.clone());
    assert_eq!(over.chosen, model);
    assert_eq!((over.chat.temperature, over.chat.kept_messages), (Some(0.2), 9));
    assert_eq!(Some(over.chat.shares), shares);
    assert_eq!(over.search, settings.search);
    own.check().unwrap();
    for wrong in [
        ConversationSettings { temperature: Some(2.5), ..own.clone() },
        ConversationSettings { temperature: Some(f32::NAN), ..own.clone() },
        ConversationSettings { kept_messages: Some(0), ..own.clone() },
        ConversationSettings {
            shares: Some(Shares { system: 60, tools: 30, messages: 60 }),
            ..own.clone()
        },
    ] {
        assert!(wrong.check().is_err(), "{wrong:?}");
    }
}

#[test]
fn a_model_that_was_chosen_earlier_is_still_asked() {
    for (kept, server) in [
        ("null", None),
        (r#""engine:""#, Some(ServerAt::Engine)),
        (r#""http://nas""#, Some(ServerAt::address("http://nas"))),
    ] {
        let kept = format!(r#"{{"model":{{"server":{kept},"model":"m"}}}}"#);
        let own: ConversationSettings = serde_json::from_str(&kept).unwrap();
        let model = Some(ChosenModel { server, model: "m".to_owned() });
        assert_eq!(own, ConversationSettings { model, ..ConversationSettings::default() });
        let again = serde_json::to_string(&own).unwrap();
        assert_eq!(serde_json::from_str::<ConversationSettings>(&again).unwrap(), own, "{again}");
    }
}

#[test]
fn a_passage_is_the_same_wherever_its_note_is() {
    let passage = |source: &str, text: &str| ContextItem::Passage {
        source: source.to_owned(),
        hash: ContentHash::of(text),
    };
    let choice = |item, pinned| ItemChoice { item, label: String::new(), pinned };
    let tool = |name: &str| ContextItem::Tool { name: name.to_owned() };
    let items = vec![choice(passage("Salt.md", "2 %"), false), choice(tool("read_note"), true)];
    let own = ConversationSettings { items, ..ConversationSettings::default() };
    assert!(own.is_removed(&passage("Sea/Salt.md", "2 %")));
    assert!(!own.is_removed(&passage("Salt.md", "3 %")));
    assert!(own.is_pinned(&tool("read_note")) && !own.is_removed(&tool("read_note")));
    assert!(!own.is_pinned(&tool("find_notes")));
}
