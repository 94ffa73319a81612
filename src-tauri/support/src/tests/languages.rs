//! Plain denials and plain paraphrases in German, Spanish, French and Italian.

use super::*;

fn check_all(turned: &[(&str, &str)], same: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (pairs, expect) in [(turned, true), (same, false)] {
        for (passage, claim) in pairs {
            let found = check_claim(claim, passage, &[], &|_| None).0.support;
            if (found == Support::Contradicted) != expect {
                wrong.push(format!("{expect} {passage} / {claim}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

// B70
#[test]
fn german() {
    check_all(
        &[
            ("Der Zug hält nicht in Ulm.", "Der Zug hält in Ulm."),
            ("Anna isst kein Fleisch.", "Anna isst Fleisch."),
            ("Das Fenster ist nicht geschlossen.", "Das Fenster ist geschlossen."),
            ("Niemand kennt den Autor des Buches.", "Anna kennt den Autor des Buches."),
            ("Die Bibliothek ist sonntags nie geöffnet.", "Die Bibliothek ist sonntags geöffnet."),
            ("Die Pflanze braucht viel Wasser.", "Die Pflanze braucht nicht viel Wasser."),
            ("Der Vertrag wurde nicht unterschrieben.", "Der Vertrag wurde unterschrieben."),
            ("Die Preise sind im Winter gestiegen.", "Die Preise sind im Winter nicht gestiegen."),
            ("Der Kaffee wird ohne Zucker serviert.", "Der Kaffee wird mit Zucker serviert."),
            ("Wir haben keinen Hund mehr.", "Wir haben einen Hund."),
        ],
        &[
            ("Der Zug hält nicht in Ulm, sondern in Augsburg.", "Der Zug hält in Augsburg."),
            ("Anna isst kein Fleisch, aber Fisch.", "Anna isst Fisch."),
            (
                "Die Bibliothek ist nicht nur montags geöffnet.",
                "Die Bibliothek ist montags geöffnet.",
            ),
            ("Die Pflanze braucht Licht und kein Wasser.", "Die Pflanze braucht Licht."),
            (
                "Der Vertrag wurde nicht von Tom, sondern von Anna unterschrieben.",
                "Anna unterschrieb den Vertrag.",
            ),
            ("Tom kommt nicht, weil der Zug ausfällt.", "Der Zug fällt aus."),
            ("Der Kaffee ist ohne Zucker bitter.", "Der Kaffee ist bitter."),
            ("Nicht alle Fenster sind geschlossen.", "Einige Fenster sind nicht geschlossen."),
            ("Das Museum öffnet nicht vor 10 Uhr.", "Das Museum öffnet um 10 Uhr."),
            ("Es regnet nicht mehr als 20 Tage im Jahr.", "Es regnet höchstens 20 Tage im Jahr."),
        ],
    );
}

// B70
#[test]
fn spanish() {
    check_all(
        &[
            ("El tren no para en Toledo.", "El tren para en Toledo."),
            ("Ana no come carne.", "Ana come carne."),
            ("La ventana no está cerrada.", "La ventana está cerrada."),
            ("Nadie conoce al autor del libro.", "Ana conoce al autor del libro."),
            ("La biblioteca nunca abre los domingos.", "La biblioteca abre los domingos."),
            ("La planta necesita mucha agua.", "La planta no necesita mucha agua."),
            ("El contrato no fue firmado.", "El contrato fue firmado."),
            ("Los precios subieron en invierno.", "Los precios no subieron en invierno."),
            ("El café se sirve sin azúcar.", "El café se sirve con azúcar."),
            ("Ya no tenemos perro.", "Tenemos perro."),
        ],
        &[
            ("El tren no para en Toledo, sino en Madrid.", "El tren para en Madrid."),
            ("Ana no come carne, pero come pescado.", "Ana come pescado."),
            ("La biblioteca no solo abre los lunes.", "La biblioteca abre los lunes."),
            ("La planta necesita luz y no agua.", "La planta necesita luz."),
            ("Tomás no viene porque el tren está averiado.", "El tren está averiado."),
            ("El café sin azúcar es amargo.", "El café es amargo."),
            ("No todas las ventanas están cerradas.", "Algunas ventanas no están cerradas."),
            ("El museo no abre hasta las 10.", "El museo abre a las 10."),
            ("No llueve más de 20 días al año.", "Llueve como máximo 20 días al año."),
            ("Sin embargo, el tren para en Toledo.", "El tren para en Toledo."),
        ],
    );
}

// B70
#[test]
fn french() {
    check_all(
        &[
            ("Le train ne s'arrête pas à Dijon.", "Le train s'arrête à Dijon."),
            ("Anne ne mange pas de viande.", "Anne mange de la viande."),
            ("La fenêtre n'est pas fermée.", "La fenêtre est fermée."),
            ("Personne ne connaît l'auteur du livre.", "Anne connaît l'auteur du livre."),
            ("La bibliothèque n'ouvre jamais le dimanche.", "La bibliothèque ouvre le dimanche."),
            (
                "La plante a besoin de beaucoup d'eau.",
                "La plante n'a pas besoin de beaucoup d'eau.",
            ),
            ("Le contrat n'a pas été signé.", "Le contrat a été signé."),
            ("Les prix ont augmenté en hiver.", "Les prix n'ont pas augmenté en hiver."),
            ("Le café est servi sans sucre.", "Le café est servi avec du sucre."),
            ("Nous n'avons plus de chien.", "Nous avons un chien."),
        ],
        &[
            ("Le train ne s'arrête pas à Dijon, mais à Lyon.", "Le train s'arrête à Lyon."),
            ("Anne ne mange pas de viande, mais du poisson.", "Anne mange du poisson."),
            ("La bibliothèque n'ouvre pas seulement le lundi.", "La bibliothèque ouvre le lundi."),
            ("La plante a besoin de lumière et pas d'eau.", "La plante a besoin de lumière."),
            ("Thomas ne vient pas parce que le train est en panne.", "Le train est en panne."),
            ("Le café sans sucre est amer.", "Le café est amer."),
            ("Toutes les fenêtres sont fermées sans doute.", "Les fenêtres sont fermées."),
            ("Le musée n'ouvre pas avant 10 heures.", "Le musée ouvre à 10 heures."),
            ("Il ne pleut pas plus de 20 jours par an.", "Il pleut au maximum 20 jours par an."),
            ("Une personne connaît l'auteur du livre.", "Une personne connaît l'auteur."),
        ],
    );
}

// B70
#[test]
fn italian() {
    check_all(
        &[
            ("Il treno non ferma a Siena.", "Il treno ferma a Siena."),
            ("Anna non mangia carne.", "Anna mangia carne."),
            ("La finestra non è chiusa.", "La finestra è chiusa."),
            ("Nessuno conosce l'autore del libro.", "Anna conosce l'autore del libro."),
            ("La biblioteca non apre mai la domenica.", "La biblioteca apre la domenica."),
            ("La pianta ha bisogno di molta acqua.", "La pianta non ha bisogno di molta acqua."),
            ("Il contratto non è stato firmato.", "Il contratto è stato firmato."),
            ("I prezzi sono saliti in inverno.", "I prezzi non sono saliti in inverno."),
            ("Il caffè è servito senza zucchero.", "Il caffè è servito con lo zucchero."),
            ("Non abbiamo più il cane.", "Abbiamo il cane."),
        ],
        &[
            ("Il treno non ferma a Siena, ma a Roma.", "Il treno ferma a Roma."),
            ("Anna non mangia carne, ma mangia pesce.", "Anna mangia pesce."),
            ("La biblioteca non apre solo il lunedì.", "La biblioteca apre il lunedì."),
            ("La pianta ha bisogno di luce e non di acqua.", "La pianta ha bisogno di luce."),
            ("Tommaso non viene perché il treno è guasto.", "Il treno è guasto."),
            ("Il caffè senza zucchero è amaro.", "Il caffè è amaro."),
            ("Non tutte le finestre sono chiuse.", "Alcune finestre non sono chiuse."),
            ("Il museo non apre prima delle 10.", "Il museo apre alle 10."),
            ("Non piove più di 20 giorni all'anno.", "Piove al massimo 20 giorni all'anno."),
            ("Di uova ne servono due.", "Servono due uova."),
        ],
    );
}
