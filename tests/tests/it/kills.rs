//! Everything shown before a kill is there after the restart, whatever the moment of the kill.

#[cfg(test)]
mod killed {
    use std::{
        io::{BufRead, BufReader},
        process::{Command, Stdio},
        time::Duration,
    };

    use conversation::{Answer, ConversationId, Message, MessageId, MessageState, Question};
    use serde_json::{Value, json};
    use tests::model_server::{ListedModel, Rule, Script, ScriptedCall, ScriptedServer};

    use crate::fixture::{Place, bread, pieces};

    /// Number of processes killed in parallel.
    const LANES: usize = 2;

    /// Maximum delay in milliseconds between showing a text and saving it.
    const BEHIND: u64 = 250;

    /// A longer pause between two lines, in milliseconds, is a busy machine's: the script has none.
    const PAUSE: u64 = 50;

    /// The tested turns: a question and its scripted answers.
    fn turns() -> Vec<(&'static str, Vec<Rule>)> {
        let long: Vec<String> = (0..40).map(|n| format!("word{n} ")).collect();
        let long = Rule { pieces: Some(long), delay_ms: 15, ..Rule::default() };
        let cited =
            ["Two per cent ", "[1", "]", " of the ", "flour [", "1].", " Nicht ", "mehr – 盐。"];
        vec![
            ("How much salt, at length?", vec![long.clone()]),
            ("How much salt, with marks?", vec![Rule { delay_ms: 40, ..pieces(&cited) }]),
            ("How much salt, at once?", vec![pieces(&["Two", " per cent [1]."])]),
            (
                "How much salt, thinking?",
                vec![Rule {
                    thinking: (0..12).map(|n| format!("thought{n} ")).collect(),
                    delay_ms: 20,
                    ..pieces(&cited)
                }],
            ),
            ("How much salt, broken off?", vec![Rule { break_after: Some(20), ..long }]),
            (
                "How much salt, with tools?",
                vec![
                    Rule {
                        // After tool results, the newest user message is the reminder.
                        when: Some("Now answer".to_owned()),
                        when_result: Some(String::new()),
                        delay_ms: 30,
                        ..pieces(&cited)
                    },
                    Rule {
                        calls: vec![
                            call("find_excerpts", json!({ "query": "sticky rye" })),
                            call("read_note", json!({ "note": "Salt" })),
                        ],
                        delay_ms: 20,
                        ..pieces(&["Let me ", "look."])
                    },
                ],
            ),
        ]
    }

    fn script() -> Script {
        let rules = turns().into_iter().flat_map(|(question, rules)| {
            rules.into_iter().map(move |rule| {
                let when = rule.when.clone().or_else(|| Some(question.to_owned()));
                Rule { when, ..rule }
            })
        });
        let models = vec![ListedModel { tools: Some(true), ..Script::default().models[0].clone() }];
        Script { models, rules: rules.collect(), ..Script::default() }
    }

