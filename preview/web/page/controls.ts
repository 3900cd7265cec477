/** The canvas of a preview, the bar below it, and the panels that the bar opens. */

import { Bytes, element, icon } from "./dom";
import { Inspector } from "./inspector";
import type { Command, FromPreview, Precision, State, ToPreview } from "./messages";
import { PageControls } from "./page-controls";
import { Performance } from "./performance";
import { Recorder, png } from "./record";
import { Sliders } from "./sliders";

/** No more of the console is kept, in characters. */
const LONGEST_OUTPUT = 10_000;

/** The user's wishes. */
export interface ControlsListener {
  obey(command: Command): void;
  /** Tells the server of something that the module does not know. */
  post(message: FromPreview): void;
  save(name: string, content: Blob): void;
}

const ICONS = {
  play: "M4 2.5v11l9-5.5z",
  pause: "M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z",
  restart: "M8 2.5V0L4.2 3.4 8 6.8V4.3a3.9 3.9 0 1 1-3.9 3.9H2.3A5.7 5.7 0 1 0 8 2.5z",
  view: "M1.5 1.5h4.2v1.6H3.1v2.6H1.5zM10.3 1.5h4.2v4.2h-1.6V3.1h-2.6zM1.5 10.3h1.6v2.6h2.6v1.6H1.5zM12.9 10.3h1.6v4.2h-4.2v-1.6h2.6zM6.5 6.5h3v3h-3z",
  sliders: "M1 3.2h6.2a2 2 0 0 1 3.6 0H15v1.6h-4.2a2 2 0 0 1-3.6 0H1zM1 11.2h2.2a2 2 0 0 1 3.6 0H15v1.6H6.8a2 2 0 0 1-3.6 0H1z",
  page: "M1 3h14v10H1zM2.6 4.6v6.8h10.8V4.6zM5 7.2h6v1.6H5z",
  pixel: "M7.2 0h1.6v4H7.2zM7.2 12h1.6v4H7.2zM0 7.2h4v1.6H0zM12 7.2h4v1.6h-4zM6.5 6.5h3v3h-3z",
  console: "M1 2h14v12H1zM2.6 3.6v8.8h10.8V3.6zM4 5.8l1.1-1.1L8 7.6v.8l-2.9 2.9L4 10.2 6.2 8zM8.4 10h3.2v1.4H8.4z",
  performance: "M1 14V9h3v5zM6.5 14V5h3v9zM12 14V1.5h3V14z",
  image: "M1 2h14v12H1zM2.6 3.6v6.2l3-3 3.2 3.2 1.8-1.8 2.8 2.8V3.6zM10.5 4.8a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4z",
  record: "M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3z",
} as const;

/** A button of the bar. */
interface Action {
  readonly icon: keyof typeof ICONS;
  readonly label: string;
  readonly keys: string[];
  act(): void;
}

const PANELS = ["page", "sliders", "pixel", "console", "performance"] as const;
type PanelName = (typeof PANELS)[number];
const TITLES: Record<PanelName, { title: string; meaning: string; key: string }> = {
  page: { title: "Controls of the page", meaning: "Show the buttons and sliders of the page", key: "j" },
  sliders: { title: "Sliders", meaning: "Set constants and points", key: "p" },
  pixel: { title: "Pixel", meaning: "Inspect the pixel under the pointer", key: "i" },
  console: { title: "Console", meaning: "Show what scripts print", key: "o" },
  performance: { title: "Performance", meaning: "Show frame rate, times and precision", key: "h" },
};
/** The panels about the applet, not about its text. */
const FOR_VIEWERS: ReadonlySet<PanelName> = new Set(["page", "sliders"]);
const PRECISIONS: Precision[] = ["auto", "single", "double"];

