// What outlives a visit: links, saved games, settings, and exports.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, picture, visit } from "./support/browser.js";
import { clickCell, closeDialogs, drag, figures, link, listed, mode, openPuzzle, openRows, pairs, reload, seen, solve, text, until } from "./support/page.js";
import { file, missing, run } from "./support/program.js";
import * as rules from "./support/samegame.js";

const SMALL = ["11223", "13321", "22113", "33122"];

/** Opens the dialog with the saved games. */
async function openSaved(page) {
  await closeDialogs(page);
  await page.click("#puzzles");
  await page.click("#open");
}

check("a shared link shows another visitor the same game, moves and score", async ({ page, another }) => {
  await openRows(page, SMALL, { id: "größer ★" });
  const list = rules.anyGame(SMALL).slice(0, 4);
  for (const [row, col] of list) await clickCell(page, row, col);
  await page.click("#undo");
  const href = await link(page);
  const other = await (await another()).newPage();
  await visit(other, new URL(href).hash);
  assert.equal(await text(other, "#title"), "größer ★");
  assert.deepEqual(await seen(other), await seen(page));
  assert.deepEqual(await figures(other), await figures(page));
  assert.equal(await text(other, "#at"), "3/4");
  assert.deepEqual(pairs(await listed(other)), list);
  await other.click("#redo");
  assert.equal((await figures(other)).score, rules.replay(SMALL, list).score);
});

check("a link that is followed on the open page opens its game", async ({ page }) => {
  await openPuzzle(page, file("data/samples/noip.txt"));
  await drag(page, 2, 1, "R");
  const href = await link(page);
  await openRows(page, SMALL);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, new URL(href).hash);
  await until(page, "#at", /^1\/1$/);
  assert.deepEqual(await listed(page), ["2 1 R"]);
});

const code = (game) => Buffer.from(JSON.stringify(game)).toString("base64url");

check("a damaged link says so, and the page works", { visit: false }, async ({ another }) => {
  const board = { v: 1, game: "samegame", rows: ["112"] };
  const damaged = ["%%%", "AAAA", code(null), code({ p: 3 }), code({ p: board, m: [[9, 9]] }), code({ p: { ...board, game: "chess" } }), code({ p: board }).slice(0, -7)];
  const context = await another();
  for (const hash of damaged) {
    const page = await context.newPage();
    await visit(page, `#g=${hash}`);
    assert.match(await text(page, "#toast"), /^this link is damaged: ./, hash);
    assert.match(await text(page, "#title"), /^Former · [A-Z][a-z]+ \d+ [A-Z][a-z]+$/);
    await page.close();
  }
  const page = await context.newPage();
  await visit(page, `#g=${code({ p: board, m: [[1, 1]], at: 99 })}`);
  assert.equal(await text(page, "#at"), "1/1");
  await page.click("#undo");
  await clickCell(page, 1, 1);
  assert.equal((await figures(page)).left, 1);
});

check("a game is saved, and opened again after a reload with its moves and its best score", async ({ page }) => {
  await openRows(page, SMALL, { id: "kept" });
  const list = rules.anyGame(SMALL);
  for (const [row, col] of list) await clickCell(page, row, col);
  const { score } = rules.replay(SMALL, list);
  await page.click("#undo");
  const board = await seen(page);
  await reload(page);
  await openSaved(page);
  const button = page.locator("#saved button");
  assert.match(await button.textContent(), new RegExp(`^kept: ${list.length} moves, best ${score}, \\d+ [A-Z][a-z]+$`));
  await picture(page, "open");
  await button.click();
  assert.deepEqual(pairs(await listed(page)), list);
  assert.equal(await text(page, "#at"), `${list.length - 1}/${list.length}`);
  assert.equal((await figures(page)).best, score);
  assert.deepEqual(await seen(page), board);
  await openRows(page, SMALL, { id: "kept" });
  assert.equal((await figures(page)).best, score, "also when the same board is opened anew");
});

/** The state of a game as the page shows it: title, board, list of moves, current move and figures. */
const state = async (page) => [await text(page, "#title"), await seen(page), await listed(page), await text(page, "#at"), await figures(page)];

check("a reload goes on with the last game, whether it was played or only opened", async ({ page, context }) => {
  await openRows(page, SMALL, { id: "played" });
  for (const [row, col] of rules.anyGame(SMALL).slice(0, 3)) await clickCell(page, row, col);
  await page.click("#undo");
  const played = await state(page);
  await reload(page);
  assert.deepEqual(await state(page), played);
  assert.match(await text(page, "#status"), /^\d+ [a-z ]+ tiles? removed: \d+ points?, \d+ left/);
  const other = await visit(await context.newPage());
  assert.deepEqual(await state(other), played, "in another tab");
  await openPuzzle(other, file("data/samples/noip.txt"));
  const opened = await state(other);
  await reload(other);
  assert.deepEqual(await state(other), opened, "a puzzle that was only opened");
  await reload(page);
  assert.deepEqual(await state(page), played, "each tab has its own game");
  await openSaved(page);
  assert.match(await text(page, "#saved"), /^played: 3 moves/);
});

