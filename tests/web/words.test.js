// The languages of the page: every text is in the language of the browser, and fits on small screens.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { check, picture, ROOT, serveModules, visit } from "./support/browser.js";
import { closeDialogs, finish, mode, PHONE, press, reload, text, until } from "./support/page.js";

serveModules();

const PAGE = join(ROOT, "web/page");
const MONDAY = "2026-11-30";

/** The texts of the page by language. */
const catalogues = Object.fromEntries(await Promise.all(["en", "zh", "nb"].map(async (name) => [name, (await import(join(PAGE, `texts/strings.${name}.js`))).default])));

/** Words that are the same in all languages: names, keys, and notations. */
const NAMES = new Set("A ABC API B C CodeAbbey CodinGame Color Cubes Ctrl Daily E End English Enter F Farama Former G H Home JSON Language MAX MOMAland N NRK Norsk P PopStar Portable Puzzle R S Same SameGame Shift Simon LX L SVG HTML TCO TopCoder Tatham U V Y Z codingame n poly s tilefall x y h D Game".split(" "));

/** English words that are not Norwegian words as well. */
const ENGLISH = /\b(the|and|of|with|your|this|that|from|moves?|tiles?|boards?|games?|clicks?|taps|colours?|rows?|columns?|puzzles?|find|found|looking|nothing|cleared|solved|search|answer|yesterday|today|settings|close|stars?|points)\b/i;

/** Elements that are not translated: texts of the engine and of other pages, and what the player writes. */
const LEFT_OUT = "#format, #kind, #exported, #link, #rules-source, script, style, noscript, svg.sprite, [lang]:not(html)";

/** All texts of the page that are visible or read by screen readers. */
const textsOf = (page) =>
  page.evaluate((leftOut) => {
    const seen = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const host = node.parentElement;
      const shown = host.checkVisibility() || (host.closest("select")?.checkVisibility() ?? false);
      if (node.data.trim() && shown && !host.closest(leftOut)) seen.push(node.data.trim());
    }
    for (const name of ["aria-label", "title", "placeholder", "aria-roledescription", "aria-valuetext"]) {
      for (const node of document.querySelectorAll(`[${name}]`)) if (node.checkVisibility() && !node.closest(leftOut)) seen.push(node.getAttribute(name));
    }
    return [...new Set([...seen, document.title])];
  }, LEFT_OUT);

/** The texts of the page that are English although its language is another. */
async function englishOn(page, language) {
  const isEnglish = {
    zh: (words) => (words.match(/[A-Za-z]+/g) ?? []).some((word) => !NAMES.has(word)),
    nb: (words) => ENGLISH.test(words.replaceAll("Same Game", "")),
  }[language];
  return (await textsOf(page)).filter(isEnglish);
}

/** Parts of the page that reach beyond their frame or the screen. */
const outside = (page) =>
  page.evaluate(() => {
    const found = document.scrollingElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
    const dialog = document.querySelector("dialog:modal");
    if (dialog?.scrollTop) found.push(`${dialog.id} begins at ${dialog.scrollTop}`);
    for (const node of (dialog ?? document.body).querySelectorAll("*")) {
      if (!node.checkVisibility({ visibilityProperty: true }) || node.closest(".unseen, .sprite, .well, svg, [inert]")) continue;
      const { left, right, width } = node.getBoundingClientRect();
      let frame = node.parentElement;
      while (frame !== document.documentElement && !/auto|scroll|hidden/.test(getComputedStyle(frame).overflowX)) frame = frame.parentElement;
      const end = Math.min(innerWidth, frame.getBoundingClientRect().right);
      if (width > 0 && (right > end + 1 || left < -1)) found.push(`${node.tagName}#${node.id} ${node.textContent.trim().slice(0, 30)}: ${left} to ${right} of ${end}`);
    }
    return found;
  });

/** Opens a page on a Monday at noon in a language. */
async function inLanguage(another, locale, more = {}) {
  const context = await another({ locale, ...more });
  await context.clock.setFixedTime(new Date(`${MONDAY}T12:00`));
  return visit(await context.newPage());
}

