import * as vscode from "vscode";

export const SECTION = "cindyscript";

/** The part of the settings that the server reads, in the shape that it reads. */
export interface ServerSettings {
  readonly cindyscript: {
    readonly inlayHints: {
      readonly variables: boolean;
      readonly colorplots: boolean;
      readonly parameters: boolean;
      readonly values: boolean;
    };
    readonly portability: boolean;
    readonly recompilation: boolean;
    readonly preview: { readonly path?: string; readonly camera?: string };
  };
}

export function serverSettings(): ServerSettings {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const previewPath = settings.get("preview.path", "");
  const camera = settings.get("preview.camera", "");
  return {
    cindyscript: {
      inlayHints: {
        variables: settings.get("inlayHints.variables", true),
        colorplots: settings.get("inlayHints.colorplots", true),
        parameters: settings.get("inlayHints.parameters", true),
        values: settings.get("inlayHints.values", false),
      },
      portability: settings.get("portability", true),
      recompilation: settings.get("recompilation", false),
      preview: {
        ...(previewPath === "" ? {} : { path: previewPath }),
        ...(camera === "" ? {} : { camera }),
      },
    },
  };
}

export function serverPathSetting(): string {
  return vscode.workspace.getConfiguration(SECTION).get("server.path", "").trim();
}
