// The engine of the page does what the native program does: the signatures of `tilefall bench --quick`.
// node tests/web/signature.mjs [FOLDER] [--rates]
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const words = process.argv.slice(2);
const folder = words.find((word) => !word.startsWith("--")) ?? "target/web";
const engine = createRequire(import.meta.url)(resolve(folder, "node/engine.js"));

/** The boards of `data/bench` with this name. */
const boards = (name) => readFileSync(new URL(`../../data/bench/${name}.jsonl`, import.meta.url), "utf8");

const mayan = JSON.parse(engine.bench_mayan(boards("mayan"), true));
const samegame = JSON.parse(engine.bench_samegame(boards("samegame15"), boards("samegame8x8"), true));
if (words.includes("--rates")) {
  console.log(`mayan            ${Math.round(mayan.nodes / mayan.seconds)} nodes/s`);
  for (const part of samegame.parts) {
    console.log(`${part.name.padEnd(16)} ${Math.round(part.rate)} ${part.unit}/s, ${part.done} done, score ${part.score}`);
  }
}
console.log(`bench mayan --quick: ${mayan.signature}`);
console.log(`bench samegame --quick: ${samegame.signature}`);
