// The transitions of the state, the order in which views follow them, the boards of days and sets, and the words for an end.

import assert from "node:assert/strict";
import { test } from "node:test";
import { modules } from "./support/modules.js";

const [{ reduce }, { dispatch, game, open, play, setViews }, { begin, lift, put, rest, undo }, days, { sets }, { resultNow }, { describe }] = await modules(
  "state/reducer.js", "state/store.js", "state/drawing.js", "days/day-boards.js", "days/sets.js", "state/knowledge.js", "texts/describe.js",
);

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

test("each answer of the sets is a game with its result, proven where it says so", async () => {
  let number = 0;
  for (const { unit, puzzles } of await sets()) {
    for (const { record, value, line } of puzzles) {
      number += 1;
      open(record, [], 0, null, { points: "score", cleared: "clear" }[unit]);
      for (const move of line) play(move);
      assert.deepEqual([game.position.over, resultNow()], [true, value], record.id);
    }
  }
  assert.equal(number, 110);
});

test("after the last day the boards come again on their weekdays in other colours, and each is known as that of its day", () => {
  const { FIRST, boardOf, dateOf, dayAfter, dayBoard, kindsOf } = days;
  const all = Array.from({ length: 1300 }, (_, at) => dayAfter(FIRST, at));
  for (const [at, day] of all.entries()) {
    assert.equal(kindsOf(day).includes("points"), day.getDay() % 6 === 0);
    if (at % 97 && at % 399 !== 3) continue;
    for (const kind of kindsOf(day)) assert.equal(dateOf(dayBoard(boardOf(kind, day).record, all.at(-1)).day), dateOf(day));
  }
  const [monday, later] = [3, 402].map((at) => boardOf("former", all[at]));
  assert.deepEqual([monday.day.getDay(), later.day.getDay(), later.value], [1, 1, monday.value]);
  assert.notDeepEqual(later.record.rows, monday.record.rows);
});

test("the words for an end follow from the end and what is known beside it", () => {
  open(record, [], 0, null, "fewest");
  const best = { value: 2, proven: true, line: [], own: false };
  const end = { moves: [[1, 1], [1, 1], [1, 1]], value: 3, left: 0, stars: 2, hints: 1, watched: false, time: 65_400, isPractice: false, best, first: null, losses: [], later: null, day: null };
  const loss = { amount: 1, win: false, proven: true };
  const none = { amount: 0, win: false, proven: true };
  assert.deepEqual(describe(end), { title: "Good", value: "3 clicks", words: "Best possible 2 · +1 click · 66 %", more: "", facts: [["1:05", "time"], ["1", "hint"]], days: [] });
  assert.equal(describe({ ...end, losses: [none, loss, none] }).more, "The first loss: move 2 (+1 click).");
  assert.equal(describe({ ...end, losses: [{ ...none, proven: false }, loss] }).more, "", "an earlier move may have lost as well");
  assert.deepEqual([describe({ ...end, value: 2, stars: 4 }).title, describe({ ...end, value: 2, stars: 4 }).words], ["Perfect!", describe({ ...end, stars: 4 }).words]);
  const lost = describe({ ...end, value: null, left: 5, stars: 0 });
  assert.deepEqual([lost.title, lost.value, lost.words], ["Not cleared", "5 tiles left", "Best possible 2"]);
  assert.match(describe({ ...end, watched: true }).words, /watched before/);
  const practice = describe({ ...end, isPractice: true, first: { ...end, value: 4 } });
  assert.deepEqual([practice.title, practice.words], ["Practice", "The result of the day stays: cleared in 4 clicks."]);
  const day = new Date(2026, 10, 30);
  const { facts, days: bars } = describe({ ...end, day: { streak: 2, minutes: 61, last: [{ day, isPlayed: true, value: 4, best: 2 }, { day, isPlayed: false, value: null, best: 0 }] } });
  assert.deepEqual(facts.slice(2), [["2", "days in a row"], ["1 h 1 min", "next board in"]]);
  assert.deepEqual(bars.map(({ part, text, isBest }) => [part, text, isBest]), [[0.5, "4", false], [0.08, "", false]]);
});
