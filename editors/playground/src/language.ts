/** Pages with scripts of CindyScript, coloured before the language server has read them. */

import { html } from "@codemirror/lang-html";
import { StreamLanguage } from "@codemirror/language";
import type { Extension } from "@codemirror/state";

const script = StreamLanguage.define<{ inComment: boolean }>({
  name: "cindyscript",
  startState: () => ({ inComment: false }),
  token(stream, state) {
    if (state.inComment || stream.match("/*")) {
      state.inComment = !stream.match(/^.*?\*\//);
      if (state.inComment) stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^\/\/.*/)) return "comment";
    if (stream.match(/^"[^"]*("|$)/)) return "string";
    if (stream.match(/^\d+(\.\d+)?([eE][+-]?\d+)?/)) return "number";
    if (stream.match(/^[\p{L}'][\p{L}\d']*/u)) return stream.match(/^\s*\(/, false) ? "variableName.function" : "variableName";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
});

/** A page. */
export function page(): Extension {
  const isScript = ({ type }: Record<string, string>): boolean => /cindyscript/.test(type ?? "");
  return html({ nestedLanguages: [{ tag: "script", attrs: isScript, parser: script.parser }] });
}
