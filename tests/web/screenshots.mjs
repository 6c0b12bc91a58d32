// Pictures of the built page in every state, at five sizes and in both themes: `npm run screenshots [-- STATE…]`, all of them or
// those that are named. They are written to target/web-screenshots with a page that shows them all.

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "./support/launch.js";
import { closeDialogs, middle, mode, openPuzzle, openRows, solve } from "./support/page.js";
import { ROOT } from "./support/paths.js";
import { file } from "./support/program.js";
import { serve } from "./support/server.js";

const SIZES = [[320, 640], [390, 844], [844, 390], [1440, 900], [2560, 1440]];
const THEMES = ["light", "dark"];
const OUT = join(ROOT, "target/web-screenshots");

/** Plays a number of groups, each time one in the middle of the list. */
const playGroups = (page, number) =>
  page.evaluate(async (number) => {
    const { game, play } = await import("./store.js");
    for (let turn = 0; turn < number && game.position.groups.length; turn++) {
      const [row, col] = game.position.groups[game.position.groups.length >> 1].cells[0];
      play([row + 1, col + 1]);
    }
  }, number);

const openMayan = (page) => openPuzzle(page, file("data/samples/noip.txt"), "noip");

async function analysed(page) {
  await playGroups(page, 12);
  await solve(page);
}

async function hint(page, steps) {
  await playGroups(page, 3);
  await page.click("#hint");
  for (let step = 1; step < steps; step++) await page.locator("#advice-next").click();
  await page.waitForFunction((step) => document.getElementById("advice-step").textContent.startsWith(step), String(steps));
}

async function openDialog(page, button) {
  await page.click("#puzzles");
  await page.click(button);
}

/** The states of the page: how each is reached from a first visit whose introduction is closed. */
const STATES = {
  "first-visit": { begun: false, steps: (page) => page.waitForTimeout(1500) },
  loading: { begun: false, held: true, steps: async () => {} },
  "in-play": { steps: (page) => playGroups(page, 12) },
  "under-the-pointer": {
    steps: async (page) => {
      const { x, y } = await middle(page, 4, 5);
      await page.mouse.move(x, y);
    },
  },
  "hint-tiles": { steps: (page) => hint(page, 1) },
  "hint-reason": { steps: (page) => hint(page, 2) },
  "hint-line": { steps: (page) => hint(page, 3) },
  "result-won": {
    steps: async (page) => {
      await openRows(page, ["112", "122"]);
      await playGroups(page, 2);
      await page.waitForSelector("#result-dialog[open]");
    },
  },
  "result-over": {
    steps: async (page) => {
      await playGroups(page, 200);
      await page.waitForSelector("#result-dialog[open]");
    },
  },
  solver: { steps: analysed },
  "solver-follows": {
    steps: async (page) => {
      await playGroups(page, 3);
      await mode(page, "analyse");
      await page.locator("#live").check();
      await page.waitForTimeout(1500);
    },
  },
  losses: {
    steps: async (page) => {
      await openRows(page, ["1122312", "2213321", "1332112", "2113223", "1221331"]);
      await playGroups(page, 40);
      await page.waitForTimeout(1500);
      await closeDialogs(page);
      await mode(page, "analyse");
      await page.click("#review");
      await page.waitForSelector("#summary:not([hidden])");
    },
  },
  editor: { steps: (page) => mode(page, "edit") },
  puzzles: { steps: (page) => page.click("#puzzles") },
  open: { steps: (page) => openDialog(page, "#open") },
  "open-problem": {
    steps: async (page) => {
      await openDialog(page, "#open");
      await page.fill("#text", "112\n1x\n");
      await page.click("#read");
    },
  },
  new: { steps: (page) => openDialog(page, "#new") },
  rules: { steps: (page) => openDialog(page, "#rules") },
  share: {
    steps: async (page) => {
      await playGroups(page, 12);
      await page.click("#share");
    },
  },
  settings: { steps: (page) => page.click("#settings") },
  help: { steps: (page) => page.click("#help") },
  shapes: {
    steps: (page) =>
      page.evaluate(() => {
        const marks = document.getElementById("marks");
        marks.value = "shapes";
        marks.dispatchEvent(new Event("change", { bubbles: true }));
      }),
  },
  wide: { steps: (page) => openRows(page, ["123".repeat(40), "112".repeat(40), "331".repeat(40)]) },
  mayan: { steps: openMayan },
  "mayan-dragged": {
    steps: async (page) => {
      await openMayan(page);
      const [from, to] = [await middle(page, 0, 2), await middle(page, 0, 3)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 0.7 * (to.x - from.x), from.y, { steps: 4 });
      await page.waitForTimeout(300);
    },
  },
  embedded: { path: "?embed", steps: (page) => page.waitForTimeout(300) },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(STATES, name));
if (unknown.length) throw new Error(`no state ${unknown.join(", ")}; there are ${Object.keys(STATES).join(", ")}`);
const site = await serve(join(ROOT, "target/web"));
const browser = await launch("chromium");
mkdirSync(OUT, { recursive: true });

/** Makes one picture; returns what went wrong. */
async function picture(name, [width, height], colorScheme) {
  const { begun = true, held = false, path = "", steps } = STATES[name];
  const phone = Math.min(width, height) < 500;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, hasTouch: phone, reducedMotion: "reduce" });
  context.setDefaultTimeout(20_000);
  const problems = [];
  const page = await context.newPage();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  try {
    if (held) await page.route("**/engine_bg.wasm", () => {});
    await page.goto(site.url + path, { waitUntil: held ? "commit" : "load" });
    if (held) await page.waitForSelector("#loading");
    else await page.waitForSelector("html[data-ready]", { state: "attached" });
    if (begun) await closeDialogs(page);
    await steps(page);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wider > 0) problems.push(`the page is ${wider} pixels wider than the screen`);
  } catch (error) {
    problems.push(error.message.split("\n")[0]);
  }
  await page.screenshot({ path: join(OUT, `${name}-${width}x${height}-${colorScheme}.png`) });
  await context.close();
  return problems;
}

const jobs = (wanted.length ? wanted : Object.keys(STATES)).flatMap((name) => SIZES.flatMap((size) => THEMES.map((theme) => [name, size, theme])));
let failed = 0;
async function work() {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const problems = await picture(...job);
    if (problems.length) console.log(`${job[0]} ${job[1].join("×")} ${job[2]}: ${problems.join("; ")}`);
    failed += problems.length > 0;
  }
}
await Promise.all([work(), work()]);
await browser.close();
await site.close();

/** The page of all pictures: a row for each state and theme, a column for each size. */
const sheet = Object.keys(STATES).flatMap((name) => THEMES.map((theme) => {
  const cells = SIZES.map(([width, height]) => `${name}-${width}x${height}-${theme}.png`).filter((picture) => readdirSync(OUT).includes(picture));
  return `<h2>${name}, ${theme}</h2><p>${cells.map((picture) => `<a href="${picture}"><img src="${picture}" alt="${picture}" loading="lazy"></a>`).join(" ")}</p>`;
}));
const style = "body { font: 1rem system-ui; background: #888 } img { height: 20rem; border: 1px solid #444 }";
writeFileSync(join(OUT, "index.html"), `<!doctype html><meta charset="utf-8"><title>The page</title><style>${style}</style>${sheet.join("\n")}\n`);
console.log(`${join(OUT, "index.html")}${failed ? `, ${failed} pictures with problems` : ""}`);
