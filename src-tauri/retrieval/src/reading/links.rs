//! Questions about links: “Which notes link to …?”

use index::Result;
use records::{Condition, Query, RecordKind, Target, Test, fold};

use super::reader::Reader;

const LINKS: &str = "pointent vers,pointe vers,renvoient a,renvoie a,liens vers,enlazan a,enlaza a,enlaces a,apuntan a,apunta a,链接到,point nowhere,points nowhere,lead nowhere,leads nowhere,ins leere fuhren,link to,links to,link,links,linked,linking,backlinks,backlink,back links,point to,points to,point at,points at,refer to,refers to,verweisen,verweist,verlinkt,verlinken,verlinkungen,ruckverweise,rucklinks,链接";
const UNLINKED: &str = "no backlinks,without backlinks,without any backlinks,nothing links to,nothing link to,nobody links to,no note links to,\
                        no other note links to,no notes link to,not linked,aren't linked,linked nowhere,orphan,orphans,orphaned,\
                        unlinked,verwaist,verwaiste,verwaisten,keine backlinks,ohne backlinks,keine ruckverweise,ohne ruckverweise,\
                        nicht verlinkt,nirgends verlinkt,nirgendwo verlinkt,没有链接到,没有反向链接,孤立";
const MENTIONS: &str = "mention,mentions,mentioned,show up,shows up,turn up,turns up,appear,appears,erwahnen,erwahnt,vorkommt,auftaucht";

/// Phrases for the notes that a note links to.
const FROM: &str = "outgoing links of,outgoing links from,outgoing links in,outlinks of,ausgehende links von,ausgehenden links von,linked from,links from,links in,links on,verlinkt von,links von,links aus,\
                    worauf verweist,worauf verlinkt,wohin verweist,wohin verlinkt";
/// Of these, the notes before the verb are those linked.
const PASSIVE: &str = "linked from,verlinkt von";

const BROKEN: &str = "do not exist,don't exist,does not exist,doesn't exist,not exist,broken,dead,missing,nowhere,nicht existieren,nicht gibt,fehlen,fehlende,kaputt,kaputte,ins leere";

