//! Questions about the rows of tables: “How much did I spend on groceries in December?”

use index::{KeyEntry, Result};
use records::{Aggregate, AggregateKind, Condition, DATE, Query, RecordKind, Sort, Target, Test};

use super::{
    amounts::{has_percents, is_money, is_numeric},
    figures::LENGTHS,
    keys::{is_like, same_key},
    phrases::{COUNT, HIGHEST, LATEST, LOWEST, MEAN, PRICED, SUM},
    reader::{By, Reader},
};

/// Minimum rows with a column for questions about it: a small table is no ledger.
const LEAST: u32 = 5;

const SPENDS: &str = "spend,spent,spending,pay,paid,cost,costs,expenses,expense,money,ausgegeben,gezahlt,bezahlt,\
                      gekostet,kostet,ausgaben,kosten,geld,gelassen,eingekauft,花,花了,支出";

/// Superlatives of anything but money.
const MEASURED: &str = "longest,shortest,langste,langster,langstes,kurzeste,kurzester,kurzestes,quickest,fastest,slowest,\
                        schnellste,warmest,hottest,coldest,coolest,heaviest,lightest,schwerste,schwerster,schwerstes,leichteste,leichtester,leichtestes";

/// Superlatives of size, which are about money only with a word for something paid.
const SIZES: &str = "largest,biggest,smallest,grosste,grosster,grosstes,grossten,kleinste,kleinster,kleinstes,kleinsten";
const PURCHASES: &str = "purchase,purchases,bill,bills,payment,payments,item,items,einkauf,einkaufe,kauf,kaufe,ausgabe,posten,rechnung,\
                         rechnungen,zahlung,zahlungen,betrag";

/// No figure is of each week.
const EACH_WEEK: &str = "per week,each week,every week,pro woche,jede woche";

