//! The language server in a Web Worker: it exchanges messages of the protocol as JSON strings.
//!
//! Must not depend on: the meaning of the messages, their sender (a page, an extension of VS Code for
//! the Web, or a test).

use std::io;

use js_sys::Function;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

/// The room for messages on their way, in bytes; longer ones pass in parts.
const ROOM: usize = 64 * 1024;

/// A server that waits for messages. It answers between two turns of the worker's event loop.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Server {
    messages: UnboundedSender<String>,
}

#[wasm_bindgen]
impl Server {
    /// Starts a server. `post` is called with each of its messages, as a JSON text.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(post: Function) -> Server {
        let (messages, sent) = unbounded_channel();
        let (input, near) = duplex(ROOM);
        let (output, far) = duplex(ROOM);
        spawn_local(async move { drop(take(sent, input).await) });
        spawn_local(async move { drop(give(far, &post).await) });
        spawn_local(async move {
            let _is_announced = cindyscript_lsp::serve(near, output).await;
        });
        Server { messages }
    }

    /// Takes a message, a JSON text.
    pub fn receive(&self, message: String) {
        // After `exit`, nobody listens.
        let _ = self.messages.send(message);
    }
}

/// Writes each message as the server reads it.
async fn take(mut messages: UnboundedReceiver<String>, mut to: DuplexStream) -> io::Result<()> {
    while let Some(message) = messages.recv().await {
        let header = format!("Content-Length: {}\r\n\r\n", message.len());
        to.write_all(header.as_bytes()).await?;
        to.write_all(message.as_bytes()).await?;
    }
    Ok(())
}

/// Posts each message that the server writes.
async fn give(from: DuplexStream, post: &Function) -> io::Result<()> {
    let mut from = BufReader::new(from);
    let mut line = String::new();
    let mut length = 0;
    while from.read_line(&mut line).await? > 0 {
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", bytes)) => length = bytes.parse().unwrap_or_default(),
            Some(_) => {}
            None => {
                let mut body = vec![0; length];
                from.read_exact(&mut body).await?;
                let body = String::from_utf8_lossy(&body);
                // An exception of `post` is for the worker's own handler.
                drop(post.call1(&JsValue::NULL, &JsValue::from_str(&body)));
            }
        }
        line.clear();
    }
    Ok(())
}
