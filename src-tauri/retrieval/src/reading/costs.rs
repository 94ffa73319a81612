//! What something cost, where other notes have the prices: “What have the bees cost me?” is about purchases for them.

use index::{KeyEntry, Result};
use records::{Condition, Target, Test};

use super::{
    amounts::{is_money, is_numeric},
    classes::{Class, PRONOUNS},
    keys::is_like,
    phrases::PRICED,
    reader::Reader,
    words::Word,
};

const COSTS: &str = "cost costs kostet kosten gekostet kostete kosteten";
const SPENDS: &str = "spend spent ausgegeben pay paid gezahlt bezahlt";
const ASKS: &str =
    "how much,what did,what do,what have,what i,was hab,was habe,was haben,wie viel,wieviel";

/// Time is spent, too.
const TIMES: &str = "time zeit hours hour stunden minutes minuten days day nights night weeks tage tagen nachte nachten wochen";

const BOUGHT: &str = "i bought,i ever bought,i've bought,i have bought,i have ever bought,i've ever bought,have i bought,\
    have i ever bought,did i buy,we bought,we have bought,have we bought,did we buy,ich gekauft,ich je gekauft,ich mir gekauft,\
    ich jemals gekauft,wir gekauft,gekauft habe,gekauft haben,kaufte ich";

/// Nouns that name no particular purchase.
const THINGS: &str = "thing things everything stuff item items alles sachen sache ding dinge";

impl Reader<'_> {
    /// Whether the question asks what something cost, and no note of the kind has an amount of money.
    pub(super) fn asks_for_other_costs(&self, class: &Class) -> bool {
        let is_spent = self.says(ASKS) && !self.words.iter().any(|word| word.is(TIMES));
        let says = |word: &&Word| word.is(COSTS) || is_spent && word.is(SPENDS);
        let Some(said) = self.words.iter().find(says) else { return false };
        let mut kind = self.words.get(class.words.clone()).unwrap_or_default().iter();
        let mut numeric = class.keys.iter().filter(|key| is_numeric(key));
        kind.all(|word| !word.is(COSTS))
            && !numeric.any(|key| is_money(key) || is_of_costs(key) || self.names_key(said, key))
    }

    /// The only other kind of notes that has amounts of money and a value with the name of this one.
    pub(super) fn other_costs(&mut self, class: &Class) -> Result<Option<Class>> {
        let vocabulary = self.vocabulary.clone();
        let mut found = None;
        let is_price = |key: &&KeyEntry| key.notes > 1 && is_numeric(key) && is_money(key);
        for price in vocabulary.keys.iter().filter(is_price) {
            let has = Condition::new(Target::Key(price.name.clone()), Test::Exists);
            let priced = self.class_with(vec![has.clone()])?;
            let Some(value) = self.exact_value(&priced.keys, class.words.clone()) else { continue };
            let priced = self.class_with(vec![has, value])?;
            // The sum of one kind isn't what all cost.
            if priced.notes > 0 && found.replace(priced).is_some() {
                return Ok(None);
            }
        }
        let Some(priced) = found else { return Ok(None) };
        let words = class.words.clone();
        self.use_words(words.clone());
        Ok(Some(Class { words, ..priced }))
    }

    /// Purchases, for “the most expensive thing I bought”.
    pub(super) fn purchases(&mut self) -> Result<Option<Class>> {
        let is_ranked = self.says(PRICED);
        let has_thing = self.words.iter().any(|word| word.is(THINGS)) && !self.periods.is_empty();
        let Some(words) = self.place_of(BOUGHT).filter(|_| is_ranked || has_thing) else {
            return Ok(None);
        };
        let before = self.words.clone();
        let kind = self.class()?;
        let is_named = kind.is_some_and(|kind| {
            let mut named = self.words.get(kind.words).unwrap_or_default().iter();
            named.any(|word| !word.is(PRONOUNS) && !word.is(THINGS))
        });
        self.words = before;
        if is_named {
            return Ok(None);
        }
        let Some((_, condition)) = self.class_named(&[Word::alone("purchases")], true)? else {
            return Ok(None);
        };
        let class = self.class_with(vec![condition])?;
        let has_price = class.keys.iter().any(|key| is_numeric(key) && is_money(key));
        Ok((has_price || !is_ranked).then_some(Class { words, ..class }))
    }
}

/// Whether the name of a key is about costs, as that of “Kostenrahmen” is.
fn is_of_costs(key: &KeyEntry) -> bool {
    const PARTS: [&str; 4] = ["kosten", "cost", "preis", "price"];
    is_like(key, "budget") || PARTS.iter().any(|part| key.key.contains(part))
}
