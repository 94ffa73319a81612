//! Reading order of a page: column by column; text across the columns stays in place.

use super::lines::{Axes, Piece, line, rows};
use crate::page::Line;

/// Maximum depth of columns within columns.
const DEPTH: u8 = 4;

pub(super) fn read(axes: Axes, pieces: Vec<Piece>) -> Vec<Vec<Line>> {
    let mut groups = Vec::new();
    split(axes, rows(pieces), DEPTH, &mut groups);
    groups
}

fn split(axes: Axes, rows: Vec<Vec<Piece>>, depth: u8, out: &mut Vec<Vec<Line>>) {
    let gutter = if depth > 0 { gutter(&rows) } else { None };
    let Some(gutter) = gutter else {
        let lines: Vec<Line> = rows.iter().filter_map(|row| line(axes, row)).collect();
        if !lines.is_empty() {
            out.push(lines);
        }
        return;
    };
    let mut band: Vec<Vec<Piece>> = Vec::new();
    let mut rows = rows.into_iter().peekable();
    while let Some(row) = rows.next() {
        let across = crosses(&row, gutter);
        if !across {
            band.push(row);
        } else {
            columns(axes, std::mem::take(&mut band), gutter, depth, out);
            let mut over = vec![row];
            while let Some(next) = rows.next_if(|next| crosses(next, gutter)) {
                over.push(next);
            }
            split(axes, over, depth - 1, out);
        }
    }
    columns(axes, band, gutter, depth, out);
}

fn columns(
    axes: Axes,
    band: Vec<Vec<Piece>>,
    gutter: (f64, f64),
    depth: u8,
    out: &mut Vec<Vec<Line>>,
) {
    let middle = f64::midpoint(gutter.0, gutter.1);
    let (left, right): (Vec<Piece>, Vec<Piece>) =
        band.into_iter().flatten().partition(|piece| piece.start < middle);
    for column in [left, right] {
        if !column.is_empty() {
            split(axes, rows(column), depth - 1, out);
        }
    }
}

fn crosses(row: &[Piece], (left, right): (f64, f64)) -> bool {
    let inset = 0.2 * (right - left);
    row.iter().any(|piece| piece.start < right - inset && piece.end > left + inset)
}

fn gutter(rows: &[Vec<Piece>]) -> Option<(f64, f64)> {
    /// Minimum rows of a column.
    const ROWS: usize = 5;
    /// Number of strips of the width in which the gap between two columns is searched.
    const STRIPS: usize = 240;
    if rows.len() < ROWS {
        return None;
    }
    let pieces = || rows.iter().flatten();
    let start = pieces().map(|piece| piece.start).fold(f64::MAX, f64::min);
    let end = pieces().map(|piece| piece.end).fold(f64::MIN, f64::max);
    let mut sizes: Vec<f64> = pieces().map(|piece| piece.size).collect();
    sizes.sort_by(f64::total_cmp);
    let size = *sizes.get(sizes.len() / 2)?;
    let strip = (end - start) / STRIPS as f64;
    if !strip.is_finite() || strip <= 0.0 || end - start < 20.0 * size {
        return None;
    }
    let mut filled = vec![0_usize; STRIPS];
    for row in rows {
        let mut of_row = vec![false; STRIPS];
        for piece in row {
            let from = ((piece.start - start) / strip).floor().max(0.0) as usize;
            let to = (((piece.end - start) / strip).ceil() as usize).min(STRIPS);
            of_row.iter_mut().take(to).skip(from).for_each(|strip| *strip = true);
        }
        for (count, here) in filled.iter_mut().zip(of_row) {
            *count += usize::from(here);
        }
    }
    // The widest gap in the middle that few rows cross.
    let most = rows.len() * 15 / 100;
    let mut best: Option<(usize, usize)> = None;
    let mut at = STRIPS / 6;
    while at < STRIPS * 5 / 6 {
        let run = filled.iter().skip(at).take_while(|count| **count <= most).count();
        let width = |(from, to): (usize, usize)| to - from;
        if run > 0 && best.is_none_or(|best| run > width(best)) {
            best = Some((at, at + run));
        }
        at += run.max(1);
    }
    let (from, to) = best?;
    let gutter = (start + from as f64 * strip, start + to as f64 * strip);
    if gutter.1 - gutter.0 < 0.8 * size {
        return None;
    }
    is_prose(rows, gutter, size).then_some(gutter)
}

/// In prose, many rows fill their column. A table is read across, and most of its cells are short.
fn is_prose(rows: &[Vec<Piece>], gutter: (f64, f64), size: f64) -> bool {
    let middle = f64::midpoint(gutter.0, gutter.1);
    let inside = || rows.iter().filter(|row| !crosses(row, gutter));
    let full = |left: bool| {
        let mut widths: Vec<f64> = inside()
            .filter_map(|row| {
                let side: Vec<_> = row.iter().filter(|it| (it.start < middle) == left).collect();
                let start = side.iter().map(|it| it.start).reduce(f64::min)?;
                let end = side.iter().map(|it| it.end).reduce(f64::max)?;
                Some(end - start)
            })
            .collect();
        widths.sort_by(f64::total_cmp);
        let typical = widths.get(widths.len() / 2).copied().unwrap_or_default();
        let widest = widths.last().copied().unwrap_or_default();
        widths.len() >= 4 && typical >= 12.0 * size && typical >= 0.6 * widest
    };
    full(true) && full(false)
}
