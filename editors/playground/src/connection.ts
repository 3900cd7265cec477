/** The connection to a language server, in a worker of its own. */

import type { Transport } from "@codemirror/lsp-client";

interface Message {
  jsonrpc: "2.0";
  id?: number | string;
  method?: string;
  params?: unknown;
}

type Answer = (params: never) => unknown;

export class Connection implements Transport {
  private readonly handlers = new Set<(message: string) => void>();
  private readonly worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });

  /**
   * `answers` has a function for each request of the server that this page fulfils. After an error in the worker, the
   * connection is closed and `failed` called, once.
   */
  constructor(private readonly answers: Record<string, Answer>, failed: (message: string) => void) {
    this.worker.onmessage = ({ data }: MessageEvent<string>) => this.receive(data);
    this.worker.onerror = ({ message }) => {
      this.worker.onerror = null;
      this.worker.terminate();
      failed(message ?? "it does not load");
    };
  }

  send(message: string): void {
    this.worker.postMessage(message);
  }

  subscribe(handler: (message: string) => void): void {
    this.handlers.add(handler);
  }

  unsubscribe(handler: (message: string) => void): void {
    this.handlers.delete(handler);
  }

  private async answer(id: number | string, method: string, params: unknown): Promise<void> {
    const answer = this.answers[method];
    const reply = answer
      ? { result: (await answer(params as never)) ?? null }
      : { error: { code: -32601, message: `there is no ${method} here` } };
    this.send(JSON.stringify({ jsonrpc: "2.0", id, ...reply }));
  }

  private receive(text: string): void {
    const { id, method, params } = JSON.parse(text) as Message;
    if (id === undefined || method === undefined) {
      this.handlers.forEach((handler) => handler(text));
      return;
    }
    void this.answer(id, method, params);
  }
}
