//! Every sentence of this crate, for translation.

use std::{fmt::Display, time::Duration};

use language::{Sentence, say};

pub(crate) const ADDRESS_TOO_LONG: Sentence =
    Sentence { en: "The address is too long.", de: "Die Adresse ist zu lang." };
pub(crate) const NAME_IN_ADDRESS: Sentence = Sentence {
    en: "The address has a name or a password in it, so it isn't opened.",
    de: "In der Adresse steht ein Name oder Passwort; sie wird nicht geöffnet.",
};
pub(crate) const NO_SECURE_CONNECTIONS: Sentence = Sentence {
    en: "This computer has no certificates for secure connections.",
    de: "Dieser Computer hat keine Zertifikate für sichere Verbindungen.",
};
pub(crate) const STOPPED: Sentence = Sentence { en: "It was stopped.", de: "Es wurde angehalten." };

pub(crate) fn not_an_address(text: &str, why: &dyn Display) -> String {
    say! {
        en: "“{text}” isn't the address of a page ({why}).",
        de: "„{text}“ ist nicht die Adresse einer Seite ({why}).",
    }
}

pub(crate) fn other_scheme(scheme: &str) -> String {
    say! {
        en: "An address that begins with “{scheme}” isn't opened. Only web pages are.",
        de: "Eine Adresse, die mit „{scheme}“ beginnt, wird nicht geöffnet, nur Seiten aus dem \
             Web.",
    }
}

pub(crate) fn gives_up_encryption(host: &str) -> String {
    say! {
        en: "The page redirects to {host} without encryption, so it isn't opened.",
        de: "Die Seite leitet ohne Verschlüsselung zu {host} weiter und wird darum nicht geöffnet.",
    }
}

pub(crate) fn searxng_at(address: &str) -> String {
    say! { en: "SearXNG at {address}", de: "SearXNG auf {address}" }
}

pub(crate) fn too_slow(service: &str, limit: Duration) -> String {
    say! {
        en: "{service} didn't answer within {} seconds.",
        de: "{service} hat nach {} Sekunden noch nicht geantwortet.",
        limit.as_secs(),
    }
}

pub(crate) fn answer_too_long(service: &str) -> String {
    say! {
        en: "{service} sent a longer answer than Marginalia reads.",
        de: "{service} hat eine längere Antwort gesendet, als Marginalia liest.",
    }
}

pub(crate) fn nonsense(service: &str) -> String {
    say! {
        en: "{service} answered with something that isn't a list of pages.",
        de: "{service} hat mit etwas geantwortet, das keine Liste von Seiten ist.",
    }
}

pub(crate) fn not_reached(service: &str) -> String {
    say! {
        en: "{service} can't be reached. Is this computer online, and is the address right?",
        de: "{service} ist nicht erreichbar. Ist dieser Computer online, und stimmt die Adresse?",
    }
}

pub(crate) fn broke_off(service: &str) -> String {
    say! {
        en: "{service} broke off in the middle of its answer.",
        de: "{service} hat mitten in der Antwort abgebrochen.",
    }
}

pub(crate) fn too_often(service: &str) -> String {
    say! {
        en: "{service} was asked too often just now. Try again in a minute.",
        de: "{service} wurde gerade zu oft gefragt. Versuch es in einer Minute noch einmal.",
    }
}

pub(crate) fn redirects(service: &str) -> String {
    say! {
        en: "{service} redirects to another address. Enter the right one under Settings › Web.",
        de: "{service} leitet zu einer anderen Adresse weiter. Gib die richtige unter \
             Einstellungen › Web ein.",
    }
}

pub(crate) fn has_failed(service: &str, status: u16) -> String {
    say! {
        en: "{service} has a problem of its own (status {status}). Try again later.",
        de: "{service} hat selbst ein Problem (Status {status}). Versuch es später noch einmal.",
    }
}

pub(crate) fn refuses(service: &str, status: u16) -> String {
    say! {
        en: "{service} refused the search (status {status}).",
        de: "{service} hat die Suche abgelehnt (Status {status}).",
    }
}

pub(crate) fn key_refused(service: &str) -> String {
    say! {
        en: "{service} doesn't accept the key. Check it under Settings › Web.",
        de: "{service} nimmt den Schlüssel nicht an. Prüfe ihn unter Einstellungen › Web.",
    }
}

pub(crate) fn used_up(service: &str) -> String {
    say! {
        en: "The searches of your plan at {service} are used up.",
        de: "Die Suchen deines Tarifs bei {service} sind aufgebraucht.",
    }
}

