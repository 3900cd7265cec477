import * as vscode from "vscode";

export const SECTION = "cindyscript";

/** What package.json declares, by category, and whether the user wants it. */
type Categories = Readonly<Record<string, boolean>>;

/** The part of the settings that the server reads, in the shape that it reads. */
export interface ServerSettings {
  readonly cindyscript: {
    readonly inlayHints: Categories;
    readonly codeLens: Categories;
    readonly portability: boolean;
    readonly recompilation: boolean;
    readonly preview: { readonly path?: string; readonly camera?: string; readonly precision: string };
  };
}

export function serverSettings(): ServerSettings {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const previewPath = settings.get("preview.path", "");
  const camera = settings.get("preview.camera", "");
  return {
    cindyscript: {
      inlayHints: settings.get("inlayHints", {}),
      codeLens: settings.get("codeLens", {}),
      portability: settings.get("portability", true),
      recompilation: settings.get("recompilation", false),
      preview: {
        ...(previewPath === "" ? {} : { path: previewPath }),
        ...(camera === "" ? {} : { camera }),
        precision: settings.get("preview.precision", "auto"),
      },
    },
  };
}

export function serverPathSetting(): string {
  return vscode.workspace.getConfiguration(SECTION).get("server.path", "").trim();
}

/** Where a preview shows its picture: in a window of its own, or in a tab of VS Code. */
export type Place = "window" | "tab";

/** Where the user wants previews. */
export function previewPlace(): Place {
  const place = vscode.workspace.getConfiguration(SECTION).get<Place | "auto">("preview.place", "auto");
  if (place !== "auto") {
    return place;
  }
  return hasDisplay() ? "window" : "tab";
}

/** True if a window opens before the user. One of another machine would open where nobody sees it. */
export function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const isHere = vscode.env.remoteName === undefined;
  return isHere && (process.platform !== "linux" || Boolean(DISPLAY) || Boolean(WAYLAND_DISPLAY));
}
