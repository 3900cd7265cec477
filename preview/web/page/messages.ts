/** The messages of `preview/protocol/src/message.rs` and `panel.rs`, as far as a page reads or sends them. */

/** Bytes of the text, in UTF-8. */
export interface ByteRange {
  start: number;
  end: number;
}

/** From the server to a preview. */
export type ToPreview =
  | { message: "open"; path: string; text: string; version: number }
  | { message: "shutdown" }
  | { message: "focus" | "draw-selection" | "selection" | "tab" };

export interface Problem {
  message: string;
  range?: ByteRange;
  severity: "error" | "warning";
}

export interface PlotTime {
  range: ByteRange;
  painter: "gpu" | "software" | { cpu: { why?: string } };
  ms?: number;
}

export interface LossyPlot {
  range: ByteRange;
  computed: "single" | "double" | "orbit";
  lacking?: string;
}

/** From a preview to the server. */
export type FromPreview =
  | { message: "hello"; adapter: string | null }
  | { message: "receipt"; version: number; stages: Record<string, number> }
  | { message: "problems"; version: number; problems: Problem[] }
  | { message: "output"; text: string }
  | { message: "status"; frames_per_second: number; frame_ms: number }
  | { message: "plots"; version: number; plots: PlotTime[] }
  | { message: "precision"; version: number; plots: LossyPlot[] }
  | { message: "reveal"; version: number; range: ByteRange }
  | { message: "edit"; version: number; replacements: { range: ByteRange; old: string; new: string }[] }
  | { message: "values" | "pixel" | "closed" };

export type Precision = "auto" | "single" | "double";

export type Slider = { name: string } & (
  | { kind: "number"; value: number; from: number; to: number; step?: number; logarithmic: boolean }
  | { kind: "colour"; rgba: [number, number, number, number]; has_opacity: boolean }
  | { kind: "switch"; on: boolean }
);

/** `ShownControl`. */
export type ShownControl = { label: string; value: string; checked: boolean } & (
  | { kind: "button" | "checkbox" | "radio" | "number" | "text" | "area" | "colour" }
  | { kind: "range"; min: number; max: number; step?: number }
  | { kind: "select"; options: { label: string; value: string }[] }
);

/** `ControlInput`. */
export type ControlInput =
  | { input: "press" | "done" | "enter" }
  | { input: "check"; checked: boolean }
  | { input: "set"; value: string };

export interface PixelValue {
  range: ByteRange;
  type: string;
  value: string;
}

/** `PanelState`. */
export interface State {
  playing: boolean;
  paused: boolean;
  waits_to_play: boolean;
  moved: boolean;
  dragged: boolean;
  takes_keys: boolean;
  precision: Precision;
  sliders: Slider[];
  controls: ShownControl[];
  pixel?: { place: [number, number]; values: PixelValue[] };
  applet: [number, number];
}

/** `PanelCommand`. */
export type Command =
  | { command: "play" | "step" | "restart" | "reset-view" | "fit-view" | "reset-points" | "write-points" }
  | { command: "let-go" | "reveal" | "next-applet" }
  | { command: "pause"; paused: boolean }
  | { command: "zoom"; factor: number }
  | { command: "pan"; parts: [number, number] }
  | { command: "precision"; precision: Precision }
  | { command: "set"; index: number; value: boolean | number | number[] }
  | ({ command: "operate"; index: number } & ControlInput)
  | { command: "inspect"; on: boolean };
