import type { TabEvent, TabKey } from "../src/messages";
import type { Screen } from "./screen";

/** So many CSS pixels that the wheel would scroll by are a line of it. */
const PIXELS_A_LINE = 100;
/** And so many while it magnifies: fingers on a touchpad zoom by e in 100, a line of the wheel by 1.15. */
const PINCHED_PIXELS_A_LINE = 100 * Math.log(1.15);
/** A wheel that is turned with Control held looks like fingers, but turns further at a time. */
const MOST_PINCHED = 10;

/** Tells what the user does with the picture. */
export function listen(canvas: HTMLCanvasElement, screen: Screen, tell: (event: TabEvent) => void): void {
  listenToPointer(canvas, screen, tell);
  listenToTouch(canvas, screen, tell);
  listenToWheel(canvas, tell);
  listenToKeys(canvas, tell);
}

function listenToPointer(canvas: HTMLCanvasElement, screen: Screen, tell: (event: TabEvent) => void): void {
  let isPressed = false;
  const on = (name: "pointerdown" | "pointermove" | "pointerleave", run: (event: PointerEvent) => void): void =>
    canvas.addEventListener(name, (event) => event.pointerType !== "touch" && run(event));
  const move = (event: PointerEvent): void => tell({ kind: "pointer-moved", at: screen.place(event) });

  on("pointermove", move);
  on("pointerleave", () => tell({ kind: "pointer-left" }));
  on("pointerdown", (event) => {
    canvas.focus();
    canvas.setPointerCapture(event.pointerId);
    isPressed = true;
    move(event);
    tell({ kind: "pointer-pressed", pans: event.button !== 0, control: event.ctrlKey || event.metaKey });
  });
  // It ends when the button goes up, and when something takes the pointer away.
  canvas.addEventListener("lostpointercapture", () => {
    if (isPressed) {
      isPressed = false;
      tell({ kind: "pointer-released" });
    }
  });
  // The middle button would scroll, the right one open a menu.
  canvas.addEventListener("mousedown", (event) => event.button !== 0 && event.preventDefault());
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
}

function listenToTouch(canvas: HTMLCanvasElement, screen: Screen, tell: (event: TabEvent) => void): void {
  const phases = { pointerdown: "down", pointermove: "moved", pointerup: "up", pointercancel: "up" } as const;
  for (const [name, phase] of Object.entries(phases)) {
    canvas.addEventListener(name as keyof typeof phases, (event) => {
      if (event.pointerType === "touch") {
        tell({ kind: "touch", finger: event.pointerId, phase, at: screen.place(event) });
      }
    });
  }
}

function listenToWheel(canvas: HTMLCanvasElement, tell: (event: TabEvent) => void): void {
  const lines = ({ deltaY, deltaMode, ctrlKey }: WheelEvent): number => {
    if (ctrlKey) {
      return Math.max(-MOST_PINCHED, Math.min(MOST_PINCHED, deltaY)) / PINCHED_PIXELS_A_LINE;
    }
    return deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY / PIXELS_A_LINE : Math.sign(deltaY);
  };
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      tell({ kind: "wheel", lines: -lines(event) });
    },
    { passive: false },
  );
}

/** Keys that only change what others mean. */
const MODIFIERS = ["Shift", "Control", "Alt", "Meta"];
/** Keys that the preview hears, and VS Code as well. */
const SHARED = [...MODIFIERS, "Escape"];

function listenToKeys(canvas: HTMLCanvasElement, tell: (event: TabEvent) => void): void {
  /** What is held, by the place on the keyboard. */
  const held = new Map<string, TabKey>();
  /** A chord of VS Code's has begun, whose second key is VS Code's as well. */
  let isChordOpen = false;

  canvas.addEventListener("keydown", (event) => {
    if (isChordOpen && !MODIFIERS.includes(event.key)) {
      isChordOpen = false;
      return;
    }
    if (!isForPreview(event)) {
      isChordOpen = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      return;
    }
    const key = described(event);
    held.set(event.code, key);
    tell({ kind: "key-pressed", ...key });
    if (!SHARED.includes(event.key)) {
      // Neither does the page scroll, nor has VS Code a command for it.
      event.preventDefault();
      event.stopPropagation();
    }
  });
  canvas.addEventListener("keyup", (event) => {
    if (held.delete(event.code)) {
      tell({ kind: "key-released", ...described(event) });
    }
  });
  // What goes up elsewhere is not heard of.
  canvas.addEventListener("blur", () => {
    isChordOpen = false;
    held.forEach((key) => tell({ kind: "key-released", ...key }));
    held.clear();
  });
  // The tab has become the active one.
  window.addEventListener("focus", () => document.activeElement === document.body && canvas.focus());
}

/** Chords and function keys are VS Code's, and the tabulator leads from one thing to the next. */
function isForPreview(event: KeyboardEvent): boolean {
  if (event.isComposing || ["Dead", "Process", "Unidentified", "Tab"].includes(event.key) || /^F\d+$/.test(event.key)) {
    return false;
  }
  const isChord = event.ctrlKey || event.altKey || event.metaKey;
  return !isChord || MODIFIERS.includes(event.key) || event.getModifierState("AltGraph");
}

function described(event: KeyboardEvent): TabKey {
  const control = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
  return { name: event.key, code: event.keyCode, shift: event.shiftKey, control };
}
