//! Finds periods in Chinese: “上周六”, “三月以来”, “2025年5月”, “最近三天”.

use jiff::civil::{Date, Weekday};

use super::calendar::{self, Clock, Feast, Pick, Season, Unit, is_year};
use super::found::FoundPeriod;
use crate::Period;

struct Reader<'a> {
    chars: &'a [(usize, char)],
    clock: Clock,
}

/// A period, and the position after its words.
type FoundWords = (Period, usize);

#[rustfmt::skip]
const DAYS: [(&str, i64); 15] = [
    ("大前天", -3), ("大后天", 3), ("今天", 0), ("今日", 0), ("今早", 0), ("今晚", 0), ("昨天", -1), ("昨日", -1), ("前天", -2), ("前日", -2),
    ("明天", 1), ("明日", 1), ("后天", 2), ("後天", 2), ("明晚", 1),
];

#[rustfmt::skip]
const PICKS: [(&str, Pick); 9] = [
    ("上上", Pick::BeforeLast), ("下下", Pick::AfterNext), ("上", Pick::Last), ("这", Pick::This), ("這", Pick::This),
    ("本", Pick::This), ("今", Pick::This), ("下", Pick::Next), ("去", Pick::Last),
];

const YEARS: [(&str, i16); 6] =
    [("前年", -2), ("去年", -1), ("今年", 0), ("本年", 0), ("明年", 1), ("后年", 2)];

#[rustfmt::skip]
const UNITS: [(&str, Unit); 15] = [
    ("个星期", Unit::Week), ("個星期", Unit::Week), ("星期", Unit::Week), ("个礼拜", Unit::Week), ("礼拜", Unit::Week),
    ("个周末", Unit::Weekend), ("周末", Unit::Weekend), ("周", Unit::Week), ("週", Unit::Week), ("个月", Unit::Month),
    ("個月", Unit::Month), ("个季度", Unit::Quarter), ("季度", Unit::Quarter), ("天", Unit::Day), ("年", Unit::Year),
];

#[rustfmt::skip]
const SEASONS: [(&str, Season); 9] = [
    ("春天", Season::Spring), ("春季", Season::Spring), ("夏天", Season::Summer), ("夏季", Season::Summer), ("秋天", Season::Autumn),
    ("秋季", Season::Autumn), ("冬天", Season::Winter), ("冬季", Season::Winter), ("暑假", Season::Summer),
];

const FEASTS: [(&str, Feast); 7] = [
    ("圣诞节", Feast::Fixed(12, 24, 26)),
    ("圣诞", Feast::Fixed(12, 24, 26)),
    ("平安夜", Feast::Fixed(12, 24, 24)),
    ("跨年夜", Feast::Fixed(12, 31, 31)),
    ("元旦", Feast::Fixed(1, 1, 1)),
    ("复活节", Feast::Easter(-2, 1)),
    ("国庆节", Feast::Fixed(10, 1, 7)),
];

const NUMERALS: &str = "一二三四五六七八九十";

/// The longest period at each character.
pub(super) fn all(chars: &[(usize, char)], length: usize, clock: Clock) -> Vec<FoundPeriod> {
    let reader = Reader { chars, clock };
    let position = |at: usize| chars.get(at).map_or(length, |it| it.0);
    let found = (0..chars.len()).filter_map(|at| {
        let (period, end) = reader.related(at)?;
        Some(FoundPeriod { period, range: position(at)..position(end) })
    });
    found.collect()
}