pub(crate) fn no_json(service: &str) -> String {
    say! {
        en: "{service} doesn't give its results to programs. The person who runs it can allow that \
             in its settings.yml, with “json” among the search formats.",
        de: "{service} gibt seine Ergebnisse keinen Programmen. Wer den Server betreibt, kann das \
             in dessen settings.yml erlauben, mit „json“ unter den Formaten der Suche.",
    }
}

pub(crate) fn all_silent(service: &str, services: usize) -> String {
    match services {
        1 => say! {
            en: "{service} found nothing, and the one service that it asks didn't answer.",
            de: "{service} hat nichts gefunden, und der eine Dienst, den es fragt, hat nicht geantwortet.",
        },
        _ => say! {
            en: "{service} found nothing, and none of the services that it asks answered.",
            de: "{service} hat nichts gefunden, und keiner der Dienste, die es fragt, hat \
                 geantwortet.",
        },
    }
}

pub(crate) fn not_public(host: &str) -> String {
    say! {
        en: "{host} is an address of this computer or its network, so it isn't opened.",
        de: "{host} ist eine Adresse dieses Computers oder seines Netzes und wird nicht geöffnet.",
    }
}

pub(crate) fn page_not_reached(host: &str) -> String {
    say! { en: "{host} can't be reached.", de: "{host} ist nicht erreichbar." }
}

pub(crate) fn page_not_found(host: &str) -> String {
    say! { en: "{host} doesn't exist on the web.", de: "{host} gibt es im Web nicht." }
}

pub(crate) fn page_too_slow(host: &str, limit: Duration) -> String {
    say! {
        en: "{host} didn't send the page within {} seconds.",
        de: "{host} hat die Seite nach {} Sekunden noch nicht geliefert.",
        limit.as_secs(),
    }
}

pub(crate) fn page_broke_off(host: &str) -> String {
    say! {
        en: "{host} broke off in the middle of the page.",
        de: "{host} hat mitten in der Seite abgebrochen.",
    }
}

pub(crate) fn page_refused(host: &str, status: u16) -> String {
    match status {
        404 | 410 => say! {
            en: "{host} has no such page (any more).",
            de: "{host} hat diese Seite nicht (mehr).",
        },
        401..=403 => say! {
            en: "{host} doesn't show this page to everyone (status {status}).",
            de: "{host} zeigt diese Seite nicht jedem (Status {status}).",
        },
        429 => say! {
            en: "{host} was asked too often just now.",
            de: "{host} wurde gerade zu oft gefragt.",
        },
        500.. => say! {
            en: "{host} has a problem of its own (status {status}).",
            de: "{host} hat selbst ein Problem (Status {status}).",
        },
        _ => say! {
            en: "{host} refused the page (status {status}).",
            de: "{host} hat die Seite abgelehnt (Status {status}).",
        },
    }
}

pub(crate) fn too_many_redirects(most: usize) -> String {
    say! {
        en: "The address redirects more than {most} times.",
        de: "Die Adresse leitet mehr als {most}-mal weiter.",
    }
}

pub(crate) fn redirect_to_nowhere(host: &str) -> String {
    say! {
        en: "{host} redirects to another address, but doesn't say which.",
        de: "{host} leitet zu einer anderen Adresse weiter, sagt aber nicht, zu welcher.",
    }
}

pub(crate) fn page_too_large(host: &str, most: u64) -> String {
    say! {
        en: "The page at {host} is larger than {} MB, so it wasn't read.",
        de: "Die Seite auf {host} ist größer als {} MB und wurde nicht gelesen.",
        most / (1024 * 1024),
    }
}

pub(crate) fn no_text(host: &str) -> String {
    say! {
        en: "The page at {host} has no text. Some pages are built by scripts, which don't run \
             here.",
        de: "Die Seite auf {host} hat keinen Text. Manche Seiten werden von Skripten \
             zusammengesetzt, und die laufen hier nicht.",
    }
}

pub(crate) fn not_read(host: &str, why: &str) -> String {
    let why = documents::said_of_the_file(why).unwrap_or(why);
    say! {
        en: "The page at {host} can't be read: it {why}",
        de: "Die Seite auf {host} lässt sich nicht lesen: Sie {why}",
    }
}

pub(crate) fn reader_stopped(why: &dyn Display) -> String {
    say! { en: "The page couldn't be read: {why}.", de: "Die Seite ließ sich nicht lesen: {why}." }
}
