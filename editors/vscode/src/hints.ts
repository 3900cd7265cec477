import { InlayHintRequest, type Middleware } from "vscode-languageclient";
import type { LanguageClient } from "vscode-languageclient/node";

/** VS Code has taken an answer that it was given so long ago. */
const TAKEN_MS = 1000;

/**
 * Has VS Code ask for inlay hints once more after the first ones. Only once it has some does it hear that they have
 * changed: the values of a preview that come while it waits for the first would not be seen.
 */
export function askAgain(client: () => LanguageClient): Required<Pick<Middleware, "provideInlayHints">> {
  const asked = new WeakSet<object>();
  return {
    provideInlayHints: async (document, range, token, next) => {
      const hints = await next(document, range, token);
      // A server that is started again has another provider.
      const provider = client().getFeature(InlayHintRequest.method).getProvider(document);
      if (provider !== undefined && !asked.has(provider)) {
        asked.add(provider);
        setTimeout(() => provider.onDidChangeInlayHints.fire(), TAKEN_MS);
      }
      return hints;
    },
  };
}