impl Reader<'_> {
    /// A figure over rows; with `lists`, the rows themselves.
    pub(super) fn rows(&mut self, lists: bool) -> Result<Option<Query>> {
        let asks_last = self.asks_last();
        // “Notes with status paid” are no lines of a table.
        if self.says("notes with,notes where,files with,files where,pages with,pages where,notizen mit,dateien mit,seiten mit") {
            return Ok(None);
        }
        if self.says("where,wo,who,wer,why,warum") || self.says("when,wann") && !asks_last {
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
        // “How many times did I swim?” counts lines, whatever their numbers.
        let counts_lines = asks_last || self.counts_times();
        let amount = self.amount(&keys, &query, is_of_note)?;
        let named = |key: &KeyEntry| {
            let mut may = self.words.iter().filter(|word| !word.is("times time mal"));
            may.any(|word| self.names_key(word, key))
        };
        let amount = amount.filter(|amount| !counts_lines || spends || named(amount));
        if amount.is_none() && !counts_lines
            || amount.as_ref().is_some_and(|it| {
                // “The largest book” isn't about what books cost.
                let is_size = self.says(SIZES) && !spends && !self.says(PURCHASES) && !named(it);
                is_money(it) && (self.says(MEASURED) || is_size)
            })
        {
            return Ok(None);
        }
        let asks_amount = amount.as_ref().is_some_and(|amount| self.begins_with_amount(amount));
        self.use_purchase();
        let numbers = self.number_conditions(&keys);
        let kind = if self.says(MEAN) {
            Some(AggregateKind::Mean)
        } else if let Some(place) = self.place_of(COUNT) {
            // “How many litres” sums up, “how many flights” counts.
            let next = self.words.get(place.end).filter(|_| !counts_lines);
            let mut named = next.iter().zip(&amount);
            let is_asked = named.any(|(word, amount)| self.names_key(word, amount));
            Some(if is_asked { AggregateKind::Sum } else { AggregateKind::Count })
        } else if self.says_free(HIGHEST) {
            Some(AggregateKind::Max)
        } else if self.says_free(LOWEST) {
            Some(AggregateKind::Min)
        } else if spends || self.says(SUM) || asks_amount {
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
            || kind == Some(AggregateKind::Sum) && amount.as_ref().is_some_and(has_percents)
        {
            return Ok(None);
        }
        let amount = amount.map(|amount| amount.name);
        let target = amount.clone().map(Target::Key);
        query.filter.extend(target.map(|target| Condition::new(target, Test::Exists)));
        let conditions: Vec<Condition> =
            self.value_conditions(&keys).into_iter().chain(numbers).collect();
        let is_narrowed = is_of_note
            || !conditions.is_empty()
            || self.says(PRICED)
            || self.says(SIZES) && self.says(PURCHASES)
            || self.groups.is_some();
        // “How many minutes did I work out?” names the column of the kinds of workouts.
        let is_narrowed = is_narrowed
            || keys.iter().any(|key| {
                let is_kind = !is_numeric(key) && key.dates == 0 && key.rows > 0;
                is_kind && self.words.iter().any(|word| !word.used && word.stem_is(&key.key))
            });
        let lists = lists
            && self.says("dates,days,tage,tagen,when,wann,which,list,all,alle,welche,welchen,show,everything,anything,alles,did i buy,i bought,have i bought,gekauft");
        if kind.is_none()
            && self.groups.is_none()
            && (conditions.is_empty() || !(is_of_note || lists || asks_last))
            || amount.is_none() && (conditions.is_empty() || asks_last && !is_dated)
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
                key: amount.clone().filter(|_| kind != AggregateKind::Count),
                kind,
            });
            if asks_last {
                query.aggregate = None;
                query.sort = vec![Sort { key: dates.clone(), descending: true }];
                query.limit = Some(1);
                self.take(LATEST);
                self.take("when,wann");
            }
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

    /// “The most expensive purchase” is any, also where “Einkauf” is a word for groceries.
    fn use_purchase(&mut self) {
        let Some(place) = self.place_of(PRICED).or_else(|| self.place_of(SIZES)) else { return };
        let next = self.words.get(place.end);
        if next.is_some_and(|word| word.is("einkauf einkaufe einkaufen purchase purchases")) {
            self.use_words(place.end..place.end + 1);
        }
    }

    /// “How often”, “how many times”.
    fn counts_times(&self) -> bool {
        self.says("how often,wie oft,how many times,how many sessions,wie viele male,几次")
    }

    /// “Minutes of yoga in May”: the amounts of a column that can be added up.
    fn begins_with_amount(&self, amount: &KeyEntry) -> bool {
        let is_sum = is_money(amount) || LENGTHS.iter().any(|name| is_like(amount, name));
        let mut first = self.words.iter().take(2);
        is_sum && first.any(|word| self.names_key(word, amount))
    }

    /// The column that is counted up. Of several, the first whose rows have what the question names: a vault may have the
    /// costs of a hobby beside those of the household.
    fn amount(
        &mut self,
        keys: &[KeyEntry],
        of: &Query,
        is_of_note: bool,
    ) -> Result<Option<KeyEntry>> {
        let amounts = self.amounts(keys, is_of_note);
        if amounts.len() < 2 {
            return Ok(amounts.into_iter().next());
        }
        let before = self.words.clone();
        let conditions = self.value_conditions(keys);
        self.words = before;
        let time = self.periods.first().map(|it| Test::Within(it.period));
        let time = time.map(|test| Condition::new(Target::Date, test));
        for amount in &amounts {
            let has = Condition::new(Target::Key(amount.name.clone()), Test::Exists);
            let mut rows = of.clone();
            rows.filter.extend([has].into_iter().chain(conditions.clone()).chain(time.clone()));
            if self.index.count(&rows)? > 0 {
                return Ok(Some(amount.clone()));
            }
        }
        Ok(amounts.into_iter().next())
    }

    /// The columns that may be counted up, the longest first: those that the question names, or those with amounts of
    /// money.
    fn amounts(&self, keys: &[KeyEntry], is_of_note: bool) -> Vec<KeyEntry> {
        let numeric = keys.iter().filter(|key| is_numeric(key));
        let named = |key: &&KeyEntry| self.words.iter().any(|word| self.names_key(word, key));
        if self.says(MEASURED) {
            let of = |name: &&str| numeric.clone().find(|key| same_key(name, key));
            if let Some(length) = LENGTHS.iter().find_map(of) {
                return vec![length.clone()];
            }
        }
        let mut found: Vec<KeyEntry> = numeric.clone().filter(named).cloned().collect();
        if found.is_empty() {
            found.extend(numeric.clone().filter(|key| is_money(key)).cloned());
        }
        if found.is_empty() && is_of_note {
            found.extend(numeric.clone().next().cloned());
        }
        found.sort_by_key(|key| std::cmp::Reverse(key.rows));
        found
    }
}