export class Controls {
  canvas: HTMLCanvasElement;
  private readonly bar = element("div", { className: "preview-bar", role: "group", aria: { label: "Preview controls" } });
  private readonly notice = element("button", { className: "preview-notice", type: "button", hidden: true });
  private readonly status = element("p", { className: "preview-status", role: "status" });
  private readonly output = element("pre", { tabIndex: 0, aria: { label: "Output", live: "polite" } });
  private readonly page: PageControls;
  private readonly sliders: Sliders;
  private readonly points = element("div", { className: "preview-row" });
  private readonly inspector: Inspector;
  private readonly performance: Performance;
  private readonly recorder: Recorder;
  private readonly panels = new Map<PanelName, { node: HTMLElement; button: HTMLButtonElement }>();
  private readonly keys = new Map<string, () => void>();
  private readonly pause: HTMLButtonElement;
  private readonly view: HTMLButtonElement;
  private readonly record: HTMLButtonElement;
  private state: State | undefined;
  /** The panels that the user has opened or closed. Until then, these are open if there is something in them. */
  private readonly chosen = new Set<PanelName>();
  private text = new Bytes("");
  private version = 0;
  private name = "applet";
  private reveals: (() => void) | undefined;

  /** Somebody who only looks at the applet has no panels about its text. */
  constructor(private readonly root: HTMLElement, private readonly listener: ControlsListener, private readonly isForViewers = false) {
    const obey = (command: Command): void => listener.obey(command);
    const reveal = (range: { start: number; end: number }): void =>
      listener.post({ message: "reveal", version: this.version, range });
    this.canvas = this.newCanvas();
    this.page = new PageControls(obey);
    this.sliders = new Sliders(obey);
    this.inspector = new Inspector(reveal);
    this.performance = new Performance((precision) => obey({ command: "precision", precision }), reveal);
    this.recorder = new Recorder((isOn) => this.showRecording(isOn), (content, type) => listener.save(`${this.name}.${type}`, content));
    const button = this.button.bind(this);
    this.pause = button({ icon: "pause", label: "Pause", keys: [" "], act: () => this.togglePause() });
    const restart = button({ icon: "restart", label: "Restart", keys: ["n", "N"], act: () => obey({ command: "restart" }) });
    this.view = button({ icon: "view", label: "Reset view", keys: ["r", "R", "0"], act: () => obey({ command: "reset-view" }) });
    const image = button({ icon: "image", label: "Save image", keys: ["s"], act: () => void this.saveImage() });
    this.record = button({ icon: "record", label: "Record", keys: ["m", "M"], act: () => this.toggleRecording() });
    this.record.setAttribute("aria-pressed", "false");
    const shown = PANELS.filter((name) => !isForViewers || FOR_VIEWERS.has(name));
    const toggles = shown.map((name) => this.panelButton(name));
    const end = element("span", { className: "preview-gap" });
    this.bar.append(this.pause, restart, this.view, ...toggles, end, image, this.record);
    this.bindKeys();
    this.notice.addEventListener("click", () => this.reveals?.());
    const stage = element("div", { className: "preview-stage" }, this.canvas, this.status);
    const contents: Record<PanelName, Node[]> = {
      page: [this.page.node],
      sliders: [this.sliders.node, this.points],
      pixel: [this.inspector.node],
      console: [this.output],
      performance: [this.performance.node],
    };
    const panels = shown.map((name) => this.panel(name, contents[name]));
    root.classList.add("preview");
    root.replaceChildren(stage, this.notice, this.bar, element("div", { className: "preview-panels" }, ...panels));
    if (!isForViewers) {
      this.points.append(element("button", { type: "button", textContent: "Write points", title: "Write dragged points into the text (W)", onclick: () => obey({ command: "write-points" }) }));
    }
    this.points.append(
      element("button", { type: "button", textContent: "Reset points", title: "Reset dragged points (Backspace)", onclick: () => obey({ command: "reset-points" }) }),
    );
    this.points.hidden = true;
    root.addEventListener("keydown", (event) => this.keyDown(event));
  }

