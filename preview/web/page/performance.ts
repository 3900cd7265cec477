/** The frame rate, the painter and the time of each colorplot, and its precision. */

import { type Bytes, element } from "./dom";
import type { ByteRange, FromPreview, LossyPlot, PlotTime, Precision } from "./messages";

const PRECISIONS: Record<Precision, string> = { auto: "Automatic", single: "Single", double: "Double" };
const COMPUTED: Record<LossyPlot["computed"], string> = { single: "single", double: "double", orbit: "exact orbit" };

export class Performance {
  private readonly frames = element("dd", {}, "at rest");
  private readonly adapter = element("dd");
  private readonly edit = element("dd", {}, "–");
  private readonly choice = element("select", { aria: { label: "Precision" } });
  private readonly rows = element("tbody");
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
    return painter !== "gpu" || this.chosen === "double" ? "double" : "single";
  }

  private showPlots(): void {
    const { text } = this;
    if (!text) return;
    this.table.hidden = this.plots.length === 0;
    const rows = this.plots.map(({ range, painter, ms }) => {
      const lossy = this.lossy.find((plot) => plot.range.start === range.start);
      const show = element("button", { type: "button", textContent: `Line ${text.line(range.start)}`, title: "Show it in the editor", onclick: () => this.reveal(range) });
      const [name, why] = painter === "gpu" ? ["GPU", undefined] : ["CPU", painter.cpu.why];
      const cells = [name, ms === undefined ? "–" : milliseconds(ms), this.numbers(lossy, painter)];
      const row = element("tr", {}, element("th", { scope: "row" }, show), ...cells.map((cell) => element("td", {}, cell)));
      return why === undefined ? [row] : [row, element("tr", { className: "preview-why" }, element("td", { colSpan: 4 }, why))];
    });
    this.rows.replaceChildren(...rows.flat());
  }
}

function milliseconds(time: number): string {
  return `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;
}
