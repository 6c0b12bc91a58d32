// Caches the files of the page, so that it works offline after the first visit. The build fills in the list of files and a version.
// Each version has its own cache; the old cache is removed when the new one is complete.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = "tilefall-{{version}}";
/** The files to cache beside the page itself, which is cached under the address of its folder. */
const FILES = ["{{files}}"].filter((file) => file !== "index.html");

worker.addEventListener("install", (event) => {
  const all = async () => {
    const cache = await caches.open(CACHE);
    // A new version bypasses the HTTP cache, which may still have files of the old version.
    const mode = worker.registration.active ? "reload" : "default";
    await cache.addAll(["./", ...FILES].map((file) => new Request(file, { cache: mode })));
    await worker.skipWaiting();
  };
  event.waitUntil(all());
});

worker.addEventListener("activate", (event) => {
  const only = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("tilefall-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(only());
});

// The page sends the address of the texts in its language, which are then cached, too.
worker.addEventListener("message", (event) => {
  const { href, origin } = new URL(event.data, location.href);
  const keep = async () => {
    const cache = await caches.open(CACHE);
    if (origin === location.origin && !(await cache.match(href))) await cache.add(href);
  };
  event.waitUntil(keep());
});

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const address = url.pathname.endsWith("/index.html") ? "./" : event.request;
  const kept = async () => (await caches.match(address, { ignoreSearch: true })) ?? fetch(event.request);
  event.respondWith(kept());
});