  /** The text is another version. */
  opened({ path, text, version }: ToPreview & { message: "open" }): void {
    this.text = new Bytes(text);
    this.version = version;
    const name = path.split("/").pop() ?? "";
    this.name = name.replace(/\.\w+$/, "") || "applet";
    this.canvas.setAttribute("aria-label", `Picture of ${name}`);
  }

  /** The module says something. */
  said(message: FromPreview): void {
    switch (message.message) {
      case "hello":
        if (this.performance.painter !== "") this.notify("The graphics device was lost and is open again.");
        else if (message.adapter?.startsWith("CPU") && !this.isForViewers) this.notify("No WebGPU: the CPU draws, slowly.");
        this.performance.painter = message.adapter ?? "CPU";
        return;
      case "output":
        this.output.textContent = `${this.output.textContent ?? ""}${message.text}`.slice(-LONGEST_OUTPUT);
        this.output.scrollTop = this.output.scrollHeight;
        if (this.panels.get("console")?.node.hidden) this.panels.get("console")?.button.classList.add("has-news");
        return;
      case "problems":
        return this.showProblem(message.problems.find(({ severity }) => severity === "error"));
      default:
        return this.performance.said(message, this.text);
    }
  }

  /** The state of the applet has changed. */
  show(state: State): void {
    const label = state.waits_to_play || (state.paused && state.playing) ? "Play" : "Pause";
    name(this.pause, label, "Space");
    this.pause.replaceChildren(icon(ICONS[label === "Play" ? "play" : "pause"]));
    this.pause.disabled = !state.playing && !state.waits_to_play;
    if (!state.playing || state.paused) this.performance.rest();
    this.view.disabled = !state.moved;
    this.sliders.show(state.sliders);
    this.points.hidden = !state.dragged;
    this.page.show(state.controls);
    if (!this.chosen.has("sliders")) this.toggle("sliders", state.sliders.length > 0);
    if (!this.chosen.has("page")) this.toggle("page", state.controls.length > 0);
    const page = this.panels.get("page")?.button;
    if (page) page.hidden = state.controls.length === 0;
    this.inspector.show(state.pixel, this.text);
    this.performance.precision = state.precision;
    this.state = state;
  }

  /** Tells the user something, until the next message. */
  notify(text: string): void {
    this.status.textContent = text;
    this.root.classList.toggle("has-status", text !== "");
  }

  /** Puts another canvas in the place of one whose module has failed. */
  renew(): void {
    const old = this.canvas;
    this.canvas = this.newCanvas();
    this.canvas.setAttribute("aria-label", old.getAttribute("aria-label") ?? "Picture");
    old.replaceWith(this.canvas);
    this.performance.painter = "";
    this.state = undefined;
  }

  close(): void {
    this.root.replaceChildren();
  }

  private newCanvas(): HTMLCanvasElement {
    return element("canvas", { tabIndex: 0, role: "img", aria: { label: "Picture" } });
  }

  private button({ icon: path, label, keys, act }: Action): HTMLButtonElement {
    const button = element("button", { type: "button" }, icon(ICONS[path]));
    name(button, label, keys[0] === " " ? "Space" : (keys[0] ?? "").toUpperCase());
    button.addEventListener("click", act);
    keys.forEach((key) => this.keys.set(key, () => button.disabled || act()));
    return button;
  }

  private panelButton(panel: PanelName): HTMLButtonElement {
    const { title, meaning, key } = TITLES[panel];
    const button = element(
      "button",
      { type: "button", title: `${meaning} (${key.toUpperCase()})`, aria: { expanded: "false", label: title } },
      icon(ICONS[panel]),
      element("span", {}, title),
    );
    const choose = (): void => {
      this.chosen.add(panel);
      this.toggle(panel);
    };
    button.addEventListener("click", choose);
    for (const name of [key, key.toUpperCase()]) this.keys.set(name, choose);
    this.panels.set(panel, { button, node: element("section", { hidden: true, aria: { label: title } }) });
    return button;
  }

