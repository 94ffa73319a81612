use super::*;
use crate::fixture::{Ground, path};

// B82
#[tokio::test]
async fn a_project_is_kept_changed_measured_and_deleted() {
    let ground = Ground::new();
    let settings = ground.settings().await;
    let vaults = ground.opened(&settings).await;
    let models = ground.models(&settings).await;
    let projects = Projects::new(ground.library.clone(), settings, models, vaults);
    let plan = ground.folder.path().join("Plan.txt");
    std::fs::write(&plan, "Bake twelve loaves on Friday.").unwrap();
    let file = projects.add_file(&plan).await.unwrap();
    let project = Project {
        name: "Bread".to_owned(),
        instructions: "Think of the oven.".to_owned(),
        notes: vec![path("Rye.md"), path("Gone")],
        files: vec![file],
        ..Project::new()
    };
    let size = projects.size(project.clone()).await.unwrap();
    assert_eq!((size.notes, size.files, size.fits, size.is_too_large), (1, 1, true, false));
    assert!(size.tokens.0 > 8 && size.room.0 > size.tokens.0, "{size:?}");
    assert!(size.notices[0].contains("“Gone” of the project “Bread”"), "{:?}", size.notices);
    projects.put(project.clone()).await.unwrap();
    let renamed = Project { name: "Loaves".to_owned(), ..project };
    projects.put(renamed.clone()).await.unwrap();
    assert_eq!(projects.list().await.unwrap(), std::slice::from_ref(&renamed));
    assert_eq!(projects.by_name("loaves ").await.unwrap().id, renamed.id);
    assert_eq!(projects.by_name("Bread").await.unwrap_err().code, Code::NotFound);
    projects.delete(renamed.id).await.unwrap();
    assert_eq!(projects.list().await.unwrap(), []);
    let picture = ground.folder.path().join("Gone.txt");
    assert_eq!(projects.add_file(&picture).await.unwrap_err().code, Code::NotFound);
}
