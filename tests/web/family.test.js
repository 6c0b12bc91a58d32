// The rules and goals of the SameGame family on the page.

import assert from "node:assert/strict";
import { check, visit } from "./support/browser.js";
import { clickCell, closeDialogs, figures, link, mode, openRows, openText, reload, seen, solve, text, until } from "./support/page.js";

const ROWS = ["112", "231", "422"];
const USUAL = "Score as much as you can. Empty the board for 1,000 more.";
const FORMER = /^Clear the board in (the fewest|\d+) clicks?( or fewer)?\. Single tiles can be clicked\. Empty columns stay\.$/;

/** Opens the dialog behind a button of the puzzles menu, by the id of the button. */
async function openDialog(page, name) {
  await closeDialogs(page);
  await page.click("#puzzles");
  await page.click(`#${name}`);
}

/** Chooses rules in the dialog, by a preset and by fields, and starts the board again. */
async function chooseRules(page, preset, fields = {}) {
  await openDialog(page, "rules");
  if (Object.keys(fields).length) await page.click("#rules-parts > summary");
  if (preset) await page.selectOption("#rules-preset", preset);
  for (const [field, value] of Object.entries(fields)) {
    const select = await page.$eval(`#rules-${field}`, (element) => element.tagName === "SELECT");
    if (select) await page.selectOption(`#rules-${field}`, value);
    else await page.fill(`#rules-${field}`, value);
  }
  await page.click("#rules-play");
}

check("a board by the rules of Former has its goal, single tiles go, and columns stay", async ({ page }) => {
  await openRows(page, ROWS);
  assert.equal(await text(page, "#task"), USUAL);
  await chooseRules(page, "former");
  assert.match(await text(page, "#task"), FORMER);
  assert.equal(await page.inputValue("#goal"), "fewest");
  await clickCell(page, 1, 1);
  assert.equal((await figures(page)).clicks, 1);
  assert.equal((await figures(page)).left, 8);
  for (const [row, col] of [[1, 1], [1, 1]]) await clickCell(page, row, col);
  const gap = await seen(page);
  assert.deepEqual(gap.map((row) => row[0]), [".", ".", "."], "the first column stays empty");
  assert.equal((await figures(page)).clicks, 3);
  await page.focus("#board");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal((await figures(page)).clicks, 4);
  assert.equal((await figures(page)).score, null, "no score where it does not count");
  await page.click("#restart");
  await until(page, "#task", /^Clear the board in 4 clicks\./);
});

check("rules and goals are in links, saved games and records, and old links work", async ({ page, another }) => {
  await openRows(page, ROWS, { id: "daily" });
  await chooseRules(page, "former");
  await clickCell(page, 1, 1);
  const href = await link(page);
  const other = await visit(await (await another()).newPage(), new URL(href).hash);
  assert.match(await text(page, "#task"), FORMER);
  assert.equal(await text(other, "#task"), "A friend’s game: 1 click");
  assert.deepEqual([await figures(other), await seen(other)], [await figures(page), await seen(page)]);
  await mode(page, "analyse");
  await page.selectOption("#goal", "left");
  const third = await visit(await (await another()).newPage(), new URL(await link(page)).hash);
  assert.equal(await third.inputValue("#goal"), "left");
  await reload(page);
  assert.match(await text(page, "#task"), /^Leave as few tiles as you can\. Single tiles can be clicked\. Empty columns stay\.$/);
  assert.equal((await figures(page)).clicks, 1);
  await page.click("#share");
  await page.selectOption("#kind", "puzzle");
  const { rules } = JSON.parse(await page.inputValue("#exported"));
  assert.deepEqual([rules.min_group, rules.columns], [1, "stay"]);
  await closeDialogs(page);
  const old = Buffer.from(JSON.stringify({ p: { v: 1, game: "samegame", rows: ["112"] }, m: [[1, 1]], at: 1 })).toString("base64url");
  const fourth = await visit(await (await another()).newPage(), `#g=${old}`);
  assert.match(await text(fourth, "#task"), /^A friend’s game: /);
  assert.equal((await figures(fourth)).left, 1);
});

