//! All sentences of this crate that users read, in one place for translation. The page's own sentences are in `ui`.

use std::{fmt::Display, path::Path};

use conversation::settings::AskFirst;
use language::{Sentence, say};
use notes::NotePath;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub title: String,
    pub text: String,
    pub yes: Sentence,
}

pub(crate) const NOT_CHOSEN: Sentence = Sentence {
    en: "This file or folder wasn't chosen. Choose it again.",
    de: "Diese Datei oder dieser Ordner wurde nicht gewählt. Wähl sie oder ihn noch einmal.",
};

pub(crate) const NOT_PASTED: Sentence = Sentence {
    en: "Nothing was pasted. Click into the question, and paste with Ctrl+V.",
    de: "Es wurde nichts eingefügt. Klick in die Frage, und füg mit Strg+V ein.",
};

pub(crate) const NOT_PASTABLE: Sentence = Sentence {
    en: "The clipboard has nothing that can be pasted. Text, files of this computer, and images as PNG, JPEG, \
         GIF and WebP can be.",
    de: "In der Zwischenablage ist nichts, was sich einfügen lässt. Einfügen lassen sich Text, Dateien dieses \
         Computers und Bilder als PNG, JPEG, GIF und WebP.",
};

pub(crate) const LINK_NOT_KNOWN: Sentence = Sentence {
    en: "This link asks for something that Marginalia doesn't know.",
    de: "Dieser Link verlangt etwas, das Marginalia nicht kennt.",
};

pub(crate) fn not_reopened(vault: &Path) -> String {
    say! {
        en: "Marginalia ended unexpectedly twice while opening {}, so it didn't open this vault \
             again. You can open it yourself, or choose another.",
        de: "Marginalia wurde zweimal unerwartet beendet, während es {} öffnete. Darum hat es diesen \
             Vault nicht wieder geöffnet. Du kannst ihn selbst öffnen oder einen anderen wählen.",
        vault.display(),
    }
}

pub(crate) fn not_allowed(servers: &str) -> String {
    say! {
        en: "You didn't allow {servers}. Nothing was sent there.",
        de: "Du hast {servers} nicht erlaubt. Es wurde nichts dorthin gesendet.",
    }
}

pub(crate) fn send_key(server: &str) -> Question {
    Question {
        title: say! {
            en: "Send this key without encryption?",
            de: "Diesen Schlüssel unverschlüsselt senden?",
        },
        text: say! {
            en: "{server}\n\nThe connection to this server isn't encrypted. Others on the network \
                 can read the key and use it. An address that begins with https:// is safe, if the \
                 server has one.",
            de: "{server}\n\nDie Verbindung zu diesem Server ist nicht verschlüsselt. Andere im \
                 Netz können den Schlüssel lesen und benutzen. Eine Adresse, die mit https:// \
                 beginnt, ist sicher, wenn der Server eine hat.",
        },
        yes: Sentence { en: "Save the key", de: "Schlüssel speichern" },
    }
}

pub(crate) fn key_not_saved(server: &dyn Display) -> String {
    say! {
        en: "The key for {server} wasn't saved: the connection isn't encrypted.",
        de: "Der Schlüssel für {server} wurde nicht gespeichert: Die Verbindung ist nicht \
             verschlüsselt.",
    }
}

pub(crate) fn keep_as_note(file: &str, vault: &str) -> Question {
    Question {
        title: say! {
            en: "Put this file into your vault?",
            de: "Diese Datei in deinen Vault legen?",
        },
        text: say! {
            en: "{file}\n\nA copy of it becomes a note in “{vault}”. The file itself stays where it is.",
            de: "{file}\n\nEine Kopie davon wird zu einer Notiz in „{vault}“. Die Datei selbst \
                 bleibt, wo sie ist.",
        },
        yes: Sentence { en: "Put it into the vault", de: "In den Vault legen" },
    }
}

pub(crate) fn open_address(whom: &str, address: &str) -> Question {
    Question {
        title: say! {
            en: "Open an address outside Marginalia?",
            de: "Eine Adresse außerhalb von Marginalia öffnen?",
        },
        text: say! {
            en: "{whom}\n\nThis address will be opened in another program:\n{address}\n\nMarginalia doesn't \
                 ask again for {whom} until it is closed.",
            de: "{whom}\n\nDiese Adresse wird in einem anderen Programm \
                 geöffnet:\n{address}\n\nFür {whom} fragt Marginalia nicht noch einmal, bis es \
                 geschlossen wird.",
        },
        yes: Sentence { en: "Open", de: "Öffnen" },
    }
}

