// Everything that opens a puzzle: texts in every format, links, files, the clipboard, bad input, and new boards.

import assert from "node:assert/strict";
import { check, picture, serveModules } from "./support/browser.js";
import { on } from "./support/days.js";
import { clickCell, closeDialogs, drag, figures, finish, listed, mode, openPuzzle, openRows, openText, PHONE, press, reload, seen, text, until } from "./support/page.js";
import { file, missing, run } from "./support/program.js";
import { shape } from "./support/samegame.js";

serveModules();

const words = (source) => source.trim().split(/\s+/);
const not = (...empty) => (word) => !empty.includes(word);

/** For each format its sample file, and a function that counts the tiles of the first puzzle in the file. */
const SAMPLES = {
  click: ["click.txt", (source) => source.replace(/[^0-9]/g, "").length],
  codingame: ["codingame.txt", (source) => words(source).slice(0, 225).filter(not("-1")).length],
  jsonl: ["jsonl.jsonl", (source) => JSON.parse(source.split("\n")[0]).rows.join("").replaceAll(".", "").length],
  noip: ["noip.txt", (source) => words(source).slice(1).filter(not("0")).length],
  p1312: ["p1312.txt", (source) => words(source).slice(1, 36).filter(not("0")).length],
  rows: ["rows.txt", (source) => words(source.split("\n\n")[0]).filter(not(".")).length],
  tatham: ["tatham.txt", (source) => source.split("\n")[0].split(":")[1].split(",").filter(not("0")).length],
  uva339: ["uva339.txt", (source) => words(source).slice(2, 11).length],
  uva758: ["uva758.txt", (source) => words(source).slice(1, 11).join("").length],
};

check("every format is read, by its name and without it", async ({ page }) => {
  await openRows(page, ["11"]);
  const names = await page.$$eval("#format option", (options) => options.map(({ value }) => value));
  assert.deepEqual(names.filter(Boolean).sort(), Object.keys(SAMPLES));
  for (const [name, [sample, count]] of Object.entries(SAMPLES)) {
    const source = file(`data/samples/${sample}`);
    for (const format of ["", name]) {
      await openRows(page, ["11"]);
      await openPuzzle(page, source, format);
      assert.equal((await figures(page)).left, count(source), `${sample} read as '${format}'`);
      assert.equal((await seen(page)).join("").replaceAll(".", "").length, count(source));
    }
  }
});

check("a board of 128×128 says that it is being opened, and opens", async ({ page }) => {
  await openRows(page, ["11"]);
  await page.evaluate(() => {
    const problem = document.getElementById("problem");
    new MutationObserver(() => { window.said = `${window.said ?? ""}${problem.textContent}`; }).observe(problem, { childList: true });
  });
  const rows = Array.from({ length: 128 }, (_, row) => "12345".repeat(27).slice(row % 5, (row % 5) + 128));
  await openText(page, rows.join("\n"));
  await page.waitForSelector("#open-dialog[open]", { state: "detached" });
  assert.equal((await figures(page)).left, 128 * 128);
  assert.equal(await page.evaluate(() => window.said), "Opening the board…");
});

check("a text of several puzzles lets one be chosen, and a list that came along can be played", async ({ page }) => {
  await openText(page, file("data/samples/jsonl.jsonl"));
  assert.equal(await text(page, "#title"), "stairs");
  assert.equal(await page.locator("#several canvas").count(), 4, "a picture of each");
  const several = page.locator("#several button");
  assert.deepEqual(await several.allTextContents(), ["stairs", "letters", "drag", "board 4, 4×5"]);
  await several.nth(1).click();
  assert.equal(await text(page, "#title"), "letters");
  assert.ok(!(await page.isVisible("#open-dialog")));
  await openPuzzle(page, file("data/samples/p1312.txt"));
  assert.deepEqual(await listed(page), ["2 1 R", "3 1 R", "3 0 R"]);
  assert.equal(await text(page, "#at"), "0/3");
});

