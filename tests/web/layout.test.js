// The layout, in which the board comes first: sizes of tiles, parts that overlap, and parts that move, in windows of phones and
// computers and inside other pages, in all languages.

import assert from "node:assert/strict";
import { check, picture, serveModules, visit, world } from "./support/browser.js";
import { clickCell } from "./support/page.js";

serveModules();

const LOCALES = ["en-GB", "zh-CN", "nb-NO"];

/** Window sizes, each with the minimum side of a tile in pixels, on the board of Former and on one of 15×15. */
const PHONES = [
  { size: [320, 568], former: 34, large: 18 },
  { size: [360, 640], former: 38, large: 21 },
  { size: [375, 553], former: 34, large: 22 },
  { size: [390, 664], former: 40, large: 23 },
  { size: [390, 844], former: 44, large: 23, share: 0.92 },
  { size: [412, 780], former: 47, large: 24, share: 0.92 },
  { size: [768, 1024], former: 80, large: 44 },
  { size: [640, 360], former: 31, large: 19 },
];

const LARGE = Array.from({ length: 15 }, (_, row) => "001122334401234".slice(row % 5) + "001122334401234".slice(0, row % 5));

const openFormer = (page) => page.evaluate(async () => (await import("./days/next.js")).openDay("former", new Date(2026, 10, 27)));
const openLarge = (page) => page.evaluate(async (rows) => (await import("./state/store.js")).open({ v: 1, game: "samegame", rows }), LARGE);
const side = (page) => page.$eval("#board .tile", (tile) => tile.getBoundingClientRect().width);
const box = (page, selector) => page.$eval(selector, (node) => node.getBoundingClientRect().toJSON());

/** Messages about parts that lie outside of the window or overlap each other. */
const overlaps = (page, selectors) => page.evaluate((selectors) => {
  const found = [];
  const boxes = selectors.flatMap((name) => [...document.querySelectorAll(name)].filter((node) => node.checkVisibility({ visibilityProperty: true })).map((node) => ({ name: node.id || name, ...node.getBoundingClientRect().toJSON() })));
  boxes.forEach((one, at) => {
    if (one.left < -0.5 || one.top < -0.5 || one.right > innerWidth + 0.5 || one.bottom > innerHeight + 0.5) found.push(`${one.name} is outside`);
    for (const other of boxes.slice(at + 1)) {
      const [wide, high] = [Math.min(one.right, other.right) - Math.max(one.left, other.left), Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)];
      if (wide > 1 && high > 1) found.push(`${one.name} and ${other.name}`);
    }
  });
  return found;
}, selectors);

