// The modules of the page in Node, with the engine for Node of `target/web`.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The exports of some modules that need no document. */
export async function modules(...names) {
  const folder = mkdtempSync(join(tmpdir(), "tilefall-modules-"));
  after(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, "web/page"), folder, { recursive: true });
  const path = resolve(root, "target/web/node/engine.js");
  const lines = [
    'import { createRequire } from "node:module";',
    `const engine = createRequire(import.meta.url)(${JSON.stringify(path)});`,
    "export default async () => {};",
    `export const { ${Object.keys(createRequire(import.meta.url)(path)).join(", ")} } = engine;`,
  ];
  writeFileSync(join(folder, "engine.js"), lines.join("\n"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return Promise.all(names.map((name) => import(pathToFileURL(join(folder, name)))));
}

/** Numbers from 0 to below n, the same for one seed. */
export function random(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}
