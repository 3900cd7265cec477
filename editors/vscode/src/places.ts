import * as vscode from "vscode";
import type { Location, Position } from "vscode-languageclient";

import { Server } from "./client";

const RENAME = "cindyscript.rename";
const SHOW_REFERENCES = "cindyscript.showReferences";

/** The commands that the server may put into code actions and code lenses, because they are registered here. */
export const SERVER_COMMANDS: readonly string[] = [RENAME, SHOW_REFERENCES];

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
