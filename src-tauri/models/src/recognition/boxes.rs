//! Turns a map of text probabilities into boxes (the last steps of “Real-time Scene Text Detection with
//! Differentiable Binarization”, Liao et al. 2020).

#[cfg(test)]
mod tests;

/// A pixel is text if its probability is above this.
const TEXT: f32 = 0.3;

/// Minimum mean probability of a box's pixels.
const LEAST_MEAN: f32 = 0.5;

/// The model marks the inner part of a line. The box grows by its area times this, divided by its circumference.
const BEYOND: f32 = 1.6;

/// Minimum height and width in pixels of the map; smaller marks are dirt.
const LEAST_SIDE: f32 = 3.0;

/// Maximum boxes of a picture.
const MOST: usize = 1000;

/// A box at least this many times as high as wide is read downwards.
const ON_END: f32 = 2.0;

/// A line of text, possibly slanted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextBox {
    /// In reading order: top of the beginning, top of the end, then the bottom corners clockwise.
    corners: [(f32, f32); 4],
}

impl TextBox {
    pub(super) fn new(corners: [(f32, f32); 4]) -> Self {
        Self { corners }
    }

    /// Left, top, width and height of the upright rectangle around it, in pixels of the picture.
    pub fn bounds(&self) -> (f32, f32, f32, f32) {
        let least =
            |of: fn(&(f32, f32)) -> f32| self.corners.iter().map(of).fold(f32::MAX, f32::min);
        let most =
            |of: fn(&(f32, f32)) -> f32| self.corners.iter().map(of).fold(f32::MIN, f32::max);
        let (x, y) = (least(|it| it.0), least(|it| it.1));
        (x, y, most(|it| it.0) - x, most(|it| it.1) - y)
    }

    pub(super) fn size(&self) -> (f32, f32) {
        let [begin, end, _, below] = self.corners;
        let between = |a: (f32, f32), b: (f32, f32)| (a.0 - b.0).hypot(a.1 - b.1);
        (between(begin, end), between(begin, below))
    }

    /// The point at these shares of length and height, from 0 to 1.
    pub(super) fn point(&self, along: f32, down: f32) -> (f32, f32) {
        let [begin, end, _, below] = self.corners;
        let place = |begin: f32, end: f32, below: f32| {
            begin + along * (end - begin) + down * (below - begin)
        };
        (place(begin.0, end.0, below.0), place(begin.1, end.1, below.1))
    }

    pub(super) fn scaled(&self, across: f32, down: f32) -> Self {
        Self { corners: self.corners.map(|(x, y)| (x * across, y * down)) }
    }
}

/// Boxes of a map of `width` × `height` probabilities, in its pixels.
pub(super) fn boxes(map: &[f32], width: usize, height: usize) -> Vec<TextBox> {
    let marked = marked(map, width, height);
    let marks = marks(&marked, width, height).into_iter();
    marks.filter_map(|mark| text_box(&mark, map, width)).take(MOST).collect()
}

/// Each text pixel also marks its right and lower neighbours, so that thin lines hold together.
fn marked(map: &[f32], width: usize, height: usize) -> Vec<bool> {
    let is_text = |x: usize, y: usize| map.get(y * width + x).is_some_and(|it| *it > TEXT);
    let near = |x: usize, y: usize| {
        let (left, above) = (x.saturating_sub(1), y.saturating_sub(1));
        is_text(x, y) || is_text(left, y) || is_text(x, above) || is_text(left, above)
    };
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| near(x, y)).collect()
}

/// Connected areas of marked pixels. Each area is a list with the first and the last pixel of its rows.
fn marks(marked: &[bool], width: usize, height: usize) -> Vec<Vec<(f32, f32)>> {
    let mut open = marked.to_vec();
    let mut found = Vec::new();
    for start in 0..open.len() {
        if !std::mem::take(&mut open[start]) {
            continue;
        }
        let mut rows: std::collections::BTreeMap<usize, (usize, usize)> =
            std::collections::BTreeMap::new();
        let mut next = vec![start];
        while let Some(at) = next.pop() {
            let (x, y) = (at % width, at / width);
            let row = rows.entry(y).or_insert((x, x));
            *row = (row.0.min(x), row.1.max(x));
            for y in y.saturating_sub(1)..(y + 2).min(height) {
                for x in x.saturating_sub(1)..(x + 2).min(width) {
                    let near = y * width + x;
                    if open.get_mut(near).is_some_and(std::mem::take) {
                        next.push(near);
                    }
                }
            }
        }
        let ends = rows.into_iter().flat_map(|(y, (first, last))| [(first, y), (last, y)]);
        found.push(ends.map(|(x, y)| (x as f32 + 0.5, y as f32 + 0.5)).collect());
    }
    found
}

