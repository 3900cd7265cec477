import { type FromPage, LARGEST_FILE, type TabEvent } from "../src/messages";
import type { Screen } from "./screen";

/** Tells of a file that is dropped upon the picture, and where the pointer is with it. */
export function listenToDrops(
  canvas: HTMLCanvasElement,
  screen: Screen,
  tell: (event: TabEvent) => void,
  post: (message: FromPage) => void,
): void {
  const listen = (name: "dragenter" | "dragover" | "drop", run: (event: DragEvent) => void): void =>
    canvas.addEventListener(name, (event) => {
      if (event.dataTransfer?.types.includes("Files")) {
        // VS Code would open it as a text.
        event.preventDefault();
        event.stopPropagation();
        run(event);
      }
    });
  const move = (event: DragEvent): void => tell({ kind: "pointer-moved", at: screen.place(event) });
  listen("dragenter", move);
  listen("dragover", move);
  listen("drop", (event) => {
    move(event);
    const [file] = event.dataTransfer?.files ?? [];
    if (file === undefined) {
      return;
    }
    if (file.size > LARGEST_FILE) {
      return post({ kind: "refused", reason: `${file.name} has more than ${LARGEST_FILE / 1024 / 1024} MiB.` });
    }
    file.arrayBuffer().then(
      (data) => post({ kind: "dropped", name: file.name, data: new Uint8Array(data) }),
      () => post({ kind: "refused", reason: `${file.name} cannot be read: only files can be dropped here.` }),
    );
  });
}
