/** Pages with scripts of CindyScript, coloured before the language server has read them. */

import { html } from "@codemirror/lang-html";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

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

/** The colours of style.css, which has them for light and dark. */
const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.meta], color: "var(--comment)" },
  { tag: [tags.string, tags.attributeValue], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.atom, tags.unit], color: "var(--number)" },
  { tag: tags.function(tags.variableName), color: "var(--function)" },
  { tag: [tags.variableName, tags.propertyName, tags.attributeName], color: "var(--variable)" },
  { tag: [tags.tagName, tags.keyword], color: "var(--keyword)" },
]);

/** A page. */
export function page(): Extension {
  const isScript = ({ type }: Record<string, string>): boolean => /cindyscript/.test(type ?? "");
  return [html({ nestedLanguages: [{ tag: "script", attrs: isScript, parser: script.parser }] }), syntaxHighlighting(colours)];
}
