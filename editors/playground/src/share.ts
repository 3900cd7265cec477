/** Links that hold a text: compressed, in the fragment, which no server sees. */

const LARGEST = 16 << 20;

async function bytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LARGEST) throw new Error(`it holds more than ${LARGEST >> 20} MiB`);
    parts.push(value);
  }
  const all = new Uint8Array(length);
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

function through(data: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return bytes(new Blob([data]).stream().pipeThrough(transform));
}

/** The fragment for a text. */
export async function fragment(text: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return `#text=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The text of a fragment; none if it holds none. Throws where it is damaged. */
export async function shared(fragment: string): Promise<string | undefined> {
  const packed = /^#text=([\w-]+)$/.exec(fragment)?.[1];
  if (packed === undefined) return undefined;
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const data = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const text = await through(data, new DecompressionStream("deflate-raw"));
  return new TextDecoder("utf-8", { fatal: true }).decode(text);
}
