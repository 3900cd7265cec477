/** The constants of the text that can be set: sliders, colours and switches. */

import { element } from "./dom";
import type { Command, Slider } from "./messages";

/** A slider without a step has so many values. */
const VALUES = 1000;

type Obey = (command: Command) => void;

/** A row, and what shows another value in it. */
interface Row {
  readonly node: HTMLElement;
  show(slider: Slider): void;
}

export class Sliders {
  readonly node = element("div", { className: "preview-sliders" });
  private rows: Row[] = [];
  private kinds = "";
  /** The control that the user has in hand. */
  private held: Element | undefined;

  constructor(private readonly obey: Obey) {
    this.node.addEventListener("input", ({ target }) => {
      this.held = target as Element;
    });
    this.node.addEventListener("change", () => {
      this.held = undefined;
      obey({ command: "let-go" });
    });
  }

  show(sliders: Slider[]): void {
    const kinds = JSON.stringify(sliders.map((slider) => ({ ...slider, value: 0, rgba: 0, on: 0 })));
    if (kinds !== this.kinds) {
      this.kinds = kinds;
      this.rows = sliders.map((slider, index) => this.row(slider, index));
      const hint = element("p", {}, "A number in a line of its own, such as ", element("code", {}, "a = 0.5; // 0..1"), ", makes a slider.");
      this.node.replaceChildren(...(this.rows.length === 0 ? [hint] : this.rows.map((row) => row.node)));
    }
    sliders.forEach((slider, index) => {
      const row = this.rows[index];
      if (row && !(this.held && row.node.contains(this.held))) row.show(slider);
    });
  }

  private row(slider: Slider, index: number): Row {
    const set = (value: boolean | number | number[]): void => this.obey({ command: "set", index, value });
    switch (slider.kind) {
      case "number":
        return number(slider, set);
      case "colour":
        return colour(slider, set);
      case "switch":
        return toggle(slider, set);
    }
  }
}

/** A row with the name of a constant. */
function named(name: string, ...content: HTMLElement[]): HTMLElement {
  return element("div", { className: "preview-row", role: "group", aria: { label: name } }, element("span", { title: name }, name), ...content);
}

function number(slider: Slider & { kind: "number" }, set: (value: number) => void): Row {
  const { name, from, to, step, logarithmic } = slider;
  const range = element("input", { type: "range", aria: { label: name } });
  [range.min, range.max, range.step] = logarithmic
    ? ["0", String(VALUES), "any"]
    : [String(from), String(to), String(step ?? (to - from) / VALUES)];
  const field = element("input", { type: "number", step: String(step ?? "any"), aria: { label: `${name}, as a number` } });
  const onRange = (value: number): number => (logarithmic ? (VALUES * Math.log(value / from)) / Math.log(to / from) : value);
  const ofRange = (at: number): number => (logarithmic ? from * (to / from) ** (at / VALUES) : at);
  const show = (value: number): void => {
    range.value = String(onRange(value));
    range.setAttribute("aria-valuetext", short(value));
    field.value = short(value);
  };
  range.addEventListener("input", () => {
    const value = ofRange(range.valueAsNumber);
    field.value = short(value);
    set(value);
  });
  field.addEventListener("change", () => {
    if (Number.isFinite(field.valueAsNumber)) set(field.valueAsNumber);
  });
  return { node: named(name, range, field), show: (now) => now.kind === "number" && show(now.value) };
}

/** A number with few digits. */
function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function colour(slider: Slider & { kind: "colour" }, set: (value: number[]) => void): Row {
  const { name, has_opacity } = slider;
  const picker = element("input", { type: "color", aria: { label: name } });
  const opacity = element("input", { type: "range", min: "0", max: "1", step: "0.01", aria: { label: `${name}, opacity` } });
  const tell = (): void => {
    const parts = [1, 3, 5].map((at) => parseInt(picker.value.slice(at, at + 2), 16) / 255);
    set([...parts, opacity.valueAsNumber]);
  };
  picker.addEventListener("input", tell);
  opacity.addEventListener("input", tell);
  return {
    node: named(name, picker, ...(has_opacity ? [opacity] : [])),
    show(now) {
      if (now.kind !== "colour") return;
      const byte = (part: number): string => Math.round(255 * Math.min(Math.max(part, 0), 1)).toString(16).padStart(2, "0");
      picker.value = `#${now.rgba.slice(0, 3).map(byte).join("")}`;
      opacity.value = String(now.rgba[3]);
    },
  };
}

function toggle({ name }: Slider, set: (value: boolean) => void): Row {
  const box = element("input", { type: "checkbox", aria: { label: name } });
  box.addEventListener("input", () => set(box.checked));
  return {
    node: named(name, box),
    show(now) {
      if (now.kind === "switch") box.checked = now.on;
    },
  };
}
