mod ascii;
mod cache;
mod calibration;
mod calibrations;
mod counter;
mod encoding;
mod images;
mod parallel;
mod slots;
mod table;

pub use calibrations::Calibrations;
pub use counter::TokenCounter;
pub use encoding::{Encoding, LONGEST_TEXT};
