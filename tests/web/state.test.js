// The transitions of the state, and the order in which views follow them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { modules } from "./support/modules.js";

const [{ reduce }, { dispatch, game, open, setViews }, { begin, lift, put, rest, undo }] = await modules("reduce.js", "store.js", "drawing.js");

const record = { v: 1, game: "samegame", rows: ["1122", "1122"] };

/** Freezes a value with all its parts. */
function frozen(value) {
  if (value && typeof value === "object" && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

test("an action gives the next state and leaves the one before as it is; what is not possible gives none", () => {
  open(record);
  const start = frozen(structuredClone(game));
  const one = frozen(reduce(start, { type: "played", move: [1, 1] }));
  assert.deepEqual([one.at, one.moves, one.position.left, start.at], [1, [[1, 1]], 4, 0]);
  assert.equal(reduce(one, { type: "played", move: null }), null, "no move to play again");
  assert.equal(reduce(one, { type: "played", move: [2, 4] }), null, "an empty cell");
  const back = frozen(reduce(one, { type: "jumped", at: 0 }));
  assert.deepEqual(reduce(back, { type: "played", move: null }), one);
  assert.equal(reduce(one, { type: "jumped", at: 1 }), null);
  assert.equal(reduce(one, { type: "goal", goal: "none" }), null);
  const line = frozen(reduce(one, { type: "jumped", moves: [[1, 3], [1, 1]], at: 1, as: "line" }));
  assert.deepEqual([line.looking, line.mine, line.ends], [true, { moves: [[1, 1]], at: 1 }, true]);
  const own = reduce(line, { type: "jumped", ...line.mine, as: "own" });
  assert.deepEqual({ ...own, timeline: null }, { ...one, timeline: null });
});

test("views follow in their order, those of an action of a view after all of the action before", () => {
  const seen = [];
  const note = (name) => ({ type }, { mode }, before) => seen.push([name, type, before.mode, mode].join(" "));
  const first = (...facts) => {
    note("first")(...facts);
    if (facts[0].type === "mode") dispatch({ type: "learned" });
  };
  setViews([[first, "mode", "learned"], [note("second"), "learned", "mode"]], [[note("late"), "learned"]]);
  dispatch({ type: "mode", mode: "analyse" });
  dispatch({ type: "mode", mode: "analyse" });
  assert.deepEqual(seen, ["first mode play analyse", "second mode play analyse", "first learned analyse analyse", "second learned analyse analyse", "late learned analyse analyse"]);
});

test("views follow the changes of a drawing in the same way", () => {
  const seen = [];
  setViews([[(action) => seen.push([action.type, action.fall?.phases.length ?? null]), "sketched", "painted", "drawn"]], []);
  begin(record);
  lift();
  put(0, 0, ".");
  rest();
  undo();
  assert.deepEqual(seen, [["sketched", null], ["painted", null], ["drawn", 1], ["drawn", null]]);
});
