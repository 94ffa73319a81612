use crate::{
    Mode,
    model::{
        CallRef, ChatMessage, ChatRequest, Count, CountKind, Frame, Image, ImageFormat, Role,
        TokenCount, Tokens, Tool, ToolCall,
    },
};

#[test]
fn each_mode_searches_what_it_says() {
    let check = |mode: Mode, notes, web| {
        assert_eq!((mode.has_notes(), mode.has_web()), (notes, web), "{mode:?}");
    };
    check(Mode::None, false, false);
    check(Mode::Notes, true, false);
    check(Mode::Web, false, true);
    check(Mode::Both, true, true);
}

#[test]
fn a_result_names_the_call_that_it_answers() {
    let call =
        ToolCall { id: "c1".to_owned(), name: "read_note".to_owned(), arguments: "{}".to_owned() };
    let calling = ChatMessage::calling("Let me look.", vec![call.clone()]);
    assert_eq!((calling.role, &calling.content[..]), (Role::Assistant, "Let me look."));
    assert_eq!((&calling.tool_calls[..], &calling.answers), (&[call.clone()][..], &None));
    let result = ChatMessage::result(&call, "Salt keeps.");
    assert_eq!((result.role, &result.content[..]), (Role::Tool, "Salt keeps."));
    assert_eq!(result.answers, Some(CallRef { id: "c1".to_owned(), tool: "read_note".to_owned() }));
    assert!(result.tool_calls.is_empty() && result.images.is_empty());
}

#[test]
fn a_plain_request_may_call_nothing_and_leaves_the_rest_to_the_server() {
    let messages = vec![ChatMessage::text(Role::User, "Why?")];
    let request = ChatRequest::new("small", messages.clone(), Tokens(4_096));
    assert_eq!((&request.model[..], &request.messages), ("small", &messages));
    assert_eq!(request.window, Tokens(4_096));
    assert!(request.tools.is_empty() && !request.may_call);
    assert_eq!((request.max_tokens, request.temperature), (None, None));
}

/// Logs and failed tests show an image's size, not a megabyte of numbers.
#[test]
fn an_image_is_shown_by_its_size() {
    let check = |format: ImageFormat, media_type: &str, shown: &str| {
        let image = Image { format, width: 640, height: 2, bytes: vec![0; 1 << 20].into() };
        assert_eq!(format.media_type(), media_type);
        assert_eq!(format!("{image:?}"), shown);
    };
    check(ImageFormat::Png, "image/png", "Image(Png 640×2)");
    check(ImageFormat::Jpeg, "image/jpeg", "Image(Jpeg 640×2)");
    check(ImageFormat::Gif, "image/gif", "Image(Gif 640×2)");
    check(ImageFormat::Webp, "image/webp", "Image(Webp 640×2)");
}

#[test]
fn a_counter_of_texts_also_counts_tools_and_images() {
    let by_words = |text: &str| TokenCount {
        tokens: Tokens(text.split_whitespace().count() as u32),
        kind: CountKind::Exact,
    };
    let tool = |name: &str, description: &str| Tool {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters: serde_json::json!({}),
    };
    assert_eq!(by_words.frame(), Frame::COOKBOOK);
    // Name, description, and `{}`.
    let two = [tool("a", "reads a note"), tool("b", "waits")];
    assert_eq!(by_words.tools(&two), TokenCount { tokens: Tokens(8), kind: CountKind::Exact });
    assert_eq!(by_words.tools(&[]).tokens, Tokens(0));
    let image = TokenCount { tokens: Tokens::of_image(16, 16), kind: CountKind::Estimated };
    assert_eq!(by_words.image(16, 16), image);
}
