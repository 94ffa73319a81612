//! Contradictions and false alarms: the scope of denials, order, bounds, frequency; in several languages.

use super::*;

// B70
#[test]
fn seeming_reversals_are_not_contradictions() {
    check_all(&[
        ('=', "Der Teig ruht nicht im Kühlschrank, sondern im Keller.", "Der Teig ruht im Keller."),
        (
            '=',
            "The dough does not rest in the fridge but in the cellar.",
            "The dough rests in the cellar.",
        ),
        (
            '=',
            "The dough rests in the cellar.",
            "The dough does not rest in the fridge but in the cellar.",
        ),
        ('=', "La masa no reposa en la nevera, sino en el sótano.", "La masa reposa en el sótano."),
        ('=', "La pasta non riposa nel frigorifero, ma in cantina.", "La pasta riposa in cantina."),
        ('=', "La pâte ne repose pas au froid, mais à la cave.", "La pâte repose à la cave."),
        ('=', "Das Brot enthält keine Butter, aber Salz.", "Das Brot enthält Salz."),
        ('=', "Das Brot enthält Salz und keine Butter.", "Das Brot enthält Salz."),
        ('=', "The dough rests without yeast in the fridge.", "The dough rests in the fridge."),
        ('=', "It does not kill the yeast, it slows it.", "Salt slows the yeast."),
        ('=', "Rye takes up more water than wheat.", "Wheat takes up less water than rye."),
        (
            '=',
            "Roggen nimmt mehr Wasser auf als Weizen.",
            "Weizen nimmt weniger Wasser auf als Roggen.",
        ),
        (
            '=',
            "El centeno absorbe más agua que el trigo.",
            "El trigo absorbe menos agua que el centeno.",
        ),
        ('=', "Anna sold the mill to Tom.", "Tom bought the mill from Anna."),
        ('=', "Bake after heating the oven.", "Heat the oven before baking."),
        ('=', "The shop does not open until 9.", "The shop opens at 9."),
        ('=', "Der Laden öffnet nicht vor 9 Uhr.", "Der Laden öffnet um 9 Uhr."),
        ('=', "Not all loaves were burnt.", "Some loaves were not burnt."),
        ('=', "The train stops in Lyon at 7:42.", "At 7:42 the train is in Lyon."),
        ('=', "面团不断发酵。", "面团发酵。"),
        ('=', "首都有一只船。", "首都有船。"),
        ('=', "面团未来会发酵。", "面团会发酵。"),
        ('=', "The oven does not crack and Anna bakes bread daily.", "Anna bakes bread daily."),
        ('=', "Anna taught Tom to bake.", "Tom was taught by Anna to bake."),
        ('=', "Nobody except Paula came.", "Paula came."),
        ('=', "Niemand außer Paula kam.", "Paula kam."),
        ('=', "It is not uncommon to see foxes here.", "It is common to see foxes here."),
        ('=', "There is no doubt that the bridge is safe.", "The bridge is safe."),
        ('=', "L'oro pesa più dell'argento.", "L'argento pesa meno dell'oro."),
        ('=', "O ouro pesa mais do que a prata.", "A prata pesa menos do que o ouro."),
        ('=', "Meat without salt is bland.", "Meat is bland."),
        ('=', "Anna lent the book to Tom.", "Tom borrowed the book from Anna."),
    ]);
}

