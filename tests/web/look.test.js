// Accessibility of the page, its use on a phone, and its animations.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { check, picture, serveModules, visit } from "./support/browser.js";
import { PHONE, clickCell, closeDialogs, figures, finish, middle, mode, openPuzzle, openRows, press, solve, text } from "./support/page.js";
import { file } from "./support/program.js";

serveModules();

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The findings of axe that are serious or critical. */
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
    await page.waitForFunction(() => document.getElementById("advice").textContent.length > 0 && !document.getElementById("advice").textContent.startsWith("Looking"));
    await page.focus("#board");
    await page.keyboard.press("ArrowUp");
    assert.deepEqual(await findings(page), [], "the page");
    for (const name of ["puzzles", "share", "settings", "help"]) {
      await page.click(`#${name}`);
      if (name === "settings") await page.selectOption("#marks", "names");
      // Opens the calendar and the statistics, so that axe examines them, too.
      if (name === "puzzles") await page.$$eval("#puzzles-dialog details", (all) => all.forEach((part) => (part.open = true)));
      assert.deepEqual(await findings(page), [], `the dialog ${name}`);
      await picture(page, `${name}-${colorScheme}`);
      await page.keyboard.press("Escape");
      assert.equal(await page.evaluate(() => document.activeElement.id), name, "the focus is back where it was");
    }
    for (const name of ["open", "new", "rules"]) {
      await press(page, name);
      if (name === "open") {
        await page.fill("#text", "1 2 x\n");
        await page.click("#read");
      }
      assert.deepEqual(await findings(page), [], `the dialog ${name}`);
      await picture(page, `${name}-${colorScheme}`);
      await closeDialogs(page);
    }
    for (const mode of ["edit", "analyse", "play"]) {
      await page.click(`#modes [data-to="${mode}"]`);
      assert.deepEqual(await findings(page), [], mode);
    }
    assert.deepEqual(await findings(page), [], "letters on tiles");
    await openPuzzle(page, file("data/samples/noip.txt"));
    await solve(page);
    assert.deepEqual(await findings(page), [], "a Mayan puzzle");
    assert.deepEqual(await findings(page), [], "the solver");
    await page.click('#modes [data-to="play"]');
    await page.evaluate(async () => (await import("./days/next.js")).openDay("points"));
    await picture(page, colorScheme);
  });
}

/** The elements that Tab reaches from the start of the page, by id. */
async function reached(page, steps) {
  const found = new Set();
  await page.evaluate(() => document.activeElement?.blur());
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press("Tab");
    found.add(await page.evaluate(() => document.activeElement.id || document.activeElement.dataset.to || document.activeElement.name));
  }
  return found;
}

check("everything can be reached and used by keys alone", async ({ page }) => {
  const wanted = {
    play: ["puzzles", "share", "help", "settings", "play", "analyse", "edit", "board", "hint"],
    analyse: ["board", "solve", "time", "goal", "speed", "live"],
    edit: ["canvas", "edit-play", "edit-fall", "tool", "colour", "edit-rows", "edit-cols", "edit-game", "edit-random", "edit-clear", "edit-hand"],
  };
  for (const [mode, ids] of Object.entries(wanted)) {
    await page.focus(`#modes [data-to="${mode}"]`);
    await page.keyboard.press("Enter");
    const found = await reached(page, 45);
    for (const id of ids) assert.ok(found.has(id), `${id} in the mode ${mode}`);
  }
  await page.focus('#modes [data-to="play"]');
  await page.keyboard.press("Enter");
  await page.focus("#puzzles");
  await page.keyboard.press("Enter");
  await page.focus("#open");
  await page.keyboard.press("Enter");
  await page.focus("#text");
  await page.keyboard.type("112\n221\n");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal((await figures(page)).left, 6);
});

