// Solves a puzzle on the page at an address: node tests/web/hosted.mjs URL
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "./support/launch.js";
import { listed, openPuzzle, solve, text } from "./support/page.js";
import { ROOT } from "./support/paths.js";

const url = process.argv[2];
const browser = await launch("chromium");
try {
  const page = await browser.newPage();
  // The server may still be starting: tries again until it answers.
  for (let tries = 0; ; tries++) {
    const error = await page.goto(url).then(
      () => null,
      (why) => why,
    );
    if (!error) break;
    if (tries === 50) throw error;
    await new Promise((done) => setTimeout(done, 200));
  }
  await page.waitForSelector("html[data-ready]", { state: "attached" });
  await openPuzzle(page, readFileSync(join(ROOT, "data/samples/noip.txt"), "utf8"));
  await solve(page);
  assert.match(await text(page, "#verdict"), /proven/i);
  assert.deepEqual(await listed(page, "#line"), ["2 1 R", "3 1 R", "3 0 R"]);
} finally {
  await browser.close();
}
console.log(`${url} solves data/samples/noip.txt`);
