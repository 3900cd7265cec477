import * as vscode from "vscode";

import type { Host } from "./host";

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
    readonly preview: {
      readonly path?: string;
      readonly camera?: string;
      readonly precision: string;
      /** Where the preview is likely to be opened: the server starts one for that place in advance. */
      readonly prepare?: Place;
    };
  };
}

/** The settings for a server that is a program, or runs in a worker. */
export function serverSettings(host: Host, hasProgram: boolean): ServerSettings {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const previewPath = settings.get("preview.path", "");
  const camera = settings.get("preview.camera", "");
  const place = previewPlace(host);
  // A tab that draws the picture itself needs no program.
  const prepares = hasProgram && settings.get("preview.prepare", true) && (place === "window" || renderer(hasProgram) === "stream");
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
        ...(prepares ? { prepare: place } : {}),
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
export function previewPlace(host: Host): Place {
  const place = vscode.workspace.getConfiguration(SECTION).get<Place | "auto">("preview.place", "auto");
  if (place !== "auto") {
    return place;
  }
  return host.hasDisplay() ? "window" : "tab";
}

/** Who draws the picture in a tab: the webview itself, or the preview program, which sends it as a stream. */
export type Renderer = "webview" | "stream";

/** Whom the user wants to draw it. A program has more controls than a webview has. */
export function renderer(hasProgram: boolean): Renderer {
  const renderer = vscode.workspace.getConfiguration(SECTION).get<Renderer | "auto">("preview.renderer", "auto");
  return !hasProgram || renderer === "webview" ? "webview" : "stream";
}