check("moves that do nothing are left out of a list that came along", async ({ page }) => {
  await openPuzzle(page, "2 2\n1 2\n1 2\n0 0\n1 1\n1 1\n9 9\n1 1\n-1 -1\n0 0\n".replace("-1 -1\n", ""), "uva339");
  assert.equal((await figures(page)).left, 4);
  await openPuzzle(page, file("data/samples/uva339.txt"));
  for (const move of await listed(page)) assert.match(move, /^\d+ \d+$/);
});

/** Drops a file on the page. */
const drop = (page, source, name) =>
  page.evaluate(
    ([source, name]) => {
      const data = new DataTransfer();
      data.items.add(new File([source], name));
      for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [source, name],
  );

/** Pastes a text, as Ctrl+V does, where the focus is. */
const paste = (page, source) =>
  page.evaluate((source) => {
    const data = new DataTransfer();
    data.setData("text", source);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    return !(document.activeElement ?? document.body).dispatchEvent(event);
  }, source);

check("a file that is dropped on the page or chosen is opened", async ({ page }) => {
  await drop(page, file("data/samples/noip.txt"), "noip.txt");
  await until(page, "#left", /^12$/);
  await drop(page, "1 2 x\n1 2 3\n", "bad.txt");
  await until(page, "#problem", /^bad\.txt:1:5: /);
  assert.ok(await page.isVisible("#open-dialog"));
  assert.equal(await page.inputValue("#text"), "1 2 x\n1 2 3\n", "the text can be mended");
  assert.equal((await figures(page)).left, 12);
  const choose = async (name, source) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("#choose")]);
    await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(source) });
  };
  await choose("worse.txt", "1 2 y\n1 2 3\n");
  await until(page, "#problem", /^worse\.txt:1:5: /);
  await choose("good.txt", "112\n221\n");
  await until(page, "#left", /^6$/);
  assert.ok(!(await page.isVisible("#open-dialog")));
});

check("a puzzle or a link that is pasted anywhere on the page is opened, but not a text that is pasted into a field", async ({ page }) => {
  assert.ok(await paste(page, "112\n221\n"));
  await until(page, "#left", /^6$/);
  assert.ok(!(await page.isVisible("#open-dialog")));
  await clickCell(page, 2, 1);
  const link = await page.evaluate(async () => {
    const [{ linkTo }, { own }] = await Promise.all([import("./views/open-link.js"), import("./state/store.js")]);
    return linkTo(own());
  });
  await openRows(page, ["11"]);
  assert.ok(await paste(page, ` ${link}\n`));
  await until(page, "#at", /^1\/1$/);
  assert.equal((await figures(page)).left, 4);
  await openRows(page, ["11"], { id: link });
  assert.equal(await text(page, "#title"), link, "a link in a record is only a name");
  assert.ok(await paste(page, `tilefall · SameGame\n★★☆ 4 tiles left\n${link}\n`));
  await until(page, "#at", /^1\/1$/);
  assert.equal((await figures(page)).left, 4);
  assert.ok(await paste(page, "1 2 x\n1 2 3\n"));
  assert.match(await text(page, "#problem"), /^input:1:5: /);
  assert.equal(await page.inputValue("#text"), "1 2 x\n1 2 3\n");
  await page.focus("#text");
  assert.ok(!(await paste(page, "11\n")), "the field takes the text");
  await page.fill("#text", `${link.slice(0, -3)}`);
  await page.click("#read");
  await until(page, "#problem", /^this link is damaged: it cannot be read$/);
  await page.fill("#text", link);
  await page.click("#read");
  await page.waitForSelector("#open-dialog[open]", { state: "detached" });
  assert.equal((await figures(page)).left, 4);
});

const BAD = [
  ["3\n1 0\n2 1 x 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n", "", "3:5: found 'x', expected a block of column 1 from the left, or its 0 (read as noip)"],
  ["3\n1 0\n2 1 x 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n", "noip", "3:5: found 'x', expected a block of column 1 from the left, or its 0"],
  ['{"game":"samegame","rows":["1.",".2"]}\n', "", "1:29: this tile floats, expected a tile or the floor right below it"],
  ['{"game":"samegame","rows":["1.","12"]\n', "jsonl", "1:37: the record ends in its middle, expected a whole line"],
  ["5x4c3s2:1,2,2\n", "tatham", null],
  ["", "", null],
];