pub(crate) fn open_file(path: &str) -> Question {
    Question {
        title: say! {
            en: "Open a file in another program?",
            de: "Eine Datei in einem anderen Programm öffnen?",
        },
        text: say! {
            en: "{path}\n\nThis file will be opened in your system's default program. Marginalia \
                 doesn't ask again for it until it is closed.",
            de: "{path}\n\nDiese Datei wird im Standardprogramm deines Systems geöffnet. Dafür \
                 fragt Marginalia nicht noch einmal, bis es geschlossen wird.",
        },
        yes: Sentence { en: "Open", de: "Öffnen" },
    }
}

/// `unencrypted`: others can read the queries on the way.
pub(crate) fn search_web(service: &str, unencrypted: bool, ask: AskFirst) -> Question {
    let warning = if unencrypted { warning(&service) } else { String::new() };
    let asked = match ask {
        AskFirst::Always => Sentence {
            en: "You are asked before each query is sent.",
            de: "Du wirst vor jeder Anfrage gefragt.",
        },
        AskFirst::Once => Sentence {
            en: "You are asked once in each conversation before your questions are sent, and each \
                 time about searches and pages that a model chooses.",
            de: "Du wirst in jedem Gespräch einmal gefragt, bevor deine Fragen gesendet werden, \
                 und jedes Mal bei Suchen und Seiten, die ein Modell wählt.",
        },
        AskFirst::Never => Sentence {
            en: "Your questions are sent without asking you. You are asked each time about \
                 searches and pages that a model chooses.",
            de: "Deine Fragen werden gesendet, ohne dich zu fragen. Bei Suchen und Seiten, die ein \
                 Modell wählt, wirst du jedes Mal gefragt.",
        },
    };
    Question {
        title: say! {
            en: "Let Marginalia search the web?",
            de: "Marginalia im Web suchen lassen?",
        },
        text: say! {
            en: "{service}\n\nQueries made from your questions will be sent there. \
                 {asked}{warning}",
            de: "{service}\n\nAnfragen aus deinen Fragen werden dorthin gesendet. {asked}{warning}",
        },
        yes: Sentence { en: "Allow", de: "Erlauben" },
    }
}

pub(crate) const WEB_NOT_ALLOWED: Sentence = Sentence {
    en: "You didn't allow this web search. The settings are unchanged.",
    de: "Du hast diese Suche im Web nicht erlaubt. Die Einstellungen sind unverändert.",
};

pub(crate) fn not_opened(address: &str) -> String {
    say! { en: "{address} wasn't opened.", de: "{address} wurde nicht geöffnet." }
}

fn warning(server: &dyn Display) -> String {
    say! {
        en: "\n\nThe connection to {server} isn't encrypted: others on the network can read what is \
             sent.",
        de: "\n\nDie Verbindung zu {server} ist nicht verschlüsselt: Andere im Netz können \
             mitlesen, was gesendet wird.",
    }
}

/// `open`: one of the servers whose connection isn't encrypted.
pub(crate) fn use_servers(servers: &str, open: Option<&dyn Display>) -> Question {
    let warning = open.map(warning).unwrap_or_default();
    Question {
        title: say! {
            en: "Allow Marginalia to use a server?",
            de: "Marginalia erlauben, einen Server zu verwenden?",
        },
        text: say! {
            en: "{servers}\n\nMarginalia will connect there. Your questions and passages of your \
                 notes are sent there when you use it.{warning}",
            de: "{servers}\n\nMarginalia wird sich damit verbinden. Deine Fragen und \
                 Textstellen deiner Notizen gehen dorthin, wenn du es verwendest.{warning}",
        },
        yes: Sentence { en: "Allow", de: "Erlauben" },
    }
}

pub(crate) fn not_started(reason: &dyn Display) -> String {
    say! {
        en: "Marginalia could not start: {reason}",
        de: "Marginalia konnte nicht starten: {reason}",
    }
}

pub(crate) fn answer_is_set(variable: &str) -> String {
    say! {
        en: "{variable} is set. It is for tests only, and Marginalia doesn't start with it: it \
             would allow pages and servers without asking you.",
        de: "{variable} ist gesetzt. Das ist nur für Tests, und Marginalia startet damit nicht: Es \
             würde Seiten und Server zulassen, ohne dich zu fragen.",
    }
}

pub(crate) fn unknown_option(option: &dyn Display) -> String {
    say! {
        en: "marginalia doesn't know the option {option}. Usage: marginalia [--sample] [--quick-ask] [FOLDER]",
        de: "marginalia kennt die Option {option} nicht. Aufruf: marginalia [--sample] \
             [--quick-ask] [ORDNER]",
    }
}