#[derive(Debug, Clone, Copy)]
struct SlantedBox {
    middle: (f32, f32),
    along: (f32, f32),
    width: f32,
    height: f32,
}

impl SlantedBox {
    fn corners(&self) -> [(f32, f32); 4] {
        let (x, y) = self.along;
        let at = |right: f32, down: f32| {
            let (right, down) = (right * self.width / 2.0, down * self.height / 2.0);
            (self.middle.0 + right * x - down * y, self.middle.1 + right * y + down * x)
        };
        [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)]
    }

    fn contains(&self, x: f32, y: f32) -> bool {
        let (x, y) = (x - self.middle.0, y - self.middle.1);
        let along = x * self.along.0 + y * self.along.1;
        let down = y * self.along.0 - x * self.along.1;
        along.abs() <= self.width / 2.0 && down.abs() <= self.height / 2.0
    }
}

fn text_box(mark: &[(f32, f32)], map: &[f32], width: usize) -> Option<TextBox> {
    let mut around = smallest(&hull(mark))?;
    if around.width.min(around.height) < LEAST_SIDE || mean(&around, map, width)? < LEAST_MEAN {
        return None;
    }
    let beyond = around.width * around.height * BEYOND / (2.0 * (around.width + around.height));
    around.width += 2.0 * beyond;
    around.height += 2.0 * beyond;
    let [left, right, low_right, low_left] = around.corners();
    let corners = match around.height >= ON_END * around.width {
        true => [right, low_right, low_left, left],
        false => [left, right, low_right, low_left],
    };
    Some(TextBox::new(corners))
}

fn mean(around: &SlantedBox, map: &[f32], width: usize) -> Option<f32> {
    let (x, y, wide, high) = TextBox::new(around.corners()).bounds();
    let pixels = |from: f32, length: f32| {
        (from.max(0.0) as usize)..((from + length).max(0.0).ceil() as usize + 1)
    };
    let (mut sum, mut count) = (0.0, 0_u32);
    for y in pixels(y, high) {
        for x in pixels(x, wide).take_while(|x| *x < width) {
            if around.contains(x as f32 + 0.5, y as f32 + 0.5)
                && let Some(probability) = map.get(y * width + x)
            {
                sum += probability;
                count += 1;
            }
        }
    }
    (count > 0).then(|| sum / count as f32)
}

/// The convex hull of points in any order.
fn hull(points: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut around = half(sorted.iter());
    around.extend(half(sorted.iter().rev()));
    around
}

/// One half of the hull of sorted points (Andrew's monotone chain), without its last point, which begins the other
/// half.
fn half<'a>(points: impl Iterator<Item = &'a (f32, f32)>) -> Vec<(f32, f32)> {
    let mut half: Vec<(f32, f32)> = Vec::new();
    for point in points {
        while let [.., a, b] = half[..]
            && (b.0 - a.0) * (point.1 - a.1) - (b.1 - a.1) * (point.0 - a.0) <= 0.0
        {
            half.pop();
        }
        half.push(*point);
    }
    half.pop();
    half
}

/// The rectangle of the smallest area around a polygon, with one side on one of the polygon's. Its width is closer to
/// horizontal than its height.
fn smallest(around: &[(f32, f32)]) -> Option<SlantedBox> {
    let sides = around.iter().zip(around.iter().cycle().skip(1));
    let rectangle = |(from, to): (&(f32, f32), &(f32, f32))| {
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        if length <= 0.0 {
            return None;
        }
        let (x, y) = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        let turned = [(x, y), (y, -x), (-x, -y), (-y, x)];
        let (x, y) = turned.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
        let reach = |of: &dyn Fn(&(f32, f32)) -> f32| {
            let least = around.iter().map(of).fold(f32::MAX, f32::min);
            (least, around.iter().map(of).fold(f32::MIN, f32::max))
        };
        let along = reach(&|point| point.0 * x + point.1 * y);
        let down = reach(&|point| point.1 * x - point.0 * y);
        let (middle, low) = (f32::midpoint(along.0, along.1), f32::midpoint(down.0, down.1));
        Some(SlantedBox {
            middle: (middle * x - low * y, middle * y + low * x),
            along: (x, y),
            width: along.1 - along.0,
            height: down.1 - down.0,
        })
    };
    let area = |it: &SlantedBox| it.width * it.height;
    sides.filter_map(rectangle).min_by(|a, b| area(a).total_cmp(&area(b)))
}
