// Tries the package of npm where it is installed: node tests/web/npm.mjs FOLDER, which has node_modules/tilefall. The examples
// of its README run in Node.js and in Chromium, and print what is shown; its types pass strict checks; the page solves a puzzle.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { launch } from "./support/launch.js";
import { ROOT } from "./support/paths.js";
import { serve } from "./support/server.js";

const folder = resolve(process.argv[2]);
const readme = readFileSync(join(folder, "node_modules/tilefall/README.md"), "utf8");
const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));
const node = (...words) => execFileSync(process.execPath, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** The examples with the texts that they print. */
const examples = blocks.flatMap(({ language, text }, at) => (language === "js" ? [{ code: text, shown: blocks[at + 1].text }] : []));
assert.ok(examples.length >= 3, "the README has examples");
for (const [at, { code, shown }] of examples.entries()) {
  writeFileSync(join(folder, `example${at}.mjs`), code);
  assert.equal(node(`example${at}.mjs`), shown, code);
}
assert.throws(() => node("--input-type=module", "-e", 'import { solve } from "tilefall"; solve("hello")'));

// The examples are as well typed as a program whose author wants strict types.
const typed = examples.map(({ code }, at) => {
  writeFileSync(join(folder, `example${at}.mts`), `${code}export {};\n`);
  return `example${at}.mts`;
});
writeFileSync(join(folder, "page.mts"), 'import { type Board, tilefall } from "tilefall/page";\nconst board: Board = await tilefall(document.body, { text: "1" });\nawait board.play([1, 1]);\n// @ts-expect-error: no such move\nawait board.play([1]);\n');
const options = { strict: true, noEmit: true, exactOptionalPropertyTypes: true, target: "esnext", module: "nodenext", lib: ["esnext", "dom"], types: [] };
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: [...typed, "page.mts"] }));
const compiler = join(ROOT, "tests/web/node_modules/.bin/tsc");
execFileSync(compiler, ["-p", folder], { stdio: "inherit" });

// In a browser without a bundler: each block of HTML is a page.
const pages = blocks.filter(({ language }) => language === "html").map(({ text }) => `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${text}`);
const site = await serve(folder, Object.fromEntries(pages.map((text, at) => [`/page${at}.html`, text])));
const browser = await launch("chromium");
try {
  const page = await browser.newPage();
  const errors = [];
  const printed = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => printed.push(message.text()));
  await page.goto(`${site.url}page0.html`);
  await page.waitForFunction(() => document.title === "1008", null, { timeout: 60_000 });
  const found = await page.evaluate(async () => {
    const { solveInWorker } = await import("./node_modules/tilefall/solver/index.js");
    const { score, status } = await solveInWorker("2133\n2113\n1223", { onReport: ({ kind }) => console.log(kind) });
    return `${status} ${score}`;
  });
  assert.equal(found, "optimal 1008");
  assert.deepEqual(printed, ["better"]);
  const played = page.waitForEvent("console", { predicate: (message) => message.text() === "4", timeout: 60_000 });
  await page.goto(`${site.url}page1.html`);
  await played;
  assert.deepEqual(errors, []);
} finally {
  await browser.close();
  await site.close();
}
console.log(`npm: ${examples.length} examples in Node.js, ${pages.length} pages in Chromium, strict types`);
