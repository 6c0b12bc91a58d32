// The beginning and the end of a game: how to play, the way to three stars, the result, the days and the sets of puzzles.

import assert from "node:assert/strict";
import { check, picture, serveModules, visit } from "./support/browser.js";
import { clickCell, closeDialogs, drag, figures, finish, mode, openPuzzle, openRows, openText, press, reload, text, until } from "./support/page.js";
import { file } from "./support/program.js";
import * as rules from "./support/samegame.js";

serveModules();

const SMALL = ["11223", "13321", "22113", "33122"];
const TINY = ["0110", "2222", "0110"];

/** Plays a list of moves. */
const playAll = (page, moves) =>
  page.evaluate(async (moves) => {
    const { play } = await import("./state/store.js");
    for (const move of moves) if (!play(move)) throw new Error(`${move} changes nothing`);
  }, moves);

const result = (page) => page.waitForSelector("#result-dialog[open]");
const isOpen = (page, id) => page.$eval(id, (dialog) => dialog.open);
const stars = (page, host = "#result-stars") => page.locator(`${host} .stars`).getAttribute("aria-label");
const positions = (page) => page.$$eval("#pictures .tile:not(.gone)", (tiles) => tiles.map((tile) => tile.style.translate).join());

check("a first visit shows the game in three moving pictures, once, and again by the help button", { context: { first: true, reducedMotion: "no-preference" }, visit: false }, async ({ page }) => {
  await visit(page);
  assert.ok(await isOpen(page, "#help-dialog"));
  assert.deepEqual(await page.$$eval("#pictures figcaption", (all) => all.map(({ textContent }) => textContent)), [
    "Click a group of tiles of one colour, or a single tile. It goes, and the tiles above fall.",
    "Tiles of one colour that meet go in one click.",
    "Empty the board in the fewest clicks.",
  ]);
  assert.ok(!(await page.isVisible("#keys-card")));
  const before = await positions(page);
  await page.waitForFunction((before) => [...document.querySelectorAll("#pictures .tile:not(.gone)")].map((tile) => tile.style.translate).join() !== before, before);
  await picture(page, "intro");
  await page.keyboard.press("Enter");
  assert.ok(!(await isOpen(page, "#help-dialog")), "one key begins the game");
  await reload(page);
  assert.ok(!(await isOpen(page, "#help-dialog")));
  await page.click("#help");
  assert.ok(await page.isVisible("#keys-card"));
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.id), "help");
  await openText(page, file("data/samples/noip.txt"));
  await page.waitForSelector("#help-dialog[open]");
  assert.match(await text(page, "#pictures"), /^\s*Drag a block/, "another kind of game is introduced when it is met first");
});

check("with reduced motion the pictures are still, and a link is one tap away", { context: { first: true }, visit: false }, async ({ page }) => {
  const code = Buffer.from(JSON.stringify({ p: { v: 1, game: "samegame", rows: ["112"] }, m: [], at: 0 })).toString("base64url");
  await visit(page, `#g=${code}`);
  const before = await positions(page);
  assert.ok((await page.locator("#pictures .lit").count()) > 0, "the groups to click are lit");
  await page.waitForTimeout(1200);
  assert.equal(await positions(page), before);
  await page.click("#begin");
  await clickCell(page, 1, 1);
  assert.equal((await figures(page)).left, 1);
});

check("the pictures show the game of the board, by its rules and goal", async ({ page }) => {
  const captions = async () => {
    await page.click("#help");
    const all = await page.$$eval("#pictures figcaption", (all) => all.map(({ textContent }) => textContent));
    await closeDialogs(page);
    return all;
  };
  await openRows(page, SMALL, { rules: "former" });
  assert.match((await captions())[0], /or a single tile/);
  assert.match((await captions())[2], /^Clear the board in/);
  await openRows(page, SMALL, { rules: "momaland" });
  assert.match((await captions())[1], /3 tiles 9 points, 6 tiles 36, 12 tiles 144/);
  await openPuzzle(page, file("data/samples/noip.txt"));
  assert.match((await captions())[0], /^\s*Drag a block/);
});

