use jiff::Timestamp;
use rusqlite::{
    Result, ToSql,
    types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef},
};
use serde::{Serialize, de::DeserializeOwned};

pub(super) struct Json<T>(pub T);

pub(super) fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

impl<T: Serialize> ToSql for Json<T> {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        json(&self.0).map(Into::into)
    }
}

impl<T: DeserializeOwned> FromSql for Json<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        serde_json::from_str(value.as_str()?).map(Self).map_err(FromSqlError::other)
    }
}

pub(super) struct PackedJson<T>(pub T);

impl<T: Serialize> ToSql for PackedJson<T> {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        let json = serde_json::to_vec(&self.0)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        compress(&json).map(Into::into)
    }
}

impl<T: DeserializeOwned> FromSql for PackedJson<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let json = zstd::decode_all(value.as_blob()?).map_err(FromSqlError::other)?;
        serde_json::from_slice(&json).map(Self).map_err(FromSqlError::other)
    }
}

/// zstd's default level: higher ones gain a few per cent on prose and cost much more time.
pub(super) fn compress(bytes: &[u8]) -> Result<Vec<u8>> {
    zstd::bulk::compress(bytes, zstd::DEFAULT_COMPRESSION_LEVEL)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

/// A value that serde writes as a single string (an enum, a hash, a path).
pub(super) struct Word<T>(pub T);

impl<T: Serialize> ToSql for Word<T> {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        match serde_json::to_value(&self.0) {
            Ok(serde_json::Value::String(word)) => Ok(word.into()),
            Ok(other) => {
                Err(rusqlite::Error::ToSqlConversionFailure(format!("{other} isn't a word").into()))
            }
            Err(error) => Err(rusqlite::Error::ToSqlConversionFailure(error.into())),
        }
    }
}

impl<T: DeserializeOwned> FromSql for Word<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let word = serde_json::Value::String(value.as_str()?.to_owned());
        serde_json::from_value(word).map(Self).map_err(FromSqlError::other)
    }
}

pub(super) struct Time(pub Timestamp);

impl ToSql for Time {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        Ok(self.0.as_microsecond().into())
    }
}

impl FromSql for Time {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Timestamp::from_microsecond(value.as_i64()?).map(Self).map_err(FromSqlError::other)
    }
}

/// The current time, truncated to the library's microseconds.
pub fn now() -> Timestamp {
    let now = Timestamp::now();
    Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
}
