use super::reply::Reply;
use crate::http::Refusal;

pub(crate) trait Protocol: Send {
    fn line(&mut self, line: &str, reply: &mut Reply) -> Result<(), Fault>;

    fn end(&mut self, _reply: &mut Reply) -> Result<(), Fault> {
        Ok(())
    }
}

pub(crate) enum Fault {
    Refusal(Refusal),
    Garbage(String),
}
