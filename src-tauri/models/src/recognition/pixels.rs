#[cfg(test)]
mod tests;

use super::boxes::TextBox;

const COLOURS: usize = 3;

/// Shades of grey, row by row, from black (0) to white.
#[derive(Debug, Clone, Copy)]
pub struct GreyPicture<'a> {
    width: usize,
    height: usize,
    pixels: &'a [u8],
}

impl<'a> GreyPicture<'a> {
    /// `None` unless the number of pixels is right and not zero.
    pub fn new(width: u32, height: u32, pixels: &'a [u8]) -> Option<Self> {
        let (width, height) = (usize::try_from(width).ok()?, usize::try_from(height).ok()?);
        let count = width.checked_mul(height)?;
        (count > 0 && pixels.len() == count).then_some(Self { width, height, pixels })
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn height(&self) -> usize {
        self.height
    }

    fn pixel(&self, x: usize, y: usize) -> f32 {
        let (x, y) = (x.min(self.width - 1), y.min(self.height - 1));
        self.pixels.get(y * self.width + x).copied().unwrap_or(255).into()
    }

    /// Interpolates between the middles of pixels; beyond the edge the edge's shade continues.
    fn at(&self, x: f32, y: f32) -> f32 {
        let (x, y) = ((x - 0.5).max(0.0), (y - 0.5).max(0.0));
        let (left, top) = (x as usize, y as usize);
        let (right, low) = (x - left as f32, y - top as f32);
        let row = |y| self.pixel(left, y) * (1.0 - right) + self.pixel(left + 1, y) * right;
        row(top) * (1.0 - low) + row(top + 1) * low
    }

    pub(super) fn resized(&self, width: usize, height: usize) -> Vec<f32> {
        let (across, down) = (self.width as f32, self.height as f32);
        let whole = TextBox::new([(0.0, 0.0), (across, 0.0), (across, down), (0.0, down)]);
        self.line(&whole, (width, width), height)
    }

    /// A straightened box as a model's input, from −1 (black) to 1 for each colour. It fills `filled` of `across`
    /// columns; the rest is medium grey.
    pub(super) fn line(
        &self,
        place: &TextBox,
        (filled, across): (usize, usize),
        height: usize,
    ) -> Vec<f32> {
        let (wide, high) = place.size();
        let cuts = |from: f32, to: usize| (from / to as f32).ceil().clamp(1.0, 4.0) as usize;
        let (columns, rows) = (cuts(wide, filled), cuts(high, height));
        let part = |at: usize, cut: usize, cuts: usize, of: usize| {
            (at as f32 + (cut as f32 + 0.5) / cuts as f32) / of as f32
        };
        let mut one = vec![0.0; across * height];
        for y in 0..height {
            for x in 0..filled {
                let mut sum = 0.0;
                for row in 0..rows {
                    for column in 0..columns {
                        let along = part(x, column, columns, filled);
                        let (x, y) = place.point(along, part(y, row, rows, height));
                        sum += self.at(x, y);
                    }
                }
                let mean = sum / (rows * columns) as f32;
                if let Some(pixel) = one.get_mut(y * across + x) {
                    *pixel = mean / 127.5 - 1.0;
                }
            }
        }
        one.repeat(COLOURS)
    }
}
