/** The service worker: it keeps the files of a build, so that the page works without network. */

export {};
declare const self: ServiceWorkerGlobalScope;

/** The files of this build, and a name that another build does not have. `build.mjs` writes both. */
declare const FILES: string[];
declare const BUILD: string;

/** Without memory for all files, this worker is not installed, and the page loads from the network. */
self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("message", ({ data }) => data === "replace" && void self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});

async function keep(): Promise<void> {
  const cache = await caches.open(BUILD);
  // The browser may have older ones.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

async function forgetOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name !== BUILD);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function answer(request: Request): Promise<Response> {
  if (request.mode === "navigate" && (await isReplaced())) return new Response("", { headers: { refresh: "0" } });
  // A module that starts again has another address.
  const kept = await caches.match(request, { cacheName: BUILD, ignoreSearch: true }).catch(() => undefined);
  return kept ?? fetch(request);
}

/** Gives way to a newer build. All pages have the files of one build, so it waits for the last of several. */
async function isReplaced(): Promise<boolean> {
  const { waiting } = self.registration;
  if (!waiting || (await self.clients.matchAll()).length > 1) return false;
  waiting.postMessage("replace");
  return true;
}
