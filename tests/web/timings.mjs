// Times of the built page in Chromium: `npm run timings [-- FOLDER]`. Prints a table; nothing is asserted, because the times depend
// on the machine and its load.

import { join } from "node:path";
import { launch } from "./support/launch.js";
import { clickCell } from "./support/page.js";
import { ROOT } from "./support/paths.js";
import { serve, sources } from "./support/server.js";

/** A slow connection, for `Network.emulateNetworkConditions`: throughput in bytes per second, latency in milliseconds. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 1.6e6 / 8 };
const VISITS = 5;
const CLICKS = 100;

const folder = process.argv[2] ?? join(ROOT, "target/web");
const site = await serve(folder);
const plain = await serve(folder, sources());
const browser = await launch("chromium");

const inOrder = (times) => times.toSorted((a, b) => a - b);
const row = (name, times, must = "") => {
  const sorted = inOrder(times);
  const figures = [sorted[sorted.length >> 1], sorted.at(-1)].map((time) => (time === undefined ? "–" : time.toFixed(time < 100 ? 1 : 0)).padStart(9));
  console.log(`${name.padEnd(52)}${figures.join("")}  ${must}`);
};

/** Stores in `window.noted` when the progress bar appears and first moves, when the page is ready, and when the solver is loaded. */
function note() {
  window.noted = {};
  new PerformanceObserver((list) => {
    const engine = list.getEntries().find(({ name }) => name.endsWith("engine_bg.wasm"));
    if (engine) window.noted.solver ??= engine.responseEnd;
  }).observe({ type: "resource", buffered: true });
  const look = () => {
    const bar = document.getElementById("loaded");
    if (bar?.getClientRects().length) window.noted.sign ??= performance.now();
    if (bar?.value > 0) window.noted.moves ??= performance.now();
    if (document.documentElement?.dataset.ready) window.noted.ready ??= performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

async function visit(context, network, { url } = site, slower = 1) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  if (network) await devtools.send("Network.emulateNetworkConditions", network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.addInitScript(note);
  await page.goto(url);
  await page.waitForFunction(() => window.noted.ready && window.noted.solver, null, { timeout: 120_000 });
  return page;
}

async function visits(network, before = async () => {}, slower = 1) {
  const all = [];
  for (let turn = 0; turn < VISITS; turn++) {
    const context = await browser.newContext();
    await before(context);
    const page = await visit(context, network, site, slower);
    all.push(await page.evaluate(() => window.noted));
    await context.close();
  }
  return (name) => all.map((noted) => noted[name]).filter((time) => time !== undefined);
}

/** A first visit, after which the page is in the cache of its service worker. */
async function warmUp(context) {
  const page = await visit(context);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.close();
}

/** Times of clicks: the page's own work up to the next frame, and the events that the browser reports as slow. */
async function clicks(prepare) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await visit(context, undefined, plain);
  await page.evaluate(() => document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close()));
  await prepare(page);
  await page.evaluate(() => {
    [window.frames, window.events] = [[], []];
    const { port1, port2 } = new MessageChannel();
    const waiting = [];
    port1.onmessage = () => window.frames.push(performance.now() - waiting.shift());
    const painted = ({ timeStamp }) => {
      waiting.push(timeStamp);
      requestAnimationFrame(() => port2.postMessage(0));
    };
    addEventListener("pointerup", painted, { capture: true });
    const note = (list) => window.events.push(...list.getEntries().filter(({ name }) => name === "pointerup").map(({ duration }) => duration));
    new PerformanceObserver(note).observe({ type: "event", durationThreshold: 16, buffered: false });
  });
  for (let turn = 0; turn < CLICKS; turn++) {
    const cell = await page.evaluate(async () => {
      const { isSearching, searchWhole } = await import("./engine/search.js");
      if (!isSearching()) searchWhole();
      const { game, jump } = await import("./state/store.js");
      if (!game.position.groups.length) jump(0);
      const { groups } = game.position;
      return groups[Math.floor(groups.length / 2)].cells[0];
    });
    await clickCell(page, cell[0] + 1, cell[1] + 1);
    await page.waitForFunction((clicked) => window.frames.length > clicked, turn);
    await page.waitForTimeout(50);
  }
  const times = await page.evaluate(() => [window.frames, window.events]);
  await context.close();
  return times;
}

console.log(`${"milliseconds".padEnd(52)}   median    worst  must`);
const cold = await visits();
row("ready to play, first visit", cold("ready"));
const warm = await visits(undefined, warmUp);
row("ready to play, second visit", warm("ready"), "600");
const slow = await visits(SLOW);
row("ready to play, first visit at 1.6 Mbit/s", slow("ready"), "2000");
row("the same, the processor four times slower", (await visits(SLOW, undefined, 4))("ready"), "2500");
row("solver loaded, first visit at 1.6 Mbit/s", slow("solver"), "5000");
row("first sign of progress at 1.6 Mbit/s", slow("sign"), "500");
row("first change of that sign at 1.6 Mbit/s", slow("moves"));
const searches = {
  "while the page searches by itself": (page) => page.waitForFunction(async () => (await import("./engine/search.js")).isSearching("par")),
  "while the solver follows the position": (page) => page.evaluate(async () => (await import("./engine/search.js")).setLive(true, () => 600_000)),
};
for (const [name, prepare] of Object.entries(searches)) {
  const [frames, events] = await clicks(prepare);
  row(`click to frame, ${name}`, frames, "16, worst 50");
  row("  of these above 16 ms, with the display", events);
}
await browser.close();
await Promise.all([site, plain].map((each) => each.close()));
