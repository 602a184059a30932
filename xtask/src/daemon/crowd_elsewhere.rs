//! What [`crowd`](super::crowd) does, where memory and sockets are not as on Unix.

use anyhow::bail;

use super::stage::Stage;

pub(super) fn slow_readers(_stage: &Stage, _connections: usize) -> anyhow::Result<()> {
    bail!("the memory of another process is not measured on this system")
}

pub(super) fn full(_stage: &Stage) -> anyhow::Result<()> {
    bail!("as many clients as there is room for are tried on Unix alone")
}
