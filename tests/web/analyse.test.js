// The live solver, the review of all moves, and how fast the page responds during a search.

import assert from "node:assert/strict";
import { check } from "./support/browser.js";
import { clickCell, closeDialogs, listed, middle, mode, openPuzzle, openRows, pairs, reload, text, until } from "./support/page.js";
import { records } from "./support/program.js";
import * as rules from "./support/samegame.js";

const SMALL = ["1123", "3312", "2113", "3221"];
const [LARGE] = records("data/bench/samegame15.jsonl");

/** The losses in the list of moves: each with its amount (`null` if none is shown), and whether it is proven. */
const losses = (page) =>
  page.$$eval("#moves .loss", (nodes) =>
    nodes.map((node) => {
      const amount = node.textContent.match(/[\d,]+/);
      return { amount: amount && Number(amount[0].replaceAll(",", "")), proven: !node.classList.contains("guess") };
    }),
  );

/** Plays clicks on the board, and closes the card at the end. */
async function playAll(page, list) {
  for (const [row, col] of list) await clickCell(page, row, col);
  await closeDialogs(page);
}

/** The best score of a whole game through each position of a list. */
function bestAlong(rows, list) {
  let [board, points] = [rows, 0];
  const all = [rules.best(rows)];
  for (const [row, col] of list) {
    points += (rules.group(board, row, col).length - 2) ** 2;
    board = rules.click(board, row, col);
    all.push(points + rules.best(board));
  }
  return all;
}

check("the review of a small game has the loss of each move, as exhaustion gives it", async ({ page }) => {
  const list = rules.anyGame(SMALL);
  const best = bestAlong(SMALL, list);
  await openRows(page, SMALL);
  await playAll(page, list);
  await mode(page, "analyse");
  assert.ok((await losses(page)).every(({ amount }) => amount === null), "no losses before the review");
  await page.click("#review");
  await until(page, "#review", /^What did/);
  const lost = list.map((_, at) => best[at] - best[at + 1]);
  assert.ok(lost.some((amount) => amount > 0), "a test of losses");
  assert.deepEqual(await losses(page), lost.map((amount) => ({ amount: amount || null, proven: true })));
  assert.equal(await text(page, "#summary"), `${lost.filter(Boolean).length} of your ${list.length} clicks gave something away. Largest loss: move ${lost.indexOf(Math.max(...lost)) + 1} (−${Math.max(...lost)}).`);
  assert.deepEqual(await page.$$eval("#curve .name", (names) => names.map((name) => name.textContent)), ["you", "best still possible"]);
});

check("on a board that cannot be settled a review states only what is certain, and says for how many moves it could be", async ({ page }) => {
  await openPuzzle(page, JSON.stringify(LARGE));
  let board = LARGE.rows;
  const list = [];
  while (list.length < 12) {
    list.push(rules.clicks(board)[0]);
    board = rules.click(board, ...list.at(-1));
  }
  await playAll(page, list);
  await mode(page, "analyse");
  await page.selectOption("#time", "10000");
  await page.click("#review");
  await page.waitForFunction(() => document.querySelector("#moves .checked"));
  await page.waitForTimeout(1500);
  const shown = () => page.$$eval("#moves .loss", (nodes) => nodes.map((node) => ({ text: node.textContent, guess: node.classList.contains("guess") })));
  await until(page, "#review", /^What did/);
  const all = await shown();
  assert.ok(all.every(({ text, guess }) => text === "" || guess === text.includes("≥")), JSON.stringify(all));
  assert.match(await text(page, "#summary"), /^This could be settled for \d+ of 12 moves\.$/);
  await clickCell(page, ...rules.clicks(board)[0]);
  assert.equal((await shown()).at(-1).text, "", "a move that was not searched");
});

/** Whether a board can be cleared. */
const clearable = (board) => rules.tiles(board) === 0 || rules.clicks(board).some(([row, col]) => clearable(rules.click(board, row, col)));

/** A small board that can be cleared, and a game on it that cannot clear the board after its second click. */
function lostGame() {
  for (let seed = 1; ; seed++) {
    const rows = ["", "", ""].map((_, row) => Array.from({ length: 4 }, (_, col) => 1 + ((seed * (7 + 3 * row + col * col) + row * col) % 97) % 3).join(""));
    if (!clearable(rows)) continue;
    for (const first of rules.clicks(rows)) {
      const board = rules.click(rows, ...first);
      const second = clearable(board) && rules.clicks(board).find((click) => !clearable(rules.click(board, ...click)));
      if (second) return { rows, list: [first, second] };
    }
  }
}