// B70
#[test]
fn idiomatic_contradictions_are_found() {
    check_all(&[
        (
            '≠',
            "Der Teig ruht nicht im Kühlschrank, sondern im Keller.",
            "Der Teig ruht im Kühlschrank.",
        ),
        ('≠', "The oven rarely cracks.", "The oven often cracks."),
        ('≠', "Der Ofen reißt selten.", "Der Ofen reißt oft."),
        ('≠', "Rye takes up more water than wheat.", "Wheat takes up more water than rye."),
        ('≠', "Ich glaube nicht, dass Salz die Hefe tötet.", "Salz tötet die Hefe."),
        ('≠', "It is a myth that salt kills the yeast.", "Salt kills the yeast."),
        ('≠', "I don't think that salt kills the yeast.", "Salt kills the yeast."),
        ('≠', "Es un mito que la sal mata la levadura.", "La sal mata la levadura."),
        (
            '≠',
            "The bread from the mill in Lyon contains no salt.",
            "The bread from the mill in Lyon contains salt.",
        ),
        ('≠', "Salt is 1 % and yeast 2 %.", "Salt is 2 % and yeast 1 %."),
        ('≠', "Nicht alle Brote waren verbrannt.", "Kein Brot war verbrannt."),
        ('≠', "Not all loaves were burnt.", "All loaves were burnt."),
        ('≠', "Bake before heating the oven.", "Heat the oven before baking."),
        ('≠', "The shop does not open before 9.", "The shop opens before 9."),
        ('≠', "Niemand backt am Sonntag Brot.", "Anna backt am Sonntag Brot."),
        ('≠', "Der Teig enthält keinen Zucker.", "Der Teig enthält Zucker."),
        ('≠', "The machine stopped working.", "The machine is working."),
        ('≠', "Nobody stayed overnight.", "The guests stayed overnight."),
        ('≠', "L'oro pesa più dell'argento.", "L'argento pesa più dell'oro."),
        ('≠', "酒店没有电梯。", "酒店有电梯。"),
        ('≠', "Tom is older than Anna.", "Anna is older than Tom."),
        ('≠', "The talk was given before the dinner.", "The dinner was given before the talk."),
    ]);
}

// B70
#[test]
fn a_claim_with_one_wrong_detail_is_not_supported() {
    check_all(&[
        ('!', "Store at -18 °C.", "Store at 18 °C."),
        ('!', "Store at 18 °C.", "Store at −18 °C."),
        ('!', "The train leaves at 7 pm.", "The train leaves at 7 am."),
        ('!', "Anna taught Tom to bake.", "Tom taught Anna to bake."),
        ('!', "Tom was taught by Anna.", "Tom taught Anna."),
        ('!', "Rye keeps for two weeks.", "Rye keeps for one week."),
        ('!', "Roggen hält zwei Wochen.", "Roggen hält eine Woche."),
        ('!', "面团放两周。", "面团放一周。"),
        ('!', "Der Teig ruht dreizehn Stunden.", "Der Teig ruht vierzehn Stunden."),
        ('≈', "Add at most 20 g of salt.", "Add 20 g of salt."),
        ('≈', "Rye is sold here.", "Only rye is sold here."),
        ('-', "Only rye is sold.", "Rye and wheat are sold."),
        ('≈', "Not all loaves were burnt.", "The loaves were burnt."),
        ('≈', "Außer Roggen waren alle Brote ausverkauft.", "Alle Brote waren ausverkauft."),
        ('!', "Anna hired Tom.", "Tom hired Anna."),
        ('!', "The pill has 50 mg.", "The pill has 50 g."),
        ('!', "The well is at least 30 m deep.", "The well is 30 m deep."),
    ]);
}

// B19
#[test]
fn paraphrases_are_supported() {
    check_all(&[
        ('+', "Store at 16-18 °C.", "Store at 18 °C."),
        ('+', "COVID-19 spread in 2018-19.", "In 2019 COVID-19 spread."),
        ('+', "Store it at minus 18 °C.", "Store it at -18 °C."),
        ('+', "Store it at 18 degrees below zero.", "Store it at -18 degrees."),
        ('+', "Rye keeps for a week.", "Rye keeps for one week."),
        ('+', "Rye keeps a week, though wheat may dry.", "Rye keeps a week."),
        ('+', "Anna konnte Brot backen.", "Anna konnte Brot backen."),
        ('+', "Früher konnte Anna gutes Brot backen.", "Anna konnte gutes Brot backen."),
        ('+', "Anna appeared in the film about bread.", "Anna was in the film about bread."),
        ('+', "面团在2026年4月3日发酵十二小时。", "面团在4月3日发酵12小时。"),
        ('+', "L'ouverture de la mairie est à 9 heures.", "La mairie ouvre: ouverture à 9 heures."),
    ]);
}
