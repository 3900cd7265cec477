import { InlayHintRequest, type Middleware } from "vscode-languageclient";
import type { LanguageClient } from "vscode-languageclient";

/** VS Code has taken an answer that it was given so long ago. */
const TAKEN_MS = 1000;

/**
 * Has VS Code ask for inlay hints once more where they have changed while it waited for them. It hears of changes only
 * from when it has taken an answer until it asks again: the values of a preview that come or go meanwhile would be seen
 * late or stay.
 */
export function askAgain(client: () => LanguageClient): Required<Pick<Middleware, "provideInlayHints">> {
  let isOurs = false;
  return {
    provideInlayHints: async (document, range, token, next) => {
      // A server that is started again has another provider.
      const changes = client().getFeature(InlayHintRequest.method).getProvider(document)?.onDidChangeInlayHints;
      let hasChanged = false;
      const listener = changes?.event(() => {
        // What we fire tells of a change before it: who is asked by now answers with that.
        hasChanged ||= !isOurs;
      });
      try {
        return await next(document, range, token);
      } finally {
        // Who no longer waits for this answer has asked again.
        const isWanted = !token.isCancellationRequested;
        setTimeout(() => {
          listener?.dispose();
          if (hasChanged && isWanted) {
            isOurs = true;
            changes?.fire();
            isOurs = false;
          }
        }, TAKEN_MS);
      }
    },
  };
}
