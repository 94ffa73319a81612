use std::{
    io::Cursor,
    panic::{AssertUnwindSafe, catch_unwind},
};

use calamine::{Data, Reader as _, Sheet, SheetType, SheetVisible, Sheets, Xls, Xlsb, Xlsx};

use crate::{
    Kind, Place, Reason, Refusal, Unit, builder::Builder, container::Container, sentences,
    separated::ROWS,
};

/// Maximum columns of a sheet; further ones are left out.
const COLUMNS: u32 = 1000;

/// Reads .xlsx, .xlsm, .xlsb and .xls: each sheet as a table of its shown values.
pub(crate) fn read(file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal> {
    let mut book = open(file, out)?;
    // People can't see a very hidden sheet, so it gets no number.
    let sheets: Vec<Sheet> = book
        .sheets_metadata()
        .iter()
        .filter(|sheet| sheet.visible != SheetVisible::VeryHidden)
        .cloned()
        .collect();
    for (number, sheet) in (1..).zip(&sheets) {
        out.reading(Unit::Sheet, number);
        out.part(Unit::Sheet, Some(&sheet.name))?;
        let place = Place { unit: Unit::Sheet, number };
        if !matches!(sheet.typ, SheetType::WorkSheet | SheetType::MacroSheet) {
            out.problem(Refusal::at(Reason::UnknownKind, place, sentences::NO_CELLS));
            continue;
        }
        let mut table = Rows::new(number, out);
        // A sheet that makes the library panic must not lose the others.
        let read =
            catch_unwind(AssertUnwindSafe(|| read_sheet(&mut book, &sheet.name, &mut table)));
        let why = match read {
            Ok(Ok(())) => None,
            Ok(Err(Stop::Limit(refusal))) => return Err(refusal),
            Ok(Err(Stop::Sheet(detail))) => Some(sentences::damaged(&detail)),
            Err(_) => Some(sentences::STOPPED.to_string()),
        };
        table.write()?;
        if let Some(why) = why {
            out.problem(Refusal::at(Reason::Damaged, place, why));
        }
    }
    Ok(())
}

/// Checks the unpacked size first: the library has no limit.
fn open<'f>(file: &'f [u8], out: &Builder<'_>) -> Result<Sheets<Cursor<&'f [u8]>>, Refusal> {
    let bytes = Cursor::new(file);
    if !file.starts_with(b"PK") {
        return Xls::new(bytes).map(Sheets::Xls).map_err(|error| refusal(error.into()));
    }
    let mut archive = Container::open(file, out.limits().unpacked)?;
    let is_binary = archive.kind()? == Kind::Xlsb;
    for name in archive.names() {
        if name.ends_with(".xml") || name.ends_with(".bin") || name.ends_with(".rels") {
            archive.read(&name)?;
            out.time_left(Unit::Whole, 1)?;
        }
    }
    match is_binary {
        true => Xlsb::new(bytes).map(Sheets::Xlsb).map_err(|error| refusal(error.into())),
        false => Xlsx::new(bytes).map(Sheets::Xlsx).map_err(|error| refusal(error.into())),
    }
}

enum Stop {
    Limit(Refusal),
    Sheet(String),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Limit(refusal)
    }
}

fn refusal(error: calamine::Error) -> Refusal {
    let detail = error.to_string();
    if detail.to_lowercase().contains("password") {
        return Refusal::new(Reason::Encrypted, sentences::PASSWORD);
    }
    Refusal::damaged(detail)
}

fn read_sheet<R: std::io::Read + std::io::Seek>(
    book: &mut Sheets<R>,
    name: &str,
    table: &mut Rows<'_, '_>,
) -> Result<(), Stop> {
    let broken = |error: calamine::Error| Stop::Sheet(error.to_string());
    // Cell by cell: a range with one cell in each corner would fill the memory.
    match book {
        Sheets::Xlsx(book) => {
            let broken = |error: calamine::XlsxError| broken(error.into());
            let mut cells = book.worksheet_cells_reader(name).map_err(broken)?;
            while let Some(cell) = cells.next_cell().map_err(broken)? {
                table.cell(cell.get_position(), cell.get_value().clone().into())?;
            }
        }
        Sheets::Xlsb(book) => {
            let broken = |error: calamine::XlsbError| broken(error.into());
            let mut cells = book.worksheet_cells_reader(name).map_err(broken)?;
            while let Some(cell) = cells.next_cell().map_err(broken)? {
                table.cell(cell.get_position(), cell.get_value().clone().into())?;
            }
        }
        // The library has already read all of these cells.
        book => {
            let range = book.worksheet_range(name).map_err(broken)?;
            let (row, column) = range.start().unwrap_or_default();
            let at = |start: u32, more: usize| {
                start.saturating_add(u32::try_from(more).unwrap_or(u32::MAX))
            };
            for (down, across, value) in range.used_cells() {
                table.cell((at(row, down), at(column, across)), value.clone())?;
            }
        }
    }
    Ok(())
}

fn shown(value: &Data) -> String {
    match value {
        Data::DateTime(time) if time.is_datetime() => {
            let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
            let date = format!("{year:04}-{month:02}-{day:02}");
            let clock = format!("{hour:02}:{minute:02}:{second:02}");
            match (time.as_f64() < 1.0, hour == 0 && minute == 0 && second == 0) {
                (true, _) => clock,
                (false, true) => date,
                (false, false) => format!("{date} {clock}"),
            }
        }
        // Hides the rounding error of a sum of tenths.
        Data::Float(number) if number.fract() != 0.0 && number.abs() < 1e15 => {
            let text = format!("{number:.10}");
            let short = text.trim_end_matches('0').trim_end_matches('.');
            if short.trim_start_matches('-') == "0" { number.to_string() } else { short.to_owned() }
        }
        other => other.to_string(),
    }
}

struct Rows<'a, 'b> {
    sheet: u32,
    out: &'a mut Builder<'b>,
    rows: Vec<Vec<String>>,
    at: Option<u32>,
    first: u32,
    cells: u32,
}

impl<'a, 'b> Rows<'a, 'b> {
    fn new(sheet: u32, out: &'a mut Builder<'b>) -> Self {
        Self { sheet, out, rows: Vec::new(), at: None, first: u32::MAX, cells: 0 }
    }

    fn cell(&mut self, (row, column): (u32, u32), value: Data) -> Result<(), Refusal> {
        /// Number of cells between two checks of the time.
        const STRETCH: u32 = 4096;
        self.cells = self.cells.wrapping_add(1);
        if self.cells.is_multiple_of(STRETCH) {
            self.out.time_left(Unit::Sheet, self.sheet)?;
        }
        if matches!(value, Data::Empty) {
            return Ok(());
        }
        if self.at != Some(row) {
            if self.rows.len() > ROWS {
                self.write()?;
                self.rows.truncate(1);
            }
            self.rows.push(Vec::new());
            self.at = Some(row);
        }
        let text = shown(&value);
        if column >= COLUMNS || text.is_empty() {
            return Ok(());
        }
        self.first = self.first.min(column);
        if let Some(cells) = self.rows.last_mut() {
            let at = column as usize;
            if cells.len() <= at {
                cells.resize(at + 1, String::new());
            }
            if let Some(cell) = cells.get_mut(at) {
                *cell = text;
            }
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), Refusal> {
        let first = self.first as usize;
        let rows: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.get(first..).unwrap_or_default().to_vec()).collect();
        self.out.table(&rows)
    }
}
