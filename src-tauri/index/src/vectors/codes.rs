//! A vector in eight bits a number.
//!
//! A number of a vector becomes a whole one from −127 to 127, and the vector gets one factor by
//! which they are multiplied: 388 bytes instead of 1,536 for 384 numbers, and four times as many
//! compared in the same time, since comparing is bound by how fast memory is read.

use crate::error::NoDirection;

/// The largest whole number. −128 isn't used, so that both signs reach equally far.
pub(crate) const LARGEST: f32 = 127.0;

/// Shorter vectors are noise, or numbers so small that a processor computes them inexactly.
const SHORTEST: f32 = 1e-6;

/// A vector's numbers, and what they are multiplied by.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Codes {
    pub(crate) numbers: Vec<i8>,
    pub(crate) factor: f32,
}

/// `vector` at length 1.
pub(crate) fn unit(vector: &[f32]) -> Result<Vec<f32>, NoDirection> {
    if !vector.iter().all(|number| number.is_finite()) {
        return Err(NoDirection::NotNumbers);
    }
    let largest = vector.iter().fold(0.0_f32, |most, number| most.max(number.abs()));
    if largest < SHORTEST {
        return Err(NoDirection::Zero);
    }
    // Divided by the largest first, so that no square is too large for the type.
    let length = vector.iter().map(|number| (number / largest).powi(2)).sum::<f32>().sqrt();
    Ok(vector.iter().map(|number| number / largest / length).collect())
}

impl Codes {
    /// The nearest whole numbers to a vector of length 1.
    pub(crate) fn of(unit: &[f32]) -> Self {
        let largest = unit.iter().fold(0.0_f32, |most, number| most.max(number.abs()));
        let step = largest / LARGEST;
        let numbers: Vec<i8> = unit
            .iter()
            .map(|number| (number / step).round().clamp(-LARGEST, LARGEST) as i8)
            .collect();
        // What is multiplied is a little longer or shorter than what was rounded; this factor makes
        // it fit best (least squares).
        let along: f32 = numbers.iter().zip(unit).map(|(&a, b)| f32::from(a) * b).sum();
        let across: f32 = numbers.iter().map(|&a| f32::from(a) * f32::from(a)).sum();
        Self { numbers, factor: along / across }
    }

    /// As it stands in the database: the numbers, then the factor.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.numbers.iter().map(|number| number.cast_unsigned());
        numbers.chain(self.factor.to_le_bytes()).collect()
    }
}

/// The two parts of what [`Codes::to_bytes`] made; `None` for anything else.
pub(crate) fn read(bytes: &[u8], dimensions: usize) -> Option<(&[u8], f32)> {
    let (numbers, factor) = bytes.split_last_chunk::<4>()?;
    let factor = f32::from_le_bytes(*factor);
    let whole = numbers.len() == dimensions && factor.is_finite() && factor > 0.0;
    // A factor of this size belongs to no vector of length 1.
    (whole && factor < 1.0).then_some((numbers, factor))
}

/// The product of two vectors: the cosine, if both are of length 1.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
