/** The values that colorplots compute at the pixel under the pointer. */

import { type Bytes, element } from "./dom";
import type { ByteRange, State } from "./messages";

/** No more of a term is shown, in characters. */
const LONGEST = 40;

export class Inspector {
  readonly node = element("div", { className: "preview-inspector" });

  constructor(private readonly reveal: (range: ByteRange) => void) {
    this.show(undefined, undefined);
  }

  show(pixel: State["pixel"], text: Bytes | undefined): void {
    if (!pixel || !text) {
      this.node.replaceChildren(element("p", {}, "Move the pointer over a colorplot."));
      return;
    }
    const place = pixel.place.map((part) => String(Number(part.toPrecision(6)))).join(", ");
    const rows = pixel.values.map(({ range, type, value }) => {
      // The name stands for a whole colorplot.
      const written = text.slice(range).replace(/\s+/g, " ").replace(/^(colorplot) ?\(.*/, "$1");
      const name = written.length > LONGEST ? `${written.slice(0, LONGEST - 1)}…` : written;
      const link = element("button", { type: "button", textContent: name, title: "Show it in the editor", onclick: () => this.reveal(range) });
      return element("tr", {}, element("th", { scope: "row" }, link), element("td", {}, value), element("td", {}, type));
    });
    const heads = ["Term", "Value", "Type"].map((head) => element("th", { scope: "col" }, head));
    const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
    this.node.replaceChildren(element("p", {}, `At (${place})`), table);
  }
}
