// Tests the installed npm package: node tests/web/npm.mjs FOLDER, a folder with node_modules/tilefall. The examples of its README
// print the shown texts in Node.js and in Chromium, its types pass strict checks, and its page solves a puzzle.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./support/launch.js";
import { ROOT } from "./support/paths.js";
import { serve } from "./support/server.js";

const folder = resolve(process.argv[2]);
const readme = readFileSync(join(folder, "node_modules/tilefall/README.md"), "utf8");
const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));
const node = (...words) => execFileSync(process.execPath, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** The examples of the README, each with the text that it must print. */
const examples = blocks.flatMap(({ language, text }, at) => (language === "js" ? [{ code: text, shown: blocks[at + 1].text }] : []));
assert.ok(examples.length >= 3, "the README has examples");
for (const [at, { code, shown }] of examples.entries()) {
  writeFileSync(join(folder, `example${at}.mjs`), code);
  assert.equal(node(`example${at}.mjs`), shown, code);
}
assert.throws(() => node("--input-type=module", "-e", 'import { solve } from "tilefall"; solve("hello")'));

// A wrong call throws an error that names the argument, and the engine still works afterwards.
const { analyse, generate, position, read, solve, stars } = await import(pathToFileURL(join(folder, "node_modules/tilefall/solver/index.js")));
const puzzles = { samegame: "2133\n2113\n1223", mayan: { game: "mayan", rows: ["21.", "12.", "12."], moves: 1 } };
const verbs = {
  solve: (game, { puzzle = puzzles[game], ...options }) => solve(puzzle, options),
  generate: (game, options) => generate({ game, seed: 1, ...options }),
  analyse: (game, { moves }) => analyse(puzzles[game], moves),
  read: (_, options) => read("11", options),
};
const valued = (value) => {
  if (Array.isArray(value)) return value.map(valued);
  if (typeof value !== "object") return value;
  return "number" in value ? Number(value.number) : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, valued(each)]));
};
const refused = (call, says) => assert.throws(call, (error) => !(error instanceof WebAssembly.RuntimeError) && new RegExp(says).test(error.message), String(call) + says);
const { calls } = JSON.parse(readFileSync(join(ROOT, "tests/data/wrong_calls.json"), "utf8"));
for (const { verb, game, argument, says = argument, wrong } of calls) {
  for (const value of wrong.map(valued)) refused(() => verbs[verb](game, { [argument]: value }), says);
}
for (const value of [null, "x", 7, []]) refused(() => solve("11", value), "options");
for (const value of [null, 7, { a: 1 }]) refused(() => position("11", value), "moves");
for (const value of [Number.NaN, 1.5, "3", 2 ** 53]) refused(() => stars("score", value, 3), "result");
for (const value of [10n, Symbol("x")]) refused(() => solve({ game: "samegame", rows: ["11"], origin: { value } }), "puzzle");
refused(() => solve("11", { onReport: 7 }), "onReport");
refused(() => position({ game: "samegame", rows: Array(1001).fill("1".repeat(1000)) }), "puzzle: the board has 1001000 cells");
assert.equal(position({ game: "samegame", rows: Array(1000).fill("1".repeat(1000)) }).left, 1_000_000);

// The examples pass the strict checks of TypeScript.
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
