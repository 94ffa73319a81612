//! This crate's sentences for people.
//!
//! `server` is an address for people. Texts from servers arrive ready to quote: without secrets, on one line, without
//! a full stop.

pub(crate) mod embeddings;
pub(crate) mod images;

use std::{fmt::Display, time::Duration};

use conversation::model::Code;
use language::{Sentence, decimal, say};

fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 {
        format!("{} s", time.as_secs())
    } else {
        format!("{} s", decimal(time.as_secs_f64(), 1))
    }
}

pub(crate) const NO_ADDRESS: Sentence =
    Sentence { en: "The server's address is empty.", de: "Die Adresse des Servers ist leer." };
pub(crate) const NOT_HTTP: Sentence = Sentence {
    en: "only http and https are understood",
    de: "verstanden werden nur http und https",
};
pub(crate) const QUESTION_MARK: Sentence =
    Sentence { en: "it has a question mark", de: "sie enthält ein Fragezeichen" };
pub(crate) const THE_ENGINE: Sentence =
    Sentence { en: "The built-in engine", de: "Die eingebaute Engine" };
pub(crate) const INVALID_ADDRESS: Sentence =
    Sentence { en: "(no valid address)", de: "(keine gültige Adresse)" };

pub(crate) fn invalid_address(why: &dyn Display) -> String {
    say! {
        en: "The server's address isn't valid ({why}). It should look like \
             http://127.0.0.1:11434.",
        de: "Die Adresse des Servers ist nicht gültig ({why}). Sie sollte aussehen wie \
             http://127.0.0.1:11434.",
    }
}

pub(crate) fn invalid_key(server: &str) -> String {
    say! {
        en: "The key for {server} has characters that a key can't have. Please enter it again.",
        de: "Der Schlüssel für {server} enthält Zeichen, die in keinem Schlüssel vorkommen. Gib \
             ihn bitte noch einmal ein.",
    }
}

pub(crate) fn not_callable(server: &str) -> String {
    say! {
        en: "{server} isn't an address that can be called.",
        de: "{server} ist keine Adresse, die sich aufrufen lässt.",
    }
}

pub(crate) fn unknown_host(server: &str, host: &str) -> String {
    say! {
        en: "{server} can't be reached: the host name “{host}” isn't known.",
        de: "{server} ist nicht erreichbar: Der Rechnername „{host}“ ist nicht bekannt.",
    }
}

pub(crate) fn no_connection_in_time(server: &str, limit: Duration) -> String {
    say! {
        en: "{server} didn't accept a connection within {}.",
        de: "{server} hat innerhalb von {} keine Verbindung angenommen.",
        seconds(limit),
    }
}

pub(crate) fn connection_refused(server: &str) -> String {
    say! {
        en: "{server} refused the connection: no server runs there.",
        de: "{server} hat die Verbindung abgelehnt: Dort läuft kein Server.",
    }
}

pub(crate) fn not_secure(server: &str, why: &str) -> String {
    say! {
        en: "{server} couldn't be reached securely: {why}.",
        de: "{server} ließ sich nicht sicher erreichen: {why}.",
    }
}

pub(crate) fn unreachable(server: &str, why: &str) -> String {
    say! { en: "{server} can't be reached: {why}.", de: "{server} ist nicht erreichbar: {why}." }
}

pub(crate) fn redirected(server: &str, to: &str, status: u16) -> String {
    say! {
        en: "{server} redirects to {to} ({status}). If that is right, enter it as the address.",
        de: "{server} leitet weiter zu {to} ({status}). Wenn das stimmt, gib es als Adresse ein.",
    }
}

pub(crate) fn no_secure_connections(why: &str) -> String {
    say! {
        en: "Secure connections can't be made on this computer: {why}.",
        de: "Auf diesem Computer lassen sich keine sicheren Verbindungen aufbauen: {why}.",
    }
}

pub(crate) fn no_calls(why: &dyn Display) -> String {
    say! {
        en: "Servers can't be called from this computer: {why}.",
        de: "Von diesem Computer aus lassen sich keine Server aufrufen: {why}.",
    }
}

pub(crate) const CALL_DIED: Sentence =
    Sentence { en: "the call broke off", de: "Der Aufruf ist abgebrochen" };

pub(crate) fn no_answer_in_time(server: &str, limit: Duration) -> String {
    say! {
        en: "{server} didn't answer within {}.",
        de: "{server} hat innerhalb von {} nicht geantwortet.",
        seconds(limit),
    }
}

pub(crate) fn silent(server: &str, limit: Duration) -> String {
    say! {
        en: "{server} said nothing for {}.",
        de: "{server} hat {} lang nichts gesagt.",
        seconds(limit),
    }
}

pub(crate) fn silent_in_the_answer(server: &str, limit: Duration) -> String {
    say! {
        en: "{server} stopped in the middle of the answer: nothing came for {}.",
        de: "{server} hat mitten in der Antwort aufgehört: {} lang kam nichts.",
        seconds(limit),
    }
}

