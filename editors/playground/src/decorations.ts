/** Colours of names and inlay hints of types, as the language server knows them. */

import { RangeSet, StateEffect, StateField, type Range } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, WidgetType, type DecorationSet, type ViewUpdate } from "@codemirror/view";
import { LSPPlugin, type LSPClientExtension } from "@codemirror/lsp-client";
import type * as lsp from "vscode-languageserver-protocol";

class Hint extends WidgetType {
  constructor(private readonly text: string, private readonly title: string) {
    super();
  }

  override eq(other: Hint): boolean {
    return other.text === this.text && other.title === this.title;
  }

  toDOM(): HTMLElement {
    const hint = document.createElement("span");
    hint.className = "cm-type-hint";
    hint.textContent = this.text;
    hint.title = this.title;
    return hint;
  }
}

const arrived = StateEffect.define<DecorationSet>();

/** They move with the text until newer ones arrive. */
const shown = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    const newer = transaction.effects.find((effect) => effect.is(arrived));
    return newer ? (newer.value as DecorationSet) : decorations.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The types of tokens that are asked for; each is a class of CSS. */
const TYPES = ["function", "variable", "parameter", "property", "keyword", "string", "number", "operator", "comment", "macro"];

/** Asks after each pause in typing. */
const asks = ViewPlugin.fromClass(class {
  private timer = 0;
  private asked = 0;

  constructor(private readonly view: EditorView) {
    this.later(0);
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) this.later(100);
  }

  destroy(): void {
    clearTimeout(this.timer);
  }

  private later(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask().catch(() => this.later(500)), milliseconds);
  }

  private async ask(): Promise<void> {
    const plugin = LSPPlugin.get(this.view);
    if (!plugin) return;
    const { client, uri } = plugin;
    await client.initializing;
    client.sync();
    const asked = ++this.asked;
    const document = this.view.state.doc;
    const range = { start: { line: 0, character: 0 }, end: plugin.toPosition(document.length) };
    const textDocument = { uri };
    const [tokens, hints] = await Promise.all([
      client.request<lsp.SemanticTokensParams, lsp.SemanticTokens | null>("textDocument/semanticTokens/full", { textDocument }),
      client.request<lsp.InlayHintParams, lsp.InlayHint[] | null>("textDocument/inlayHint", { textDocument, range }),
    ]);
    // An edit has come in between: that one asks again.
    if (asked !== this.asked || this.view.state.doc !== document) return;
    const legend = client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes ?? [];
    const decorations = [
      ...coloured(tokens?.data ?? [], legend, (position) => plugin.fromPosition(position)),
      ...(hints ?? []).map((hint) => hinted(hint, plugin.fromPosition(hint.position))),
    ];
    this.view.dispatch({ effects: arrived.of(RangeSet.of(decorations, true)) });
  }
});

/** Five numbers a token: lines and characters since the one before, length, type, modifiers. */
function coloured(data: number[], legend: string[], offset: (position: lsp.Position) => number): Range<Decoration>[] {
  const marks: Range<Decoration>[] = [];
  let [line, character] = [0, 0];
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [lines, characters, length, type] = data.slice(at, at + 4) as [number, number, number, number];
    character = lines > 0 ? characters : character + characters;
    line += lines;
    const from = offset({ line, character });
    const name = legend[type];
    if (length > 0 && name) marks.push(Decoration.mark({ class: `cm-token-${name}` }).range(from, from + length));
  }
  return marks;
}

function hinted(hint: lsp.InlayHint, at: number): Range<Decoration> {
  const text = typeof hint.label === "string" ? hint.label : hint.label.map((part) => part.value).join("");
  const title = typeof hint.tooltip === "string" ? hint.tooltip : (hint.tooltip?.value ?? "");
  const padded = `${hint.paddingLeft ? " " : ""}${text}${hint.paddingRight ? " " : ""}`;
  return Decoration.widget({ widget: new Hint(padded, title), side: 1 }).range(at);
}

/** Colours and hints. */
export function decorations(): LSPClientExtension {
  return {
    clientCapabilities: {
      textDocument: {
        inlayHint: {},
        semanticTokens: { requests: { full: true }, tokenTypes: TYPES, tokenModifiers: [], formats: ["relative"] },
      },
    },
    editorExtension: [shown, asks],
  };
}