pub(crate) const CHOOSE_VAULT: Sentence =
    Sentence { en: "Choose a folder of notes", de: "Ordner mit Notizen wählen" };
pub(crate) const CHOOSE_MODELS: Sentence =
    Sentence { en: "Choose a folder for models", de: "Ordner für Modelle wählen" };
pub(crate) const ADD_MODEL: Sentence =
    Sentence { en: "Add a model file", de: "Modelldatei hinzufügen" };
pub(crate) const MODEL_FILES: Sentence = Sentence { en: "Models (GGUF)", de: "Modelle (GGUF)" };
pub(crate) const CANCEL: Sentence = Sentence { en: "Cancel", de: "Abbrechen" };

pub(crate) const EXPORT: Sentence = Sentence { en: "Export", de: "Exportieren" };
pub(crate) const ATTACH: Sentence = Sentence { en: "Attach files", de: "Dateien anhängen" };
pub(crate) const IMPORT: Sentence =
    Sentence { en: "Import conversations", de: "Gespräche importieren" };
pub(crate) const CONVERSATIONS: Sentence = Sentence { en: "Conversations", de: "Gespräche" };

pub(crate) fn not_written(path: &Path, reason: &dyn Display) -> String {
    say! {
        en: "{} can't be written: {reason}.",
        de: "{} lässt sich nicht schreiben: {reason}.",
        path.display(),
    }
}

pub(crate) const NOT_INSTALLED: Sentence = Sentence {
    en: "it isn't where the app was installed",
    de: "Er ist nicht da, wo die App installiert wurde",
};

pub(crate) fn no_sample(reason: &dyn Display) -> String {
    say! {
        en: "The sample vault can't be opened: {reason}.",
        de: "Der Beispiel-Vault lässt sich nicht öffnen: {reason}.",
    }
}

pub(crate) fn not_opened_outside(path: &NotePath, reason: &str) -> String {
    say! {
        en: "{path} can't be opened in another program: {reason}",
        de: "{path} lässt sich nicht in einem anderen Programm öffnen: {reason}",
    }
}

pub(crate) fn not_shown_outside(path: &NotePath, reason: &str) -> String {
    say! {
        en: "{path} can't be shown in the file manager: {reason}",
        de: "{path} lässt sich nicht im Dateimanager zeigen: {reason}",
    }
}

pub(crate) fn address_refused(address: &str, reason: &dyn Display) -> String {
    say! { en: "{address} isn't opened: {reason}.", de: "{address} wird nicht geöffnet: {reason}." }
}

pub(crate) const TRAY_ASK: Sentence = Sentence { en: "Quick question", de: "Schnelle Frage" };
pub(crate) const TRAY_OPEN: Sentence = Sentence { en: "Open Marginalia", de: "Marginalia öffnen" };
pub(crate) const TRAY_QUIT: Sentence = Sentence { en: "Quit", de: "Beenden" };

pub(crate) const NO_KEY_HERE: Sentence = Sentence {
    en: "On this desktop (Wayland), programs can't set global shortcuts. In your desktop's \
         settings, add a shortcut that runs “marginalia --quick-ask”.",
    de: "Auf diesem Desktop (Wayland) können Programme keine globalen Tastenkürzel festlegen. Leg \
         in den Einstellungen deines Desktops ein Tastenkürzel an, das „marginalia --quick-ask“ \
         ausführt.",
};

pub(crate) fn key_is_taken(reason: &dyn Display) -> String {
    say! {
        en: "The shortcut can't be used, perhaps because another program uses it: {reason}",
        de: "Das Tastenkürzel ist nicht verwendbar, vielleicht weil ein anderes Programm es \
             benutzt: {reason}",
    }
}

pub(crate) const NO_TRAY: Sentence = Sentence {
    en: "There is no icon in the tray: this system lacks the library for it \
         (libayatana-appindicator3).",
    de: "In der Leiste des Systems erscheint kein Symbol: Diesem System fehlt die Bibliothek \
         dafür (libayatana-appindicator3).",
};

pub(crate) fn quick_ask_not_opened(reason: &dyn Display) -> String {
    say! {
        en: "The window for a quick question can't be opened: {reason}",
        de: "Das Fenster für eine schnelle Frage lässt sich nicht öffnen: {reason}",
    }
}

pub(crate) const WEB_AND_MAIL_ALONE: Sentence = Sentence {
    en: "only web and mail addresses are opened",
    de: "Geöffnet werden nur Web- und Mailadressen",
};
