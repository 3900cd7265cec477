import * as vscode from "vscode";

/** The language of documents that hold CindyScript and nothing else. */
export const SCRIPTS = ["cindyscript"];

/** The languages that the server can be told about; of HTML pages it is told of those with scripts. */
export const LANGUAGES = [...SCRIPTS, "html"];

/** Documents in these languages whose addresses have one of these schemes; without schemes, all. */
export function documents(languages: readonly string[], schemes?: readonly string[]): { scheme?: string; language: string }[] {
  return languages.flatMap((language) => schemes?.map((scheme) => ({ scheme, language })) ?? [{ language }]);
}

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

/** Whether a place of an HTML page is in a script of CindyScript that is an element. */
export function isInScript(document: vscode.TextDocument, position: vscode.Position): boolean {
  const before = document.getText(new vscode.Range(new vscode.Position(0, 0), position));
  const tag = before.slice(before.toLowerCase().lastIndexOf("<script"));
  return /^<script\b[^>]*\btext\/x-cindyscript\b[^>]*>/i.test(tag) && !/<\/script/i.test(tag);
}
