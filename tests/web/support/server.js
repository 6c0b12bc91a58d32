// A server of static files, compressed by gzip, that counts the bytes and requests it serves.

import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "./paths.js";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

const packed = new Map();

async function pack(path) {
  if (!packed.has(path)) packed.set(path, gzipSync(await readFile(path)));
  return packed.get(path);
}

/** The modules of the page as they are written, by path, for [`serve`]. */
export function sources() {
  const folder = join(ROOT, "web/page");
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".js") && name !== "sw.js");
  return Object.fromEntries(names.map((name) => [`/${name}`, readFileSync(join(folder, name))]));
}

/** Serves a folder, and `pages` by path. Resolves to the address, the bytes sent, the requests, and a function to close it. */
export function serve(folder, pages = {}) {
  const served = { url: "", bytes: 0, requests: 0 };
  const server = createServer(async (request, answer) => {
    const path = new URL(request.url, "http://any").pathname;
    const name = path.endsWith("/") ? `${path}index.html` : path;
    served.requests += 1;
    try {
      const body = pages[name] ? gzipSync(pages[name]) : await pack(join(folder, normalize(name)));
      served.bytes += body.length;
      answer.writeHead(200, {
        "content-type": TYPES[extname(name)] ?? "text/plain",
        "content-encoding": "gzip",
        "cache-control": "max-age=600",
        "access-control-allow-origin": "*",
      });
      answer.end(body);
    } catch {
      answer.writeHead(404).end();
    }
  });
  served.close = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      served.url = `http://127.0.0.1:${server.address().port}/`;
      done(served);
    });
  });
}
