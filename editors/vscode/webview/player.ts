import { Preview, served, type ToPreview } from "../../../preview/web/page/preview";
import type { FromPage, ToPage } from "../src/messages";

/** Runs the preview itself, by the module at an address. */
export function player(element: HTMLElement, module: string, post: (message: FromPage) => void): (message: ToPage) => void {
  const questions = new Map<number, (content: Uint8Array<ArrayBuffer> | undefined) => void>();
  let last = 0;
  const preview = new Preview(element, {
    module: served(module),
    post: (message) => post({ kind: "message", message: JSON.stringify(message) }),
    readFile: (url) =>
      new Promise((answer) => {
        questions.set(++last, answer);
        post({ kind: "read", number: last, url });
      }),
    save: (name, content) => void content.arrayBuffer().then((data) => post({ kind: "save", name, data: new Uint8Array(data) })),
  });
  return (message) => {
    switch (message.kind) {
      case "message":
        return preview.receive(JSON.parse(message.message) as ToPreview);
      case "file":
        questions.get(message.number)?.(message.content);
        return void questions.delete(message.number);
      case "files":
        return preview.filesChanged();
    }
  };
}
