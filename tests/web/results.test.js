// Daily games of all kinds, each with its result, medal, statistics and shared text.

import assert from "node:assert/strict";
import { check, serveModules } from "./support/browser.js";
import { MONDAY, on } from "./support/days.js";
import { closeDialogs, text } from "./support/page.js";

serveModules();

const SATURDAY = "2026-12-05";

/** Plays one game to its end: by the answer, badly, to a lost end, or well after a first move that is not the best. */
const play = (page, how) => page.evaluate((how) => {
  // The page holds the promise, because the browser may discard one for which only the test waits.
  globalThis.playing = (async () => {
    const [{ game, jump, play, pause }, { dayOnBoard }, { searchHere, isSearching }, { known }] = await Promise.all(["state/store", "engine/best-known", "engine/search", "state/knowledge"].map((name) => import(`./${name}.js`)));
    jump(0);
    const board = dayOnBoard();
    const isMayan = board.kind === "mayan";
    const any = (at) => {
      const { groups, slides } = game.position;
      return isMayan ? slides.at(at) : [groups.at(at).cells[0][0] + 1, groups.at(at).cells[0][1] + 1];
    };
    if (how === "best") for (const move of board.line) play(move);
    if (how === "good") {
      play(any(-1));
      searchHere({ time: 4000, kind: "hint" });
      while (isSearching("hint")) await pause(50);
      for (const move of known().line) play(move);
    }
    // Moves that end the game without a solution.
    if (how === "lost") for (let at = 0; !game.position.over; at += 1) play(any(at % game.position.slides.length));
    if (how === "bad") while (!game.position.over) play(any(-1));
  })();
  return globalThis.playing;
}, how);

const help = (page, by, times) => page.evaluate(async ([by, times]) => {
  const { dispatch } = await import("./state/store.js");
  for (let time = 0; time < times; time++) dispatch({ type: "helped", by });
}, [by, times]);

/** The medal that a result earns by the rules: 4 is the crown. */
function medalOf({ kind, value, best, hints = 0, watched = false, moves }) {
  if (value === null || watched) return 0;
  const lost = kind === "points" ? best - value : value - best;
  const [near, far] = kind === "points" ? [best / 5, best / 2] : [Math.floor(best / 10), Math.max(1, Math.floor(best / 3))];
  const stars = lost <= near ? 3 : lost <= far ? 2 : 1;
  if (hints && 2 * hints >= moves) return Math.min(1, stars);
  return lost === 0 && !hints ? 4 : stars;
}

/** Games: the kind of daily board, the games to play one after the other, the help before, and the day. */
const GAMES = [
  { kind: "former", plays: ["best"] },
  { kind: "former", plays: ["good"] },
  { kind: "former", plays: ["bad"] },
  { kind: "former", plays: ["best"], hints: 1 },
  { kind: "former", plays: ["best"], hints: 9 },
  { kind: "former", plays: ["bad"], hints: 2 },
  { kind: "former", plays: ["best"], watched: true },
  { kind: "former", plays: ["bad", "best"] },
  { kind: "former", plays: ["best", "bad"] },
  { kind: "former", plays: ["bad", "best"], today: "2026-12-02" },
  { kind: "former", plays: ["best"], byLink: true },
  { kind: "mayan", plays: ["best"] },
  { kind: "mayan", plays: ["lost"] },
  { kind: "mayan", plays: ["lost", "best"] },
  { kind: "mayan", plays: ["best"], hints: 1 },
  { kind: "mayan", plays: ["best"], watched: true },
  { kind: "points", plays: ["best"], day: SATURDAY },
  { kind: "points", plays: ["bad"], day: SATURDAY },
  { kind: "points", plays: ["bad", "best"], day: SATURDAY },
  { kind: "points", plays: ["best"], hints: 1, day: SATURDAY },
];

const context = { permissions: ["clipboard-read", "clipboard-write"] };

