/** The controls of the page: its buttons, sliders and fields, in the order of the page. */

import { element } from "./dom";
import type { Command, ControlInput, ShownControl } from "./messages";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Operate = (...inputs: ControlInput[]) => void;

/** A row, and what shows another state in it. */
interface Row {
  readonly node: HTMLElement;
  show(control: ShownControl): void;
}

const TYPES = { range: "range", number: "number", text: "text", colour: "color" } as const;

export class PageControls {
  readonly node = element("div", { className: "preview-controls" });
  private rows: Row[] = [];
  private kinds = "";

  constructor(private readonly obey: (command: Command) => void) {}

  show(controls: ShownControl[]): void {
    const kinds = JSON.stringify(controls.map((control) => ({ ...control, value: 0, checked: 0 })));
    if (kinds !== this.kinds) {
      this.kinds = kinds;
      this.rows = controls.map((control, index) => row(control, (...inputs) => {
        for (const input of inputs) this.obey({ command: "operate", index, ...input });
      }));
      this.node.replaceChildren(...this.rows.map(({ node }) => node));
    }
    controls.forEach((control, index) => this.rows[index]?.show(control));
  }
}

function row(control: ShownControl, operate: Operate): Row {
  switch (control.kind) {
    case "button": {
      const node = element("button", { type: "button", textContent: control.label || "Button" });
      node.addEventListener("click", () => operate({ input: "press" }));
      return { node, show: () => {} };
    }
    case "checkbox":
    case "radio":
      return box(control, control.kind, operate);
    case "area":
      return field(control, element("textarea", { rows: 3 }), operate);
    case "select": {
      const options = control.options.map(({ label, value }) => element("option", { value, textContent: label }));
      return field(control, element("select", {}, ...options), operate);
    }
    case "range": {
      const range = element("input", { type: "range" });
      [range.min, range.max, range.step] = [control.min, control.max, control.step ?? "any"].map(String) as [string, string, string];
      return field(control, range, operate);
    }
    default: {
      const type = TYPES[control.kind];
      return field(control, element("input", type === "number" ? { type, step: "any" } : { type }), operate);
    }
  }
}

/** A box or a radio button, with its label behind it. */
function box({ label, value }: ShownControl, type: "checkbox" | "radio", operate: Operate): Row {
  const input = element("input", { type });
  input.addEventListener("change", () => operate({ input: "check", checked: input.checked }));
  const node = element("label", { className: "preview-row" }, input, label || value);
  return { node, show: ({ checked }) => void (input.checked = checked) };
}

/** A field, with its label before it. */
function field({ label }: ShownControl, input: Field, operate: Operate): Row {
  input.addEventListener("input", () => operate({ input: "set", value: input.value }));
  input.addEventListener("change", () => operate({ input: "done" }));
  input.addEventListener("keydown", (event) => {
    const isLine = input instanceof HTMLInputElement && (event as KeyboardEvent).key === "Enter";
    if (isLine) operate({ input: "enter" });
  });
  const node = element("label", { className: "preview-row" }, element("span", { title: label }, label), input);
  return {
    node,
    show({ value }) {
      // The user may write into it.
      if (document.activeElement !== input || !isWritten(input)) input.value = value;
    },
  };
}

function isWritten(input: Field): boolean {
  return input instanceof HTMLTextAreaElement || ["text", "number", "range"].includes(input.type);
}
