//! Ids of objects in the library: UUIDs of version 7, so that they sort by time.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use uuid::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
        #[serde(transparent)]
        #[cfg_attr(feature = "specta", derive(specta::Type))]
        pub struct $name(Uuid);

        impl $name {
            #[allow(clippy::new_without_default)]
            pub fn new() -> Self {
                Self(Uuid::now_v7())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = crate::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self).map_err(|error| {
                    crate::Error::new(
                        crate::Code::BadInput,
                        || crate::sentences::no_id(text),
                    )
                    .because(error)
                })
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
                String::deserialize(text)?.parse().map_err(D::Error::custom)
            }
        }
    };
}

id!(ConversationId);
id!(MessageId);
id!(ReferenceId);
id!(AttachmentId);
id!(
    /// A summary that replaces the beginning of a conversation.
    CompactionId
);
id!(
    /// An applied change to a note.
    EditId
);
id!(
    /// A proposed change to one or more notes.
    ChangeId
);
id!(MemoryId);
id!(ProjectId);
id!(PromptId);

pub type AnswerId = MessageId;