check("bad input gives the message of the program with line and column, and the game stays", async ({ page }) => {
  await openRows(page, ["1122", "1122"]);
  await clickCell(page, 1, 1);
  for (const [source, format, fixed] of BAD) {
    const words = ["convert", "--to", "jsonl", ...(format ? ["--from", format] : []), "-"];
    const told = missing ? null : run(words, source).stderr.trim().replaceAll("<stdin>:", "input:");
    await openText(page, source, format);
    const problem = await text(page, "#problem");
    assert.match(problem, /^input:\d+:\d+: .+/);
    if (told !== null) assert.equal(problem, told);
    if (fixed !== null) assert.equal(problem, `input:${fixed}`);
    await until(page, "#at", /^1\/1$/);
  assert.equal((await figures(page)).left, 4);
  }
  await picture(page, "problem");
  await closeDialogs(page);
  await page.click("#undo");
  assert.equal((await figures(page)).left, 8);
});

check("what is said of a text does not name the flags of the program", async ({ page }) => {
  for (const [source, expected] of [
    ["", "1:1: the input is empty, expected a puzzle"],
    ["hello world\n", /^input:1:1: /],
    ["2\n0\n0\n0\n0\n0\n", /^input:1:1: .+: add format click or format noip$/],
  ]) {
    await openText(page, source);
    const problem = await text(page, "#problem");
    assert.match(problem, expected instanceof RegExp ? expected : new RegExp(`^input:${expected}$`));
    assert.doesNotMatch(problem, /--/);
  }
});

check("numbers that JavaScript cannot hold are refused or kept digit for digit", async ({ page }) => {
  const game = (more) => `{"game":"mayan","rows":["1..1..1"],${more}}`;
  await openText(page, game('"moves":18446744073709551615'));
  assert.equal(await text(page, "#problem"), "input:1:1: moves is 18446744073709551615, expected at most 4503599627370496 on this page");
  await openText(page, '{"game":"samegame","rows":["11"],"rules":{"clear_bonus":9007199254740993}}');
  assert.match(await text(page, "#problem"), /^input:1:1: clear_bonus is 9007199254740993, expected/);
  await openPuzzle(page, game('"moves":9,"origin":{"seed":18446744073709551615,"parts":[-9007199254740993,7,0.5]}'));
  await page.click("#share");
  await page.selectOption("#kind", "puzzle");
  assert.deepEqual(JSON.parse(await page.inputValue("#exported")).origin, { seed: "18446744073709551615", parts: ["-9007199254740993", 7, 0.5] });
});

check("a good puzzle after a bad one opens, and the bad one is told", async ({ page }) => {
  await openText(page, '{"game":"samegame","rows":["1.",".2"]}\n{"id":"good","game":"samegame","rows":["11"]}\n');
  assert.equal(await text(page, "#title"), "good");
  assert.match(await text(page, "#problem"), /^input:1:29: /);
});

async function make(page, game, fields) {
  await press(page, "new");
  await page.selectOption("#new-game", game);
  if (game === "samegame") await page.selectOption("#new-size", "");
  await page.evaluate(() => {
    document.querySelector("#new-dialog details").open = true;
  });
  for (const [id, value] of Object.entries(fields)) await page.fill(`#new-${id}`, String(value));
  await page.click("#make");
}

check("a seed gives the board of the program", { skip: missing }, async ({ page }) => {
  for (const [seed, rows, cols, colors] of [[5, 15, 15, 5], [77, 6, 9, 3]]) {
    await make(page, "samegame", { seed, rows, cols, colors });
    await page.waitForSelector("#new-dialog[open]", { state: "detached" });
    assert.equal(await text(page, "#title"), "SameGame");
    const { stdout } = run(["samegame", "generate", "--seed", `${seed}`, "--rows", `${rows}`, "--cols", `${cols}`, "--colors", `${colors}`]);
    assert.deepEqual(shape(await seen(page)), shape(JSON.parse(stdout).rows));
  }
});