/** Plays an entry of `GAMES`, and returns its shared text, its texts on the card, its stored attempt, and the statistics. */
async function result(page, { kind, plays, hints = 0, watched = false, byLink = false, day = MONDAY }) {
  await page.evaluate(async ([kind, day, byLink]) => {
    const [{ openDay }, { dayFrom, boardOf }, { open }] = await Promise.all(["days/next", "days/day-boards", "state/store"].map((name) => import(`./${name}.js`)));
    if (byLink) {
      const { record, line } = boardOf(kind, dayFrom(day));
      open(record, line.slice(0, 3), 3, null, null, { from: "link" });
    } else openDay(kind, dayFrom(day));
  }, [kind, day, byLink]);
  if (byLink) {
    assert.match(await text(page, "#task"), /^A friend’s game: 3 clicks$/);
    await page.evaluate(async () => {
      const [{ game, play }, { dayOnBoard }] = await Promise.all([import("./state/store.js"), import("./engine/best-known.js")]);
      for (const move of dayOnBoard().line.slice(game.at)) play(move);
    });
    await page.waitForSelector("#result-dialog[open]");
    const none = await page.evaluate(async () => (await import("./state/attempts.js")).attemptAt());
    assert.equal(none?.on ?? null, null, "a visit keeps nothing");
    await closeDialogs(page);
    await page.click("#own");
  }
  await help(page, "hint", hints);
  if (watched) await help(page, "watch", 1);
  const values = [];
  for (const how of plays) {
    await play(page, how);
    await page.waitForSelector("#result-dialog[open]");
    values.push(await page.evaluate(async () => ({ value: (await import("./state/knowledge.js")).resultNow(), moves: (await import("./state/store.js")).game.moves.length })));
    if (values.length < plays.length) await closeDialogs(page);
  }
  // The review of a short game ends soon, and the card then shows the first loss.
  if (kind === "former" && plays.join() === "bad") await page.waitForFunction(() => document.getElementById("result-more").textContent !== "");
  await page.click("#result-share");
  await page.waitForFunction(() => document.getElementById("result-shared").textContent !== "");
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  const words = [await text(page, "#result-title"), await text(page, "#result-words"), await text(page, "#result-more")];
  const kept = await page.evaluate(async () => {
    const [{ attemptAt, streak }, { dayOnBoard }] = await Promise.all([import("./state/attempts.js"), import("./engine/best-known.js")]);
    const { value, stars, later = null } = attemptAt();
    return { value, stars, later, best: dayOnBoard().value, streak: streak() };
  });
  await closeDialogs(page);
  await page.click("#share");
  await page.click("#copy");
  await page.waitForFunction(() => document.getElementById("copied").textContent !== "");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), shared, "both buttons share one text");
  await closeDialogs(page);
  await page.click("#puzzles");
  const number = { former: 0, mayan: 1, points: 2 }[kind];
  const statistics = await page.$$eval("#statistics section > p", (all, number) => all[number].textContent, number);
  await closeDialogs(page);
  return { values, shared, words, kept, statistics };
}

for (const [number, game] of GAMES.entries()) {
  const { kind, plays, hints = 0, watched = false, today, day = MONDAY } = game;
  check(`game ${number + 1}: ${JSON.stringify(game)}`, { visit: false, context }, async ({ another }) => {
    const page = await on(await another(), today ?? day);
    const { values, shared, words, kept, statistics } = await result(page, game);
    const [{ value, moves }, again] = values;
    const medal = medalOf({ kind, value, best: kept.best, hints, watched, moves });
    assert.deepEqual({ value: kept.value, stars: kept.stars }, { value, stars: medal }, "the first end is the result");
    assert.equal(kept.later, again?.value ?? null);
    assert.equal(kept.streak, today ? 0 : 1, "a day played, also if it was lost");
    assert.equal(statistics.split(", ").slice(0, 2).join(), `1 played,${value === null ? 0 : 1} solved`);
    const [line, url] = shared.split("\n");
    const name = { former: "Former", mayan: "Mayan", points: "SameGame" }[kind];
    const date = day === MONDAY ? "30 Nov" : "5 Dec";
    const result_ = value === null ? /^\d+ left$/ : new RegExp(`^${value.toLocaleString("en")}/${kept.best.toLocaleString("en")}$`);
    const parts = line.split(" · ");
    assert.equal(parts[0], `${name} ${date}`);
    assert.match(parts[1], result_);
    assert.equal(parts[2], medal === 4 ? "♛" : "★".repeat(medal) + "☆".repeat(3 - medal));
    assert.deepEqual(parts.slice(3), [...(hints ? [`${hints} hint${hints === 1 ? "" : "s"}`] : []), ...(watched ? ["answer seen"] : [])]);
    assert.equal(new URL(url).hash, `#d=${day}${kind === "former" ? "" : `-${kind}`}`, "the link of the day has no move");
    const title = plays.length > 1 ? "Practice" : value === null ? "Not solved" : watched ? "Game over" : ["Finished", "Finished", "Good", "Very good", "Perfect!"][medal];
    assert.equal(words[0], title);
    if (plays.length === 1 && value !== null && medal < 4 && !watched) {
      const lost = Math.abs(value - kept.best);
      if (lost) assert.match(words[1], new RegExp(`^Best possible [\\d,]+ · [+−]${lost.toLocaleString("en")}( clicks?| moves?)? · \\d+ %$`));
      if (lost && kind === "former") assert.match(words[2], /^The first loss: move \d+ \(\+\d+ clicks?\)\.$/);
    }
  });
}

check("equal games have equal results in two browsers, and a shared text opens the day", { visit: false, context }, async ({ another }) => {
  const all = [];
  for (let browser = 0; browser < 2; browser++) {
    const page = await on(await another(), MONDAY);
    const { shared, kept } = await result(page, GAMES[2]);
    all.push(JSON.stringify([shared.replace(/:\d+\//, "/"), kept]));
  }
  assert.equal(all[0], all[1]);
  const page = await on(await another(), MONDAY);
  await page.evaluate(async (shared) => (await import("./views/open-dialog.js")).openText(shared), JSON.parse(all[0])[0].replace("#d=2026-11-30", "#d=2026-11-30-mayan"));
  assert.equal(await text(page, "#title"), "Mayan · Mon 30 Nov");
});