/** The ids or texts of parts whose text is cut off. */
const cut = (page, selectors) => page.evaluate((selectors) => selectors.flatMap((name) => [...document.querySelectorAll(name)].filter((node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1).map((node) => node.id || node.textContent)), selectors);

const PARTS = ["#title", "#figures > div", "#menu", "#board .well", "#progress .marks", "#bar button:not(:disabled)", "#bar button:disabled"];

/** Plays the board of the day to its end, not in the best way. */
const finish = (page) => page.evaluate(async () => {
  const { game, play } = await import("./state/store.js");
  while (!game.position.over) {
    const [row, col] = game.position.groups.at(-1).cells[0];
    play([row + 1, col + 1]);
  }
});

for (const { size: [width, height], former, large, share } of PHONES) {
  check(`the board comes first in a window of ${width}×${height}`, { visit: false }, async ({ another }) => {
    for (const locale of LOCALES) {
      const context = await another({ locale, viewport: { width, height }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
      const page = await visit(await context.newPage());
      const name = (what) => `layout-${width}x${height}-${locale.slice(0, 2)}-${what}`;
      await openLarge(page);
      await picture(page, name("large"));
      assert.ok((await side(page)) >= large, `15×15: ${await side(page)} pixels, ${locale}`);
      assert.deepEqual(await overlaps(page, PARTS), [], `15×15, ${locale}`);
      await openFormer(page);
      await picture(page, name("former"));
      assert.ok((await side(page)) >= former, `Former: ${await side(page)} pixels, ${locale}`);
      assert.deepEqual(await overlaps(page, PARTS), [], `Former, ${locale}`);
      assert.deepEqual(await cut(page, ["#title", "#bar button", ".marks"]), [], locale);
      const place = await box(page, "#board .well");
      if (share) assert.ok(place.width >= share * width, `${place.width} of ${width} pixels`);
      const same = async (what) => assert.deepEqual(await box(page, "#board .well"), place, `${what}, ${locale}`);
      await page.tap("#menu");
      await picture(page, name("menu"));
      await same("the menu");
      assert.deepEqual(await cut(page, ["#menu-panel button"]), [], "the menu");
      assert.deepEqual(await overlaps(page, ["#menu-panel button"]), [], "the menu");
      await page.tap("#menu-panel [data-to=analyse]");
      await same("analysis");
      await page.selectOption("#time", "2000");
      await page.click("#solve");
      await page.waitForSelector("#stop", { state: "hidden" });
      await picture(page, name("analyse"));
      await same("a verdict");
      const verdict = await box(page, "#verdict");
      const below = await page.$eval("#bar", (bar) => bar.getBoundingClientRect());
      assert.ok(verdict.height > 10 && verdict.bottom <= (width < height ? below.top : height), `the verdict is at ${verdict.top} to ${verdict.bottom}, ${locale}`);
      await page.tap("#menu");
      await page.tap("#menu-panel [data-to=play]");
      await page.tap("#hint");
      await page.waitForSelector("#advice-next");
      await same("a hint");
      await picture(page, name("hint"));
      assert.deepEqual(await overlaps(page, ["#advice > *", "#advice-buttons button", "#advice-close"]), [], `the hint, ${locale}`);
      assert.ok((await page.$eval("#advice", (node) => node.scrollHeight - node.clientHeight)) <= 1, `the whole hint, ${locale}`);
      await page.click("#advice-close");
      await finish(page);
      await page.waitForSelector("#result-dialog[open]");
      await page.waitForFunction(() => !document.getElementById("result-share").disabled);
      await picture(page, name("card"));
      const parts = ["#result-title", "#result-value", "#result-words", "#result-more", "#result-days .day", "#result-facts dt", "#result-facts dd", "#result-dialog .choices button"];
      assert.deepEqual(await overlaps(page, parts), [], `the card, ${locale}`);
      assert.deepEqual(await cut(page, ["#result-facts dt", "#result-dialog .choices button"]), [], `the card, ${locale}`);
      assert.ok((await page.$eval("#result-dialog", (node) => node.scrollHeight - node.clientHeight)) <= 1, `the card is whole, ${locale}`);
      await context.close();
    }
  });
}

check("on a desktop of 1280×800 the list of moves has eight rows", { context: { viewport: { width: 1280, height: 800 } } }, async ({ page }) => {
  await openFormer(page);
  await finish(page);
  await page.click("#modes [data-to=analyse]");
  await page.selectOption("#time", "2000");
  await page.click("#review");
  await page.waitForSelector("#review:not([disabled])");
  const rows = await page.evaluate(() => {
    const list = document.getElementById("moves").getBoundingClientRect();
    return [...document.querySelectorAll("#moves li")].filter((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top >= list.top - 1 && bottom <= Math.min(list.bottom, innerHeight) + 1;
    }).length;
  });
  await picture(page, "layout-1280x800-analyse");
  assert.ok(rows >= 8, `${rows} rows`);
});

for (const [width, height] of [[300, 300], [320, 480], [400, 500], [600, 500], [800, 600]]) {
  check(`a board in another page is one column in ${width}×${height}`, { visit: false, context: { viewport: { width, height } } }, async ({ page }) => {
    await page.goto(`${world.site.url}?embed`);
    await page.waitForSelector("html[data-ready]", { state: "attached" });
    await openFormer(page);
    await picture(page, `layout-embed-${width}x${height}`);
    assert.deepEqual(await overlaps(page, ["#title", "#figures > div", "#board .well", "#bar button"]), []);
    for (const part of ["header", "#strip", "#side"]) assert.ok(await page.isHidden(part), part);
    const place = await box(page, "#board .well");
    assert.ok(place.height >= height - 130, `the board has ${place.height} of ${height} pixels`);
    await clickCell(page, 1, 1);
    assert.deepEqual(await box(page, "#board .well"), place);
  });
}
