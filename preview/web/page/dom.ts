/** Elements of a page, without HTML in strings. */

type Properties<K extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[K], "style">> & {
  aria?: Record<string, string>;
};

/** An element with properties and content. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  { aria = {}, ...properties }: Properties<K> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  for (const [key, value] of Object.entries(aria)) made.setAttribute(`aria-${key}`, value);
  made.append(...content);
  return made;
}

/** An icon of 16 by 16, by a path that is filled. */
export function icon(path: string): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const drawn = document.createElementNS(space, "path");
  drawn.setAttribute("d", path);
  svg.append(drawn);
  return svg;
}

/** The part of a text between two of its bytes in UTF-8, and the line of its start, from 1. */
export class Bytes {
  private readonly bytes: Uint8Array;

  constructor(text: string) {
    this.bytes = new TextEncoder().encode(text);
  }

  slice({ start, end }: { start: number; end: number }): string {
    return new TextDecoder().decode(this.bytes.subarray(start, end));
  }

  /** The text with other parts in the place of some. */
  replaced(replacements: readonly { range: { start: number; end: number }; new: string }[]): string {
    let [text, at] = ["", 0];
    for (const { range, new: written } of [...replacements].sort((a, b) => a.range.start - b.range.start)) {
      text += this.slice({ start: at, end: range.start }) + written;
      at = range.end;
    }
    return text + this.slice({ start: at, end: this.bytes.length });
  }

  line(start: number): number {
    return this.bytes.subarray(0, start).reduce((lines, byte) => lines + (byte === 10 ? 1 : 0), 1);
  }
}