check("the end of a game shows the result, the best known, the tiles left, the clicks and the time", async ({ page }) => {
  await openRows(page, SMALL, { id: "end" });
  const list = rules.anyGame(SMALL);
  for (const [row, col] of list) await clickCell(page, row, col);
  await result(page);
  const { board, score } = rules.replay(SMALL, list);
  assert.equal(await text(page, "#result-value"), `${score.toLocaleString("en")} points`);
  const best = rules.best(SMALL);
  await until(page, "#result-words", score === best ? /this is proven/ : new RegExp(`^Best possible ${best.toLocaleString("en")} · −${(best - score).toLocaleString("en")} · ${Math.floor((100 * score) / best)} %$`));
  const facts = await page.$$eval("#result-facts > div", (all) => all.map((pair) => [pair.querySelector("dt").textContent, pair.querySelector("dd").textContent]));
  assert.deepEqual(facts.slice(0, 2), [["tiles left", String(rules.tiles(board))], ["clicks", String(list.length)]]);
  assert.match(facts[2][1], /^\d+:\d\d$/);
  const expected = score >= best ? 3 : 4 * (best - score) <= best ? 2 : 1;
  assert.equal(await stars(page), `${expected} of 3 stars${score === best ? ", the best result" : ""}`);
  await picture(page, "result");
  await page.keyboard.press("Escape");
  assert.ok(!(await isOpen(page, "#result-dialog")));
  assert.equal(await page.evaluate(() => document.querySelectorAll("dialog[open]").length), 0);
  await page.click("#undo");
  await page.click("#redo");
  await page.waitForTimeout(100);
  assert.ok(!(await isOpen(page, "#result-dialog")), "a redone move does not show the result again");
  await page.click("#undo");
  await clickCell(page, ...list.at(-1));
  await result(page);
  await page.click("#undo");
  assert.ok(!(await isOpen(page, "#result-dialog")), "a move that is taken back closes the card");
});

check("a better game is a new best, and a perfect one has three stars and confetti", { context: { reducedMotion: "no-preference" } }, async ({ page }) => {
  await openRows(page, TINY, { id: "tiny" });
  await playAll(page, [[2, 1], [1, 2], [1, 1]]);
  await result(page);
  await page.waitForSelector(".confetti", { state: "attached" });
  await until(page, "#result-words", /this is proven/);
  assert.equal(await text(page, "#result-title"), "Perfect!");
  assert.equal(await stars(page), "3 of 3 stars, the best result");
  assert.ok(!(await page.isVisible("#result-new")), "a first game is no new best");
  await page.waitForSelector(".confetti", { state: "detached" });
  await openRows(page, SMALL, { id: "better" });
  const games = [rules.anyGame(SMALL)];
  for (let board = SMALL, list = []; ; ) {
    const ways = rules.clicks(board);
    if (!ways.length) {
      games.push(list);
      break;
    }
    list = [...list, ways.at(-1)];
    board = rules.click(board, ...ways.at(-1));
  }
  games.sort((a, b) => rules.replay(SMALL, a).score - rules.replay(SMALL, b).score);
  assert.notEqual(rules.replay(SMALL, games[0]).score, rules.replay(SMALL, games[1]).score);
  for (const [at, list] of games.entries()) {
    await playAll(page, list);
    await result(page);
    assert.equal(await page.isVisible("#result-new"), at === 1);
    await page.click("#result-again");
    assert.equal((await figures(page)).left, 20);
  }
});

check("the result goes on to the next board, again, and to the best game", async ({ page }) => {
  await openRows(page, SMALL, { id: "mine" });
  await finish(page);
  await result(page);
  await page.click("#result-again");
  assert.equal((await figures(page)).left, 20);
  await playAll(page, rules.anyGame(SMALL));
  await result(page);
  await page.waitForFunction(() => !document.getElementById("result-watch").disabled);
  await page.click("#result-watch");
  await page.waitForFunction(() => document.body.dataset.mode === "analyse");
  await until(page, "#at", /^(\d+)\/\1$/);
  const whole = await page.evaluate(async () => (await import("./state/store.js")).game.moves);
  assert.equal(rules.replay(SMALL, whole).score, rules.best(SMALL), "the best game is on the board");
  await page.click("#mine");
  await mode(page, "play");
  await page.click("#undo");
  await playAll(page, rules.anyGame(SMALL).slice(-1));
  await result(page);
  assert.equal(await text(page, "#result-next"), "More");
  await page.click("#result-next");
  assert.ok(await isOpen(page, "#puzzles-dialog"), "no board at random");
});

check("a game that ends in analysis or in a replay has no result card", async ({ page }) => {
  await openRows(page, TINY);
  await mode(page, "analyse");
  await playAll(page, [[2, 1], [1, 2], [1, 1]]);
  await page.waitForTimeout(150);
  assert.ok(!(await isOpen(page, "#result-dialog")));
});

