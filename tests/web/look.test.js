// How the page looks: for people who see or move otherwise, on a phone, with and without motion.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { check, picture, visit } from "./support/browser.js";
import { clickCell, closeDialogs, figures, middle, openPuzzle, openRows, solve, text } from "./support/page.js";
import { file } from "./support/program.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds that is serious or worse. */
async function findings(page) {
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const grave = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  return grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`);
}

for (const colorScheme of ["light", "dark"]) {
  check(`axe finds nothing serious on the page and in its dialogs in ${colorScheme} colours`, { context: { colorScheme }, visit: false }, async ({ page }) => {
    await page.addInitScript({ content: axe });
    await visit(page);
    await openRows(page, ["11223", "13321", "22113"], { id: "kept" });
    await clickCell(page, 1, 5);
    await clickCell(page, 1, 1);
    await page.click("#hint");
    await page.waitForFunction(() => !document.getElementById("advice").textContent.startsWith("Looking"));
    await page.focus("#board");
    await page.keyboard.press("ArrowUp");
    assert.deepEqual(await findings(page), [], "the page");
    for (const name of ["open", "new", "rules", "share", "settings"]) {
      await page.click(`#${name}`);
      if (name === "open") {
        await page.click("#paint");
        await page.fill("#text", "1 2 x\n");
        await page.click("#read");
      }
      if (name === "settings") await page.selectOption("#marks", "names");
      assert.deepEqual(await findings(page), [], `the dialog ${name}`);
      await picture(page, `${name}-${colorScheme}`);
      await page.keyboard.press("Escape");
      assert.equal(await page.evaluate(() => document.activeElement.id), name, "the focus is back where it was");
    }
    assert.deepEqual(await findings(page), [], "letters on tiles");
    await openPuzzle(page, file("data/samples/noip.txt"));
    await solve(page);
    assert.deepEqual(await findings(page), [], "a Mayan puzzle");
    await page.click("#daily");
    await picture(page, colorScheme);
  });
}

check("everything can be reached and used by keys alone", async ({ page }) => {
  await page.evaluate(() => document.body.focus());
  const reached = new Set();
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.id));
  }
  for (const id of ["new", "daily", "open", "share", "settings", "board", "hint", "solve", "time", "goal", "speed"]) assert.ok(reached.has(id), id);
  await page.focus("#open");
  await page.keyboard.press("Enter");
  await page.focus("#text");
  await page.keyboard.type("112\n221\n");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal((await figures(page)).left, 6);
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

check("on a phone a game is played by taps, and nothing scrolls sideways", { context: PHONE }, async ({ page }) => {
  assert.equal(await wide(page), 0);
  await picture(page, "phone");
  await openRows(page, ["112", "221"]);
  for (const [row, col, left] of [[2, 1, 4], [1, 1, 2]]) {
    const { x, y } = await middle(page, row - 1, col - 1);
    await page.touchscreen.tap(x, y);
    await page.waitForFunction((left) => document.getElementById("left").textContent === `${left} tiles left`, left);
  }
  assert.equal(await page.locator("#board .lit").count(), 0, "nothing stays lit under a finger that is gone");
  assert.match(await text(page, "#status"), /2 left/);
  await openPuzzle(page, file("data/samples/codingame.txt"));
  await solve(page);
  assert.equal(await wide(page), 0, "with a long line");
  for (const name of ["open", "new", "rules", "share", "settings"]) {
    await page.click(`#${name}`);
    if (name === "open") await page.click("#paint");
    assert.equal(await wide(page), 0, name);
    const inside = await page.evaluate((name) => {
      const dialog = document.getElementById(`${name}-dialog`);
      return dialog.scrollWidth - dialog.clientWidth;
    }, name);
    assert.equal(inside, 0, `the dialog ${name}`);
    await picture(page, `phone-${name}`);
    await closeDialogs(page);
  }
  await picture(page, "phone-solved", { fullPage: true });
});

