use futures::FutureExt;
use tokio::sync::broadcast;

use super::*;
use crate::fixture::Ground;

#[tokio::test]
async fn who_was_too_slow_gets_the_newest_state() {
    let ground = Ground::new();
    let vaults = ground.opened(&ground.settings().await).await;
    let status = vaults.current().unwrap().index;

    let (sender, receiver) = broadcast::channel(4);
    let mut news = News::new(vaults, receiver);
    for _ in 0..5 {
        sender.send(Broadcast::Notes(Vec::new())).unwrap();
    }
    let Some(Broadcast::Missed(Some(newest))) = news.next().await else { panic!() };
    assert_eq!((newest.state, newest.indexed), (status.state, 2));
    // Nothing older follows; newer news does.
    assert!(news.next().now_or_never().is_none());
    sender.send(Broadcast::Notes(Vec::new())).unwrap();
    assert!(matches!(news.next().await, Some(Broadcast::Notes(_))));
}
