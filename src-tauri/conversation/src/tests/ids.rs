use crate::{Code, ConversationId, MessageId};

#[test]
fn ids_sort_by_the_time_of_their_creation() {
    let made: Vec<MessageId> = (0..1_000).map(|_| MessageId::new()).collect();
    assert!(made.is_sorted());
    let texts: Vec<String> = made.iter().map(MessageId::to_string).collect();
    assert!(texts.is_sorted(), "as SQLite compares them");
}

#[test]
fn an_id_is_read_from_its_text_and_nothing_else() {
    let id = ConversationId::new();
    assert_eq!(id.to_string().parse::<ConversationId>().unwrap(), id);
    let json = serde_json::to_string(&id).unwrap();
    assert_eq!(json, format!("\"{id}\""));
    assert_eq!(serde_json::from_str::<ConversationId>(&json).unwrap(), id);
    for bad in ["", "7", "not an id", &id.to_string()[1..]] {
        let error = bad.parse::<ConversationId>().unwrap_err();
        assert_eq!(error.code, Code::BadInput, "{bad:?}");
        assert!(error.message.contains(&format!("“{bad}”")), "{}", error.message);
        let read = serde_json::from_value::<ConversationId>(bad.into());
        assert_eq!(read.unwrap_err().to_string(), error.to_string());
    }
}