impl Reader<'_> {
    pub(super) fn links(&mut self, question: &str) -> Result<Option<Query>> {
        if let Some(query) = self.unlinked()? {
            return Ok(Some(query));
        }
        let Some(verb) = self
            .place_of(LINKS)
            .or_else(|| self.place_of(MENTIONS).filter(|_| question.contains("[[")))
        else {
            return self.notes_with_mention();
        };
        if self.says(BROKEN) {
            return Ok(Some(Query::of(RecordKind::Note).with(Target::LinksTo, Test::Exists)));
        }
        let is_passive = self.says(PASSIVE);
        let is_source = self.take(FROM);
        self.take(LINKS);
        self.take(MENTIONS);
        self.take("page,pages,seite,seiten,project,projekt,person,both,beide,there");
        let mut query = Query::of(RecordKind::Note);
        self.take_count(&mut query);
        let mut is_before = false;
        let mut names = Vec::new();
        match linked_name(question).or_else(|| self.file_name(question)) {
            Some((name, at)) => {
                is_before = self.words.get(verb.start).is_some_and(|word| at < word.range.start);
                self.use_named(question);
                self.use_text(at..at + name.len());
                names.push(fold(&name));
            }
            // “Where are A and B both linked?”
            None => {
                while let Some((name, place)) = self.longest_name() {
                    is_before |= place.start < verb.start;
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
            }
        }
        if let (false, Some(class)) = (self.left().is_empty(), self.class()?) {
            query.filter.extend(class.conditions);
            self.use_class_words();
        }
        let left = self.left();
        if names.is_empty() && !left.is_empty() {
            // A link may lead to a note that doesn't exist yet.
            is_before = left.iter().all(|at| *at < verb.start);
            let name: Vec<&str> = left.iter().map(|at| &*self.words[*at].folded).collect();
            names.push(name.join(" "));
        } else if names.is_empty() || !left.is_empty() {
            return Ok(None);
        }
        // “Which notes does X link to?”, but not “Where is X linked from?”
        let is_active = is_source && !(is_passive && is_before)
            || is_before
                && self.says("does,do,links,link")
                && !self.says("linked,verlinkt,backlinks,backlink");
        let target = if is_active { Target::LinkedFrom } else { Target::LinksTo };
        query.filter.extend(
            names.into_iter().map(|name| Condition::new(target.clone(), Test::Is(vec![name]))),
        );
        // “And backlinks?” asks for no links in particular.
        let is_particular = !query.filter.is_empty();
        query.filter.extend(self.in_time());
        Ok((is_particular && self.index.count(&query)? > 0).then_some(query))
    }

    /// “Which notes have no backlinks?”
    fn unlinked(&mut self) -> Result<Option<Query>> {
        let before = self.words.clone();
        // “How do I find orphaned notes?” is about the app.
        if self.says("how,wie,comment,como") || !self.take(UNLINKED) {
            return Ok(None);
        }
        self.take("does,do,have,haben,from,anywhere,any,other,links,to,page,pages,seite,seiten");
        let mut query = Query::of(RecordKind::Note);
        query.filter.extend(self.class()?.into_iter().flat_map(|class| class.conditions));
        self.take_count(&mut query);
        query.filter.extend(self.in_time());
        query.filter.push(Condition {
            target: Target::LinkedFrom,
            test: Test::Exists,
            negated: true,
        });
        if self.left().is_empty() && self.index.count(&query)? > 0 {
            return Ok(Some(query));
        }
        self.words = before;
        Ok(None)
    }

    /// Notes that name another one, in a link or in their text: “Which meetings mention Deniz?”
    fn notes_with_mention(&mut self) -> Result<Option<Query>> {
        if !(self.take(MENTIONS) || self.take_divided_mention()) || self.says("who,wer") {
            return Ok(None);
        }
        let mut query = Query::of(RecordKind::Note);
        self.take_count(&mut query);
        let Some((name, place)) = self.longest_name() else { return Ok(None) };
        // As the question spells it, which may be a part of the name.
        let said: Vec<&str> = self.words[place].iter().map(|word| &*word.folded).collect();
        let said = said.join(" ");
        let class = self.class()?;
        if class.is_none()
            && !self.says("note,notes,notiz,notizen,page,pages,seite,seiten,where,wo")
        {
            return Ok(None);
        }
        // The note with this name isn't meant.
        let own = Condition::new(Target::Name, Test::Is(vec![name.clone()]));
        let own = class.is_none().then_some(Condition { negated: true, ..own });
        query.filter.extend(class.into_iter().flat_map(|class| class.conditions));
        query.filter.extend(own);
        query.filter.extend(self.in_time());
        self.take("page,pages,seite,seiten");
        query.any.push(vec![
            Condition::new(Target::LinksTo, Test::Is(vec![name])),
            Condition::new(Target::Text, Test::Contains(vec![said])),
        ]);
        Ok((self.left().is_empty() && self.index.count(&query)? > 0).then_some(query))
    }

    /// Uses the verb of “Wo kommt Christa vor?”, whose particle is at the end. True if there is one.
    fn take_divided_mention(&mut self) -> bool {
        const DIVIDED: [(&str, &str); 2] =
            [("kommt kommen kam kamen", "vor"), ("taucht tauchen tauchte tauchten", "auf")];
        let verb = |verbs: &str| self.words.iter().position(|word| word.is(verbs));
        let ends = |particle: &str| self.words.last().is_some_and(|word| word.is(particle));
        let found = DIVIDED.iter().find_map(|(verbs, end)| verb(verbs).filter(|_| ends(end)));
        let Some(at) = found else { return false };
        let last = self.words.len() - 1;
        self.use_words(at..at + 1);
        self.use_words(last..last + 1);
        true
    }

    /// The name of a file that is no note, such as “plan.png”, and where it begins.
    fn file_name(&self, question: &str) -> Option<(String, usize)> {
        const LONGEST: usize = 5;
        let is_file = |word: &&str| {
            word.rsplit_once('.').is_some_and(|(name, kind)| {
                let is_kind = (2..=LONGEST).contains(&kind.len())
                    && kind.bytes().all(|it| it.is_ascii_alphanumeric())
                    && kind.bytes().any(|it| it.is_ascii_alphabetic());
                !name.is_empty() && is_kind && !kind.eq_ignore_ascii_case("md")
            })
        };
        let is_mark = |it: char| matches!(it, '?' | '!' | ',' | '.' | '"' | '“' | '”' | '„' | '`');
        let words = question.split_whitespace().map(|word| word.trim_matches(is_mark));
        let word = words.into_iter().find(is_file)?;
        Some((word.to_owned(), question.find(word)?))
    }

    fn use_named(&mut self, question: &str) {
        let (Some(start), Some(end)) = (question.find("[["), question.find("]]")) else { return };
        self.use_text(start..end);
    }
}

/// The name in `[[…]]`, and where it begins.
fn linked_name(question: &str) -> Option<(String, usize)> {
    let start = question.find("[[")?;
    let inner = question[start + 2..].split("]]").next()?;
    Some((inner.split(['|', '#']).next()?.trim().to_owned(), start))
}