check("parts of the rules are chosen one by one, and refused with a message", async ({ page }) => {
  await openRows(page, ["1122", "1122"]);
  await chooseRules(page, "", { "min-group": "3", score: "sq", "clear-bonus": "5", "clear-factor": "2" });
  assert.equal(await text(page, "#task"), "Score as much as you can. Empty the board for 5 more. Groups of 3 or more can be clicked.");
  await clickCell(page, 1, 1);
  assert.equal((await figures(page)).score, 16);
  await clickCell(page, 1, 1);
  assert.equal((await figures(page)).score, 2 * (16 + 16 + 5));
  await page.click("#undo");
  await solve(page);
  assert.match(await text(page, "#verdict"), /: 74 points$/);
  await openDialog(page, "rules");
  assert.match(await text(page, "#rules-words"), /^Groups of 3 or more go\. Empty columns close\. A group of n tiles pays n² points\. An empty board pays 5 more\. An empty board multiplies all points by 2\.$/);
  await page.click("#rules-parts > summary");
  assert.equal(await text(page, "#rules-source"), "Rules of your own.");
  assert.equal(await page.inputValue("#rules-min-group"), "3");
  await page.fill("#rules-min-group", "0");
  await page.click("#rules-play");
  assert.match(await text(page, "#rules-problem"), /^Smallest group: expected a whole number from 1/);
  await page.fill("#rules-min-group", "2");
  await page.selectOption("#rules-score", "poly");
  await page.fill("#rules-poly", "1,x,4");
  await page.click("#rules-play");
  assert.match(await text(page, "#rules-problem"), /no coefficient/);
  await page.fill("#rules-poly", "1,-4,4");
  await page.fill("#rules-clear-bonus", "1000");
  await page.fill("#rules-clear-factor", "1");
  await page.click("#rules-play");
  assert.equal(await text(page, "#task"), USUAL);
  await openDialog(page, "rules");
  assert.equal(await page.inputValue("#rules-preset"), "samegame");
});

check("pasted and new boards take the rules of a game", async ({ page }) => {
  await openDialog(page, "open");
  await page.selectOption("#open-rules", "former");
  await openText(page, ROWS.join("\n"));
  await closeDialogs(page);
  assert.match(await text(page, "#task"), FORMER);
  await openDialog(page, "new");
  await page.selectOption("#new-size", "");
  await page.fill("#new-rows", "7");
  await page.fill("#new-cols", "9");
  await page.fill("#new-colors", "4");
  await page.selectOption("#new-rules", "former");
  await page.click("#make");
  await until(page, "#title", /^SameGame$/);
  await page.waitForSelector("#new-dialog[open]", { state: "detached" });
  assert.match(await text(page, "#task"), FORMER);
  assert.equal((await figures(page)).left, 63);
  assert.ok(!(await page.isVisible("#new-dialog")));
  await openDialog(page, "new");
  await page.selectOption("#new-game", "mayan");
  await page.fill("#new-moves", "3");
  await page.selectOption("#new-difficulty", "0-35");
  await page.click("#make");
  await until(page, "#task", /^Clear the board in 3 moves/);
  await openDialog(page, "new");
  await page.fill("#new-moves", "9");
  await page.click("#make");
  assert.match(await text(page, "#new-problem"), /^Moves: expected a whole number from 1 to 7/);
});

check("every game with known rules is described, and sets its goal", async ({ page }) => {
  await openRows(page, ROWS);
  await openDialog(page, "rules");
  const names = await page.$$eval("#rules-preset option", (options) => options.map(({ value }) => value).filter(Boolean));
  assert.ok(names.length >= 8);
  const described = new Set();
  for (const name of names) {
    await page.selectOption("#rules-preset", name);
    described.add(await text(page, "#rules-source"));
    assert.match(await text(page, "#rules-words"), /go\. Empty columns (close|stay)\./);
  }
  assert.equal(described.size, names.length);
  await page.selectOption("#rules-preset", "tatham");
  assert.equal(await page.inputValue("#rules-goal"), "clear");
  await page.click("#rules-play");
  assert.match(await text(page, "#task"), /^Clear the board\./);
  await clickCell(page, 1, 2);
  await openDialog(page, "rules");
  await page.selectOption("#rules-goal", "left");
  await page.click("#rules-play");
  assert.match(await text(page, "#task"), /^Leave as few tiles as you can\./);
  assert.equal(await text(page, "#at"), "1/1", "another goal alone does not start the game again");
});
