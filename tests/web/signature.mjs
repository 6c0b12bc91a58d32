// Checks that the engine of the page searches as the program does, node for node: `node tests/web/signature.mjs [FOLDER] [--rates]`
// compares their answers on boards of `data/bench`; with `--rates`, prints the nodes or trials a second of both.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { records, run } from "./support/program.js";

const words = process.argv.slice(2);
const folder = words.find((word) => !word.startsWith("--")) ?? "target/web";
const engine = createRequire(import.meta.url)(resolve(folder, "node/engine.js"));

/** The searches: game, board set, and node limit for each board; the program gets as much memory as the page. */
const WORK = [["mayan", "mayan", 60_000], ["samegame", "samegame15", 20_000], ["samegame", "samegame8x8", 60_000]];

for (const [game, name, nodes] of WORK) {
  const limits = [...(game === "samegame" ? ["--seed", "1"] : []), "--nodes", String(nodes), "--memory", "128MiB", "--threads", "1"];
  const { stdout } = run([game, "solve", `data/bench/${name}.jsonl`, "--output", "jsonl", ...limits]);
  const theirs = stdout.trim().split("\n").map((line) => JSON.parse(line));
  const request = JSON.stringify({ ...(game === "samegame" && { seed: 1 }), limits: { nodes } });
  const ours = records(`data/bench/${name}.jsonl`).map((record) => JSON.parse(engine.solve(JSON.stringify(record), "[]", request, () => {})).record);
  const rate = (all) => Math.round(all.reduce((sum, one) => sum + one.nodes, 0) / all.reduce((sum, one) => sum + one.seconds, 0));
  if (words.includes("--rates")) console.log(`${name}: ${rate(ours)} a second, the program ${rate(theirs)}`);
  const compared = ({ status, moves, score, bound, nodes }) => ({ status, moves, score, bound, nodes });
  assert.deepEqual(ours.map(compared), theirs.map(compared), name);
  console.log(`${name}: ${ours.length} equal answers`);
}

// Requests with the expected records, which the program, the library and the Python package are tested with, too.
const table = readFileSync(new URL("../data/requests.jsonl", import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line));
for (const { puzzle, request, record } of table) {
  const ours = engine.solve(JSON.stringify(puzzle), "[]", JSON.stringify(request), () => {});
  assert.ok(ours.startsWith(`{"record":${record}`), `${JSON.stringify(request)}: ${ours}`);
}
console.log(`${table.length} equal records`);