check("the move that threw the win away is named in words", async ({ page }) => {
  const { rows, list } = lostGame();
  await openRows(page, rows);
  await mode(page, "analyse");
  await page.selectOption("#goal", "clear");
  await playAll(page, list);
  await page.click("#review");
  await until(page, "#review", /^What did/);
  const thrown = await page.$$eval("#moves button", (buttons) => buttons.map((button) => button.classList.contains("thrown")));
  assert.deepEqual(thrown, [false, true]);
  assert.match(await text(page, "#moves .thrown"), /The board can no longer be cleared\.$/);
  assert.equal(await text(page, "#summary"), "The win was thrown away with move 2.");
});

check("the live solver follows the position, and ends with its switch", async ({ page }) => {
  await openPuzzle(page, JSON.stringify(LARGE));
  await mode(page, "analyse");
  await page.click("#live");
  await until(page, "#verdict", /^Best found so far: [\d,]+ points$/);
  const [first] = rules.clicks(LARGE.rows);
  await clickCell(page, ...first);
  await page.waitForSelector("#stop", { state: "visible" });
  const after = rules.click(LARGE.rows, ...first);
  // The line of the earlier position stays for some frames, which a busy machine draws late.
  const startsHere = async () => {
    const line = pairs(await listed(page, "#line"));
    try {
      return line.length > 0 && rules.replay(after, line);
    } catch {
      return false;
    }
  };
  while (!(await startsHere())) await page.waitForTimeout(20);
  await page.click("#live");
  assert.ok(await page.isHidden("#stop"));
  await clickCell(page, ...rules.clicks(after)[0]);
  await page.waitForTimeout(300);
  assert.ok(await page.isHidden("#stop"));
  assert.equal(await text(page, "#effort"), "", "no search after the switch is off");
});

check("the live solver searches again within 50 ms of a move", async ({ page }) => {
  await page.addInitScript(() => {
    const Native = Worker;
    globalThis.posted = [];
    globalThis.Worker = class extends Native {
      postMessage(message) {
        globalThis.posted.push({ moves: message.moves?.length });
        super.postMessage(message);
      }
    };
  });
  await reload(page);
  await openPuzzle(page, JSON.stringify(LARGE));
  await mode(page, "analyse");
  await page.click("#live");
  await until(page, "#verdict", /^Best found so far/);
  let board = LARGE.rows;
  for (let turn = 1; turn <= 8; turn++) {
    const [row, col] = rules.clicks(board)[0];
    const { x, y } = await middle(page, row - 1, col - 1);
    board = rules.click(board, row, col);
    // Timers fire in the order of their times, however busy the machine is.
    const posted = await page.evaluate(
      ([x, y, turn]) =>
        new Promise((done) => {
          const board = document.getElementById("board");
          const event = (name) => new PointerEvent(name, { clientX: x, clientY: y, isPrimary: true, button: 0, bubbles: true });
          board.dispatchEvent(event("pointerdown"));
          board.dispatchEvent(event("pointerup"));
          setTimeout(() => done(globalThis.posted.some(({ moves }) => moves === turn)), 50);
        }),
      [x, y, turn],
    );
    assert.ok(posted, `move ${turn}`);
  }
});

check("a click is painted while as many workers search as the page starts by itself", async ({ page, t }) => {
  await openPuzzle(page, JSON.stringify(LARGE));
  await mode(page, "analyse");
  await page.selectOption("#time", "600000");
  await page.click("#live");
  await until(page, "#verdict", /^Best found so far/);
  const times = [];
  let board = LARGE.rows;
  while (times.length < 40) {
    const ways = rules.clicks(board);
    if (!ways.length) break;
    const [row, col] = ways[0];
    const { x, y } = await middle(page, row - 1, col - 1);
    board = rules.click(board, row, col);
    times.push(
      await page.evaluate(
        ([x, y]) =>
          new Promise((done) => {
            const board = document.getElementById("board");
            const event = (name) => new PointerEvent(name, { clientX: x, clientY: y, isPrimary: true, button: 0, bubbles: true });
            board.dispatchEvent(event("pointerdown"));
            const begun = performance.now();
            board.dispatchEvent(event("pointerup"));
            const worked = performance.now() - begun;
            requestAnimationFrame(() => {
              const channel = new MessageChannel();
              channel.port1.onmessage = () => done({ worked, painted: performance.now() - begun });
              channel.port2.postMessage(0);
            });
          }),
        [x, y],
      ),
    );
  }
  const sorted = (part) => times.map((time) => time[part]).sort((a, b) => a - b);
  const [worked, painted] = [sorted("worked"), sorted("painted")];
  const middleOf = (all) => all[Math.floor(all.length / 2)];
  t.diagnostic(`work of a click: ${middleOf(worked).toFixed(1)} ms median, ${worked.at(-1).toFixed(1)} ms most; painted: ${middleOf(painted).toFixed(1)} ms median, ${painted.at(-1).toFixed(1)} ms most of ${times.length}`);
  // The fastest click is the one that other programs disturb the least; timings.mjs measures on an idle machine.
  assert.ok(worked[0] < 16, "the page's own work");
});
