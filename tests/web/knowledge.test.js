// Compares knowledge.js with brute force on small boards, and with a slow version that keeps all facts in lists.

import assert from "node:assert/strict";
import { test } from "node:test";
import { modules, random } from "./support/modules.js";
import * as rules from "./support/samegame.js";

const [knowledge, store, engine, { namesOf }, values] = await modules("state/knowledge.js", "state/store.js", "engine/calls.js", "state/timeline.js", "state/results.js");
const { game } = store;
store.setViews([[knowledge.view, "opened", "played", "jumped", "goal"]], []);

const GOALS = ["score", "clear", "fewest", "left", "biggest"];
const MORE = { score: true, biggest: true };

/** The results of all games from a board on; `before` has the points, the largest removal and the number of clicks so far. */
function results(board, goal, before = { points: 0, biggest: 0, clicks: 0 }) {
  const ways = rules.clicks(board);
  if (!ways.length) {
    const left = rules.tiles(board);
    const cleared = left === 0;
    const all = { score: before.points + (cleared ? 1000 : 0), clear: cleared ? 0 : null, fewest: cleared ? before.clicks : null, left, biggest: before.biggest };
    return [all[goal]];
  }
  return ways.flatMap(([row, col]) => results(rules.click(board, row, col), goal, after(board, [row, col], before)));
}

/** The state of a game after one more click. */
function after(board, [row, col], { points, biggest, clicks }) {
  const size = rules.group(board, row, col).length;
  return { points: points + (size - 2) ** 2, biggest: Math.max(biggest, size), clicks: clicks + 1 };
}

/** The best of some results; `null` if none of them reaches the goal. */
function bestOf(all, goal) {
  const reached = all.filter((value) => value !== null);
  return reached.length ? (MORE[goal] ? Math.max(...reached) : Math.min(...reached)) : null;
}

/** A random whole game that begins with the clicks `start`; each later click is on a random tile of a random group. */
function anyGame(rows, start, below) {
  const list = [...start];
  let board = start.reduce((rows, click) => rules.click(rows, ...click), rows);
  for (let ways = rules.clicks(board); ways.length; ways = rules.clicks(board)) {
    const cells = rules.group(board, ...ways[below(ways.length)]);
    list.push(cells[below(cells.length)]);
    board = rules.click(board, ...list.at(-1));
  }
  return list;
}

/** The result of a whole game. */
function resultOf(rows, list, goal) {
  let [board, state] = [rows, { points: 0, biggest: 0, clicks: 0 }];
  for (const click of list) [board, state] = [rules.click(board, ...click), after(board, click, state)];
  return results(board, goal, state)[0];
}

/** The clicks of a list, each as the first cell of its group. */
function canonical(rows, list) {
  let board = rows;
  return list.map((click) => {
    const cells = rules.group(board, ...click).map(([row, col]) => `${String(col).padStart(3)},${row}`).sort();
    board = rules.click(board, ...click);
    return cells[0];
  });
}

const named = (record, list) => ({ moves: list, names: namesOf(engine.timeline(record, list), list.length) });

/** A settled board with few tiles, so that all games can be tried. */
function anyBoard(below) {
  const columns = Array.from({ length: 3 + below(2) }, () => Array.from({ length: 1 + below(3) }, () => "123"[below(2 + below(2))]));
  return Array.from({ length: 3 }, (_, row) => columns.map((column) => column[2 - row] ?? ".").join(""));
}

