use super::*;
use crate::fixture::{Ground, path};

// B83
#[tokio::test]
async fn prompts_of_the_library_and_of_a_folder_are_listed_and_filled() {
    let ground = Ground::new();
    std::fs::create_dir(ground.root().join("Prompts")).unwrap();
    ground.write("Prompts/Weekly review.md", "Sum up {{note}} of {{date}}.\n");
    ground.write("Prompts/Broken.md", "---\na: [b\n---\nSay {{selection}}.\n");
    ground.write("Prompts/Find.md", "Find it.\n");
    ground.write("Prompts/Help.md", "Help me.\n");
    let settings = ground.settings().await;
    let vaults = ground.opened(&settings).await;
    let prompts = Prompts::new(ground.library.clone(), settings.clone(), vaults);
    let gruff = Prompt { name: "Gruff".to_owned(), text: "Be gruff.".to_owned(), ..Prompt::new() };
    prompts.put(gruff.clone()).await.unwrap();
    assert_eq!(prompts.list().await.unwrap().prompts.len(), 1);
    let mut now = settings.get();
    now.chat.prompts_folder = "Prompts".to_owned();
    settings.set(now).await.unwrap();
    let list = prompts.list().await.unwrap();
    let told: Vec<_> = list
        .prompts
        .iter()
        .map(|prompt| (&*prompt.command, prompt.problem.as_deref().unwrap_or_default()))
        .collect();
    let [gruffly, ("broken", broken), ("find", find), ("help", help), ("weekly-review", "")] =
        &told[..]
    else {
        panic!("{told:?}")
    };
    assert_eq!(*gruffly, ("gruff", ""));
    assert!(broken.contains("“Broken”") && find.contains("“/find”"), "{told:?}");
    assert!(help.contains("“/help”"), "{told:?}");

    let source = |note: &str| PromptSource::Note { path: path(note) };
    let weekly = source("Prompts/Weekly review.md");
    let salt = Some(path("Salt.md"));
    let filled = prompts.fill(&weekly, String::new(), salt).await.unwrap();
    assert!(filled.text.starts_with("Sum up [[Salt]] of ") && filled.notices.is_empty());
    let empty = prompts.fill(&source("Prompts/Broken.md"), String::new(), None).await.unwrap();
    assert_eq!((&*empty.text, empty.notices.len()), ("Say .", 2));
    let gone = prompts.fill(&source("Prompts/No.md"), String::new(), None).await.unwrap_err();
    assert_eq!(gone.code, Code::NotFound);
    prompts.delete(gruff.id).await.unwrap();
    assert_eq!(prompts.list().await.unwrap().prompts.len(), 4);
}
