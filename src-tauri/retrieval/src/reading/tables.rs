//! Questions about the rows of tables: “How much did I spend on groceries in December?”

use index::{KeyEntry, Result};
use records::{Aggregate, AggregateKind, Condition, DATE, Query, RecordKind, Target, Test};

use super::{
    amounts::{has_percents, is_money, is_numeric},
    phrases::{COUNT, HIGHEST, LOWEST, MEAN, PRICED, SUM},
    reader::{By, Reader},
};

/// Minimum rows with a column for questions about it: a small table is no ledger.
const LEAST: u32 = 5;

const SPENDS: &str = "spend,spent,spending,pay,paid,cost,costs,expenses,expense,money,ausgegeben,gezahlt,bezahlt,\
                      gekostet,kostet,ausgaben,kosten,geld,gelassen,eingekauft,花,花了,支出";

/// Superlatives of anything but money.
const MEASURED: &str = "longest,shortest,langste,langster,langstes,kurzeste,kurzester,kurzestes,quickest,fastest,slowest,\
                        schnellste,warmest,hottest,coldest,coolest,heaviest,lightest";

/// No figure is of each week.
const EACH_WEEK: &str = "per week,each week,every week,pro woche,jede woche";

impl Reader<'_> {
    /// A figure over rows; with `lists`, the rows themselves.
    pub(super) fn rows(&mut self, lists: bool) -> Result<Option<Query>> {
        if self.says("where,wo,who,wer,why,warum,when,wann") {
            return Ok(None);
        }
        let before = self.words.clone();
        let mut query = Query::of(RecordKind::Row);
        let mut keys = Vec::new();
        // The rows of a note that the question names, such as “Subscriptions”.
        if let Some((name, _)) = self.longest_name() {
            let of_note = query.clone().with(Target::Name, Test::Is(vec![name]));
            let scope = self.index.scope(&of_note)?;
            if scope.notes > 1 {
                (query, keys) = (of_note, scope.keys);
            } else {
                self.words = before;
            }
        }
        let is_of_note = !keys.is_empty();
        if !is_of_note {
            let is_ledger = |key: &&KeyEntry| key.rows >= LEAST && key.rows > key.notes;
            keys = self.vocabulary.keys.iter().filter(is_ledger).cloned().collect();
        }
        let spends = self.says(SPENDS);
        let Some(amount) = self.amount(&keys, is_of_note) else { return Ok(None) };
        if is_money(&amount) && self.says(MEASURED) {
            return Ok(None);
        }
        let numbers = self.number_conditions(&keys);
        let kind = if self.says(MEAN) {
            Some(AggregateKind::Mean)
        } else if let Some(place) = self.place_of(COUNT) {
            // “How many litres” sums up, “how many flights” counts.
            let next = self.words.get(place.end);
            let is_asked = next.is_some_and(|word| self.names_key(word, &amount));
            Some(if is_asked { AggregateKind::Sum } else { AggregateKind::Count })
        } else if self.says_free(HIGHEST) {
            Some(AggregateKind::Max)
        } else if self.says_free(LOWEST) {
            Some(AggregateKind::Min)
        } else if spends || self.says(SUM) {
            Some(AggregateKind::Sum)
        } else {
            None
        };
        let dates = keys.iter().find(|key| key.dates * 2 > key.total());
        let dates = dates.map(|key| key.name.clone());
        let is_dated = !is_of_note && dates.is_some();
        let dates = dates.unwrap_or_else(|| DATE.to_owned());
        let is_mean = kind == Some(AggregateKind::Mean);
        let is_each_time =
            self.each_place().is_some_and(|(by, _)| matches!(by, By::Month | By::Year));
        let is_of_sums = is_dated && is_mean && is_each_time;
        let kind = if is_of_sums { Some(AggregateKind::MeanOfSums) } else { kind };
        if is_dated && self.says(EACH_WEEK)
            || kind == Some(AggregateKind::Sum) && has_percents(&amount)
        {
            return Ok(None);
        }
        let target = Target::Key(amount.name.clone());
        query.filter.push(Condition::new(target, Test::Exists));
        let conditions: Vec<Condition> =
            self.value_conditions(&keys).into_iter().chain(numbers).collect();
        let is_narrowed =
            is_of_note || !conditions.is_empty() || self.says(PRICED) || self.groups.is_some();
        let lists = lists
            && self.says("dates,days,tage,tagen,when,wann,which,list,all,alle,welche,welchen,show");
        if kind.is_none()
            && self.groups.is_none()
            && (conditions.is_empty() || !(is_of_note || lists))
        {
            return Ok(None);
        }
        query.filter.extend(conditions);
        if let Some(found) = self.periods.first() {
            let test = Test::Within(found.period);
            query.filter.push(Condition::new(Target::Date, test));
        }
        if !self.set_groups(&mut query, &keys, &dates) {
            query.aggregate = kind.map(|kind| Aggregate {
                key: (kind != AggregateKind::Count).then(|| amount.name.clone()),
                kind,
            });
            if kind.is_some() && is_dated {
                self.divide(&mut query, &keys, &dates);
            }
            if is_of_sums && query.group.is_none() {
                return Ok(None);
            }
        }
        for all in [MEAN, SUM, COUNT, HIGHEST, LOWEST, SPENDS] {
            self.take(all);
        }
        self.take("euro,euros,€,most expensive,teuerste,teuersten,travelled,traveled,went,purchase,purchases,item,items,kauf,kaufe,posten,dates,days,tagen,per,pro,month,monat,monthly,monatlich,a,an");
        for at in 0..self.words.len() {
            if keys.iter().any(|key| self.names_key(&self.words[at], key)) {
                self.use_words(at..at + 1);
            }
        }
        let is_whole = self.left().is_empty() && (is_narrowed || spends);
        self.is_doubtful |= !is_whole && (is_narrowed || spends);
        if !is_whole || self.index.count(&query)? == 0 {
            return Ok(None);
        }
        Ok(Some(query))
    }

    /// The column that is counted up: one that the question names, or the one with amounts of money.
    fn amount(&self, keys: &[KeyEntry], is_of_note: bool) -> Option<KeyEntry> {
        let numeric = keys.iter().filter(|key| is_numeric(key));
        let named = |key: &&KeyEntry| self.words.iter().any(|word| self.names_key(word, key));
        let found =
            numeric.clone().find(named).or_else(|| numeric.clone().find(|key| is_money(key)));
        found.or_else(|| numeric.clone().next().filter(|_| is_of_note)).cloned()
    }
}