for (const [width, height] of [[768, 1024], [844, 390], [640, 360], [375, 667], [320, 640]]) {
  check(`a hint and the result are whole on a screen of ${width}×${height}`, { context: { viewport: { width, height }, hasTouch: true } }, async ({ page }) => {
    await page.evaluate(async () => (await import("./days/next.js")).openDay("former", new Date(2026, 10, 27)));
    const isInside = (selector) => page.locator(selector).evaluate((node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight + 1;
    });
    for (const step of [1, 2, 3]) {
      await press(page, "hint");
      await page.waitForFunction((step) => document.getElementById("advice-step")?.textContent.startsWith(String(step)), step);
      const hidden = await page.locator("#advice").evaluate((node) => node.scrollHeight - node.clientHeight);
      assert.ok(hidden <= 1, `step ${step}: ${hidden} pixels of the text are hidden`);
      for (const part of ["#advice-next", "#advice-close"]) assert.ok(await isInside(part), `step ${step}: ${part}`);
    }
    assert.ok(await page.evaluate(() => document.getElementById("app").scrollHeight <= innerHeight), "nothing below the screen");
    await page.evaluate(async () => {
      const [{ known }, { play }] = await Promise.all([import("./state/knowledge.js"), import("./state/store.js")]);
      for (const move of known(0).whole) play(move);
    });
    await page.waitForSelector("#result-dialog[open]");
    assert.ok(await isInside("#result-dialog"));
    for (const part of ["#result-days", "#result-facts", "#result-next", "#result-share"]) {
      await page.locator(part).scrollIntoViewIfNeeded();
      assert.ok(await isInside(part), part);
    }
    const wider = await page.locator("#result-dialog").evaluate((node) => node.scrollWidth - node.clientWidth);
    assert.equal(wider, 0);
  });
}

check("the board of a phone keeps its place and size whatever opens, and analysis leaves it whole", { context: PHONE }, async ({ page }) => {
  await page.evaluate(async () => (await import("./days/next.js")).openDay("former", new Date(2026, 10, 27)));
  const box = (selector) => page.locator(selector).evaluate((node) => node.getBoundingClientRect().toJSON());
  const place = await box("#board .well");
  assert.ok(place.width > 360, JSON.stringify(place));
  const same = async (what) => assert.deepEqual(await box("#board .well"), place, what);
  await mode(page, "analyse");
  await same("analysis");
  assert.ok((await box("#side")).top >= place.bottom, "the whole board is seen");
  for (const what of ["the whole panel", "analysis without its panel", "analysis again"]) {
    await page.tap("#panel-analyse");
    await same(what);
  }
  await mode(page, "play");
  await same("the game again");
  await page.tap("#hint");
  await page.waitForSelector("#advice-next");
  await same("a hint");
  await picture(page, "phone-hint");
});

/** Controls that react on less than 44 by 44 pixels, with the size of that area. */
const narrow = (page) => page.evaluate(() => {
  const hits = (node, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (node.contains(hit) || hit.closest("label")?.contains(node));
  };
  const small = [];
  for (const node of document.querySelectorAll("button, select, summary, a[href], input:not([type=file])")) {
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    node.scrollIntoView({ block: "center" });
    const { left, top, width, height } = node.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (!hits(node, x, y)) continue;
    const room = ([right, down]) => {
      let far = 0;
      while (far < 44 && hits(node, x + (far + 1) * right, y + (far + 1) * down)) far += 1;
      return far;
    };
    const [wide, high] = [[[1, 0], [-1, 0]], [[0, 1], [0, -1]]].map((ways) => 1 + ways.map(room).reduce((a, b) => a + b));
    // 43, because a pixel on the edge of two controls may belong to neither.
    if (Math.min(wide, high) < 43) small.push(`${node.id || node.textContent || node.ariaLabel}: ${wide} × ${high}`);
  }
  return small;
});

for (const [width, height] of [[390, 844], [320, 640]]) {
  check(`what can be pressed with a finger is 44 pixels wide and high on a screen of ${width}×${height}`, { context: { ...PHONE, viewport: { width, height } } }, async ({ page }) => {
    assert.deepEqual(await narrow(page), [], "the game");
    await page.tap("#hint");
    await page.waitForSelector("#advice-next");
    assert.deepEqual(await narrow(page), [], "a hint");
    await mode(page, "analyse");
    assert.deepEqual(await narrow(page), [], "analysis");
    await mode(page, "play");
    for (const name of ["puzzles", "share", "settings", "help", "new", "open", "rules"]) {
      await press(page, name);
      await page.evaluate(() => document.querySelectorAll("dialog[open] details").forEach((one) => (one.open = true)));
      assert.deepEqual(await narrow(page), [], name);
      assert.equal(await wide(page), 0, name);
      await closeDialogs(page);
    }
    await finish(page);
    await page.waitForSelector("#result-dialog[open]");
    assert.deepEqual(await narrow(page), [], "the card");
  });
}

