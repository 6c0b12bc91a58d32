// Checks the counts in data/perft by the rules of both games that are written for these tests.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as mayan from "./support/mayan.js";
import { file } from "./support/program.js";
import * as samegame from "./support/samegame.js";

/** The maximum number of sequences of a line that is checked here; tests/packed/perft.rs checks all lines. */
const QUICK = 1200;

const GAMES = [
  { game: "samegame", least: 80, first: (rows) => rows, below: (rows) => samegame.clicks(rows).map((click) => samegame.click(rows, ...click)) },
  { game: "mayan", least: 40, first: mayan.settled, below: (rows) => mayan.slides(rows).map((move) => mayan.slide(rows, move)) },
];

for (const { game, least, first, below } of GAMES) {
  test(`a second program counts the moves of ${game} as data/perft does`, () => {
    let [checked, layer, shown] = [0, new Map(), null];
    for (const line of file(`data/perft/${game}.tsv`).split("\n")) {
      const [text, depth, ...counts] = line.split("\t");
      if (!depth || line.startsWith("#")) continue;
      if (shown !== text) [shown, layer] = [text, new Map([[first(text.split("/")).join("/"), 1]])];
      if (Number(counts[0]) > QUICK) layer = null;
      if (!layer) continue;
      const next = new Map();
      for (const [board, ways] of layer) for (const rows of below(board.split("/"))) next.set(rows.join("/"), (next.get(rows.join("/")) ?? 0) + ways);
      layer = next;
      const [empty] = [...layer].filter(([board]) => !/[^./]/.test(board)).map(([, ways]) => ways);
      assert.deepEqual([[...layer.values()].reduce((sum, ways) => sum + ways, 0), layer.size, empty ?? 0], counts.map(Number), `${text} at depth ${depth}`);
      checked += 1;
    }
    assert.ok(checked >= least, `${checked} lines`);
  });
}
