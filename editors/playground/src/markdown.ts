/** HTML made of the server's Markdown, which has comments of applets in it: only what Markdown itself means is left. */

const TAGS = new Set([
  "A", "BLOCKQUOTE", "BR", "CODE", "DEL", "EM", "H1", "H2", "H3", "H4", "H5", "H6", "HR", "IMG", "LI", "OL", "P", "PRE", "STRONG",
  "TABLE", "TBODY", "TD", "TH", "THEAD", "TR", "UL",
]);

const ATTRIBUTES: Record<string, RegExp> = {
  class: /^language-\w+$/,
  href: /^(https?:|#)/,
  src: /^data:image\//,
  alt: /^/,
};

export function withoutMarkup(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const node of body.querySelectorAll("*")) {
    for (const { name, value } of Array.from(node.attributes)) {
      if (!ATTRIBUTES[name]?.test(value)) node.removeAttribute(name);
    }
    if (!TAGS.has(node.tagName) || (node.tagName === "IMG" && !node.hasAttribute("src"))) node.remove();
  }
  return body.innerHTML;
}
