use rusqlite::{
    Result, ToSql,
    types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef},
};

use crate::{
    AttachmentId, ChangeId, CompactionId, ConversationId, EditId, MemoryId, MessageId, ProjectId,
    PromptId, ReferenceId,
};

macro_rules! id_column {
    ($($id:ident),*) => {$(
        impl ToSql for $id {
            fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
                Ok(self.to_string().into())
            }
        }

        impl FromSql for $id {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                value.as_str()?.parse().map_err(FromSqlError::other)
            }
        }
    )*};
}

id_column!(
    ConversationId,
    MessageId,
    ReferenceId,
    AttachmentId,
    EditId,
    ChangeId,
    CompactionId,
    MemoryId,
    ProjectId,
    PromptId
);
