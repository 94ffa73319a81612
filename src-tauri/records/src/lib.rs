//! What notes record as data, and the query over it. Knows no database, model or window.
//!
//! `extract` reads a note's properties, inline fields, tasks, table rows and date into [`Record`]s of typed [`Value`]s.
//! [`Query`] asks for records, sorted, grouped or summed up; `index` stores the records and answers it. `period` reads
//! dates relative to now.

mod base;
mod dataview;
mod extract;
mod fold;
mod period;
mod query;
mod record;
mod value;

pub use base::{
    Base, BaseError, BaseNote, BaseRow, BaseTable, Column, Filter, SortBy, View, WrittenExpression,
    evaluate, spoken_day,
};
pub use dataview::Dataview;
pub use extract::{DateFormats, own_date, records, role, template_folders};
pub use fold::fold;
pub use notes::DateSource;
pub use period::{FoundPeriod, Neighbour, WeekStart, before_today, neighbour, periods, same_time};
pub use query::{
    Aggregate, AggregateKind, COUNT, Comparison, Condition, DATE, MODIFIED, NAME, OF_MONTH,
    OF_YEAR, ParseError, Query, Sort, TAGS, Target, Test, target_of,
};
pub use record::{Cell, OwnDate, Record, RecordKind, Role, TaskState};
pub use value::{Period, Value};