check("a new Mayan puzzle of 3 moves takes 3 moves", async ({ page }) => {
  await make(page, "mayan", { seed: 11, moves: 3 });
  await until(page, "#title", /^Mayan puzzle$/);
  assert.equal((await figures(page)).allowed, 3);
  const { status, moves } = await page.evaluate(async () => {
    const [{ solve }, { game }, { whole }] = await Promise.all([import("./engine/calls.js"), import("./state/store.js"), import("./loading.js")]);
    await whole();
    return solve(game.record, [], { time: 60_000 }, () => {});
  });
  assert.deepEqual([status, moves?.length], ["optimal", 3]);
  for (const [x, y, side] of moves) await drag(page, x, y, side);
  assert.equal((await figures(page)).left, 0);
});

check("wishes that cannot be met are told, Enter makes a board, and Close gives up", async ({ page }) => {
  await make(page, "samegame", { seed: 1, rows: 65 });
  assert.equal(await text(page, "#new-problem"), "Rows: expected a whole number from 2 to 64");
  await picture(page, "new-problem");
  await page.fill("#new-rows", "6");
  await page.fill("#new-seed", "3");
  await page.press("#new-seed", "Enter");
  await until(page, "#title", /^SameGame$/);
  await page.waitForSelector("#new-dialog[open]", { state: "detached" });
  await make(page, "mayan", { seed: 1, moves: 2 });
  await until(page, "#title", /^Mayan puzzle$/);
  const begin = async () => {
    await press(page, "new");
    await page.selectOption("#new-difficulty", "61-100");
    await page.click("#make");
    await until(page, "#making", /Making/);
  };
  // Closing the dialog aborts the search at once, so that a board made meanwhile is not opened.
  await begin();
  const told = await page.evaluate(() => {
    document.querySelector("#new-dialog [data-close]").click();
    return document.querySelector("#making").textContent;
  });
  assert.equal(told, "Making a board…");
  await until(page, "#making", /^$/);
  assert.ok(!(await page.isVisible("#new-dialog")));
  await begin();
  await page.keyboard.press("Escape");
  await until(page, "#making", /^$/);
  assert.ok(!(await page.isVisible("#new-dialog")));
  await make(page, "mayan", { seed: 1, moves: 1 });
  await until(page, "#new-problem", /^none of \d+ boards fits/);
  assert.equal(await text(page, "#title"), "Mayan puzzle");
});

/** Opens today's board of a kind by the dialog of puzzles. */
async function choose(page, kind) {
  await page.click("#puzzles");
  await page.click(`#today [data-kind=${kind}]`);
}

check("the way back goes through all boards, also after dialogs, and a reload keeps them", { visit: false }, async ({ context }) => {
  // On a Saturday there is a board for points, too.
  const page = await on(context, "2026-11-28");
  for (const kind of ["mayan", "points"]) await choose(page, kind);
  await page.click("#settings");
  await page.goBack();
  assert.ok(await page.isHidden("#settings-dialog"));
  await until(page, "#title", /^SameGame/);
  await page.click("#help");
  await closeDialogs(page);
  await reload(page);
  await page.goBack();
  await until(page, "#title", /^Mayan/);
  await page.goBack();
  await until(page, "#title", /^Former/);
  await page.goForward();
  await until(page, "#title", /^Mayan/);
  await page.click("#puzzles");
  await page.click("#open");
  for (const open of [["puzzles-dialog"], []]) {
    await page.goBack();
    await page.waitForFunction((open) => [...document.querySelectorAll("dialog[open]")].map(({ id }) => id).join() === open.join(), open);
  }
  assert.match(await text(page, "#title"), /^Mayan/);
});

check("the way back lowers the sheet of a phone, and closes the card of the result", { context: PHONE }, async ({ page }) => {
  const height = (sheet) => page.waitForFunction((sheet) => document.body.dataset.sheet === sheet, sheet);
  await mode(page, "analyse");
  for (const isAgain of [false, true]) {
    if (isAgain) await page.tap("#panel-analyse");
    await height("half");
    await page.goBack();
    await height("peek");
  }
  await mode(page, "play");
  await finish(page);
  await page.waitForSelector("#result-dialog[open]");
  await page.goBack();
  await page.waitForSelector("#result-dialog[open]", { state: "detached" });
  assert.match(await text(page, "#title"), /^Former/);
});