check("a Mayan puzzle is solved or not", async ({ page }) => {
  await openPuzzle(page, file("data/samples/noip.txt"));
  assert.match(await text(page, "#task"), /^Clear the board in exactly 3 moves\./);
  const record = { v: 1, game: "mayan", rows: ["1.11.", "2.22."], moves: 2, mode: "exactly" };
  await openPuzzle(page, JSON.stringify(record));
  assert.match(await text(page, "#task"), /^Clear the board in exactly 2 moves\./);
  await openPuzzle(page, JSON.stringify({ ...record, id: "won" }));
  for (const move of [[0, 0], [0, 0]]) await drag(page, ...move, "R");
  await result(page);
  // The best list is known when the search of the whole board has ended.
  await page.waitForSelector("#result-stars [aria-label^='3 of 3 stars']");
  assert.deepEqual([await text(page, "#result-title"), await text(page, "#result-value")], ["Perfect!", "2 moves"]);
  await openPuzzle(page, JSON.stringify({ ...record, id: "lost" }));
  await drag(page, 2, 0, "L");
  await drag(page, 3, 0, "L");
  await result(page);
  assert.equal(await text(page, "#result-title"), "Not solved");
  assert.match(await text(page, "#result-value"), /^\d+ blocks? left$/);
  assert.equal(await stars(page), "0 of 3 stars");
});

check("the text to send gives no move away", { context: { permissions: ["clipboard-read", "clipboard-write"] } }, async ({ page, another }) => {
  await openRows(page, SMALL, { id: "sent" });
  await playAll(page, rules.anyGame(SMALL));
  await result(page);
  await until(page, "#result-words", /Best possible|proven/);
  await page.click("#result-share");
  await until(page, "#result-shared", /^Copied/);
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
  assert.match(copied[0], /^tilefall · sent · [\d,]+ points? · ★[★☆]{2}$/);
  const other = await visit(await (await another()).newPage(), new URL(copied[1]).hash);
  assert.equal((await figures(other)).left, 20, "the link leads to the board without moves");
  assert.equal(await text(other, "#at"), "0/0");
});

check("the time counts from the first move to the end", async ({ page }) => {
  await openRows(page, SMALL, { id: "timed" });
  await page.waitForTimeout(1200);
  const list = rules.anyGame(SMALL);
  for (const [row, col] of list.slice(0, -1)) await clickCell(page, row, col);
  const time = () => page.evaluate(async () => {
    (await import("./state/clock.js")).tick();
    return (await import("./state/store.js")).game.time;
  });
  const early = await time();
  assert.ok(early < 1200 + 4000, `${early} ms`);
  await page.waitForTimeout(300);
  assert.ok((await time()) >= early + 290, "it goes on");
  await mode(page, "analyse");
  const paused = await time();
  await page.waitForTimeout(200);
  assert.equal(await time(), paused, "it rests in analysis");
  await mode(page, "play");
  await reload(page);
  assert.ok(Math.abs((await time()) - paused) < 500, "it outlives a reload");
});

check("the card of this board shows the way to three stars, and no move", async ({ page }) => {
  await openRows(page, SMALL, { id: "way" });
  const best = rules.best(SMALL);
  await until(page, "#best-words", new RegExp(`^Best possible ${best.toLocaleString("en")}$`));
  const marks = await page.$$eval("#meter .marks > span:not([hidden])", (all) => all.map(({ textContent }) => textContent));
  assert.deepEqual(marks, ["★finish", ...[Math.ceil(best / 2), best - Math.floor(best / 5), best].map((value, at) => `${["★★", "★★★", "♛"][at]}${value.toLocaleString("en")}`)]);
  assert.equal(await page.locator("#board .next, #board .lit").count(), 0);
  await playAll(page, rules.anyGame(SMALL));
  await until(page, "#best-words", /your best \d/);
  for (const [goal, pattern] of [["left", /^Best (possible|found so far) \d+/], ["biggest", /^Best (possible|found so far) \d+/], ["clear", /^$/]]) {
    await page.evaluate(async (goal) => (await import("./state/store.js")).setGoal(goal), goal);
    await until(page, "#best-words", pattern);
  }
});

