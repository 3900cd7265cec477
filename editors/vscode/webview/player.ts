import type { FromPage, ToPage } from "../src/messages";

/** The module of the preview, `preview/web`. */
interface PreviewModule {
  default(): Promise<unknown>;
  start(canvas: HTMLCanvasElement, post: (message: string) => void): Promise<{ receive(message: string): void }>;
}

/** Runs the preview itself, by the module at an address. */
export function player(canvas: HTMLCanvasElement, module: string, post: (message: FromPage) => void): (message: ToPage) => void {
  const fail = (error: unknown): void => post({ kind: "failed", reason: `The preview has failed: ${String(error)}` });
  const start = async () => {
    const preview = (await import(module)) as PreviewModule;
    await preview.default();
    canvas.classList.remove("empty");
    return preview.start(canvas, (message) => post({ kind: "message", message }));
  };
  const started = start();
  started.catch(fail);
  window.addEventListener("error", ({ message }) => fail(message));
  return (message) => {
    if (message.kind === "message") {
      started.then((preview) => preview.receive(message.message)).catch(() => {});
    }
  };
}
