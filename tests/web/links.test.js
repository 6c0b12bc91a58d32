// Any link gives a game or a message: links to games, mutated, are opened by the modules of the page with the engine of
// `target/web`. TILEFALL_FUZZ_SECONDS is the time, 2 seconds without it; TILEFALL_FUZZ_SEED makes a failure come again.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The modules of the page in a folder where the engine is the one for Node. */
async function modules(folder) {
  cpSync(join(root, "web/page"), folder, { recursive: true });
  const engine = JSON.stringify(resolve(root, "target/web/node/engine.js"));
  const lines = [
    'import { createRequire } from "node:module";',
    `const engine = createRequire(import.meta.url)(${engine});`,
    "export default async () => {};",
    "export const { read, formats, timeline, position, write, make, hints, name, presets, scores, rulesOf, bonusOf, solve } = engine;",
  ];
  writeFileSync(join(folder, "engine.js"), lines.join("\n"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const [link, store] = await Promise.all(["link.js", "store.js"].map((name) => import(pathToFileURL(join(folder, name)))));
  return { ...link, ...store };
}

/** Numbers from 0 to below n, the same for one seed. */
function random(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const GAMES = [
  { p: { v: 1, id: "a", game: "samegame", rows: ["112", "122"] }, m: [[1, 1], [1, 1]], at: 1 },
  { p: { v: 1, game: "samegame", rows: ["1"], rules: { score: "n1", clear_bonus: 9, left_penalty: "n2" }, labels: { 1: "é" } }, m: [] },
  { p: { v: 1, game: "samegame", rows: ["1.2", "322"], rules: "former" }, m: [[1, 2]], at: 1, goal: "left" },
  { p: { v: 1, game: "samegame", rows: ["1122"], rules: { score: "poly:2,1,0", clear_factor: 3, min_group: 1 } }, m: [] },
  { p: { v: 1, game: "mayan", rows: ["1....", "12...", "12..."], moves: 3, mode: "within", allow_noop: true }, m: [[1, 1, "R"]], at: 0 },
];
const VALUES = [null, true, 0, -1, 1e308, 2 ** 53, "", "R", "\u0000", "1".repeat(300), [], {}, [[]], [null], ["11", null], { length: 3 }, [1, 2, 3]];

/** A game with one value in it another one, or gone. */
function changed(value, below) {
  if (typeof value !== "object" || value === null || below(4) === 0) return VALUES[below(VALUES.length)];
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const keys = Object.keys(copy);
  if (!keys.length) return VALUES[below(VALUES.length)];
  const key = keys[below(keys.length)];
  if (below(6) === 0) delete copy[key];
  else copy[key] = changed(copy[key], below);
  return copy;
}

/** A text with some of its characters others, gone or doubled. */
function scratched(text, below) {
  const letters = [...text];
  for (let number = below(4); number >= 0; number--) {
    const at = below(letters.length + 1);
    letters.splice(at, below(3), ...["", "=", "-_", "%", "\u{1f600}", String.fromCharCode(below(128)), text.slice(at, at + 5)][below(7)]);
  }
  return letters.join("");
}

test("any link gives a game or a message", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "tilefall-links-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const { openHash, hashOf, game } = await modules(folder);
  const seed = Number(process.env.TILEFALL_FUZZ_SEED ?? Date.now() % 2 ** 32);
  const below = random(seed);
  const end = Date.now() + 1000 * Number(process.env.TILEFALL_FUZZ_SECONDS ?? 2);
  const tally = { opened: 0, refused: 0, none: 0 };
  for (const { p: record, m: moves, at, goal } of GAMES) {
    assert.ok(openHash(hashOf({ record, moves, at, goal })));
    assert.equal(game.goal, goal ?? "score");
    assert.deepEqual([game.record, game.moves, game.at], [record, moves, at ?? moves.length]);
  }
  for (let number = 0; Date.now() < end; number++) {
    let { p: record, m: moves, at } = GAMES[below(GAMES.length)];
    for (let times = below(3); times > 0; times--) {
      ({ p: record, m: moves, at } = changed({ p: record, m: moves, at }, below) ?? {});
    }
    let hash = hashOf({ record, moves, at });
    if (below(3) === 0) hash = scratched(hash, below);
    const what = `link ${number} of seed ${seed}: ${hash}`;
    try {
      if (openHash(hash)) {
        tally.opened++;
        assert.ok(Array.isArray(game.moves) && game.at >= 0 && game.at <= game.moves.length, what);
      } else {
        tally.none++;
      }
    } catch (error) {
      tally.refused++;
      assert.match(error.message, /^this link is damaged: ./, what);
      // A message for people, not one of the language.
      assert.doesNotMatch(error.message, /undefined|is not a function|not iterable|unreachable|panicked|Cannot read/, what);
    }
  }
  assert.ok(tally.opened > 0 && tally.refused > 0, JSON.stringify(tally));
});
