/** The page that `cindyscript-preview export --player` writes: an applet, and the module that plays it. */

import { Bytes } from "./dom";
import type { FromPreview } from "./messages";
import { Preview } from "./preview";

/** What the page holds. */
interface Content {
  /** The name of the applet. */
  path: string;
  text: string;
  /** The JavaScript of the module. */
  script: string;
  /** The WebAssembly of the module, deflated, in base 64. */
  wasm: string;
}

const content = JSON.parse(document.getElementById("content")?.textContent ?? "") as Content;
const { path } = content;
let { text } = content;
let version = 0;

const packed = (await fetch(`data:application/octet-stream;base64,${content.wasm}`)).body;
const unpacked = packed?.pipeThrough(new DecompressionStream("deflate-raw"));
const wasm = await new Response(unpacked, { headers: { "content-type": "application/wasm" } }).blob();
const script = new Blob([content.script], { type: "text/javascript" });

/** Sliders write their values into the text, as with an editor. */
function follow(message: FromPreview): void {
  if (message.message !== "edit" || message.version !== version) return;
  text = new Bytes(text).replaced(message.replacements);
  open();
}

function open(): void {
  version += 1;
  preview.receive({ message: "open", path, text, version });
}

const preview = new Preview(document.querySelector("main") ?? document.body, {
  module: () => ({ script: URL.createObjectURL(script), wasm: URL.createObjectURL(wasm) }),
  post: follow,
  isForViewers: true,
});
open();
