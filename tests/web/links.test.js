// Fuzzing of links: a link to a game opens the same game, and a mutated link opens a game or gives an error message. The modules
// of the page run with the engine of `target/web`. TILEFALL_FUZZ_SECONDS is the time, by default 2 seconds; TILEFALL_FUZZ_SEED
// repeats a failure.

import assert from "node:assert/strict";
import { test } from "node:test";
import { modules, random } from "./support/modules.js";

const [{ damaged, hashOf, sharedOf }, { game, open }, { position, make }] = await modules("state/links.js", "state/store.js", "engine/calls.js");

/** Opens the game of a link; returns whether there is one. */
async function openHash(hash) {
  const shared = await sharedOf(hash);
  if (!shared) return false;
  try {
    open(shared.record, shared.moves, shared.at, null, shared.goal);
  } catch (error) {
    throw damaged(error);
  }
  return true;
}

const GAMES = [
  { p: { v: 1, id: "a", game: "samegame", rows: ["112", "122"] }, m: [[1, 1], [1, 1]], at: 1 },
  { p: { v: 1, game: "samegame", rows: ["1"], rules: { score: "n1", clear_bonus: 9, left_penalty: "n2" }, labels: { 1: "é" } }, m: [] },
  { p: { v: 1, game: "samegame", rows: ["1.2", "322"], rules: "former" }, m: [[1, 2]], at: 1, goal: "left" },
  { p: { v: 1, game: "samegame", rows: ["1122"], rules: { score: "poly:2,1,0", clear_factor: 3, min_group: 1 } }, m: [] },
  { p: { v: 1, game: "mayan", rows: ["1....", "12...", "12..."], moves: 3, mode: "within", allow_noop: true }, m: [[1, 1, "R"]], at: 0 },
];
/** Links of earlier versions of the page, which every later version must open: the link, the game and its goal. */
const SAMPLES = [
  [
    "#b=ABHB-H1ktN1da-UdMC-TMbeuXIYLxSBN2ysvKwV4N3GyCTNBHpErOeQOyWBpCi",
    { record: { v: 1, id: "sample", game: "samegame", rows: ["1...", "12..", "2212", "1122"], rules: "former", labels: { 1: "é" } }, moves: [[1, 3], [2, 1]], at: 1 },
    "left",
  ],
  [
    "#b=ABCikoi_ljeVBXdzodFhdg-eY8IK",
    { record: { v: 1, game: "mayan", rows: ["....4", "..4.3", ".1314", "12232"], moves: 3, mode: "exactly" }, moves: [[2, 1, "R"], [3, 1, "R"], [3, 0, "R"]], at: 3 },
    "score",
  ],
  ["#b=ABDSEp7pECvgAAAA_FE-gPJa", { record: { v: 1, game: "samegame", rows: ["0Za", "Z0a"] }, moves: [], at: 0 }, "score"],
  [
    "#g=eyJwIjp7InYiOjEsImlkIjoic2FtcGxlIiwiZ2FtZSI6InNhbWVnYW1lIiwicm93cyI6WyIxMTIyIiwiMTEyMiJdfSwibSI6W1sxLDFdLFsxLDFdXSwiYXQiOjEsImdvYWwiOiJjbGVhciJ9",
    { record: { v: 1, id: "sample", game: "samegame", rows: ["1122", "1122"] }, moves: [[1, 1], [1, 1]], at: 1 },
    "clear",
  ],
];
const VALUES = [null, true, 0, -1, 1e308, 2 ** 53, "", "R", "\u0000", "1".repeat(300), [], {}, [[]], [null], ["11", null], { length: 3 }, [1, 2, 3]];

/** A copy of a game in which one value is replaced or removed. */
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

/** A board at rest: columns of random heights from the left, of random colours. */
function anyRows(below, height, width) {
  const colours = [..."0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"].filter(() => below(3) === 0);
  const few = below(2) ? "12345" : colours.join("") || "Z";
  const full = below(2) === 0;
  const columns = Array.from({ length: width }, () => Array.from({ length: full ? height : below(height + 1) }, () => few[below(few.length)]));
  const standing = columns.sort((a, b) => (a.length === 0) - (b.length === 0));
  return Array.from({ length: height }, (_, row) => standing.map((column) => column[height - 1 - row] ?? ".").join(""));
}

const RULES = [undefined, "former", "lx", { score: "n1" }, { score: "poly:1.5,-1.5,2", clear_bonus: 123456789012, clear_factor: 3, left_penalty: "total", min_group: 3, columns: "stay" }];
const IDS = [undefined, "a", "board of 20261126", "samegame-15x15x5b-987654321-0", "é \u{1f600} \"\\\n", "0120", "12345678901234567890"];
const GOALS = [undefined, "score", "clear", "fewest", "left", "biggest"];

/** At most `most` random moves that can be played one after the other. */
function someMoves(position, record, below, most) {
  const moves = [];
  while (moves.length < most) {
    const { groups, slides } = position(record, moves);
    const all = record.game === "mayan" ? slides : groups.map(({ cells }) => cells[below(cells.length)].map((part) => part + 1));
    if (!all.length) break;
    moves.push(all[below(all.length)]);
  }
  return moves;
}

