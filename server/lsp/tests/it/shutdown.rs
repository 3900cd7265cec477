//! How the server ends when its editor is gone.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{PATIENCE, starting};

#[test]
fn an_editor_that_reads_no_more_is_gone() {
    let starting = starting();
    let mut server = Command::new(env!("CARGO_BIN_EXE_cindyscript-server"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(starting);
    drop(server.stdout.take());
    let mut stdin = server.stdin.take().unwrap();
    let params = json!({"processId": null, "rootUri": null, "capabilities": {}});
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
    let body = body.to_string();
    write!(stdin, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    stdin.flush().unwrap();
    // Standard input stays open.
    let end = Instant::now() + PATIENCE;
    let status = loop {
        if let Some(status) = server.try_wait().unwrap() {
            break status;
        }
        if Instant::now() > end {
            server.kill().unwrap();
            panic!("it goes on");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(status.code(), Some(1));
    drop(stdin);
}
