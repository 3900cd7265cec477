import type { MessageTransports } from "vscode-languageclient";

/** A language server that runs. */
export interface Connection extends MessageTransports {
  /** Ends the server unless it ends by itself. */
  end(): void;
}

/** A language server that can be started. */
export interface ServerSource {
  /** Its program, unless it runs in a worker. */
  readonly program?: string;
  /** Starts it. `print` takes the lines that it writes besides messages. */
  start(print: (line: string) => void): Promise<Connection>;
}

/** Without a server: the places that were looked at, in words. */
export interface NoServer {
  readonly looked: readonly string[];
}

/** Where the extension runs: on a machine, with programs, or in a browser. */
export interface Host {
  /** Looks for the language server. */
  findServer(): ServerSource | NoServer;
  /** True if a window opens before the user. */
  hasDisplay(): boolean;
  /** Commands for code lenses that only this host registers. */
  readonly commands?: readonly string[];
  /** The schemes of the addresses of documents; without, of all. */
  readonly schemes?: readonly string[];
}
