import type { FromPage, TabEvent, ToPage } from "../src/messages";
import { copy } from "./copy";
import { listenToDrops } from "./drop";
import { listen } from "./input";
import { Screen } from "./screen";

/** Shows the pictures of a preview that runs elsewhere, and tells it what the user does. */
export function stream(canvas: HTMLCanvasElement, post: (message: FromPage) => void, show: (reason: string) => void): (message: ToPage) => void {
  const tell = (event: TabEvent): void => post({ kind: "event", event });
  const tellWatched = (): void => tell({ kind: "watched", watched: document.visibilityState === "visible" });
  const lessMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
  const isLight = (): boolean => ["vscode-light", "vscode-high-contrast-light"].some((name) => document.body.classList.contains(name));
  const tellLook = (): void => tell({ kind: "look", light: isLight(), motion: !lessMotion.matches });

  const screen = new Screen(canvas, {
    resized: (size, scale) => tell({ kind: "resized", size, scale }),
    taken: (number) => tell({ kind: "taken", number }),
    // The next picture is a whole one.
    lost: tellWatched,
    failed: show,
  });
  listen(canvas, screen, tell);
  listenToDrops(canvas, screen, tell, post);
  document.addEventListener("visibilitychange", tellWatched);
  lessMotion.addEventListener("change", tellLook);
  // The editor's colours are a class of the page.
  new MutationObserver(tellLook).observe(document.body, { attributeFilter: ["class"] });

  return (message) => {
    switch (message.kind) {
      case "begun":
        screen.tellSize();
        tellLook();
        return tellWatched();
      case "cursor":
        canvas.style.cursor = message.form;
        return;
      case "copy":
        return void copy(message.png).then(tell);
      case "picture":
        return screen.draw(message);
    }
  };
}
