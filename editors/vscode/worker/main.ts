// The language server in a worker, of a browser or of Node: the first message is its module, all others are JSON.

// @ts-expect-error: The build makes it, without types.
import * as built from "../modules/server/cindyscript_server_web.js";

interface Port {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(message: string): void;
}

/** What `server/web` exports. */
interface ServerModule {
  initSync(options: { readonly module: Uint8Array }): unknown;
  Server: new (post: (message: string) => void) => { receive(message: string): void };
}

declare const self: Port | undefined;
declare function require(name: "node:worker_threads"): { readonly parentPort: Port };

const port = typeof self === "undefined" ? require("node:worker_threads").parentPort : self;

const { initSync, Server } = built as ServerModule;
let server: InstanceType<ServerModule["Server"]> | undefined;
port.onmessage = ({ data }) => {
  if (server !== undefined) {
    server.receive(data as string);
    return;
  }
  initSync({ module: data as Uint8Array });
  server = new Server((message) => port.postMessage(message));
};
