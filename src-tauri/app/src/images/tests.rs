use std::fs;

use super::*;

/// Only the head of a GIF is read.
fn gif(width: u16, height: u16) -> Vec<u8> {
    [&b"GIF89a"[..], &width.to_le_bytes(), &height.to_le_bytes(), &[0; 3]].concat()
}

#[tokio::test]
async fn images_are_bounded_in_pixels_and_number() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("small.gif"), gif(10_000, 10_000)).unwrap();
    fs::write(folder.path().join("large.gif"), gif(10_000, 10_001)).unwrap();
    fs::write(folder.path().join("note.md"), "x").unwrap();
    let vault = Vault::open(folder.path()).unwrap();
    let shown = async |name: &str| read(&vault, &NotePath::new(name).unwrap()).await;
    assert_eq!(shown("small.gif").await.unwrap(), (gif(10_000, 10_000), "image/gif"));
    for name in ["large.gif", "note.md"] {
        assert_eq!(shown(name).await.unwrap_err().code, Code::UnsupportedFile);
    }
    // At the limit, the next read waits.
    let others = READS.acquire_many(u32::try_from(AT_ONCE).unwrap()).await.unwrap();
    let path = NotePath::new("small.gif").unwrap();
    let mut next = Box::pin(read(&vault, &path));
    assert!(futures::poll!(&mut next).is_pending() && READS.available_permits() == 0);
    drop(others);
    assert!(next.await.is_ok());
}
