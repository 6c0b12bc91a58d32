// Sharing: the system's share sheet, the dialog if there is no sheet, and the picture of the board.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { check, picture, visit } from "./support/browser.js";
import { PHONE, clickCell, openRows, press, text, until } from "./support/page.js";

/** Replaces the system's share sheet by one that records the shared data; with `closes`, as if the player closed the sheet. */
const sheet = (page, closes = false) =>
  page.addInitScript((closes) => {
    window.sent = [];
    navigator.share = async (data) => {
      window.sent.push(data);
      if (closes) throw new DOMException("closed", "AbortError");
    };
  }, closes);

const sent = (page) => page.evaluate(() => window.sent);

/** Removes the system's share sheet from a page. */
const noSheet = (page) => page.addInitScript(() => delete Navigator.prototype.share);

check("on a phone the sheet of the system comes at once, with a short link that opens the game", { context: PHONE, visit: false }, async ({ page, another }) => {
  await sheet(page);
  await visit(page);
  await openRows(page, ["1122", "1122"], { id: "mine" });
  await clickCell(page, 1, 1);
  await press(page, "share");
  await page.waitForFunction(() => window.sent.length === 1);
  const [{ title, url }] = await sent(page);
  assert.equal(title, "tilefall: mine");
  assert.ok(url.length < 150, url);
  assert.ok(!(await page.isVisible("#share-dialog")), "the dialog is gone when the game was sent");
  const other = await visit(await (await another()).newPage(), new URL(url).hash);
  assert.deepEqual([await text(other, "#title"), await text(other, "#at")], ["mine", "1/1"]);
});

check("when the sheet is closed, the dialog has the other ways", { context: PHONE, visit: false }, async ({ page }) => {
  await sheet(page, true);
  await visit(page);
  await page.click("#menu");
  await page.click("#share");
  await page.waitForFunction(() => window.sent.length === 1);
  assert.ok(await page.isVisible("#share-dialog"));
  await page.click("#send");
  await page.waitForFunction(() => window.sent.length === 2);
  assert.ok(await page.isVisible("#copy"));
  await picture(page, "phone-share");
});

check("with a mouse the dialog comes, and its button opens the sheet", { visit: false }, async ({ page }) => {
  await sheet(page);
  await visit(page);
  await page.click("#share");
  assert.ok(await page.isVisible("#share-dialog"));
  assert.deepEqual(await sent(page), []);
  await page.click("#send");
  await page.waitForFunction(() => window.sent.length === 1);
});

check("without a sheet the link is copied, and the board is saved as a picture", { visit: false, context: { permissions: ["clipboard-read", "clipboard-write"] } }, async ({ page }) => {
  await noSheet(page);
  await visit(page);
  await openRows(page, ["112", "221"]);
  await page.click("#share");
  assert.ok(!(await page.isVisible("#send")));
  const drawn = await page.evaluate(() => {
    const canvas = document.getElementById("picture");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(Array.from({ length: data.length / 4 }, (_, at) => data[4 * at + 3] && data.slice(4 * at, 4 * at + 3).join())).size;
  });
  assert.ok(drawn > 2, "the board is on the picture");
  await page.click("#copy");
  await until(page, "#copied", /^Copied\.$/);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.inputValue("#link"));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-picture")]);
  assert.equal(download.suggestedFilename(), "tilefall.png");
  const png = readFileSync(await download.path());
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  assert.ok(Math.min(width, height) === 1024, `${width}×${height}`);
  await picture(page, "share");
});
