//! Tasks whose panic ends the server.

use std::io::{self, Write};
use std::process;

/// The status of a server that has lost a part of itself, so that the editor can offer to start it
/// again.
const BROKEN: i32 = 70;

/// Runs a task that the server cannot do without: should it panic, the server says so and leaves,
/// since one that stays and does not answer cannot be told from one that thinks.
pub(crate) fn spawn(name: &'static str, task: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(async move {
        let ended = tokio::spawn(task).await;
        if ended.is_err_and(|error| error.is_panic()) {
            let _ = writeln!(
                io::stderr(),
                "cindyscript-server: an error of the server: {name} is gone, so the server leaves. \
                 Start it again."
            );
            process::exit(BROKEN);
        }
    });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::process::Command;
    use std::time::Duration;

    use super::*;

    #[test]
    fn without_such_a_task_the_server_leaves_and_says_so() {
        let inside = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "platform::native::critical::tests::a_task_that_goes",
                "--ignored",
            ])
            .arg("--nocapture")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&inside.stderr);
        assert_eq!(inside.status.code(), Some(BROKEN), "{said}");
        let told = "the owner of the documents is gone, so the server leaves. Start it again.";
        assert!(said.contains(told), "{said}");
    }

    #[tokio::test]
    #[ignore = "the other test runs it, in a process of its own"]
    async fn a_task_that_goes() {
        spawn("the owner of the documents", async { panic!("on purpose") });
        tokio::time::sleep(Duration::from_secs(60)).await;
    }
}
