import type { TabEvent } from "../src/messages";

/** A page that does not have the focus may not write to the clipboard: it is waited for so long, in milliseconds. */
const PATIENCE = 2000;

/** Gives a picture to the clipboard. What came of that, for the preview. */
export async function copy(png: Uint8Array<ArrayBuffer>): Promise<TabEvent> {
  try {
    await focused();
    const picture = new Blob([png], { type: "image/png" });
    await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
    return { kind: "copied" };
  } catch (error) {
    return { kind: "copied", error: error instanceof Error ? error.message : String(error) };
  }
}

/** Waits for the focus, which is on its way here where the user has chosen from a list. */
function focused(): Promise<void> {
  return new Promise((done) => {
    if (document.hasFocus()) {
      return done();
    }
    window.addEventListener("focus", () => done(), { once: true });
    setTimeout(done, PATIENCE);
  });
}
