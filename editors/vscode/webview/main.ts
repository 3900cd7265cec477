// The page in the tab of a preview.

import type { FromPage, Kept, ToPage } from "../src/messages";
import { player } from "./player";
import { stream } from "./stream";

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void; setState(state: Kept): void };

const editor = acquireVsCodeApi();
const post = (message: FromPage): void => editor.postMessage(message);

function element<K extends keyof HTMLElementTagNameMap>(name: K, parent: ParentNode = document): HTMLElementTagNameMap[K] {
  const found = parent.querySelector(name);
  if (found === null) {
    throw new Error(`the page has no ${name}`);
  }
  return found;
}

const main = element("main");
const notice = element("aside");

/** Says over the picture why there is no other. */
function show(reason: string): void {
  element("p", notice).textContent = reason;
  notice.hidden = false;
}

const { module } = main.dataset;
const preview = module === undefined ? stream(element("canvas"), post, show) : player(main, module, post);
const canvas = element("canvas");
element("button", notice).addEventListener("click", () => post({ kind: "reopen" }));

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  switch (data.kind) {
    case "about":
      editor.setState({ uri: data.uri });
      canvas.setAttribute("aria-label", `Preview of ${data.name}`);
      return;
    case "ended":
      return show(data.reason);
    case "begun":
      notice.hidden = true;
  }
  preview(data);
});

post({ kind: "ready" });
