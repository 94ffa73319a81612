use crate::model::{Ability, Capabilities, Model, Override, Source, Tokens, Window};

#[test]
fn the_users_values_override_and_the_others_stay() {
    let told = |yes| Ability { yes, source: Source::Server };
    let user = |yes| Ability { yes, source: Source::User };
    let model = || Model {
        name: "small".to_owned(),
        window: Window { tokens: Tokens(4_096), source: Source::Server },
        capabilities: Capabilities {
            tools: told(true),
            vision: told(false),
            thinking: Ability::ASSUMED,
        },
    };
    let check = |by: Override, window: Window, capabilities: Capabilities| {
        let expect = Model { name: "small".to_owned(), window, capabilities };
        assert_eq!(model().with(&by), expect, "{by:?}");
    };
    let known = model();
    check(Override::default(), known.window, known.capabilities);
    check(
        Override { window: Some(Tokens(99)), ..Override::default() },
        Window { tokens: Tokens(99), source: Source::User },
        known.capabilities,
    );
    check(
        Override { tools: Some(false), vision: Some(true), ..Override::default() },
        known.window,
        Capabilities { tools: user(false), vision: user(true), ..known.capabilities },
    );
    check(
        Override { thinking: Some(true), ..Override::default() },
        known.window,
        Capabilities { thinking: user(true), ..known.capabilities },
    );
}

#[test]
fn a_models_size_is_read_from_its_name() {
    let check = |name: &str, billions: Option<f32>, small: bool| {
        let model = Model {
            name: name.to_owned(),
            window: Window::ASSUMED,
            capabilities: Capabilities::ASSUMED,
        };
        assert_eq!((model.billions(), model.is_small()), (billions, small), "{name}");
    };
    check("qwen2.5-coder-1.5b-instruct-q4_k_m", Some(1.5), true);
    check("llama3.2:1b", Some(1.0), true);
    check("SmolLM2-135M-Instruct", Some(0.135), true);
    check("Qwen/Qwen3.5-2B", Some(2.0), true);
    check("llama3.2:3b", Some(3.0), false);
    check("gemma-4-e4b-it", Some(4.0), false);
    check("qwen3-30b-a3b", Some(30.0), false);
    check("mixtral-8x7b", None, false);
    check("gpt-5-mini", None, false);
    check("phi-3-mini-4k", None, false);
    check("b", None, false);
}