    fn call(name: &str, arguments: Value) -> ScriptedCall {
        ScriptedCall { name: name.to_owned(), arguments }
    }

    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % limit
        }
    }

    /// Asks in a child process, kills it at a random moment, and returns everything shown.
    fn kill(place: &Place, server: &str, question: &str, random: &mut Random) -> Vec<Value> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_child"))
            .arg("shown")
            .env(models::discover::DISCOVER, "")
            .args([place.data(), place.vault()])
            .args([server, question])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let wait = random.below(20) as usize;
        let mut shown: Vec<String> = lines.by_ref().take(wait).map(Result::unwrap).collect();
        std::thread::sleep(Duration::from_millis(random.below(20)));
        child.kill().unwrap();
        child.wait().unwrap();
        shown.extend(lines.map_while(Result::ok));
        // The last line may be incomplete, so nobody has seen it.
        shown.iter().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// How long the child had run at each line, in milliseconds, without the time for which it was stopped.
    fn running(shown: &[Value]) -> Vec<u64> {
        let mut last = None;
        let run = shown.iter().filter_map(|line| line["ms"].as_u64()).scan(0, |run, at| {
            *run += last.replace(at).map_or(0, |last| PAUSE.min(at - last));
            Some(*run)
        });
        run.collect()
    }

    fn id<T: std::str::FromStr>(value: &Value) -> T {
        value.as_str().and_then(|text| text.parse().ok()).unwrap()
    }

    /// Compares the shown part of a turn with the stored part.
    fn check(shown: &[Value], question: &Question, answer: &Answer, parts: &[u64]) {
        let find = |name: &str| shown.iter().rev().find_map(|line| line.get(name));
        let started = find("started").unwrap();
        assert_eq!(started["question"], question.text.as_str());
        assert_eq!(id::<MessageId>(&started["answer"]), answer.id);
        if let Some(references) = find("references") {
            for reference in references.as_array().unwrap() {
                let number = reference[1].as_u64();
                let same = |one: &&conversation::reference::Reference| {
                    one.id.to_string() == reference[0]
                        && one.number.map(|n| u64::from(n.0)) == number
                };
                assert!(answer.references.iter().any(|one| same(&one)), "{reference} {answer:#?}");
            }
        }
        // A receipt is saved before its context is shown, so one more may exist.
        let seen: Vec<_> = shown.iter().filter_map(|line| line["parts"].as_u64()).collect();
        assert_eq!(answer.has_receipt, !parts.is_empty());
        assert!(parts.starts_with(&seen), "seen {seen:?}, kept {parts:?}");
        // Text before a tool call isn't part of the answer.
        let step = shown.iter().rposition(|line| line.get("step").is_some());
        let (before, after) = shown.split_at(step.map_or(0, |at| at + 1));
        let steps = before.iter().filter(|line| line.get("step").is_some()).count();
        assert!(answer.steps.len() >= steps, "{steps} steps were shown: {answer:#?}");
        let times = running(after);
        let last = times.last().copied().unwrap_or(0);
        for (name, kept) in [("text", &answer.text), ("thinking", &answer.thinking)] {
            let all: String = after.iter().filter_map(|line| line[name].as_str()).collect();
            let due: String = after
                .iter()
                .zip(&times)
                .filter(|(_, at)| *at + BEHIND <= last)
                .filter_map(|(line, _)| line[name].as_str())
                .collect();
            assert!(kept.starts_with(&due), "due {due:?}, kept {kept:?}");
            assert!(kept.starts_with(&all) || all.starts_with(kept.as_str()), "{all:?}, {kept:?}");
        }
        let ended = find("ended").and_then(Value::as_str);
        match ended {
            Some("complete") => assert_eq!(answer.state, MessageState::Complete),
            Some(_) => assert_eq!(answer.state, MessageState::Failed),
            // It may be saved and not yet shown.
            None => assert_ne!(answer.state, MessageState::Streaming),
        }
        if let Some(whole) = find("whole").and_then(Value::as_str) {
            assert_eq!(answer.text, whole);
        }
        if answer.state == MessageState::Interrupted {
            assert_eq!(ended, None);
        }
    }

    // B46
    #[tokio::test(flavor = "multi_thread")]
    async fn nothing_that_was_shown_is_lost_by_a_kill() {
        let kills = if tests::all_kills() { 200 } else { 24 };
        let server = ScriptedServer::start(script()).await.unwrap();
        let lanes = (0..LANES).map(|lane| {
            let url = server.url().to_owned();
            tokio::task::spawn_blocking(move || {
                let place = bread();
                let mut random = Random(0x2545_F491_4F6C_DD1D ^ (lane as u64 + 1));
                let turns = turns();
                let runs = (0..kills / LANES).map(|n| {
                    let (question, _) = turns[(n + lane) % turns.len()];
                    kill(&place, &url, question, &mut random)
                });
                let runs: Vec<_> = runs.collect();
                (place, runs)
            })
        });
        let (mut interrupted, mut complete, mut begun) = (0, 0, 0);
        for lane in futures::future::join_all(lanes).await {
            let (place, runs) = lane.unwrap();
            let app = place.opened().await;
            assert_eq!(app.notice(), None);
            for shown in runs {
                let Some(started) = shown.iter().find_map(|line| line.get("started")) else {
                    continue;
                };
                begun += 1;
                let id: ConversationId = id(&started["conversation"]);
                let kept = app.conversations.get(id).await.unwrap();
                let [Message::Question(question), Message::Answer(answer)] = &kept.messages[..]
                else {
                    panic!("{kept:#?}")
                };
                let receipts = app.conversations.receipts(answer.id).await.unwrap_or_default();
                let parts = receipts.iter().map(|receipt| receipt.context.parts.len() as u64);
                check(&shown, question, answer, &parts.collect::<Vec<_>>());
                match answer.state {
                    MessageState::Interrupted => interrupted += 1,
                    MessageState::Complete => complete += 1,
                    _ => {}
                }
            }
        }
        // The kills hit all phases, as far as their number makes that certain.
        assert!(begun > kills / 2, "only {begun} of {kills} had begun");
        assert!(interrupted > kills / 10, "only {interrupted} of {kills} were interrupted");
        assert!(complete > 5 || kills < 200, "only {complete} of {kills} were complete");
    }
}
