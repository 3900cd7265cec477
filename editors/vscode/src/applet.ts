import * as vscode from "vscode";

/** The documents that hold CindyScript and nothing else. */
export const SCRIPTS = [
  { scheme: "file", language: "cindyscript" },
  { scheme: "untitled", language: "cindyscript" },
];

/** The documents that the server can be told about; of HTML pages it is told of those with scripts. */
export const DOCUMENT_SELECTOR = [
  ...SCRIPTS,
  { scheme: "file", language: "html" },
  { scheme: "untitled", language: "html" },
];

/** What a page with CindyScript has: an element with a script, or the call whose strings hold some. */
const IN_PAGES = /\btext\/x-cindyscript\b|\b(?:CindyJS|createCindy)\s*\(/i;

/** Whether a document holds CindyScript: a script of its own, or an HTML page with one in it. */
export function isApplet(document: vscode.TextDocument): boolean {
  switch (document.languageId) {
    case "cindyscript":
      return true;
    case "html":
      return IN_PAGES.test(document.getText());
    default:
      return false;
  }
}
