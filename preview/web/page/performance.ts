/** The frame rate, the painter and the time of each colorplot, and its precision. */

import { type Bytes, element } from "./dom";
import type { ByteRange, FromPreview, LossyPlot, PlotTime, Precision } from "./messages";

const PRECISIONS: Record<Precision, string> = { auto: "Automatic", single: "Single", double: "Double" };
const COMPUTED: Record<LossyPlot["computed"], string> = { single: "single", double: "double", orbit: "exact orbit" };

const PAINTERS = { gpu: "GPU", software: "software rendering" };

export class Performance {
  private readonly frames = element("dd", {}, "at rest");
  private readonly adapter = element("dd");
  private readonly edit = element("dd", {}, "–");
  private readonly choice = element("select", { aria: { label: "Precision" } });
  private readonly rows = element("tbody");
  private readonly plotRows: PlotRow[] = [];
  private readonly table = element("table", { hidden: true });
  private chosen: Precision = "auto";
  private text: Bytes | undefined;
  private plots: PlotTime[] = [];
  private lossy: LossyPlot[] = [];
  readonly node: HTMLElement;

  constructor(choose: (precision: Precision) => void, private readonly reveal: (range: ByteRange) => void) {
    for (const [value, text] of Object.entries(PRECISIONS)) this.choice.append(element("option", { value, text }));
    this.choice.addEventListener("change", () => choose(this.choice.value as Precision));
    const list = element(
      "dl",
      {},
      ...[["Frames", this.frames], ["Last edit", this.edit], ["Painter", this.adapter]].flatMap(([term, value]) => [element("dt", {}, term ?? ""), value ?? ""]),
      element("dt", {}, "Precision"),
      element("dd", {}, this.choice),
    );
    const heads = ["Colorplot", "Painter", "Time", "Precision"].map((head) => element("th", { scope: "col" }, head));
    this.table.append(element("thead", {}, element("tr", {}, ...heads)), this.rows);
    this.node = element("div", {}, list, this.table);
  }

  /** The adapter that paints; empty before it is known. */
  get painter(): string {
    return this.adapter.textContent ?? "";
  }

  set painter(name: string) {
    this.adapter.textContent = name;
  }

  set precision(precision: Precision) {
    if (precision === this.chosen) return;
    this.chosen = precision;
    this.choice.value = precision;
    this.showPlots();
  }

  /** Nothing moves. */
  rest(): void {
    this.frames.textContent = "at rest";
  }

  said(message: FromPreview, text: Bytes): void {
    this.text = text;
    switch (message.message) {
      case "status":
        this.frames.textContent = `${message.frames_per_second.toFixed(0)} per second, ${milliseconds(message.frame_ms)} each`;
        return;
      case "receipt":
        this.edit.textContent = milliseconds(Object.values(message.stages).reduce((sum, time) => sum + time, 0));
        return;
      case "plots":
        this.plots = message.plots;
        return this.showPlots();
      case "precision":
        this.lossy = message.plots;
        return this.showPlots();
    }
  }

  /** The numbers that a colorplot is computed in. */
  private numbers(lossy: LossyPlot | undefined, painter: PlotTime["painter"]): string {
    if (lossy) return COMPUTED[lossy.computed];
    return typeof painter !== "string" || this.chosen === "double" ? "double" : "single";
  }

  private showPlots(): void {
    const { text } = this;
    if (!text) return;
    this.table.hidden = this.plots.length === 0;
    this.plots.forEach(({ range, painter, ms }, index) => {
      const lossy = this.lossy.find((plot) => plot.range.start === range.start);
      const [name, why] = typeof painter === "string" ? [PAINTERS[painter], undefined] : ["CPU", painter.cpu.why];
      // Rows stay while their times change: a click needs the button on which it began.
      const row = (this.plotRows[index] ??= new PlotRow(this.reveal));
      row.show(range, `Line ${text.line(range.start)}`, [name, ms === undefined ? "–" : milliseconds(ms), this.numbers(lossy, painter)], why);
      if (!row.node.isConnected) this.rows.append(row.node, row.why);
    });
    for (const { node, why } of this.plotRows.splice(this.plots.length)) {
      node.remove();
      why.remove();
    }
  }
}

/** A colorplot: its line, its painter, its time, its numbers; below it the reason for the CPU. */
class PlotRow {
  readonly node: HTMLTableRowElement;
  readonly why: HTMLTableRowElement;
  private range: ByteRange = { start: 0, end: 0 };
  private readonly link: HTMLButtonElement;
  private readonly cells = [element("td"), element("td"), element("td")];
  private readonly reason = element("td", { colSpan: 4 });

  constructor(reveal: (range: ByteRange) => void) {
    this.link = element("button", { type: "button", title: "Show it in the editor", onclick: () => reveal(this.range) });
    this.node = element("tr", {}, element("th", { scope: "row" }, this.link), ...this.cells);
    this.why = element("tr", { className: "preview-why" }, this.reason);
  }

  show(range: ByteRange, name: string, values: string[], why: string | undefined): void {
    this.range = range;
    this.link.textContent = name;
    this.cells.forEach((cell, index) => (cell.textContent = values[index] ?? ""));
    this.why.hidden = why === undefined;
    this.reason.textContent = why ?? "";
  }
}

function milliseconds(time: number): string {
  return `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;
}
