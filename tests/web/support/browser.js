// A browser and a server for each file of tests. Each test has its own visitor, and fails if an error is written to the console or
// another host is requested.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch } from "./launch.js";
import { ROOT } from "./paths.js";
import { serve, sources } from "./server.js";

export { ROOT };

const PICTURES = join(ROOT, "target/page");

/** Timeout in milliseconds for one step on a busy machine. */
export const LONG = 60_000;

/** The browser of the tests: `chromium` or `firefox`. */
export const NAME = process.env.BROWSER ?? "chromium";

export const world = { browser: null, site: null };

/** Source modules by path, served in place of the bundles that contain them. */
const modules = {};

/** Lets the tests of a file import modules of the page: the page uses these modules in place of bundles. */
export const serveModules = () => Object.assign(modules, sources());

before(async () => {
  world.site = await serve(join(ROOT, "target/web"), modules);
  world.browser = await launch(NAME);
});

after(async () => {
  await world.browser?.close();
  await world.site?.close();
});

/** Goes to the page, and waits until it can be used. */
export async function visit(page, path = "") {
  await page.goto(world.site.url + path);
  await page.waitForSelector("html[data-ready]", { state: "attached" });
  return page;
}

/** Adds a function that returns the column of a tile from the left and its row from the top. */
function addPlaceOf() {
  window.placeOf = ({ style }) => {
    const [x, y = "0%"] = style.translate.split(" ");
    return [x, y].map((part) => Math.round(Number.parseFloat(part) * 0.93) / 100);
  };
}

/** A new visitor: a context with a page that is not opened yet. A visitor knows how to play, unless it is the first visit. */
export async function visitor(problems, { first = false, ...options } = {}) {
  const context = await world.browser.newContext({ viewport: { width: 1200, height: 900 }, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(LONG);
  if (!first) await context.addInitScript(() => { try { localStorage.setItem("tilefall.intro", "true"); } catch { /* A page without a store. */ } });
  await context.addInitScript(addPlaceOf);
  const note = (text) => problems.push(text);
  context.on("console", (message) => message.type() === "error" && note(`console: ${message.text()}`));
  context.on("weberror", (error) => note(`error: ${error.error().message}`));
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (["http:", "https:", "ws:", "wss:"].includes(protocol) && hostname !== "127.0.0.1") note(`asked ${request.url()}`);
  });
  return context;
}

/**
 * A test with a visitor who has opened the page. `context` are options of the visitor; with `visit: false`, the test opens
 * the page itself; `expected` is a pattern of the problems that the test is to cause.
 */
export function check(name, ...rest) {
  const body = rest.pop();
  const { context: options, expected, visit: visits = true, ...others } = rest.pop() ?? {};
  test(name, { timeout: 4 * LONG, ...others }, async (t) => {
    const problems = [];
    const contexts = [];
    const another = async (more) => {
      const context = await visitor(problems, { ...options, ...more });
      contexts.push(context);
      return context;
    };
    try {
      const context = await another();
      const page = await context.newPage();
      if (visits) await visit(page);
      await body({ page, context, another, problems, t });
    } finally {
      for (const context of contexts) await context.close();
    }
    assert.deepEqual(problems.filter((problem) => !expected?.test(problem)), []);
  });
}

/** Saves a screenshot of the page for people, in Chromium only: in Firefox, Playwright adds a style to the page for a screenshot,
 * which the policy of the page forbids. */
export async function picture(page, name, options = {}) {
  if (NAME !== "chromium") return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `web-${name}.png`), ...options });
}
