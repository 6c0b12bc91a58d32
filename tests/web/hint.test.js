// Hints: three steps, on the board and in words, and the message in a position that can no longer be won.

import assert from "node:assert/strict";
import { check, picture, visit } from "./support/browser.js";
import { clickCell, closeDialogs, figures, listed, mode, openPuzzle, openRows, PHONE, seen, text, until } from "./support/page.js";
import { file } from "./support/program.js";
import * as rules from "./support/samegame.js";

const SMALL = ["1123", "3312", "2113", "3221"];

/** Asks for step `number` of a hint by `button`; on a phone by the button of the card, which covers the others. */
async function next(page, number, button = "#hint") {
  const isPhone = (await page.isVisible("#menu")) && (await page.isVisible("#advice-next"));
  await page.click(isPhone ? "#advice-next" : button);
  await until(page, "#advice-step", new RegExp(`^${number} of 3$`));
}

/** The number of lit tiles. */
const lit = (page) => page.locator("#board .tile.next").count();

check("a hint has three steps: tiles, a reason, and the move", async ({ page }) => {
  await openRows(page, SMALL);
  assert.ok(await page.isHidden("#advice-card"), "nothing before it is asked");
  await next(page, 1);
  assert.match(await text(page, "#advice"), /^Look at th/);
  assert.ok((await lit(page)) > 0);
  assert.ok(await page.locator("#board .well").evaluate((well) => well.classList.contains("dimmed")));
  await next(page, 2, "#advice-next");
  assert.ok((await text(page, "#advice .why")).length > 10);
  await next(page, 3);
  await page.click("#hint");
  assert.equal(await text(page, "#advice-step"), "3 of 3", "there is no fourth step");
  await picture(page, "hint");
  const shown = await page.$$eval("#board .tile", (tiles) => tiles.filter((tile) => tile.classList.contains("next")).map((tile) => window.placeOf(tile).reverse()));
  const [row, col] = [SMALL.length - shown[0][0], shown[0][1] + 1];
  assert.equal(shown.length, rules.group(SMALL, row, col).length, "the group of the next move, and nothing else");
  await page.click("#advice-next");
  assert.deepEqual(rules.shape(await seen(page)), rules.shape(rules.click(SMALL, row, col)));
  assert.ok(await page.isHidden("#advice-card"), "the hint goes with the move");
  assert.equal(await lit(page), 0);
});

check("the texts of a hint name no colour by its number, and no move by numbers", async ({ page }) => {
  await openRows(page, SMALL);
  for (const step of [1, 2, 3]) {
    await next(page, step);
    assert.doesNotMatch(await text(page, "#advice"), /colour \d|\d+[ ,]+\d+ *$/, `step ${step}`);
  }
});

check("a hint says tap where the finger points, and names the colours of Mayan blocks", { visit: false }, async ({ another }) => {
  for (const [options, word, other] of [[PHONE, /\btaps?\b/, /click/], [{}, /\bclicks?\b/, /\btap/]]) {
    const page = await visit(await (await another(options)).newPage());
    const hint = async () => {
      const steps = [];
      for (const step of [1, 2, 3]) {
        await next(page, step);
        steps.push(await text(page, "#advice"));
      }
      return steps.join("\n");
    };
    const said = [];
    for (const [rows, rules] of [[SMALL, "samegame"], [["12211"], "samegame"], [["1221", "2112"], "former"]]) {
      await openRows(page, rows, { rules });
      said.push(await hint());
    }
    assert.match(said.join("\n"), word);
    assert.doesNotMatch(said.join("\n"), other);
    await openPuzzle(page, await file("data/samples/noip.txt"));
    assert.match(await hint(), /\b(amber|blue|green|red|violet|yellow|orange|purple|teal|pink)/);
  }
});

