/** The values that colorplots compute at the pixel under the pointer. */

import { type Bytes, element } from "./dom";
import type { ByteRange, State } from "./messages";

/** No more of a term is shown, in characters. */
const LONGEST = 40;

export class Inspector {
  readonly node = element("div", { className: "preview-inspector" });
  private readonly place = element("p");
  private readonly body = element("tbody");
  private readonly table: HTMLTableElement;
  private readonly rows: Row[] = [];

  constructor(private readonly reveal: (range: ByteRange) => void) {
    const heads = ["Term", "Value", "Type"].map((head) => element("th", { scope: "col" }, head));
    this.table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), this.body);
    this.show(undefined, undefined);
  }

  show(pixel: State["pixel"], text: Bytes | undefined): void {
    if (!pixel || !text) {
      this.node.replaceChildren(element("p", {}, "Move the pointer over a colorplot."));
      return;
    }
    this.place.textContent = `At (${pixel.place.map((part) => String(Number(part.toPrecision(6)))).join(", ")})`;
    pixel.values.forEach(({ range, type, value }, index) => {
      // Rows stay while their values change: a click needs the button on which it began.
      const row = (this.rows[index] ??= new Row(this.reveal));
      row.show(range, name(text.slice(range)), value, type);
      if (!row.node.isConnected) this.body.append(row.node);
    });
    for (const { node } of this.rows.splice(pixel.values.length)) node.remove();
    if (!this.place.isConnected) this.node.replaceChildren(this.place, this.table);
  }
}

/** A term, its value and its type. */
class Row {
  readonly node: HTMLTableRowElement;
  private range: ByteRange = { start: 0, end: 0 };
  private readonly link: HTMLButtonElement;
  private readonly value = element("td");
  private readonly type = element("td");

  constructor(reveal: (range: ByteRange) => void) {
    this.link = element("button", { type: "button", title: "Show it in the editor", onclick: () => reveal(this.range) });
    this.node = element("tr", {}, element("th", { scope: "row" }, this.link), this.value, this.type);
  }

  show(range: ByteRange, name: string, value: string, type: string): void {
    this.range = range;
    this.link.textContent = name;
    this.value.textContent = value;
    this.type.textContent = type;
  }
}

/** The name of a term: the beginning of its text, or `colorplot` for a whole colorplot. */
function name(text: string): string {
  const written = text.replace(/\s+/g, " ").replace(/^(colorplot) ?\(.*/, "$1");
  return written.length > LONGEST ? `${written.slice(0, LONGEST - 1)}…` : written;
}