check("a large board scrolls to what is lit, and two fingers make the board larger, not the page", { context: PHONE }, async ({ page, context }) => {
  await openRows(page, Array.from({ length: 60 }, (_, row) => "12".repeat(30).slice(row % 2) + "12".slice(0, row % 2)));
  for (const cell of [[59, 58], [0, 0], [30, 59]]) {
    const isSeen = await page.evaluate(async (cell) => {
      const { point, tileNode } = await import("./views/board.js");
      point([cell]);
      const [tile, board] = [tileNode(...cell), document.getElementById("board")].map((node) => node.getBoundingClientRect());
      return tile.left >= board.left && tile.right <= board.right && tile.top >= board.top && tile.bottom <= board.bottom;
    }, cell);
    assert.ok(isSeen, String(cell));
  }
  const size = () => page.evaluate(() => [document.querySelector("#board .well").clientWidth, visualViewport.scale, document.getElementById("at").textContent]);
  const [before] = await size();
  const touch = await context.newCDPSession(page);
  const send = (type, apart) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: apart ? [{ x: 190 - apart, y: 350, id: 0 }, { x: 190 + apart, y: 350, id: 1 }] : [] });
  await send("touchStart", 30);
  for (const apart of [40, 50, 60]) await send("touchMove", apart);
  await send("touchEnd");
  const [after, scale, at] = await size();
  assert.ok(after > 1.8 * before && after < 2.2 * before, `${before}, ${after}`);
  assert.deepEqual([scale, at], [1, "0/0"]);
});

const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

