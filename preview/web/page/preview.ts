/**
 * A preview in an element of a page: the canvas, and the controls below it. The playground and the webview of VS Code
 * use it. An element of the page needs `preview.css`.
 */

import { Controls } from "./controls";
import { Media, type ReadFile } from "./media";
import type { Command, FromPreview, State, ToPreview } from "./messages";

export type { FromPreview, ToPreview } from "./messages";

/** The addresses of a module: of the JavaScript that wasm-bindgen writes, and of the WebAssembly. */
export interface ModuleFiles {
  readonly script: string;
  readonly wasm: string;
}

export interface PreviewOptions {
  /** The module of the n-th start: each start has other addresses, and with them memory of its own. */
  module(start: number): ModuleFiles;
  /** Takes each message for the server. */
  post(message: FromPreview): void;
  /** Reads a file beside the page, by its address there; nothing where there is none. */
  readFile?: ReadFile;
  /** Saves a file that the user has asked for. */
  save?(name: string, content: Blob): void;
  /** True if nobody edits the text: there are no panels for its author. */
  isForViewers?: boolean;
}

/** The module at an address of a server, `cindyscript_preview_web.js`; the `.wasm` file lies beside it. */
export function served(script: string | URL): (start: number) => ModuleFiles {
  return (start) => {
    const [glue, wasm] = [new URL(script), new URL("cindyscript_preview_web_bg.wasm", script)];
    if (start > 1) [glue, wasm].forEach(({ searchParams }) => searchParams.set("start", String(start)));
    return { script: glue.href, wasm: wasm.href };
  };
}

/** A running module. */
interface Running {
  receive(message: string): void;
  obey(command: string): void;
  filesChanged(): void;
  stop(): void;
  free(): void;
}

interface Module {
  default(options: { module_or_path: string }): Promise<unknown>;
  start(
    canvas: HTMLCanvasElement,
    post: (json: string) => void,
    panel: (json: string) => void,
    media: Media,
  ): Promise<Running>;
}

/** A module that fails so often in PERIOD starts again only with another text. */
const ATTEMPTS = 3;
/** In milliseconds. */
const PERIOD = 60_000;

export class Preview {
  private running: Running | undefined;
  /** The module that runs or starts. */
  private module: ModuleFiles | undefined;
  private starts = 0;
  private failures: number[] = [];
  private isClosed = false;
  /** The newest text. */
  private text: ToPreview | undefined;
  private waiting: ToPreview[] = [];
  private readonly controls: Controls;
  private readonly listeners = new AbortController();

  constructor(element: HTMLElement, private readonly options: PreviewOptions) {
    const listener = {
      obey: (command: Command) => this.obey(command),
      post: (message: FromPreview) => options.post(message),
      save: options.save ?? download,
    };
    this.controls = new Controls(element, listener, options.isForViewers);
    const { signal } = this.listeners;
    window.addEventListener("error", ({ error }) => this.failed(error), { signal });
    window.addEventListener("unhandledrejection", ({ reason }) => this.failed(reason), { signal });
  }

  /** Takes a message of the server. The first text loads the module. */
  receive(message: ToPreview): void {
    if (message.message === "open") {
      this.text = message;
      this.controls.opened(message);
      if (this.starts === 0 || (!this.running && this.failures.length >= ATTEMPTS)) {
        this.failures = [];
        void this.start();
      }
    }
    if (this.running) this.call((running) => running.receive(JSON.stringify(message)));
    else if (message.message !== "open") this.waiting.push(message);
  }

  /** Reads the files beside the page again. */
  filesChanged(): void {
    this.call((running) => running.filesChanged());
  }

  /** Ends the preview, and leaves the element empty. */
  close(): void {
    this.isClosed = true;
    this.listeners.abort();
    this.call((running) => running.stop());
    this.running = undefined;
    this.controls.close();
  }

  private obey(command: Command): void {
    this.call((running) => running.obey(JSON.stringify(command)));
  }

  private call(act: (running: Running) => void): void {
    if (!this.running) return;
    try {
      act(this.running);
    } catch (error) {
      this.failed(error);
    }
  }

  private async start(): Promise<void> {
    this.starts += 1;
    const files = this.options.module(this.starts);
    this.module = files;
    try {
      const module = (await import(/* @vite-ignore */ files.script)) as Module;
      await module.default({ module_or_path: files.wasm });
      const post = (json: string): void => this.said(JSON.parse(json) as FromPreview);
      const panel = (json: string): void => this.controls.show(JSON.parse(json) as State);
      const running = await module.start(this.controls.canvas, post, panel, new Media(this.options.readFile));
      if (this.isClosed) return running.stop();
      this.running = running;
    } catch (error) {
      return this.controls.notify(`The preview does not start: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (this.text) this.call((running) => running.receive(JSON.stringify(this.text)));
    this.waiting.splice(0).forEach((message) => this.receive(message));
  }

  private said(message: FromPreview): void {
    this.controls.said(message);
    this.options.post(message);
  }

  /** After an error of the running module, whose memory may be half-changed: starts another one with the last text. */
  private failed(error: unknown): void {
    if (!this.running || !this.module || !isFrom(error, this.module)) return;
    this.running = undefined;
    this.controls.renew();
    const now = Date.now();
    this.failures = [...this.failures.filter((failure) => now - failure < PERIOD), now];
    if (this.failures.length >= ATTEMPTS) {
      return this.controls.notify("The preview failed several times. It starts again with the next edit.");
    }
    this.controls.notify("The preview failed and has started again.");
    void this.start();
  }
}

/** True if an error comes from a module: its stack has one of the addresses. */
function isFrom(error: unknown, { script, wasm }: ModuleFiles): boolean {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return [script, wasm].some((address) => stack.includes(`${address}:`));
}

function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
