// Keeps the files of the page, so that it works without a network after the first visit. The build fills in which files
// there are; other files are another version, and the old one is thrown away when the new one is whole.

const CACHE = "tilefall-{{version}}";
const FILES = ["{{files}}"];

self.addEventListener("install", (event) => {
  const all = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(["./", ...FILES]);
    await self.skipWaiting();
  };
  event.waitUntil(all());
});

self.addEventListener("activate", (event) => {
  const only = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("tilefall-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(only());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const kept = async () => (await caches.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  event.respondWith(kept());
});
