import { Preview, type ToPreview } from "../../../preview/web/page/preview";
import type { FromPage, ToPage } from "../src/messages";

/** Runs the preview itself, by the module at an address. */
export function player(element: HTMLElement, module: string, post: (message: FromPage) => void): (message: ToPage) => void {
  const preview = new Preview(element, {
    module,
    post: (message) => post({ kind: "message", message: JSON.stringify(message) }),
    save: (name, content) => void content.arrayBuffer().then((data) => post({ kind: "save", name, data: new Uint8Array(data) })),
  });
  return (message) => {
    if (message.kind === "message") {
      preview.receive(JSON.parse(message.message) as ToPreview);
    }
  };
}
