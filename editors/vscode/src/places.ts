import * as vscode from "vscode";
import type { Location, Position } from "vscode-languageclient";

import type { Server } from "./client";
import { RENAME, SHOW_REFERENCES } from "./names";

/** VS Code's own commands about places want its own types, not those of the protocol. */
export function registerPlaces(server: Server): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand(RENAME, async (uri: string, position: Position) => {
      const convert = (await server.client())?.protocol2CodeConverter;
      if (convert !== undefined) {
        await vscode.commands.executeCommand("editor.action.rename", [convert.asUri(uri), convert.asPosition(position)]);
      }
    }),
    vscode.commands.registerCommand(SHOW_REFERENCES, async (uri: string, position: Position, places: Location[]) => {
      const convert = (await server.client())?.protocol2CodeConverter;
      if (convert !== undefined) {
        const locations = places.map((place) => convert.asLocation(place));
        const at = convert.asPosition(position);
        await vscode.commands.executeCommand("editor.action.showReferences", convert.asUri(uri), at, locations);
      }
    }),
  );
}