impl Reader<'_> {
    fn char(&self, at: usize) -> Option<char> {
        self.chars.get(at).map(|it| it.1)
    }

    /// The position after `text`. `None` if another text is at `at`.
    fn skip(&self, at: usize, text: &str) -> Option<usize> {
        let mut next = at;
        for char in text.chars() {
            if self.char(next)? != char {
                return None;
            }
            next += 1;
        }
        Some(next)
    }

    /// The same for the first of several texts, which are separated by spaces.
    fn skip_one(&self, at: usize, texts: &str) -> Option<usize> {
        texts.split(' ').find_map(|text| self.skip(at, text))
    }

    fn one_of<T: Copy>(&self, at: usize, names: &[(&str, T)]) -> Option<(T, usize)> {
        names.iter().find_map(|(name, value)| Some((*value, self.skip(at, name)?)))
    }

    /// A period with “以来”, “之前”, “从…到…” and the like.
    fn related(&self, at: usize) -> Option<FoundWords> {
        let begin = self.skip_one(at, "自从 从 自 在 到").unwrap_or(at);
        let (mut period, mut end) = self.named(begin)?;
        let next = self.skip_one(end, "到 至 - – —");
        if let Some((other, next)) = next.and_then(|next| self.second(next, period)) {
            let mut first = period.first;
            if first > other.last {
                first = calendar::shift(first, Unit::Year, -1)?;
            }
            (period, end) = (Period::days(first, other.last)?, next);
        }
        let Clock { today, .. } = self.clock;
        let (period, end) = if let Some(end) = self.skip_one(end, "以来 至今 到现在 到今天 起")
        {
            (Period::days(period.first, today)?, end)
        } else if let Some(end) = self.skip_one(end, "以前 之前") {
            (Period::days(Date::MIN, calendar::days(period.first, -1)?)?, end)
        } else if let Some(end) = self.skip_one(end, "以后 之后") {
            (Period::days(calendar::days(period.last, 1)?, Date::MAX)?, end)
        } else {
            (period, end)
        };
        Some((period, end))
    }

    /// The second end of a range; of “3月5日到9日” a day of the first month.
    fn second(&self, at: usize, first: Period) -> Option<FoundWords> {
        if let Some(named) = self.named(at) {
            return Some(named);
        }
        let (day, next) = self.number(at)?;
        let next = self.skip_one(next, "日 号 號")?;
        let date =
            Date::new(first.first.year(), first.first.month(), i8::try_from(day).ok()?).ok()?;
        Some((Period::day(date), next))
    }

    /// The longest period at `at`, without words such as “以来”.
    fn named(&self, at: usize) -> Option<FoundWords> {
        let tries: [fn(&Self, usize) -> Option<FoundWords>; 6] =
            [Self::day, Self::dated, Self::picked, Self::weekday, Self::amount, Self::quarter];
        tries.iter().filter_map(|read| read(self, at)).reduce(|a, b| if b.1 > a.1 { b } else { a })
    }

    fn day(&self, at: usize) -> Option<FoundWords> {
        let today = self.clock.today;
        if let Some(end) = self.skip_one(at, "昨晚 昨夜 昨天晚上 昨天夜里") {
            return Some((Period::days(calendar::days(today, -1)?, today)?, end));
        }
        let (distance, end) = self.one_of(at, &DAYS)?;
        // “三天前天气” has no “前天”.
        let is_part = at > 0 && matches!(self.char(at - 1), Some('天' | '目'));
        let end = self.skip_one(end, "早上 上午 中午 下午 晚上 凌晨").unwrap_or(end);
        (!is_part).then_some((Period::day(calendar::days(today, distance)?), end))
    }

    /// “2025年”, “去年三月”, “3月5日”, “去年夏天”, “2024年圣诞节”.
    fn dated(&self, at: usize) -> Option<FoundWords> {
        if at > 0
            && self
                .char(at - 1)
                .is_some_and(|it| it.is_ascii_digit() || it == '.' || NUMERALS.contains(it))
        {
            return None;
        }
        let year = self.year(at);
        let next = year.map_or(at, |it| it.1);
        let next = self.skip(next, "的").filter(|_| year.is_some()).unwrap_or(next);
        let pick = year.map_or(Pick::Default, |it| Pick::Of(it.0));
        if let Some((month, next)) = self.month(next) {
            if let Some((day, end)) = self
                .number(next)
                .and_then(|(day, next)| Some((day, self.skip_one(next, "日 号 號")?)))
            {
                let day = i8::try_from(day).ok()?;
                let make = |year| Some(Period::day(Date::new(year, month, day).ok()?));
                return Some((self.clock.yearly(pick, make)?, end));
            }
            let end = self.skip_one(next, "份").unwrap_or(next);
            let end = self.skip_one(end, "初 底").unwrap_or(end);
            return Some((self.clock.yearly(pick, |year| Period::month(year, month))?, end));
        }
        if let Some((season, end)) = self.one_of(next, &SEASONS).filter(|_| year.is_some()) {
            return Some((self.clock.season(season, pick)?, end));
        }
        if let Some((feast, end)) = self.one_of(next, &FEASTS) {
            return Some((self.clock.feast(feast, pick)?, end));
        }
        let (year, end) = year?;
        Some((
            Period::year(year)?,
            self.skip_one(self.skip(end, "年").unwrap_or(end), "初 底").unwrap_or(end),
        ))
    }

    /// “去年”, “2025年”, “二〇二五年”.
    fn year(&self, at: usize) -> Option<(i16, usize)> {
        if let Some((distance, end)) = self.one_of(at, &YEARS) {
            return Some((self.clock.today.year().checked_add(distance)?, end));
        }
        let mut year = 0;
        for next in at..at + 4 {
            let char = self.char(next)?;
            let numeral = || "〇一二三四五六七八九".chars().position(|it| it == char);
            let digit = match char.to_digit(10) {
                Some(digit) => digit,
                None => u32::try_from(numeral()?).ok()?,
            };
            year = year * 10 + i64::from(digit);
        }
        Some((is_year(year)?, self.skip(at + 4, "年")?))
    }

    fn month(&self, at: usize) -> Option<(i8, usize)> {
        let (month, next) = self.number(at)?;
        let month = i8::try_from(month).ok().filter(|it| (1..=12).contains(it))?;
        Some((month, self.skip(next, "月")?))
    }

    /// A number in up to four digits, or up to 99 in numerals.
    fn number(&self, at: usize) -> Option<(i64, usize)> {
        let digits =
            self.chars.iter().skip(at).take_while(|it| it.1.is_ascii_digit()).take(4).count();
        if digits > 0 {
            let digits_text: String =
                self.chars.iter().skip(at).take(digits).map(|it| it.1).collect();
            return Some((digits_text.parse().ok()?, at + digits));
        }
        let numeral = |at: usize| {
            let char = self.char(at)?;
            if matches!(char, '两' | '兩') {
                return Some(2);
            }
            i64::try_from(NUMERALS.chars().position(|it| it == char)? + 1).ok()
        };
        let (tens, next) = match numeral(at)? {
            10 => (10, at + 1),
            tens if numeral(at + 1) == Some(10) => (tens * 10, at + 2),
            ones => return Some((ones, at + 1)),
        };
        match numeral(next) {
            Some(ones) if ones < 10 => Some((tens + ones, next + 1)),
            _ => Some((tens, next)),
        }
    }

    /// “上周”, “上周六”, “这个月”, “本季度”, “这个夏天”.
    fn picked(&self, at: usize) -> Option<FoundWords> {
        let (pick, next) = self.one_of(at, &PICKS)?;
        let distance = pick.distance()?;
        let noun = self.skip_one(next, "个 個").unwrap_or(next);
        if let Some((season, end)) = self.one_of(noun, &SEASONS) {
            return Some((self.clock.season(season, pick)?, end));
        }
        if let Some(end) = self.skip(noun, "月") {
            return Some((self.clock.relative(Unit::Month, distance)?, end));
        }
        let (unit, end) = self.one_of(noun, &UNITS)?;
        if matches!(unit, Unit::Day | Unit::Year) {
            return None;
        }
        let period = self.clock.relative(unit, distance)?;
        if unit != Unit::Week {
            return Some((period, end));
        }
        match self.day_of_week(end) {
            Some((weekday, end)) => {
                Some((Period::day(self.clock.weekday_in(period, weekday)?), end))
            }
            None => Some((period, end)),
        }
    }

    fn day_of_week(&self, at: usize) -> Option<(Weekday, usize)> {
        let char = self.char(at)?;
        let position = "一二三四五六日天".chars().position(|it| it == char)?.min(6);
        Some((Weekday::from_monday_zero_offset(i8::try_from(position).ok()?).ok()?, at + 1))
    }

    /// “星期一”, but not “每周一” or “两周一次”.
    fn weekday(&self, at: usize) -> Option<FoundWords> {
        let next = self.skip_one(at, "周 週 星期 礼拜")?;
        let (weekday, end) = self.day_of_week(next)?;
        let before = at.checked_sub(1).and_then(|it| self.char(it));
        let is_amount = before
            .is_some_and(|it| "每两兩个個一二三四五六七八九十".contains(it) || it.is_ascii_digit());
        if is_amount || self.skip_one(end, "次 个 遍 天").is_some() {
            return None;
        }
        Some((Period::day(self.clock.weekday(weekday, Pick::Default)?), end))
    }

    /// “三天前”, “最近三天”, “过去两周”, “最近半年”.
    fn amount(&self, at: usize) -> Option<FoundWords> {
        let recent = self.skip_one(at, "最近 过去 過去 近");
        let next = recent.map_or(at, |next| self.skip_one(next, "的 这").unwrap_or(next));
        let (unit, count, end) = match self.skip(next, "半年") {
            Some(end) => (Unit::Month, 6, end),
            None => {
                let (count, next) = self.number(next)?;
                let (unit, end) = self.one_of(next, &UNITS)?;
                (unit, count, end)
            }
        };
        if recent.is_some() {
            return Some((self.clock.past(unit, count)?, end));
        }
        // “十三天前” isn't three days ago.
        let before = at.checked_sub(1).and_then(|it| self.char(it));
        if before.is_some_and(|it| it.is_ascii_digit() || NUMERALS.contains(it)) {
            return None;
        }
        if let Some(end) = self.skip_one(end, "以前 之前 前") {
            return Some((self.clock.relative(unit, count.checked_neg()?)?, end));
        }
        let end = self.skip_one(end, "以后 之后 后").filter(|_| self.clock.ahead)?;
        Some((self.clock.relative(unit, count)?, end))
    }

    /// “第一季度”, “2025年第一季度”.
    fn quarter(&self, at: usize) -> Option<FoundWords> {
        let year = self.year(at);
        let next = self.skip(year.map_or(at, |it| it.1), "第")?;
        let (quarter, next) = self.number(next)?;
        let end = self.skip_one(next, "季度 个季度")?;
        let quarter = i8::try_from(quarter).ok().filter(|it| (1..=4).contains(it))?;
        let pick = year.map_or(Pick::Default, |it| Pick::Of(it.0));
        Some((self.clock.yearly(pick, |year| calendar::quarter(year, quarter))?, end))
    }
}