check("a reload after a link goes on with the game, not with the link", async ({ page, another }) => {
  await openRows(page, SMALL);
  const href = await link(page);
  const other = await visit(await (await another()).newPage(), new URL(href).hash);
  await clickCell(other, ...rules.clicks(SMALL)[0]);
  const played = await state(other);
  await reload(other);
  assert.deepEqual(await state(other), played);
  await other.click("#restart");
  await other.evaluate((hash) => {
    location.hash = hash;
  }, new URL(href).hash);
  await until(other, "#at", /^0\/1$/);
});

check("a look at the solver's line changes neither the saved game nor what is shared", async ({ page, another }) => {
  const rows = ["1123", "3312", "2113"];
  await openRows(page, rows, { id: "kept" });
  await clickCell(page, 3, 1);
  await page.click("#undo");
  const mine = await state(page);
  const [shared, record] = [await link(page), (await exports(page)).record];
  await solve(page, "60000");
  const line = pairs(await listed(page, "#line"));
  await page.click("#line li:nth-child(2) button");
  assert.equal(await link(page), shared);
  assert.equal((await exports(page)).record, record);
  await page.click("#share");
  await page.selectOption("#what", "line");
  const other = await visit(await (await another()).newPage(), new URL(await page.inputValue("#link")).hash);
  assert.deepEqual(pairs(await listed(other)), line, "the line is shared if it is chosen");
  await page.selectOption("#kind", "record");
  assert.deepEqual(JSON.parse(await page.inputValue("#exported")).moves, line.slice(0, 2));
  await picture(page, "share-line");
  await closeDialogs(page);
  await reload(page);
  assert.deepEqual(await state(page), mine);
  assert.ok(!(await page.isVisible("#mine")));
  await openSaved(page);
  assert.match(await text(page, "#saved"), /^kept: 1 move, /);
});

check("a move that is played on the solver's line makes it the player's game, and the way back stays", async ({ page }) => {
  await openRows(page, SMALL, { id: "kept" });
  const [mine] = rules.clicks(SMALL);
  await clickCell(page, ...mine);
  await page.click("#undo");
  await solve(page, "60000");
  const line = pairs(await listed(page, "#line"));
  await page.click("#line li:nth-child(1) button");
  const next = rules.clicks(rules.replay(SMALL, line.slice(0, 1)).board).at(-1);
  await clickCell(page, ...next);
  await reload(page);
  assert.deepEqual(pairs(await listed(page)), [line[0], next]);
  await page.click("#mine");
  assert.deepEqual(pairs(await listed(page)), [mine]);
});

check("a browser without room for the game says so once, in words", { visit: false }, async ({ another }) => {
  const context = await another();
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
  });
  const page = await visit(await context.newPage());
  await page.evaluate(() => {
    window.toasts = [];
    new MutationObserver(() => window.toasts.push(document.getElementById("toast").textContent)).observe(document.getElementById("toast"), { childList: true });
  });
  for (const rows of [SMALL, [...SMALL].reverse()]) {
    await openRows(page, rows);
    for (const [row, col] of rules.anyGame(rows).slice(0, 2)) await clickCell(page, row, col);
    assert.equal(await text(page, "#at"), "2/2");
  }
  const said = (await page.evaluate(() => window.toasts)).filter(Boolean);
  assert.deepEqual(said, ["The browser has no room: this game is not kept."]);
});

check("the page works without a store, and with rubbish in it", { visit: false }, async ({ another }) => {
  const stores = {
    none: () => Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("no", "SecurityError"); } }),
    broken: () => { for (const key of ["tilefall.attempts", "tilefall.settings"]) localStorage.setItem(key, "{"); },
    other: () => {
      localStorage.setItem("tilefall.attempts", "[1]");
      localStorage.setItem("tilefall.settings", '{"marks":7,"theme":null,"motion":"x","cores":1e9,"speed":"fast"}');
    },
    odd: () => {
      localStorage.setItem("tilefall.attempts", '{"a":1,"b":null,"c":{"name":"x"},"d":{"record":{"game":"samegame","rows":["1"]},"moves":[[5,5]],"at":1,"changed":"2026-11-27","value":null,"stars":0}}');
      localStorage.setItem("tilefall.settings", '"x"');
    },
  };
  for (const [name, store] of Object.entries(stores)) {
    const context = await another();
    await context.addInitScript(`if (location.protocol === "http:") (${store})();`);
    const page = await visit(await context.newPage());
    assert.equal(await page.isVisible("#help-dialog"), name === "none", "how to play is shown where it is not known to have been shown");
    await openRows(page, SMALL);
    await clickCell(page, ...rules.clicks(SMALL)[0]);
    assert.equal(await text(page, "#at"), "1/1", name);
    await page.click("#settings");
    const cores = Number(await page.inputValue("#cores"));
    assert.ok(cores >= 1 && cores <= 4, `${cores} solvers`);
    await page.selectOption("#marks", "names");
    await closeDialogs(page);
    assert.match(await text(page, "#board .well"), /^[123]+$/);
    await openSaved(page);
    if (name === "odd") {
      await page.click("#saved li:last-child button");
      assert.match(await text(page, "#problem"), /./);
      assert.equal(await text(page, "#at"), "1/1");
    }
  }
});