  private panel(panel: PanelName, content: Node[]): HTMLElement {
    const node = this.panels.get(panel)?.node ?? element("section");
    const head = element("header", {}, element("h2", {}, TITLES[panel].title));
    if (panel === "console") {
      const clear = element("button", { type: "button", textContent: "Clear", onclick: () => this.output.replaceChildren() });
      const copy = element("button", { type: "button", textContent: "Copy", onclick: () => void this.copy(this.output.textContent ?? "") });
      head.append(copy, clear);
    }
    node.append(head, ...content);
    return node;
  }

  private toggle(panel: PanelName, opens?: boolean): void {
    const { node, button } = this.panels.get(panel) ?? {};
    if (!node || !button) return;
    node.hidden = !(opens ?? node.hidden);
    button.setAttribute("aria-expanded", String(!node.hidden));
    button.classList.remove("has-news");
    if (panel === "pixel") this.listener.obey({ command: "inspect", on: !node.hidden });
  }

  private togglePause(): void {
    if (!this.state) return;
    const { paused, waits_to_play } = this.state;
    this.listener.obey(waits_to_play ? { command: "play" } : { command: "pause", paused: !paused });
  }

  private bindKeys(): void {
    const commands: Record<string, Command> = {
      ".": { command: "step" },
      f: { command: "fit-view" },
      w: { command: "write-points" },
      Backspace: { command: "reset-points" },
      a: { command: "next-applet" },
      e: { command: "reveal" },
      "+": { command: "zoom", factor: 1.25 },
      "=": { command: "zoom", factor: 1.25 },
      "-": { command: "zoom", factor: 0.8 },
      ArrowLeft: { command: "pan", parts: [0.1, 0] },
      ArrowRight: { command: "pan", parts: [-0.1, 0] },
      ArrowUp: { command: "pan", parts: [0, 0.1] },
      ArrowDown: { command: "pan", parts: [0, -0.1] },
    };
    for (const [key, command] of Object.entries(commands)) this.keys.set(key, () => this.listener.obey(command));
    this.keys.set("d", () => {
      const next = PRECISIONS[(PRECISIONS.indexOf(this.state?.precision ?? "auto") + 1) % PRECISIONS.length];
      if (next) this.listener.obey({ command: "precision", precision: next });
    });
    this.keys.set("Escape", () => PANELS.forEach((panel) => this.toggle(panel, false)));
  }

  /** Over the canvas, keys are commands, unless scripts listen to them: then the module has prevented the default. */
  private keyDown(event: KeyboardEvent): void {
    const isChord = event.ctrlKey || event.altKey || event.metaKey;
    if (event.target !== this.canvas || event.defaultPrevented || isChord) return;
    const act = this.keys.get(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  }

  private showProblem(problem: { message: string; range?: { start: number; end: number } } | undefined): void {
    const { range } = problem ?? {};
    this.notice.hidden = problem === undefined;
    this.notice.textContent = problem ? `${range ? `Line ${this.text.line(range.start)}: ` : ""}${problem.message}` : "";
    this.notice.disabled = range === undefined || this.isForViewers;
    this.notice.title = this.notice.disabled ? "" : "Show it in the editor";
    this.reveals = range && (() => this.listener.post({ message: "reveal", version: this.version, range }));
  }

  private async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      this.notify("The browser does not allow copying here.");
    }
  }

  private async saveImage(): Promise<void> {
    const image = await png(this.canvas);
    if (image) this.listener.save(`${this.name}.png`, image);
    else this.notify("The browser gives no picture of the canvas.");
  }

  private toggleRecording(): void {
    try {
      this.recorder.toggle(this.canvas);
    } catch (error) {
      this.notify(`The browser does not record: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private showRecording(isOn: boolean): void {
    this.record.setAttribute("aria-pressed", String(isOn));
    name(this.record, isOn ? "Stop recording" : "Record", "M");
  }
}

/** Gives a button its name, and its key in the tooltip. */
function name(button: HTMLButtonElement, label: string, key: string): void {
  button.setAttribute("aria-label", label);
  button.title = `${label} (${key})`;
}