pub(crate) fn stopped_answering(server: &str) -> String {
    say! { en: "{server} stopped answering.", de: "{server} antwortet nicht mehr." }
}

pub(crate) fn closed_in_the_answer(server: &str) -> String {
    say! {
        en: "{server} closed the connection in the middle of its answer.",
        de: "{server} hat die Verbindung mitten in der Antwort geschlossen.",
    }
}

pub(crate) fn closed_before_the_answer(server: &str) -> String {
    say! {
        en: "{server} closed the connection without an answer.",
        de: "{server} hat die Verbindung ohne Antwort geschlossen.",
    }
}

pub(crate) fn ended_without_reason(server: &str) -> String {
    say! {
        en: "{server} ended its answer in the middle, without saying why.",
        de: "{server} hat die Antwort mittendrin beendet, ohne zu sagen, warum.",
    }
}

pub(crate) fn not_waited_for(server: &str) -> String {
    say! {
        en: "Marginalia didn't wait for {server}: the work was stopped.",
        de: "Auf {server} wurde nicht gewartet: Die Arbeit wurde angehalten.",
    }
}

pub(crate) fn web_page(server: &str, title: &str) -> String {
    say! {
        en: "{server} answered with {title}. Is the address right?",
        de: "{server} hat geantwortet: {title}. Stimmt die Adresse?",
    }
}

pub(crate) fn not_the_protocol(server: &str, said: &str) -> String {
    if said.is_empty() {
        return say! {
            en: "{server} gave an empty answer.",
            de: "{server} hat eine leere Antwort gegeben.",
        };
    }
    say! {
        en: "{server} answered with something that isn't its protocol: {said}.",
        de: "{server} hat mit etwas geantwortet, das nicht zu seinem Protokoll gehört: {said}.",
    }
}

pub(crate) fn page(title: Option<&str>) -> String {
    match title {
        Some(title) => say! { en: "a web page titled “{title}”", de: "eine Webseite „{title}“" },
        None => say! { en: "a web page", de: "eine Webseite" },
    }
}

pub(crate) const LINE_WITHOUT_END: Sentence =
    Sentence { en: "a line without end", de: "eine Zeile ohne Ende" };
pub(crate) const EVENT_WITHOUT_END: Sentence =
    Sentence { en: "an event without end", de: "ein Ereignis ohne Ende" };

pub(crate) struct RefusalFacts<'a> {
    pub code: Code,
    pub has_key: bool,
    pub model: Option<&'a str>,
    pub status: Option<u16>,
    /// The server's own words; may be empty.
    pub said: &'a str,
    pub wait: Option<Duration>,
    /// Tokens of the request and of the window.
    pub sizes: Option<(u64, u64)>,
}

pub(crate) fn refusal(server: &str, facts: &RefusalFacts<'_>) -> String {
    let RefusalFacts { code, has_key, model, status, said, wait, sizes } = facts;
    let came = match (status, said.is_empty()) {
        (Some(status), true) => format!(" ({status})"),
        (Some(status), false) => format!(" ({status}: {said})"),
        (None, true) => String::new(),
        (None, false) => format!(" ({said})"),
    };
    let model = match model {
        Some(name) => say! { en: "“{name}”", de: "„{name}“" },
        None => say! { en: "the model", de: "das Modell" },
    };
    match code {
        Code::Unauthorized if *has_key => say! {
            en: "{server} didn't accept the key{came}.",
            de: "{server} hat den Schlüssel nicht angenommen{came}.",
        },
        Code::Unauthorized => {
            say! { en: "{server} needs a key{came}.", de: "{server} braucht einen Schlüssel{came}." }
        }
        Code::ModelMissing => {
            say! { en: "{server} doesn't have {model}{came}.", de: "{server} hat {model} nicht{came}." }
        }
        Code::RateLimited => match wait {
            Some(wait) => say! {
                en: "{server} has had too many requests{came}, and asks you to wait {}.",
                de: "{server} hat zu viele Anfragen bekommen{came} und bittet, {} zu warten.",
                seconds(*wait),
            },
            None => say! {
                en: "{server} has had too many requests{came}.",
                de: "{server} hat zu viele Anfragen bekommen{came}.",
            },
        },
        Code::TimedOut => say! {
            en: "{server} waited too long for its own model{came}.",
            de: "{server} hat zu lange auf sein eigenes Modell gewartet{came}.",
        },
        Code::ContextOverflow => {
            let sizes = sizes.map_or_else(String::new, |(request, window)| {
                say! {
                    en: " ({request} tokens, and there is room for {window})",
                    de: " ({request} Tokens, und Platz ist für {window})",
                }
            });
            say! {
                en: "{server} can't take the request: it is larger than the context window \
                     of {model}{sizes}{came}.",
                de: "{server} kann die Anfrage nicht annehmen: Für {model} ist sie größer als das \
                     Kontextfenster{sizes}{came}.",
            }
        }
        Code::ContentRefused => {
            say! {
                en: "{server} refused: its rules forbid the question or the answer{came}.",
                de: "{server} hat abgelehnt: Seine Regeln verbieten die Frage oder die \
                     Antwort{came}.",
            }
        }
        Code::NoCredit => {
            say! {
                en: "{server} asks for payment: the account has no credit left{came}.",
                de: "{server} verlangt Geld: Auf dem Konto ist kein Guthaben mehr{came}.",
            }
        }
        Code::BadSetting => {
            say! {
                en: "{server} doesn't understand the call{came}. Is it another kind of server?",
                de: "{server} versteht den Aufruf nicht{came}. Ist es ein Server anderer Art?",
            }
        }
        Code::BadRequest => say! {
            en: "{server} didn't accept the request{came}.",
            de: "{server} hat die Anfrage nicht angenommen{came}.",
        },
        _ => say! { en: "{server} failed{came}.", de: "Fehler bei {server}{came}." },
    }
}