check("the line of a hint is the best one", async ({ page }) => {
  await openRows(page, SMALL);
  let [board, points] = [SMALL, 0];
  for (let turn = 0; rules.clicks(board).length && turn < 20; turn++) {
    for (const step of [1, 2, 3]) await next(page, step);
    const before = (await figures(page)).score;
    await page.click("#advice-next");
    points = (await figures(page)).score;
    board = rules.replay(SMALL, (await listed(page)).map((move) => move.split(" ").map(Number))).board;
    assert.ok(points >= before);
  }
  await closeDialogs(page);
  assert.equal(points, rules.best(SMALL));
});

check("a Mayan hint shows the way of the block by an arrow", async ({ page }) => {
  await openPuzzle(page, file("data/samples/noip.txt"));
  for (const step of [1, 2]) await next(page, step);
  assert.equal(await page.locator(".hint-arrow").count(), 0);
  await next(page, 3);
  assert.equal(await page.locator(".hint-arrow").count(), 1);
  await page.click("#advice-next");
  assert.deepEqual(await listed(page), ["2 1 R"]);
  assert.equal(await page.locator(".hint-arrow").count(), 0);
});

check("the reason of a hint has an arrow from what is removed to what meets then", async ({ page }) => {
  await openRows(page, ["1.1", "121", "323"]);
  await next(page, 1);
  assert.equal(await page.locator(".way").count(), 0);
  await next(page, 2);
  assert.match(await text(page, "#advice"), /come together/);
  const [from, to] = await page.evaluate(() => {
    const line = document.querySelector(".way .ink");
    const box = (point) => point.matrixTransform(line.getScreenCTM());
    const under = ({ x, y }) => document.elementsFromPoint(x, y).find((one) => one.classList.contains("tile"))?.className ?? "";
    return [0, line.getTotalLength()].map((at) => under(box(line.getPointAtLength(at))));
  });
  assert.match(from, /played/, "it begins at what is removed");
  assert.match(to, /next/, "it ends at what meets");
  await picture(page, "hint-way");
  await next(page, 3);
  assert.equal(await page.locator(".way").count(), 0);
});

check("where the win is gone, the hint says so and leads back to where it was not", async ({ page }) => {
  await openRows(page, ["11211"]);
  await mode(page, "analyse");
  await page.selectOption("#goal", "clear");
  await mode(page, "play");
  await page.click("#hint");
  await until(page, "#advice", /^This board cannot be cleared\./);
  assert.ok(await page.isHidden("#advice-next"));
  await openRows(page, ["12211"]);
  await clickCell(page, 1, 4);
  await page.click("#hint");
  await until(page, "#advice", /^It cannot be cleared any more\./);
  await page.waitForSelector("#advice-next");
  if (/lost\?$/.test(await text(page, "#advice-next"))) await page.click("#advice-next");
  await until(page, "#advice-next", /^Go back to the start$/);
  await page.click("#advice-next");
  assert.deepEqual(rules.shape(await seen(page)), ["abbaa"]);
  assert.ok(await page.isHidden("#advice-card"));
});

check("a game that is over, and a closed card", async ({ page }) => {
  await openRows(page, ["1213"]);
  await page.press("body", "h");
  await until(page, "#advice", /^The game is over\.$/);
  await page.click("#advice-close");
  assert.ok(await page.isHidden("#advice-card"));
  assert.equal(await page.evaluate(() => document.activeElement.id), "hint");
  await openRows(page, SMALL);
  await next(page, 1);
  await page.click("#advice-close");
  assert.equal(await lit(page), 0);
  await next(page, 1);
  await mode(page, "analyse");
  assert.equal(await lit(page), 0, "in another mode");
});

check("on a phone the card of a hint is visible at once, also after the sheet was pulled up", { context: PHONE }, async ({ page }) => {
  await openRows(page, SMALL);
  await mode(page, "analyse");
  await page.waitForSelector("body[data-sheet=half]");
  await page.keyboard.press("h");
  await until(page, "#advice-step", /^1 of 3$/);
  await page.waitForFunction(() => {
    const box = document.getElementById("advice").getBoundingClientRect();
    return box.height > 0 && document.elementFromPoint(box.left + 5, box.top + 5)?.closest("#advice-card");
  });
});