/** Goes through the main states of the page, and calls a function in each of them. */
async function tour(page, look) {
  const hint = async () => {
    await press(page, "hint");
    await page.waitForFunction(() => /[123]/.test(document.getElementById("advice-step")?.textContent ?? ""));
  };
  await look("start");
  await closeDialogs(page);
  for (const step of [1, 2, 3]) {
    await hint();
    await look(`hint ${step}`);
  }
  await finish(page);
  await page.waitForSelector("#result-dialog[open]");
  await look("card");
  await closeDialogs(page);
  await press(page, "puzzles");
  await page.waitForSelector(".set");
  await look("puzzles");
  await page.$$eval("#puzzles-dialog details", (all) => all.forEach((part) => {
    part.open = true;
  }));
  await look("calendar and statistics");
  for (const id of ["rules", "new", "open", "settings", "share", "help"]) {
    await closeDialogs(page);
    await press(page, id);
    await page.$$eval("dialog:modal details", (all) => all.forEach((part) => {
      part.open = true;
    }));
    await look(id);
  }
  await closeDialogs(page);
  await mode(page, "analyse");
  await press(page, "review");
  await page.waitForSelector("#moves .loss:not(:empty)", { state: "attached" });
  await look("analysis");
  await press(page, "stop");
  await mode(page, "edit");
  await look("editor");
  await mode(page, "play");
  await page.evaluate(async () => (await import("./days/next.js")).openDay("mayan"));
  await page.waitForTimeout(100);
  await closeDialogs(page);
  for (const step of [1, 2, 3]) {
    await hint();
    await look(`Mayan hint ${step}`);
  }
}

test("all languages have the same texts, and each is used", () => {
  const keys = Object.keys(catalogues.en);
  for (const [name, texts] of Object.entries(catalogues)) {
    assert.deepEqual(Object.keys(texts).filter((key) => !keys.includes(key)), [], name);
    assert.deepEqual(keys.filter((key) => typeof texts[key] !== typeof catalogues.en[key]), [], name);
  }
  const sources = readdirSync(PAGE, { recursive: true }).filter((name) => /\.(js|html)$/.test(name) && !/strings\...\.js$/.test(name)).map((name) => readFileSync(join(PAGE, name), "utf8")).join("");
  assert.deepEqual(keys.filter((key) => !new RegExp(`"${key}[":]|texts\\.${key}\\b`).test(sources + readFileSync(join(PAGE, "texts/strings.en.js"), "utf8"))), [], "never used");
  const named = [...readFileSync(join(PAGE, "index.html"), "utf8").matchAll(/ data-t(?:-\w+)?="(\w+)[":]/g)].map(([, key]) => key);
  assert.ok(named.length > 150);
  assert.deepEqual(named.filter((key) => !keys.includes(key)), [], "of index.html");
});

for (const [language, locale, tag, title, done] of [["zh", "zh-CN", "zh-Hans", "Former · 11月30日周一", /^(完成|不错|很好|完美！)$/], ["nb", "nb-NO", "nb", "Former · man. 30. nov.", /^(Ferdig|Bra|Veldig bra|Perfekt!)$/]]) {
  check(`in ${locale} no English text is left, from the first visit to the card at the end`, { visit: false }, async ({ another }) => {
    const page = await inLanguage(another, locale, { first: true });
    assert.equal(await page.evaluate(() => document.documentElement.lang), tag);
    assert.equal(await text(page, "#title"), title);
    await tour(page, async (state) => {
      assert.deepEqual(await englishOn(page, language), [], state);
      if (state === "card") assert.match(await text(page, "#result-title"), done);
      if (["start", "card", "puzzles"].includes(state)) await picture(page, `${language}-${state}`);
    });
  });
}