test("knowledge is what was taught, never more than is true, and losses are those of exhaustion where they are proven", (t) => {
  const seed = Number(process.env.TILEFALL_FUZZ_SEED ?? Date.now() % 2 ** 32);
  const below = random(seed);
  const end = Date.now() + 1000 * Number(process.env.TILEFALL_FUZZ_SECONDS ?? 2);
  let [turns, proven, thrown, least] = [0, 0, 0, 0];
  for (; turns < 600 || (thrown === 0 && turns < 5000) || Date.now() < end; turns++) {
    const goal = GOALS[below(GOALS.length)];
    const record = { v: 1, game: "samegame", rows: anyBoard(below) };
    // Draws a board that can be cleared, which few boards can.
    while (goal === "clear" && bestOf(results(record.rows, goal), goal) === null) record.rows = anyBoard(below);
    const list = anyGame(record.rows, [], below).slice(0, below(7));
    store.open(record, list, list.length, null, goal);
    const what = `turn ${turns} of seed ${seed}: ${goal} ${JSON.stringify([record.rows, list])}`;
    const boards = [record.rows];
    const states = [{ points: 0, biggest: 0, clicks: 0 }];
    for (const click of list) {
      states.push(after(boards.at(-1), click, states.at(-1)));
      boards.push(rules.click(boards.at(-1), ...click));
    }
    const truth = boards.map((board, at) => bestOf(results(board, goal, states[at]), goal));
    const better = (a, b) => (MORE[goal] ? a > b : a < b);
    const slack = (value, by) => (MORE[goal] ? value + by : value - by);

    // The facts to learn: whole games through positions of the game, and bounds or proofs for some positions.
    const games = [];
    const facts = [];
    if (game.position.over) {
      games.push({ list, value: truth.at(-1) });
      facts.push({ at: list.length, bound: truth.at(-1), infeasible: truth.at(-1) === null });
    }
    for (let number = goal === "clear" ? 12 : below(6); number > 0; number--) {
      const whole = anyGame(record.rows, list.slice(0, below(list.length + 1)), below);
      const value = resultOf(record.rows, whole, goal);
      if (value === null) continue;
      games.push({ list: whole, value });
      knowledge.learnGame(named(record, whole), value);
    }
    for (let at = 0; at <= list.length; at++) {
      if (below(3)) continue;
      const exact = below(2) === 0;
      const fact = truth[at] === null ? { at, bound: null, infeasible: true } : { at, bound: goal === "clear" ? null : slack(truth[at], exact ? 0 : below(3)), infeasible: false };
      facts.push(fact);
      knowledge.learnBound(knowledge.names().slice(0, at), { ...fact, searched: true });
    }

    const own = canonical(record.rows, list);
    const twin = own.concat("").map((_, at) => {
      const through = games.filter(({ list: whole, value }) => value !== null && canonical(record.rows, whole).slice(0, at).join() === own.slice(0, at).join());
      const before = facts.filter((fact) => fact.at <= at);
      const bounds = before.map(({ bound }) => bound).filter((bound) => bound !== null);
      return {
        best: bestOf(through.map(({ value }) => value), goal),
        bound: bounds.length ? (MORE[goal] ? Math.min(...bounds) : Math.max(...bounds)) : null,
        infeasible: before.some(({ infeasible }) => infeasible),
      };
    });
    const known = knowledge.knownAlong();
    assert.equal(known.length, list.length + 1);
    known.forEach(({ best, bound, status, line, whole }, at) => {
      assert.deepEqual({ best, bound }, { best: twin[at].best, bound: twin[at].bound }, `${what} at ${at}`);
      assert.ok(best === null || (truth[at] !== null && !better(best, truth[at])), what);
      if (status === "optimal") assert.equal(best, truth[at], what);
      assert.equal(status === "infeasible", best === null && twin[at].infeasible, what);
      if (status === "infeasible") assert.equal(truth[at], null, what);
      if (whole) {
        assert.equal(resultOf(record.rows, whole, goal), best, what);
        assert.equal(line.length, whole.length - at);
      }
    });
    knowledge.losses().forEach((loss, at) => {
      assert.ok(loss.amount === null || loss.amount >= 0, what);
      if (loss.win) {
        thrown += 1;
        if (loss.proven) assert.ok(truth[at] !== null && truth[at + 1] === null, what);
      } else if (loss.proven && loss.amount !== null && truth[at] !== null) {
        proven += 1;
        assert.equal(loss.amount, Math.abs(truth[at] - truth[at + 1]), what);
      } else if (loss.amount !== null && truth[at] !== null && truth[at + 1] !== null) {
        least += 1;
        assert.ok(loss.amount <= Math.abs(truth[at] - truth[at + 1]), `${what}: ${loss.amount} is more than was lost`);
      }
    });
  }
  t.diagnostic(`${turns} games, ${proven} proven losses, ${thrown} lost wins, ${least} least losses`);
  assert.ok(proven > 10 && thrown > 0 && least > 0, "a test of losses");
});

test("another puzzle, other rules or another goal begin with nothing known; the same puzzle again does not", () => {
  const record = { v: 1, game: "samegame", rows: ["12211"] };
  const whole = named(record, [[1, 2], [1, 1]]);
  const isKnown = () => knowledge.known(0).best !== null;
  store.open(record, [], 0, null, "score");
  knowledge.learnGame(whole, 1000);
  assert.ok(isKnown());
  store.open({ ...record, id: "another name" }, [], 0, null, "score");
  assert.ok(isKnown());
  store.setGoal("clear");
  assert.ok(!isKnown());
  for (const other of [{ ...record, rows: ["11122"] }, { ...record, rules: "former" }]) {
    store.open(record, [], 0, null, "score");
    knowledge.learnGame(whole, 1000);
    store.open(other, [], 0, null, "score");
    assert.ok(!isKnown(), JSON.stringify(other));
  }
});

test("Mayan moves have equal names where they are equal", () => {
  const record = { v: 1, game: "mayan", rows: ["1..", "212"], moves: 5 };
  const name = (move) => namesOf(engine.timeline(record, [move]), 1)[0];
  assert.equal(name([0, 0, "R"]), name([1, 0, "L"]), "a swap from either side");
  assert.notEqual(name([0, 0, "R"]), name([1, 0, "R"]));
  assert.notEqual(name([0, 1, "R"]), name([0, 0, "R"]));
});

test("results and bounds of a search count for the whole game", () => {
  const before = { points: 40, biggest: 7, moves: 3 };
  const found = { moves: [[1, 1], [1, 1]], score: 1004, cleared: true, left: 0, biggest: 4 };
  const expected = { score: [1044, 2040], clear: [0, null], fewest: [5, 2003], left: [0, 2000], biggest: [7, 2000] };
  for (const [goal, [result, bound]] of Object.entries(expected)) {
    store.open({ v: 1, game: "samegame", rows: ["1122"] }, [], 0, null, goal);
    assert.equal(values.resultOf(before, found), result, goal);
    assert.equal(values.boundOf(before, 2000), bound, goal);
    const partial = { ...found, cleared: false, left: 2, score: 4 };
    assert.equal(values.resultOf(before, partial), { score: 44, clear: null, fewest: null, left: 2, biggest: 7 }[goal], goal);
  }
});
