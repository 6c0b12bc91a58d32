// Everything that opens a puzzle: texts in every format, files, bad input, new boards, and the painter.

import assert from "node:assert/strict";
import { check, picture, visit } from "./support/browser.js";
import { clickCell, closeDialogs, drag, figures, listed, openPuzzle, openRows, openText, seen, solve, text, until } from "./support/page.js";
import { file, missing, run } from "./support/program.js";
import { shape } from "./support/samegame.js";

const words = (source) => source.trim().split(/\s+/);
const not = (...empty) => (word) => !empty.includes(word);

/** For each format its sample, and how many tiles the first puzzle of it has. */
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

check("a text of several puzzles lets one be chosen, and a list that came along can be played", async ({ page }) => {
  await openText(page, file("data/samples/jsonl.jsonl"));
  assert.equal(await text(page, "#title"), "stairs");
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

check("a file that is dropped on the page is opened", async ({ page }) => {
  const drop = (source, name) =>
    page.evaluate(
      ([source, name]) => {
        const data = new DataTransfer();
        data.items.add(new File([source], name));
        for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [source, name],
    );
  await drop(file("data/samples/noip.txt"), "noip.txt");
  await until(page, "#left", /^12 blocks/);
  await drop("1 2 x\n1 2 3\n", "bad.txt");
  await until(page, "#problem", /^bad\.txt:1:5: /);
  assert.equal((await figures(page)).left, 12);
});

const BAD = [
  ["3\n1 0\n2 1 x 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n", "", "3:5: found 'x', expected a block of column 1 from the left, or its 0 (read as noip)"],
  ["3\n1 0\n2 1 x 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n", "noip", "3:5: found 'x', expected a block of column 1 from the left, or its 0"],
  ['{"game":"samegame","rows":["1.",".2"]}\n', "", "1:29: this tile floats, expected a tile or the floor right below it"],
  ['{"game":"samegame","rows":["1.","12"]\n', "jsonl", "1:37: EOF while parsing an object, expected a puzzle record"],
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
    assert.deepEqual([(await figures(page)).left, await text(page, "#at")], [4, "1/1"]);
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
    ["2\n0\n0\n0\n0\n0\n", /^input:1:1: .+: name the format$/],
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
  await page.click("#new");
  await page.selectOption("#new-game", game);
  for (const [id, value] of Object.entries(fields)) await page.fill(`#new-${id}`, String(value));
  await page.click("#make");
}

check("a seed gives the board of the program", { skip: missing }, async ({ page }) => {
  for (const [seed, rows, cols, colors] of [[5, 15, 15, 5], [77, 6, 9, 3]]) {
    await make(page, "samegame", { seed, rows, cols, colors });
    await until(page, "#title", new RegExp(`^samegame ${seed}$`));
    const { stdout } = run(["samegame", "generate", "--seed", `${seed}`, "--rows", `${rows}`, "--cols", `${cols}`, "--colors", `${colors}`]);
    assert.deepEqual(shape(await seen(page)), shape(JSON.parse(stdout).rows));
  }
});

check("a new Mayan puzzle of 3 moves takes 3 moves", async ({ page }) => {
  await make(page, "mayan", { seed: 11, moves: 3 });
  await until(page, "#title", /^mayan 11$/);
  assert.equal((await figures(page)).allowed, 3);
  await solve(page);
  assert.equal(await text(page, "#verdict"), "optimal: it can be solved in the moves left from there");
  assert.equal(await text(page, "#found"), "3 moves");
  for (const move of await listed(page, "#line")) {
    const [x, y, side] = move.split(" ");
    await drag(page, Number(x), Number(y), side);
  }
  assert.equal((await figures(page)).left, 0);
});

check("wishes that cannot be met are told, Enter makes a board, and Close gives up", async ({ page }) => {
  await make(page, "samegame", { seed: 1, rows: 65 });
  assert.equal(await text(page, "#new-problem"), "Rows: expected a whole number from 2 to 64");
  await picture(page, "new-problem");
  await page.fill("#new-rows", "6");
  await page.fill("#new-seed", "3");
  await page.press("#new-seed", "Enter");
  await until(page, "#title", /^samegame 3$/);
  await make(page, "mayan", { seed: 1, moves: 2 });
  await until(page, "#title", /^mayan 1$/);
  const begin = async () => {
    await page.click("#new");
    await page.selectOption("#new-difficulty", "61-100");
    await page.click("#make");
    await until(page, "#making", /Making/);
  };
  // It has given up by the time that the click is done, so no board that is made in between is opened.
  await begin();
  const told = await page.evaluate(() => {
    document.querySelector("#new-dialog button[value=close]").click();
    return document.querySelector("#making").textContent;
  });
  assert.equal(told, "");
  assert.ok(!(await page.isVisible("#new-dialog")));
  await begin();
  await page.keyboard.press("Escape");
  await until(page, "#making", /^$/);
  assert.ok(!(await page.isVisible("#new-dialog")));
  await make(page, "mayan", { seed: 1, moves: 1 });
  await until(page, "#new-problem", /^none of \d+ boards fits/);
  assert.equal(await text(page, "#title"), "mayan 1");
});

check("the board of the day is the same for everybody, and another one on another day", { visit: false }, async ({ another }) => {
  const boards = [];
  for (const day of ["2026-03-04T01:00", "2026-03-04T22:00", "2026-03-05T12:00"]) {
    const context = await another();
    await context.clock.setFixedTime(new Date(day));
    const page = await context.newPage();
    await visit(page);
    boards.push([await text(page, "#title"), ...shape(await seen(page))]);
    await openRows(page, ["11"]);
    await page.click("#daily");
    assert.equal(await text(page, "#title"), boards.at(-1)[0]);
  }
  assert.equal(boards[0][0], "board of 20260304");
  assert.deepEqual(boards[0], boards[1]);
  assert.notDeepEqual(boards[0].slice(1), boards[2].slice(1));
});

/** The middle of a cell of the painted board on the screen; rows from the top. */
async function spot(page, row, col) {
  const [width, height] = await page.locator("#canvas svg").evaluate(({ viewBox: { baseVal } }) => [baseVal.width / 32, baseVal.height / 32]);
  const box = await page.locator("#canvas svg").boundingBox();
  const scale = Math.min(box.width / width, box.height / height);
  const [left, top] = [box.x + (box.width - width * scale) / 2, box.y + (box.height - height * scale) / 2];
  return [left + (col + 0.5) * scale, top + (row + 0.5) * scale];
}

/** Paints from one cell to another. */
async function stroke(page, from, to = from) {
  await page.mouse.move(...(await spot(page, ...from)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(page, ...to)), { steps: 12 });
  await page.mouse.up();
}

/** The painted board: rows from the top, the fill of each tile. */
const painted = (page) =>
  page.evaluate(() => {
    const { width, height } = document.querySelector("#canvas svg").viewBox.baseVal;
    const rows = Array.from({ length: height / 32 }, () => new Array(width / 32).fill(null));
    for (const tile of document.querySelectorAll("#canvas .tile")) {
      const [x, y] = tile.getAttribute("transform").match(/\d+/g).map(Number);
      rows[y / 32][x / 32] = tile.querySelector("rect").getAttribute("fill");
    }
    return rows;
  });

const record = async (page) => JSON.parse(await page.inputValue("#text"));

/** The fills of the tiles of the board, rows from the top. */
const fills = (page) =>
  page.evaluate(() => {
    const { height, width } = document.querySelector("#board svg").viewBox.baseVal;
    const rows = Array.from({ length: Math.floor(height / 32) - 1 }, () => new Array(Math.floor(width / 32) - 1).fill(null));
    for (const tile of document.querySelectorAll("#board .tile:not(.gone)")) {
      const [x, y] = tile.style.transform.match(/-?[\d.]+/g).map(Number);
      rows[y / 32][x / 32 - 1] = tile.querySelector("rect").getAttribute("fill");
    }
    return rows;
  });

check("painting starts from the board at hand and keeps its colours, rules and moves", async ({ page }) => {
  const rules = { score: "n1", clear_bonus: 7, left_penalty: "none" };
  await openRows(page, ["a11Z", "Z1a1"], { rules });
  await clickCell(page, 1, 2);
  const board = await fills(page);
  await page.click("#open");
  await page.click("#paint");
  assert.deepEqual(await painted(page), board);
  assert.deepEqual(await record(page), { v: 1, game: "samegame", rows: ["a.Z.", "Za1."], rules });
  await page.check('#palette input[value="Z"]');
  await stroke(page, [0, 1]);
  assert.deepEqual((await record(page)).rows, ["aZZ.", "Za1."]);
  const drawn = await painted(page);
  await picture(page, "painter-at-hand");
  await page.click("#read");
  assert.deepEqual(await fills(page), drawn);
  await openPuzzle(page, file("data/samples/noip.txt"));
  await drag(page, 2, 1, "R");
  await page.click("#open");
  await page.click("#paint");
  const { game, moves, mode, rows: left } = await record(page);
  assert.deepEqual([game, moves, mode, left], ["mayan", 2, "exactly", [".....", ".....", ".....", "....4", "..4.3", ".1134", "12232"]]);
});

check("painting starts from the pasted text, and what cannot be read is said", async ({ page }) => {
  await page.click("#open");
  await page.fill("#text", "1 2 x\n1 2 3\n");
  await page.click("#paint");
  assert.match(await text(page, "#problem"), /^input:1:5: /);
  assert.ok(!(await page.isVisible("#painter")));
  const rows = ["0b.", "bb.", "ZZ0"];
  await page.fill("#text", JSON.stringify({ game: "samegame", rows }));
  await page.click("#paint");
  assert.equal(await text(page, "#problem"), "");
  await page.fill("#paint-rows", "4");
  await page.press("#paint-rows", "Tab");
  assert.deepEqual((await record(page)).rows, ["...", ...rows], "rows are added at the top");
  await page.fill("#text", "112\n");
  await page.press("#text", "Tab");
  await stroke(page, [0, 0]);
  assert.deepEqual((await record(page)).rows, ["112"], "a text that is pasted while the painter is open");
});

check("a board keeps the letters and words of its author, played and painted", async ({ page }) => {
  await page.click("#open");
  await page.fill("#text", "red,blue,blue\nred,red,X\n");
  await page.click("#paint");
  const swatches = () => page.locator("#palette text").evaluateAll((all) => all.map((one) => one.textContent));
  assert.deepEqual((await swatches()).slice(0, 3), ["blue", "red", "X"]);
  await page.check('#palette label:has-text("red") input');
  await stroke(page, [0, 2]);
  await page.click("#read");
  await page.click("#settings");
  await page.selectOption("#marks", "names");
  await page.keyboard.press("Escape");
  const marks = () => page.locator("#board .tile text").evaluateAll((all) => all.map((one) => one.textContent).sort());
  assert.deepEqual(await marks(), ["X", "blue", "red", "red", "red", "red"]);
  await picture(page, "labels");
});

check("nothing that is painted floats: tiles fall when a stroke ends, and columns of SameGame close", async ({ page }) => {
  await openRows(page, ["1..", "12.", "122"]);
  await page.click("#open");
  await page.click("#paint");
  const rows = async () => {
    const { rows } = await record(page);
    assert.equal((await painted(page)).flat().filter(Boolean).length, rows.join("").replaceAll(".", "").length);
    return rows;
  };
  await page.check('#palette input[value="2"]');
  await stroke(page, [0, 2]);
  assert.deepEqual(await rows(), ["1..", "122", "122"]);
  await page.check('#palette input[value="."]');
  await stroke(page, [1, 0], [2, 0]);
  assert.deepEqual(await rows(), ["...", ".22", "122"]);
  await stroke(page, [2, 0]);
  assert.deepEqual(await rows(), ["...", "22.", "22."]);
  await page.selectOption("#paint-game", "mayan");
  await stroke(page, [1, 0], [2, 0]);
  assert.deepEqual(await rows(), ["...", ".2.", ".2."], "the columns of the Mayan puzzle stay");
});

check("a board is painted by pointer and by keys, opened and played", async ({ page }) => {
  await openRows(page, ["1122", "3344"]);
  await page.click("#open");
  await page.click("#paint");
  await page.fill("#paint-rows", "3");
  await page.fill("#paint-cols", "4");
  await page.press("#paint-cols", "Tab");
  assert.ok(await page.isVisible("#open-dialog"));
  await page.click("#clear");
  await page.check('#palette input[value="1"]');
  await stroke(page, [2, 0], [2, 3]);
  await page.check('#palette input[value="3"]');
  await page.focus("#canvas");
  for (const key of ["ArrowDown", "Enter", "ArrowRight", " "]) await page.keyboard.press(key);
  assert.deepEqual(JSON.parse(await page.inputValue("#text")).rows, ["....", "33..", "1111"]);
  await picture(page, "painter");
  await page.click("#read");
  assert.ok(!(await page.isVisible("#open-dialog")));
  assert.equal((await figures(page)).left, 6);
  await clickCell(page, 1, 3);
  assert.deepEqual(shape(await seen(page)), shape(["....", "....", "33.."]));
});