/** A random game of SameGame or the Mayan puzzle, with some moves. */
function anyGame(position, below) {
  const [id, at] = [IDS[below(IDS.length)], below(1000)];
  const size = (most) => 1 + below(below(3) === 0 ? most : Math.min(most, 12));
  const [first, second] = below(3) === 0 ? ["mayan", 8] : ["samegame", 64];
  // In Mayan rows, a zero would be an empty cell.
  const rows = anyRows(below, size(second), size(second)).map((row) => (first === "mayan" ? row.replaceAll("0", "Z") : row));
  const labels = below(6) === 0 ? { [rows.join("").replaceAll(".", "")[0] ?? "1"]: "🟥" } : undefined;
  const task = first === "mayan" ? { moves: 3, mode: ["exactly", "within", "shortest"][below(3)], allow_noop: below(2) ? true : undefined } : { rules: RULES[below(RULES.length)] };
  const record = JSON.parse(JSON.stringify({ v: 1, id, game: first, rows, labels, ...task }));
  const moves = someMoves(position, record, below, rows.length * rows[0].length > 400 ? 2 : 3);
  return { record, moves, at: at % (moves.length + 1), goal: first === "mayan" ? undefined : GOALS[below(GOALS.length)] };
}

/** A copy of a text with some characters changed, removed or doubled. */
function scratched(text, below) {
  const letters = [...text];
  for (let number = below(4); number >= 0; number--) {
    const at = below(letters.length + 1);
    letters.splice(at, below(3), ...["", "=", "-_", "%", "\u{1f600}", String.fromCharCode(below(128)), text.slice(at, at + 5)][below(7)]);
  }
  return letters.join("");
}

/** The game that a link opens. */
async function opened(hash) {
  assert.ok(await openHash(hash), hash);
  return { record: game.record, moves: game.moves, at: game.at };
}

test("any game is the same after a link", async (t) => {
  const seed = Number(process.env.TILEFALL_FUZZ_SEED ?? Date.now() % 2 ** 32);
  const below = random(seed);
  const end = Date.now() + 1000 * Number(process.env.TILEFALL_FUZZ_SECONDS ?? 2);
  let number = 0;
  for (; number < 40 || Date.now() < end; number++) {
    const { goal, ...shared } = anyGame(position, below);
    const what = `game ${number} of seed ${seed}: ${JSON.stringify({ ...shared, goal })}`;
    assert.deepEqual(await opened(await hashOf({ ...shared, goal })), shared, what);
    if (goal) assert.equal(game.goal, goal, what);
  }
  t.diagnostic(`${number} games`);
});

test("a link to a board of 15 rows and columns with 60 clicks has at most 660 characters", async () => {
  for (const wish of [{ seed: 20261126, balanced: true }, { seed: 999999999 }, { seed: 7, clearable: true }]) {
    const record = make({ game: "samegame", ...wish });
    const moves = someMoves(position, record, random(1), 60);
    assert.ok(moves.length >= 55);
    const hash = await hashOf({ record: { ...record, id: `samegame ${wish.seed}` }, moves, at: moves.length - 1, goal: "fewest" });
    assert.ok("https://example.org/tilefall/".length + hash.length <= 660, `${hash.length}`);
  }
});

test("links of earlier versions open", async () => {
  for (const [hash, shared, goal] of SAMPLES) {
    assert.deepEqual(await opened(hash), shared);
    assert.equal(game.goal, goal);
  }
});

test("a link with a character changed, missing or added is damaged, or the same game", async () => {
  for (const [hash, shared] of SAMPLES) {
    if (hash.startsWith("#g=")) continue;
    for (let at = 3; at < hash.length; at++) {
      for (const part of ["", hash[at] === "A" ? "B" : "A", `${hash[at]}x`]) {
        const link = hash.slice(0, at) + part + hash.slice(at + 1);
        await opened(link).then((game) => assert.deepEqual(game, shared, link), (error) => assert.match(error.message, /^this link is damaged: it cannot be read$/, link));
      }
    }
  }
  assert.equal(await openHash("#z="), false);
});

test("any link gives a game or a message", async () => {
  const seed = Number(process.env.TILEFALL_FUZZ_SEED ?? Date.now() % 2 ** 32);
  const below = random(seed);
  const end = Date.now() + 1000 * Number(process.env.TILEFALL_FUZZ_SECONDS ?? 2);
  const tally = { opened: 0, refused: 0, none: 0 };
  for (const { p: record, m: moves, at, goal } of GAMES) {
    assert.ok(await openHash(await hashOf({ record, moves, at, goal })));
    assert.equal(game.goal, goal ?? "score");
    assert.deepEqual([game.record, game.moves, game.at], [record, moves, at ?? moves.length]);
  }
  for (let number = 0; Date.now() < end; number++) {
    let { p: record, m: moves, at } = GAMES[below(GAMES.length)];
    for (let times = below(3); times > 0; times--) {
      ({ p: record, m: moves, at } = changed({ p: record, m: moves, at }, below) ?? {});
    }
    let hash = await hashOf({ record, moves, at });
    if (below(3) === 0) hash = scratched(hash, below);
    const what = `link ${number} of seed ${seed}: ${hash}`;
    try {
      if (await openHash(hash)) {
        tally.opened++;
        assert.ok(Array.isArray(game.moves) && game.at >= 0 && game.at <= game.moves.length, what);
      } else {
        tally.none++;
      }
    } catch (error) {
      tally.refused++;
      assert.match(error.message, /^this link is damaged: ./, what);
      // The message is written for people, not an error of JavaScript.
      assert.doesNotMatch(error.message, /undefined|is not a function|not iterable|unreachable|panicked|Cannot read/, what);
    }
  }
  assert.ok(tally.opened > 0 && tally.refused > 0, JSON.stringify(tally));
});