check("hints and reasons are in Chinese in zh-CN", { visit: false }, async ({ another }) => {
  const page = await inLanguage(another, "zh-CN");
  const sentences = await page.evaluate(async () => {
    const [facts, rules, days, { whole }] = await Promise.all(["./texts/facts.js", "./engine/calls.js", "./days/day-boards.js", "./loading.js"].map((name) => import(name)));
    await whole();
    const all = [];
    // Without the sentence of the engine in `parts`, the text comes from the catalogue of the language.
    const add = ({ fact }) => all.push([fact.kind, facts.partsOf({ fact, parts: [] }).map(({ text: words }) => words ?? "").join("")]);
    const look = (record, line, goal) => {
      const { reasons, gain } = rules.hints(record, [], line, goal);
      for (const statement of [...reasons, gain]) add(statement);
    };
    for (let day = 0; day < 40; day++) {
      for (const kind of ["former", "mayan"]) {
        const { record, line, goal } = days.boardOf(kind, days.dayAfter(days.FIRST, day));
        for (let at = 0; at < line.length; at += 2) {
          const before = line.slice(0, at);
          const position = rules.position(record, before);
          const rows = kind === "former" ? { ...record, rows: position.rows } : { ...record, rows: position.rows, moves: line.length - at };
          for (const aim of kind === "former" ? ["fewest", "clear", "left", "biggest", "score"] : [goal]) look(rows, line.slice(at), aim);
          // Games with groups of two or more have positions that cannot be cleared.
          const lost = kind === "former" ? { ...rows, rules: { score: "n2", columns: "stay" } } : { ...rows, moves: Math.max(1, line.length - at - 2) };
          for (const reason of rules.reasons(lost, [], "clear")) add(reason);
          if (kind !== "former" || at) continue;
          const [group] = rules.position(lost, []).groups;
          look(lost, [[group.cells[0][0] + 1, group.cells[0][1] + 1]], "clear");
        }
      }
    }
    for (const rows of [["1213", "2131"], ["122", "211", "122"], ["11233", "22311"], ["12211"], ["11211"]]) {
      for (const reason of rules.reasons({ v: 1, game: "samegame", rows }, [], "clear")) add(reason);
    }
    return all;
  });
  const kinds = new Set(sentences.map(([kind]) => kind));
  assert.ok(kinds.size > 6 && sentences.length > 400, `${sentences.length} of ${[...kinds]}`);
  assert.deepEqual(sentences.filter(([, words]) => /[A-Za-z]|undefined|NaN/.test(words)).slice(0, 5), []);
});

check("the language is that of the browser or the one chosen, and English for all others", { visit: false }, async ({ another }) => {
  const language = (page) => page.evaluate(() => document.documentElement.lang);
  for (const [locale, tag] of [["nn-NO", "nb"], ["no", "nb"], ["zh-TW", "zh-Hans"], ["fr-FR", "en"], ["en-US", "en"]]) {
    assert.equal(await language(await inLanguage(another, locale)), tag, locale);
  }
  const page = await inLanguage(another, "fr-FR");
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await reload(page);
  assert.ok(!asked.some((url) => /strings\.(zh|nb)/.test(url)), "no other language is loaded");
  await page.click("#settings");
  await Promise.all([page.waitForEvent("load"), page.selectOption("#language", "zh")]);
  await until(page, "#undo", /撤销/);
  assert.equal(await language(page), "zh-Hans");
  await page.waitForSelector("html[data-ready]", { state: "attached" });
  await page.click("#settings");
  assert.equal(await page.inputValue("#language"), "zh");
  await Promise.all([page.waitForEvent("load"), page.selectOption("#language", "auto")]);
  await until(page, "#undo", /Undo/);
});

check("without a network, a second visit has its language", { visit: false }, async ({ another }) => {
  const context = await another({ locale: "nb-NO" });
  const page = await visit(await context.newPage());
  await page.evaluate(async () => {
    while (!(await caches.match("texts/strings.nb.js"))) await new Promise((done) => setTimeout(done, 50));
  });
  await context.setOffline(true);
  await reload(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "nb");
  assert.match(await text(page, "#undo"), /Angre/);
});

check("where the finger points, the page says tap, and click elsewhere", { visit: false }, async ({ another }) => {
  for (const [options, word, other] of [[PHONE, "tap", "click"], [{}, "click", "tap"]]) {
    const page = await inLanguage(another, "en-GB", { ...options, first: true });
    const intro = (await page.locator("#pictures figcaption").allTextContents()).join("\n");
    assert.match(intro, new RegExp(`^${word} a group`, "im"));
    assert.doesNotMatch(intro, new RegExp(`\\b${other}`, "i"));
    await closeDialogs(page);
    assert.equal(await page.locator("#figures dt").first().textContent(), `${word}s`);
  }
});

for (const [name, viewport] of [["at 320 × 640", { width: 320, height: 640 }], ["on a phone held sideways", { width: 844, height: 390 }], ["at 200 % of 1280 × 800", { width: 640, height: 400 }]]) {
  check(`${name} nothing leaves the screen in any language, and dialogs begin at their top`, { visit: false }, async ({ another }) => {
    for (const locale of ["en-GB", "zh-CN", "nb-NO"]) {
      const page = await inLanguage(another, locale, { ...PHONE, deviceScaleFactor: 1, viewport, first: true });
      await tour(page, async (state) => assert.deepEqual(await outside(page), [], `${locale}: ${state}`));
    }
  });
}