check("the puzzles of the sets are ticked off with stars, and followed by the next one", async ({ page }) => {
  await page.click("#puzzles");
  await page.click("text=Very hard");
  await page.click("[aria-label='Very hard 2']");
  await until(page, "#title", /^Mayan, very hard 2$/);
  await until(page, "#best-words", /^Best possible 7$/);
  assert.deepEqual(await page.$$eval("#meter .marks > span:not([hidden])", (all) => all.map(({ textContent }) => textContent)), ["♛solve it in 7 moves"], "there are no two stars where all solutions have as many moves");
  const line = await page.evaluate(async () => (await (await import("./days/sets.js")).sets()).find(({ name }) => name === "mayan-hardest").puzzles[1].line);
  await playAll(page, line);
  await result(page);
  assert.equal(await stars(page), "3 of 3 stars, the best result");
  await page.click("#result-next");
  await until(page, "#title", /^Mayan, very hard 3$/);
  await page.click("#puzzles");
  assert.equal(await page.locator("[aria-label='Very hard 2, 3 stars']").count(), 1);
  assert.match(await text(page, ".set[open] .count"), /^1 \/ 5$/);
  await picture(page, "puzzles-sets");
});

check("the card of keys lists the keys that work", async ({ page }) => {
  await page.focus("#board");
  await page.keyboard.press("?");
  assert.ok(await isOpen(page, "#help-dialog"));
  const shown = await page.$$eval("#keys-list kbd", (all) => all.map(({ textContent }) => textContent));
  for (const key of ["U", "R", "H", "N", "P", "S", "L", "Space", "Home", "End", "?"]) assert.ok(shown.includes(key), key);
  await page.keyboard.press("Escape");
  await openRows(page, SMALL);
  await page.focus("#board");
  await page.keyboard.press("p");
  assert.ok(await isOpen(page, "#puzzles-dialog"));
  await page.keyboard.press("Escape");
  for (const [row, col] of rules.anyGame(SMALL).slice(0, 3)) await clickCell(page, row, col);
  for (const [key, at] of [["u", 2], ["u", 1], ["r", 2], ["Control+z", 1], ["Control+y", 2], ["Control+z", 1], ["Control+Shift+Z", 2], ["Home", 0], ["End", 3]]) {
    await page.keyboard.press(key);
    assert.equal(await text(page, "#at"), `${at}/3`, key);
  }
  await page.keyboard.press("n");
  await page.waitForFunction(() => document.getElementById("title").textContent === "SameGame");
});

check("the key N asks before it leaves a game", async ({ page }) => {
  await openRows(page, SMALL, { id: "mine" });
  await clickCell(page, ...rules.clicks(SMALL)[0]);
  await page.focus("#board");
  await page.keyboard.press("n");
  await until(page, "#toast", /^Press N again to leave this game; it is kept\.$/);
  assert.deepEqual([await text(page, "#title"), await text(page, "#at")], ["mine", "1/1"]);
  await page.keyboard.press("n");
  await page.waitForSelector("#puzzles-dialog[open]");
});

for (const [width, height] of [[320, 640], [390, 844], [844, 390], [1440, 900], [2560, 1440]]) {
  for (const colorScheme of width === 390 || width === 1440 ? ["light", "dark"] : ["light"]) {
    check(`the dialogs fit on a screen of ${width} by ${height}, ${colorScheme}`, { context: { viewport: { width, height }, colorScheme } }, async ({ page }) => {
      const name = `${width}-${colorScheme}`;
      const fits = async (id) => {
        const [wide, inside, box] = await page.evaluate((id) => {
          const dialog = document.getElementById(id);
          return [document.documentElement.scrollWidth - innerWidth, dialog.scrollWidth - dialog.clientWidth, dialog.getBoundingClientRect().toJSON()];
        }, id);
        assert.deepEqual([id, wide, inside], [id, 0, 0]);
        assert.ok(box.left >= 0 && box.right <= width + 0.5 && box.top >= 0 && box.bottom <= height + 0.5, `${id}: ${JSON.stringify(box)}`);
        await picture(page, `${id}-${name}`);
      };
      for (const button of ["help", "settings", "puzzles"]) {
        await press(page, button);
        if (button === "puzzles") await page.waitForSelector(".set");
        await fits(`${button}-dialog`);
        await closeDialogs(page);
      }
      for (const button of ["new", "rules"]) {
        await press(page, "puzzles");
        await page.click(`#${button}`);
        await fits(`${button}-dialog`);
        await closeDialogs(page);
      }
      await finish(page);
      await result(page);
      await fits("result-dialog");
      const [card, well] = await page.evaluate(() => ["#result-dialog", "#board .well"].map((host) => document.querySelector(host).getBoundingClientRect().toJSON()));
      const hidden = Math.max(0, Math.min(card.bottom, well.bottom) - Math.max(card.top, well.top)) * Math.max(0, Math.min(card.right, well.right) - Math.max(card.left, well.left));
      assert.ok(hidden < 0.5 * well.width * well.height, "most of the final board stays in view");
      await page.waitForTimeout(50);
    });
  }
}