check("on a phone a game is played by taps, and nothing scrolls sideways", { context: PHONE }, async ({ page }) => {
  assert.equal(await wide(page), 0);
  await picture(page, "phone");
  await openRows(page, ["112", "221"]);
  for (const [row, col, left] of [[2, 1, 4], [1, 1, 2]]) {
    const { x, y } = await middle(page, row - 1, col - 1);
    await page.touchscreen.tap(x, y);
    await page.waitForFunction((left) => document.getElementById("left").textContent === `${left}`, left);
  }
  assert.equal(await page.locator("#board .lit").count(), 0, "nothing stays lit under a finger that is gone");
  assert.match(await text(page, "#status"), /2 left/);
  await openPuzzle(page, file("data/samples/codingame.txt"));
  await solve(page);
  assert.equal(await wide(page), 0, "with a long line");
  for (const name of ["puzzles", "open", "new", "rules", "share", "settings", "help"]) {
    await press(page, name);
    assert.equal(await wide(page), 0, name);
    const inside = await page.evaluate((name) => {
      const dialog = document.getElementById(`${name}-dialog`);
      return dialog.scrollWidth - dialog.clientWidth;
    }, name);
    assert.equal(inside, 0, `the dialog ${name}`);
    await picture(page, `phone-${name}`);
    await closeDialogs(page);
  }
  for (const name of ["edit", "analyse", "play"]) {
    await mode(page, name);
    assert.equal(await wide(page), 0, name);
    await picture(page, `phone-${name}`);
  }
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

/** How far the tiles are drawn from their cells in pixels, and the number of animations on the board. */
const motion = (page) =>
  page.evaluate(() => {
    const well = document.querySelector("#board .well");
    const side = well.clientWidth / (Number(well.style.getPropertyValue("--cols")) + 0.44);
    const tiles = [...well.querySelectorAll(".tile:not(.gone)")];
    const off = tiles.map((tile) => {
      const [x, y = 0] = getComputedStyle(tile).translate.split(" ").map((part) => (Number.parseFloat(part) / 100) * Number.parseFloat(getComputedStyle(tile).width));
      const [col, row] = window.placeOf(tile);
      return Math.hypot(x - side * col, y - side * row);
    });
    return { left: tiles.length, off: Math.max(0, ...off), running: document.getElementById("board").getAnimations({ subtree: true }).length };
  });

/** Clicks a cell of the board, and returns the `motion` right after the click. */
const clickAndLook = async (page, row, col) => {
  const { x, y } = await middle(page, row, col);
  await page.mouse.move(x, y);
  await page.evaluate(([x, y]) => {
    const board = document.getElementById("board");
    for (const kind of ["pointerdown", "pointerup"]) board.dispatchEvent(new PointerEvent(kind, { clientX: x, clientY: y, isPrimary: true, bubbles: true }));
  }, [x, y]);
  return motion(page);
};

const rested = (page) => page.waitForFunction(() => !document.getElementById("board").getAnimations({ subtree: true }).length);

for (const reducedMotion of ["reduce", "no-preference"]) {
  check(`without motion, by the system or by the setting, tiles are in place at once: ${reducedMotion}`, { context: { reducedMotion } }, async ({ page }) => {
    if (reducedMotion === "no-preference") {
      await page.click("#settings");
      await page.uncheck("#motion");
      await page.keyboard.press("Escape");
    }
    await openRows(page, ["12", "11", "12"]);
    const { left, off, running } = await clickAndLook(page, 0, 0);
    assert.deepEqual([left, running], [2, 0]);
    assert.ok(off < 1, `${off} pixels`);
  });
}

check("without it they fall, and are in place after a moment, also when moves come fast", { context: { reducedMotion: "no-preference" } }, async ({ page }) => {
  await openRows(page, ["12", "11", "12"]);
  const first = await clickAndLook(page, 0, 0);
  assert.ok(first.running > 0 && first.left === 2);
  assert.ok(first.off > 5, `they start from where they were: ${first.off} pixels`);
  await rested(page);
  const after = await motion(page);
  assert.ok(after.off < 1 && after.left === 2, JSON.stringify(after));
  assert.equal(await page.locator("#board .spray").count(), 0, "nothing is left of the burst");
  for (const key of ["u", "r", "u", "r"]) await page.keyboard.press(key);
  await rested(page);
  const last = await motion(page);
  assert.ok(last.off < 1 && last.left === 2, JSON.stringify(last));
});

check("a tile that falls or bursts has no transition beside, which the main thread would have to draw", { context: { reducedMotion: "no-preference" } }, async ({ page }) => {
  await openRows(page, ["2112", "2112"]);
  const { x, y } = await middle(page, 0, 1);
  await page.mouse.move(x, y);
  await page.waitForTimeout(300);
  await page.mouse.down();
  await page.mouse.up();
  const kinds = await page.evaluate(() => {
    const all = document.getElementById("board").getAnimations({ subtree: true }).filter(({ effect }) => effect.target.matches(".tile"));
    return [all.length, all.filter((one) => one instanceof CSSTransition).length];
  });
  assert.ok(kinds[0] > 0 && kinds[1] === 0, JSON.stringify(kinds));
});

check("a step that follows another one at once shows its board without motion", { context: { reducedMotion: "no-preference" } }, async ({ page }) => {
  await openRows(page, ["2112", "2112"]);
  for (const [row, col] of [[1, 2], [1, 1]]) await clickCell(page, row, col);
  await closeDialogs(page);
  await page.click("#restart");
  await page.waitForTimeout(1000);
  const moving = await page.evaluate(() => ["redo", "redo"].map((id) => {
    document.getElementById(id).click();
    return document.getElementById("board").getAnimations({ subtree: true }).filter(({ effect }) => effect.target.matches(".tile")).length;
  }));
  assert.ok(moving[0] > 0 && moving[1] === 0, JSON.stringify(moving));
});

check("a Mayan block follows the pointer with a ghost at its target, and springs back where there is no move", async ({ page }) => {
  await openPuzzle(page, file("data/samples/noip.txt"));
  const side = await page.evaluate(() => document.querySelector("#board .well").clientWidth / 5.44);
  const pull = async (row, col, part) => {
    const { x, y } = await middle(page, row, col);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + part * side, y + 3, { steps: 4 });
    return page.evaluate(() => {
      const held = document.querySelector("#board .tile.held");
      const ghost = document.querySelector("#board .ghost");
      return { shift: new DOMMatrix(held.style.transform).e, ghost: ghost && window.placeOf(ghost) };
    });
  };
  const moved = await pull(1, 2, 0.4);
  assert.ok(Math.abs(moved.shift - 0.4 * side) < 2, `${moved.shift} of ${side}`);
  assert.deepEqual(moved.ghost, [3, 5]);
  await page.mouse.up();
  assert.deepEqual([await page.locator("#board .held, #board .ghost").count(), await text(page, "#left")], [0, "12"], "less than half a cell is no move");
  const stuck = await pull(0, 4, 0.9);
  assert.ok(stuck.shift < 0.3 * side && stuck.ghost === null, JSON.stringify(stuck));
  await page.mouse.up();
  const { off, running } = await motion(page);
  assert.deepEqual([await page.locator("#board .held, #board .ghost").count(), running], [0, 0]);
  assert.ok(off < 1);
});

check("a switch has one knob, its own", async ({ page }) => {
  const looks = await page.$$eval("[role=switch]", (all) => all.map((one) => getComputedStyle(one).appearance));
  assert.ok(looks.length >= 4);
  assert.deepEqual(new Set(looks), new Set(["none"]));
});

check("names of colours and shapes stand on tiles, one for each colour, and the dark theme is dark", async ({ page }) => {
  await openRows(page, ["1a2", "1a2"]);
  const marks = () => page.$$eval("#board .tile", (tiles) => [...new Set(tiles.map(({ textContent }) => textContent))].filter(Boolean).sort());
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.deepEqual(await marks(), []);
  const light = await back();
  await page.click("#settings");
  await page.selectOption("#marks", "names");
  assert.deepEqual(await marks(), ["1", "2", "a"]);
  await page.keyboard.press("Escape");
  await page.focus("#board");
  await page.keyboard.press("ArrowRight");
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