check("settings and the speed are kept", async ({ page }) => {
  await page.click("#settings");
  await page.selectOption("#theme", "dark");
  await page.selectOption("#marks", "shapes");
  await page.uncheck("#motion");
  await page.check("#sound");
  await page.check("#numbers");
  await page.fill("#cores", "3");
  await page.press("#cores", "Tab");
  await picture(page, "settings");
  await closeDialogs(page);
  await mode(page, "analyse");
  await page.selectOption("#speed", "5");
  await reload(page);
  const values = await page.$$eval("#theme, #marks, #cores, #speed", (fields) => Object.fromEntries(fields.map(({ id, value }) => [id, value])));
  assert.deepEqual(values, { speed: "5", marks: "shapes", theme: "dark", cores: "3" });
  const switches = await page.$$eval("#motion, #sound, #numbers", (fields) => Object.fromEntries(fields.map(({ id, checked }) => [id, checked])));
  assert.deepEqual(switches, { motion: false, sound: true, numbers: true });
  assert.deepEqual(await page.evaluate(() => ({ ...document.documentElement.dataset })), { ready: "yes", theme: "dark", motion: "none" });
  assert.ok(await page.isVisible("#board .number"));
  // In a browser that cannot play sounds, a sound must not stop the game.
  await openRows(page, SMALL);
  await clickCell(page, ...rules.clicks(SMALL)[0]);
  assert.equal(await text(page, "#at"), "1/1");
});

/** The text of each export of the game, by kind. */
async function exports(page) {
  await page.click("#share");
  const kinds = await page.$$eval("#kind option", (options) => options.map(({ value }) => value));
  const made = {};
  for (const kind of kinds) {
    await page.selectOption("#kind", kind);
    made[kind] = await page.inputValue("#exported");
  }
  await picture(page, "share");
  await closeDialogs(page);
  return made;
}

/** Whether a text is XML. An empty page parses it, because the policy of the tested page forbids inline styles. */
async function isXml(page, source) {
  const empty = await page.context().newPage();
  const whole = await empty.evaluate((text) => !new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror"), source);
  await empty.close();
  return whole;
}

check("a finished SameGame game is exported in every kind, and the record passes verify", async ({ page }) => {
  await openPuzzle(page, file("data/samples/codingame.txt"));
  const rows = await seen(page);
  const list = rules.anyGame(rows);
  for (const [row, col] of list) await clickCell(page, row, col);
  const made = await exports(page);
  const record = JSON.parse(made.record);
  assert.deepEqual([record.moves, record.score], [list, rules.replay(rows, list).score]);
  assert.deepEqual(rules.shape(JSON.parse(made.puzzle).rows), rules.shape(rows));
  assert.deepEqual(made["clicks codingame"].trim().split("\n"), list.map(([row, col]) => `${col - 1} ${row - 1}`));
  for (const kind of ["svg", "animation"]) assert.ok(await isXml(page, made[kind]), kind);
  assert.match(made.html, /^<!doctype html>/i);
  for (const format of ["click", "rows", "codingame", "tatham", "uva339"]) {
    await openPuzzle(page, made[format], format);
    assert.deepEqual(rules.shape(await seen(page)), rules.shape(rows), format);
  }
  // The format of UVa 758 has no boards of five colours and 15 rows: the page shows the error.
  assert.match(made.uva758, /expected/);
  if (missing) return;
  const folder = mkdtempSync(join(tmpdir(), "tilefall-"));
  try {
    for (const name of ["puzzle", "record"]) writeFileSync(join(folder, name), made[name]);
    const { status, stdout, stderr } = run(["samegame", "verify", join(folder, "puzzle"), join(folder, "record")]);
    assert.equal(status, 0, stdout + stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

check("a Mayan game is exported in every kind, and can be downloaded", async ({ page }) => {
  await openPuzzle(page, file("data/samples/noip.txt"));
  for (const [x, y] of [[2, 1], [3, 1], [3, 0]]) await drag(page, x, y, "R");
  const made = await exports(page);
  assert.deepEqual(JSON.parse(made.record).moves, [[2, 1, "R"], [3, 1, "R"], [3, 0, "R"]]);
  assert.equal(made["answer noip"], "2 1 1\n3 1 1\n3 0 1\n");
  assert.equal(made.noip.replace(/\s+/g, " "), file("data/samples/noip.txt").replace(/\s+/g, " "));
  for (const kind of ["svg", "animation"]) assert.ok(await isXml(page, made[kind]), kind);
  await page.click("#share");
  await page.selectOption("#kind", "animation");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
  assert.equal(download.suggestedFilename(), "tilefall.svg");
  assert.equal(readFileSync(await download.path(), "utf8"), made.animation);
});
