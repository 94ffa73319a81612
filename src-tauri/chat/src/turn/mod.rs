//! One turn, from question to checked answer.
