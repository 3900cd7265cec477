import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient";

import { isApplet } from "./applet";

/** What asks the server about a document, which is always the first argument; the last one asks. */
const ABOUT_DOCUMENTS = [
  "prepareCallHierarchy",
  "prepareRename",
  "provideCodeActions",
  "provideCodeLenses",
  "provideColorPresentations",
  "provideCompletionItem",
  "provideDeclaration",
  "provideDefinition",
  "provideDiagnostics",
  "provideDocumentColors",
  "provideDocumentFormattingEdits",
  "provideDocumentHighlights",
  "provideDocumentLinks",
  "provideDocumentRangeFormattingEdits",
  "provideDocumentSemanticTokens",
  "provideDocumentSemanticTokensEdits",
  "provideDocumentRangeSemanticTokens",
  "provideDocumentSymbols",
  "provideFoldingRanges",
  "provideHover",
  "provideImplementation",
  "provideInlayHints",
  "provideLinkedEditingRange",
  "provideOnTypeFormattingEdits",
  "provideReferences",
  "provideRenameEdits",
  "provideSelectionRanges",
  "provideSignatureHelp",
  "provideTypeDefinition",
] as const satisfies readonly (keyof Middleware)[];

type Ask = (...given: unknown[]) => unknown;

/**
 * Lets the server hear of applets alone: a page without a script costs nothing while others are open. Once a page has
 * one, the server hears of it until it is closed. `also` is what else is to happen on the way.
 */
export function appletsOnly(also: Middleware): Middleware {
  const known = new Set<vscode.TextDocument>();
  // Diagnostics are asked for by the address, too, of what no editor has open.
  const is = (document: vscode.TextDocument | vscode.Uri): boolean => !("uri" in document) || known.has(document);
  let open: ((document: vscode.TextDocument) => Promise<void>) | undefined;
  const asked = ABOUT_DOCUMENTS.map((name): [string, Ask] => {
    const own = also[name] as Ask | undefined;
    return [name, (...given) => {
      const [document] = given as [vscode.TextDocument | vscode.Uri];
      if (!is(document)) {
        return undefined;
      }
      return own === undefined ? (given.at(-1) as Ask)(...given.slice(0, -1)) : own(...given);
    }];
  });
  return {
    ...also,
    ...Object.fromEntries(asked),
    didOpen: async (document, next) => {
      open = next;
      if (isApplet(document)) {
        known.add(document);
        await next(document);
      }
    },
    didChange: async (event, next) => {
      const { document } = event;
      if (is(document)) {
        await next(event);
      } else if (isApplet(document)) {
        // It has become one; the client keeps the text that it opens with.
        known.add(document);
        await open?.(document);
      }
    },
    didClose: async (document, next) => {
      if (known.delete(document)) {
        await next(document);
      }
    },
  };
}
