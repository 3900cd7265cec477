import { AbstractMessageReader, AbstractMessageWriter, type DataCallback, type Disposable, type Message } from "vscode-languageclient";

import type { Connection } from "./host";

/** The module of the language server, and the script of a worker that runs it: folders and files of the extension. */
export const WORKER = ["modules", "server", "worker.js"] as const;
export const MODULE = ["modules", "server", "cindyscript_server_web_bg.wasm"] as const;

/** A worker, of a browser or of Node. */
export interface Port {
  post(message: unknown): void;
  /** Listens to messages, and to the error that ends it. */
  listen(message: (text: string) => void, failed: (error: Error) => void): void;
  terminate(): void;
}

class Reader extends AbstractMessageReader {
  constructor(
    private readonly port: Port,
    private readonly print: (line: string) => void,
  ) {
    super();
  }

  override listen(callback: DataCallback): Disposable {
    this.port.listen(
      (text) => callback(JSON.parse(text) as Message),
      ({ message }) => {
        // For the client, the server has ended; it starts another one.
        this.print(`the language server has failed: ${message}`);
        this.fireClose();
      },
    );
    return { dispose: () => {} };
  }
}

class Writer extends AbstractMessageWriter {
  constructor(private readonly port: Port) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.port.post(JSON.stringify(message));
  }

  end(): void {}
}

/** Starts the language server of a module in a worker: the first message is the module, all others are JSON. */
export function connect(port: Port, module: Uint8Array, print: (line: string) => void): Connection {
  port.post(module);
  return { reader: new Reader(port, print), writer: new Writer(port), end: () => port.terminate() };
}
