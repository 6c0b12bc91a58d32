// The native program, and files of the project.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.js";

const program = process.env.TILEFALL ?? join(ROOT, "target/release/tilefall");

/** The reason to skip tests that need the program, or `false` if the program is built. */
export const missing = existsSync(program) ? false : "the program is not built";

/** Runs the program. */
export function run(words, input = "") {
  const { status, stdout, stderr } = spawnSync(program, words, { input, encoding: "utf8", cwd: ROOT });
  return { status, stdout, stderr };
}

/** The text of a file of the project. */
export const file = (path) => readFileSync(join(ROOT, path), "utf8");

/** The records of a file of JSON Lines. */
export const records = (path) => file(path).trim().split("\n").map((line) => JSON.parse(line));
