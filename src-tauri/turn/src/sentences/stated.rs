//! The app's statement of a computed table. It is an answer, so it is in the language of its question.

use language::{Language, NaturalLanguage, current};
use records::{Aggregate, AggregateKind, COUNT};

/// The phrases of a statement. `#` stands for a number, `~` for the name of a property.
#[derive(Debug)]
pub(crate) struct Phrases {
    found: &'static str,
    others: &'static str,
    sum: &'static str,
    mean: &'static str,
    mean_of_sums: &'static str,
    median: &'static str,
    lowest: &'static str,
    highest: &'static str,
    common: &'static str,
    latest: &'static str,
    different: &'static str,
    share: &'static str,
}

/// A statement in any other language is in the window's.
#[rustfmt::skip]
static PHRASES: [(NaturalLanguage, Phrases); 11] = [
    (NaturalLanguage::English, Phrases {
        found: "# found", others: "and # others", sum: "sum of ~", mean: "average of ~",
        mean_of_sums: "average of the sums of ~", median: "median of ~", lowest: "lowest ~", highest: "highest ~",
        common: "~ in all of them", latest: "latest ~", different: "different values of ~", share: "share by ~",
    }),
    (NaturalLanguage::German, Phrases {
        found: "# gefunden", others: "und # weitere", sum: "Summe von ~", mean: "Durchschnitt von ~",
        mean_of_sums: "Durchschnitt der Summen von ~", median: "Median von ~", lowest: "niedrigster Wert von ~", highest: "höchster Wert von ~",
        common: "~ in allen", latest: "letzter Wert von ~", different: "verschiedene Werte von ~", share: "Anteil nach ~",
    }),
    (NaturalLanguage::Spanish, Phrases {
        found: "# encontrados", others: "y # más", sum: "suma de ~", mean: "media de ~",
        mean_of_sums: "media de las sumas de ~", median: "mediana de ~", lowest: "valor mínimo de ~", highest: "valor máximo de ~",
        common: "~ en todos", latest: "último valor de ~", different: "valores distintos de ~", share: "proporción por ~",
    }),
    (NaturalLanguage::French, Phrases {
        found: "# trouvés", others: "et # de plus", sum: "somme de ~", mean: "moyenne de ~",
        mean_of_sums: "moyenne des sommes de ~", median: "médiane de ~", lowest: "valeur minimale de ~", highest: "valeur maximale de ~",
        common: "~ dans tous", latest: "dernière valeur de ~", different: "valeurs différentes de ~", share: "part par ~",
    }),
    (NaturalLanguage::Italian, Phrases {
        found: "# trovati", others: "e altri #", sum: "somma di ~", mean: "media di ~",
        mean_of_sums: "media delle somme di ~", median: "mediana di ~", lowest: "valore minimo di ~", highest: "valore massimo di ~",
        common: "~ in tutti", latest: "ultimo valore di ~", different: "valori diversi di ~", share: "quota per ~",
    }),
    (NaturalLanguage::Portuguese, Phrases {
        found: "# encontrados", others: "e mais #", sum: "soma de ~", mean: "média de ~",
        mean_of_sums: "média das somas de ~", median: "mediana de ~", lowest: "valor mínimo de ~", highest: "valor máximo de ~",
        common: "~ em todos", latest: "último valor de ~", different: "valores diferentes de ~", share: "proporção por ~",
    }),
    (NaturalLanguage::Dutch, Phrases {
        found: "# gevonden", others: "en nog #", sum: "som van ~", mean: "gemiddelde van ~",
        mean_of_sums: "gemiddelde van de sommen van ~", median: "mediaan van ~", lowest: "laagste waarde van ~", highest: "hoogste waarde van ~",
        common: "~ in alle", latest: "laatste waarde van ~", different: "verschillende waarden van ~", share: "aandeel per ~",
    }),
    (NaturalLanguage::Swedish, Phrases {
        found: "# träffar", others: "och # till", sum: "summan av ~", mean: "medelvärdet av ~",
        mean_of_sums: "medelvärdet av summorna av ~", median: "medianen av ~", lowest: "lägsta värdet av ~", highest: "högsta värdet av ~",
        common: "~ i alla", latest: "senaste värdet av ~", different: "olika värden på ~", share: "andel efter ~",
    }),
    (NaturalLanguage::Russian, Phrases {
        found: "найдено #", others: "и ещё #", sum: "сумма значений ~", mean: "среднее значение ~",
        mean_of_sums: "среднее сумм значений ~", median: "медиана значений ~", lowest: "наименьшее значение ~", highest: "наибольшее значение ~",
        common: "~ у всех", latest: "последнее значение ~", different: "разные значения ~", share: "доля по ~",
    }),
    (NaturalLanguage::Chinese, Phrases {
        found: "找到 # 个", others: "还有 # 个", sum: "~ 总和", mean: "~ 平均值",
        mean_of_sums: "~ 总和的平均值", median: "~ 中位数", lowest: "~ 最低值", highest: "~ 最高值",
        common: "全部共有的 ~", latest: "最新的 ~", different: "不同的 ~", share: "按 ~ 的占比",
    }),
    (NaturalLanguage::Japanese, Phrases {
        found: "# 件", others: "ほか # 件", sum: "~ の合計", mean: "~ の平均",
        mean_of_sums: "~ の合計の平均", median: "~ の中央値", lowest: "~ の最小値", highest: "~ の最大値",
        common: "すべてに共通の ~", latest: "最新の ~", different: "異なる ~", share: "~ 別の割合",
    }),
];

impl Phrases {
    pub(crate) fn of(language: Option<NaturalLanguage>) -> &'static Self {
        let in_window = match current() {
            Language::English => NaturalLanguage::English,
            Language::German => NaturalLanguage::German,
        };
        let of = |wanted: NaturalLanguage| {
            PHRASES.iter().find(|(it, _)| *it == wanted).map(|(_, phrases)| phrases)
        };
        language.and_then(of).or_else(|| of(in_window)).unwrap_or(&PHRASES[0].1)
    }

    pub(crate) fn rows_found(&self, total: usize) -> String {
        self.found.replace('#', &total.to_string())
    }

    pub(crate) fn other_rows(&self, others: usize) -> String {
        self.others.replace('#', &others.to_string())
    }

    /// The name of a figure; `None` for a count, which needs none.
    pub(crate) fn label(&self, of: &Aggregate) -> Option<String> {
        let phrase = match of.kind {
            AggregateKind::Count => return None,
            AggregateKind::Sum => self.sum,
            AggregateKind::Mean => self.mean,
            AggregateKind::MeanOfSums => self.mean_of_sums,
            AggregateKind::Median => self.median,
            AggregateKind::Min => self.lowest,
            AggregateKind::Max => self.highest,
            AggregateKind::Common => self.common,
            AggregateKind::Latest => self.latest,
            AggregateKind::Distinct => self.different,
            AggregateKind::Share => self.share,
        };
        // A number of records has no name of its own.
        of.key.as_deref().filter(|key| *key != COUNT).map(|key| phrase.replace('~', key))
    }
}
