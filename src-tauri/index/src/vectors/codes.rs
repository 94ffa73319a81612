//! Vectors with eight bits per number: whole numbers from −127 to 127 and one factor for the vector. 384 numbers
//! take 388 bytes instead of 1,536, and comparing, which is bound by memory reads, is four times as fast.

use crate::error::NoDirection;

/// −128 isn't used, so that the range is symmetric.
pub(crate) const LARGEST: f32 = 127.0;

/// Minimum length of a vector; shorter ones are noise or numerically inexact.
const SHORTEST: f32 = 1e-6;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Codes {
    pub(crate) numbers: Vec<i8>,
    pub(crate) factor: f32,
}

pub(crate) fn unit(vector: &[f32]) -> Result<Vec<f32>, NoDirection> {
    if !vector.iter().all(|number| number.is_finite()) {
        return Err(NoDirection::NotNumbers);
    }
    let largest = vector.iter().fold(0.0_f32, |most, number| most.max(number.abs()));
    if largest < SHORTEST {
        return Err(NoDirection::Zero);
    }
    // Dividing by the largest number first prevents overflow of the squares.
    let length = vector.iter().map(|number| (number / largest).powi(2)).sum::<f32>().sqrt();
    Ok(vector.iter().map(|number| number / largest / length).collect())
}

impl Codes {
    pub(crate) fn of(unit: &[f32]) -> Self {
        let largest = unit.iter().fold(0.0_f32, |most, number| most.max(number.abs()));
        let step = largest / LARGEST;
        let numbers: Vec<i8> = unit
            .iter()
            .map(|number| (number / step).round().clamp(-LARGEST, LARGEST) as i8)
            .collect();
        // Compensates for rounding: the factor of the least-squares fit.
        let along: f32 = numbers.iter().zip(unit).map(|(&a, b)| f32::from(a) * b).sum();
        let across: f32 = numbers.iter().map(|&a| f32::from(a) * f32::from(a)).sum();
        Self { numbers, factor: along / across }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.numbers.iter().map(|number| number.cast_unsigned());
        numbers.chain(self.factor.to_le_bytes()).collect()
    }
}

/// `None` for anything that [`Codes::to_bytes`] can't produce.
pub(crate) fn read(bytes: &[u8], dimensions: usize) -> Option<(&[u8], f32)> {
    let (numbers, factor) = bytes.split_last_chunk::<4>()?;
    let factor = f32::from_le_bytes(*factor);
    let whole = numbers.len() == dimensions && factor.is_finite() && factor > 0.0;
    // A unit vector can't have a larger factor.
    (whole && factor < 1.0).then_some((numbers, factor))
}

pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
