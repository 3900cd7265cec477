// The page in the tab of a preview: shows the pictures that it is sent, and tells what the user does.

import type { FromPage, Kept, TabEvent, ToPage } from "../src/messages";
import { copy } from "./copy";
import { listenToDrops } from "./drop";
import { listen } from "./input";
import { Screen } from "./screen";

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void; setState(state: Kept): void };

const editor = acquireVsCodeApi();

function element<K extends keyof HTMLElementTagNameMap>(name: K): HTMLElementTagNameMap[K] {
  const found = document.querySelector(name);
  if (found === null) {
    throw new Error(`the page has no ${name}`);
  }
  return found;
}

const canvas = element("canvas");
const notice = element("aside");

const tell = (event: TabEvent): void => editor.postMessage({ kind: "event", event });
const tellWatched = (): void => tell({ kind: "watched", watched: document.visibilityState === "visible" });
const lessMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
const isLight = (): boolean => ["vscode-light", "vscode-high-contrast-light"].some((name) => document.body.classList.contains(name));
const tellLook = (): void => tell({ kind: "look", light: isLight(), motion: !lessMotion.matches });

const screen = new Screen(canvas, {
  resized: (size, scale) => tell({ kind: "resized", size, scale }),
  taken: (number) => tell({ kind: "taken", number }),
  // The next picture is a whole one.
  lost: tellWatched,
  failed: show,
});
listen(canvas, screen, tell);
listenToDrops(canvas, screen, tell, (message) => editor.postMessage(message));
document.addEventListener("visibilitychange", tellWatched);
lessMotion.addEventListener("change", tellLook);
// The editor's colours are a class of the page.
new MutationObserver(tellLook).observe(document.body, { attributeFilter: ["class"] });
element("button").addEventListener("click", () => editor.postMessage({ kind: "reopen" }));

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  switch (data.kind) {
    case "about":
      editor.setState({ uri: data.uri });
      canvas.setAttribute("aria-label", `Preview of ${data.name}`);
      return;
    case "begun":
      notice.hidden = true;
      screen.tellSize();
      tellLook();
      return tellWatched();
    case "ended":
      return show(data.reason);
    case "cursor":
      canvas.style.cursor = data.form;
      return;
    case "copy":
      return void copy(data.png).then(tell);
    case "picture":
      return screen.draw(data);
  }
});

/** Says over the picture why there is no other. */
function show(reason: string): void {
  element("p").textContent = reason;
  notice.hidden = false;
}

editor.postMessage({ kind: "ready" });