pub(crate) fn refused_to_answer(server: &str) -> String {
    say! {
        en: "{server} refused to answer: its rules forbid the question or the answer.",
        de: "{server} hat eine Antwort abgelehnt: Seine Regeln verbieten die Frage oder die \
             Antwort.",
    }
}

pub(crate) fn silent_while_loading(server: &str, name: &str, limit: Duration) -> String {
    say! {
        en: "{server} said nothing for {} while it loaded “{name}”.",
        de: "{server} hat {} lang nichts gesagt, während „{name}“ geladen wurde.",
        seconds(limit),
    }
}

pub(crate) fn stopped_loading(server: &str, name: &str) -> String {
    say! {
        en: "{server} stopped loading “{name}” without saying why.",
        de: "{server} hat aufgehört, „{name}“ zu laden, ohne zu sagen, warum.",
    }
}

pub(crate) fn cannot_load_models(server: &str) -> String {
    say! {
        en: "{server} can't download models: only Ollama can. Add models on the server itself.",
        de: "{server} kann keine Modelle herunterladen: Das kann nur Ollama. Füg Modelle auf dem \
             Server selbst hinzu.",
    }
}

pub(crate) fn not_in_the_catalogue(name: &str, known: &str) -> String {
    say! {
        en: "There is no model {name} to get. Available models: {known}. You can also add your own \
             .gguf file.",
        de: "Das Modell {name} lässt sich hier nicht laden. Verfügbare Modelle: {known}. Du kannst \
             auch eine eigene .gguf-Datei hinzufügen.",
    }
}

pub(crate) fn scorer(model: &str, server: &str) -> String {
    say! { en: "{model} at {server}", de: "{model} auf {server}" }
}

pub(crate) fn no_scores(server: &str, passages: usize) -> String {
    say! {
        en: "{server} didn't answer with one score for each of {passages} passages.",
        de: "{server} hat nicht mit je einem Wert für {passages} Textstellen geantwortet.",
    }
}

pub(crate) fn model_too_slow(model: &str, server: &str, limit: Duration) -> String {
    say! {
        en: "“{model}” at {server} didn't answer within {}.",
        de: "„{model}“ auf {server} hat innerhalb von {} nicht geantwortet.",
        seconds(limit),
    }
}

pub(crate) fn model_stopped(model: &str, server: &str) -> String {
    say! {
        en: "“{model}” at {server} was stopped.",
        de: "„{model}“ auf {server} wurde angehalten.",
    }
}

pub(crate) fn no_order(model: &str, server: &str, said: &str) -> String {
    say! {
        en: "“{model}” at {server} gave no order of the passages (it said “{said}”).",
        de: "„{model}“ auf {server} gab keine Reihenfolge der Textstellen (es sagte „{said}“).",
    }
}

pub(crate) const ENGINE_IS_NO_SERVER: Sentence = Sentence {
    en: "The built-in engine isn't a server and has no address.",
    de: "Die eingebaute Engine ist kein Server und hat keine Adresse.",
};
pub(crate) const NO_ENGINE: Sentence = Sentence {
    en: "This program was installed without its engine. Install Marginalia again, or use a model server \
         such as Ollama.",
    de: "Dieses Programm wurde ohne seine Engine installiert. Installiere Marginalia noch einmal, \
         oder verwende einen Modellserver wie Ollama.",
};

pub(crate) fn model_not_here(model: &str) -> String {
    say! {
        en: "The model “{model}” isn't on this computer any more. Choose another one.",
        de: "Das Modell „{model}“ ist nicht mehr auf diesem Computer. Wähl ein anderes.",
    }
}

pub(crate) fn listed_already(address: &str) -> String {
    say! {
        en: "{address} is in the list of servers already.",
        de: "{address} steht schon in der Liste der Server.",
    }
}

pub(crate) const CREDENTIALS_IN_ADDRESS: Sentence = Sentence {
    en: "The server's address has a name or password in it. Enter only the address, and the key \
         separately.",
    de: "In der Adresse des Servers steht ein Name oder Passwort. Gib nur die Adresse ein und den \
         Schlüssel getrennt davon.",
};