check("on a phone a Mayan block is dragged by a finger", { context: PHONE }, async ({ page, context }) => {
  await openPuzzle(page, file("data/samples/noip.txt"));
  const touch = await context.newCDPSession(page);
  for (const [x, y] of [[2, 1], [3, 1], [3, 0]]) {
    const [from, to] = [await middle(page, y, x), await middle(page, y, x + 1)];
    const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await send("touchStart", [from]);
    for (const part of [0.3, 0.7, 1]) await send("touchMove", [{ x: from.x + (to.x - from.x) * part, y: from.y + 4 * part }]);
    await send("touchEnd", []);
  }
  await page.waitForFunction(() => /cleared$/.test(document.getElementById("status").textContent));
  assert.equal((await figures(page)).left, 0);
});

/** Where tiles are drawn, while they move or not. */
const drawn = (page) => page.$$eval("#board .tile:not(.gone)", (tiles) => tiles.map((tile) => getComputedStyle(tile).transform));
const meant = (page) => page.$$eval("#board .tile:not(.gone)", (tiles) => tiles.map((tile) => `matrix(1, 0, 0, 1, ${tile.style.transform.match(/-?[\d.]+/g).join(", ")})`));

check("with reduced motion tiles are in place at once", async ({ page }) => {
  await openRows(page, ["12", "11", "12"]);
  const { x, y } = await middle(page, 0, 0);
  await page.mouse.move(x, y);
  const [moving, left] = await page.evaluate(([x, y]) => {
    const board = document.getElementById("board");
    for (const kind of ["pointerdown", "pointerup"]) board.dispatchEvent(new PointerEvent(kind, { clientX: x, clientY: y, isPrimary: true, bubbles: true }));
    return [document.querySelectorAll("#board .moving").length, document.querySelectorAll("#board .tile:not(.gone)").length];
  }, [x, y]);
  assert.deepEqual([moving, left], [0, 2]);
  assert.deepEqual(await drawn(page), await meant(page));
});

check("without it they fall, and are in place after a moment, also when moves come fast", { context: { reducedMotion: "no-preference" } }, async ({ page }) => {
  await openRows(page, ["12", "11", "12"]);
  const { x, y } = await middle(page, 0, 0);
  const moving = await page.evaluate(([x, y]) => {
    const board = document.getElementById("board");
    for (const kind of ["pointerdown", "pointerup"]) board.dispatchEvent(new PointerEvent(kind, { clientX: x, clientY: y, isPrimary: true, bubbles: true }));
    return document.querySelectorAll("#board .moving").length;
  }, [x, y]);
  assert.ok(moving > 0);
  await page.waitForFunction(() => !document.querySelector("#board .moving"));
  assert.deepEqual(await drawn(page), await meant(page));
  assert.deepEqual((await drawn(page)).length, 2);
  for (const key of ["u", "r", "u", "r"]) await page.keyboard.press(key);
  await page.waitForFunction(() => !document.querySelector("#board .moving"));
  assert.deepEqual(await drawn(page), await meant(page));
  assert.equal((await drawn(page)).length, 2);
});

check("names of colours and shapes stand on tiles, one for each colour, and the dark theme is dark", async ({ page }) => {
  await openRows(page, ["1a2", "1a2"]);
  const marks = () => page.$$eval("#board .tile text", (texts) => [...new Set(texts.map(({ textContent }) => textContent))].sort());
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.deepEqual(await marks(), []);
  const light = await back();
  await page.click("#settings");
  await page.selectOption("#marks", "names");
  assert.deepEqual(await marks(), ["1", "2", "a"]);
  const { x, y } = await middle(page, 0, 1);
  await page.mouse.move(x, y);
  await page.keyboard.press("Escape");
  await page.mouse.move(x + 1, y);
  assert.match(await text(page, "#status"), /: colour a,/, "the name that stands on the tile");
  await page.click("#settings");
  await page.selectOption("#marks", "shapes");
  const shapes = await marks();
  assert.equal(shapes.length, 3);
  assert.ok(shapes.every((shape) => !/[0-9a-z]/.test(shape)));
  await page.selectOption("#theme", "dark");
  const dark = await back();
  const sum = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((total, part) => total + Number(part), 0);
  assert.ok(sum(dark) < 200 && sum(light) > 600, `${dark}, ${light}`);
  await page.selectOption("#theme", "light");
  assert.equal(await back(), light);
});
