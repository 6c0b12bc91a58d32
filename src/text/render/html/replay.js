"use strict";
// A replay: puzzles, each with its tiles and their paths step by step. See `data` in html/mod.rs.
(() => {
  const puzzles = JSON.parse(document.getElementById("tilefall-timelines").textContent);
  const $ = (id) => document.getElementById(id);
  const svgNode = (name, attributes, text) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const speeds = { "0.5": 2, 1: 1, 2: 0.5, 4: 0.25, 8: 0.125 };
  let puzzle, tiles, cells, at, playing = false, stepping = false, run = 0;

  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const pace = () => speeds[$("speed").value];

  function draw(number) {
    puzzle = puzzles[number];
    const { rows, cols, first } = puzzle;
    const board = $("board");
    board.replaceChildren();
    board.setAttribute("viewBox", `-0.8 -0.1 ${cols + 0.9} ${rows + 0.9}`);
    // Numbers of about the same size on the screen, whatever the size of the board.
    board.style.setProperty("--number", `${Math.max(0.16, Math.min(0.34, 0.028 * Math.max(rows, cols)))}px`);
    for (const part of ["floor", "rim"])
      board.append(svgNode("rect", { class: part, x: 0, y: 0, width: cols, height: rows, rx: 0.15 }));
    for (let row = 0; row < rows; row++)
      board.append(svgNode("text", { class: "number", x: -0.4, y: rows - row - 0.5, "aria-hidden": true }, row + first));
    for (let col = 0; col < cols; col++)
      board.append(svgNode("text", { class: "number", x: col + 0.5, y: rows + 0.4, "aria-hidden": true }, col + first));
    tiles = puzzle.tiles.map(([colour]) => {
      const { fill, ink, name } = puzzle.colours[colour];
      const tile = svgNode("g", { class: "tile", "aria-hidden": true });
      tile.append(svgNode("rect", { x: 0.05, y: 0.05, width: 0.9, height: 0.9, rx: 0.16, fill }));
      // A longer name is squeezed into its tile.
      const fit = [...name].length > 2 ? { textLength: 0.75, lengthAdjust: "spacingAndGlyphs" } : {};
      tile.append(svgNode("text", { x: 0.5, y: 0.52, fill: ink, ...fit }, name));
      board.append(tile);
      return tile;
    });
    $("slider").max = puzzle.steps.length;
    $("list").replaceChildren(...puzzle.steps.map((step, index) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      const label = document.createElement("span"), gain = document.createElement("span");
      label.textContent = `${index + 1}. ${name(step)}`;
      gain.textContent = puzzle.scored ? `+${step.points}` : "";
      button.append(label, gain);
      if (step.mark) {
        const loss = document.createElement("span");
        loss.className = `loss ${step.mark.size}`;
        loss.textContent = step.mark.loss;
        button.append(loss);
      }
      button.addEventListener("click", () => { stop(); go(index + 1); });
      item.append(button);
      return item;
    }));
    $("summary").hidden = !puzzle.summary;
    $("summary").replaceChildren(...(puzzle.summary ?? []).map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }));
    document.title = puzzle.title;
    $("title").textContent = puzzle.title;
    for (const node of document.querySelectorAll(".scored")) node.hidden = !puzzle.scored;
    go(0);
  }

  const name = (step) => step.label || "runs vanish";

  // The cells of the tiles after a number of steps.
  function after(steps) {
    const cells = puzzle.tiles.map(([, row, col]) => [row, col]);
    for (const step of puzzle.steps.slice(0, steps))
      for (const phase of step.phases) apply(cells, phase);
    return cells;
  }

  function apply(cells, phase) {
    if (phase.gone) for (const tile of phase.gone) cells[tile] = null;
    if (phase.glide) for (const [tile, row, col] of phase.glide) cells[tile] = [row, col];
  }

  function place(tile) {
    const cell = cells[tile];
    tiles[tile].classList.toggle("gone", !cell);
    if (cell) tiles[tile].setAttribute("style", `transform:translate(${cell[1]}px,${puzzle.rows - 1 - cell[0]}px)`);
  }

  function light(lit) {
    tiles.forEach((tile, number) => tile.classList.toggle("lit", lit.includes(number)));
    better([]);
  }

  // Outlines the tiles on these cells, which a better move than the next one takes.
  function better(wanted) {
    const on = new Set(wanted.map(String));
    tiles.forEach((tile, number) => tile.classList.toggle("better", !!cells[number] && on.has(String(cells[number]))));
  }

  // Shows the board after a number of steps, without animation.
  function go(steps) {
    run++;
    stepping = false;
    $("board").classList.add("still");
    at = Math.max(0, Math.min(steps, puzzle.steps.length));
    cells = after(at);
    light(at < puzzle.steps.length ? puzzle.steps[at].lit : []);
    tiles.forEach((_, tile) => place(tile));
    update();
    $("board").getBoundingClientRect();
    $("board").classList.remove("still");
  }

  // Highlights the tiles of one step, then plays it; resolves to true if the step was not interrupted.
  async function play(lit) {
    if (at >= puzzle.steps.length) return false;
    stepping = true;
    const mine = ++run;
    const step = puzzle.steps[at];
    cells = after(at);
    light(step.lit);
    const glide = calm.matches ? 0 : 260 * pace();
    $("board").style.setProperty("--glide", `${glide}ms`);
    await wait(lit * pace());
    if (mine !== run) return false;
    light([]);
    for (const phase of step.phases) {
      apply(cells, phase);
      for (const tile of phase.gone || []) place(tile);
      for (const [tile] of phase.glide || []) place(tile);
      await wait(glide);
      if (mine !== run) return false;
    }
    stepping = false;
    at++;
    light(at < puzzle.steps.length ? puzzle.steps[at].lit : []);
    update();
    return true;
  }

  async function start() {
    if (at >= puzzle.steps.length) go(0);
    playing = true;
    buttons();
    while (playing && (await play(calm.matches ? 500 : 320))) await wait(120 * pace());
    if (at >= puzzle.steps.length) stop();
  }

  function stop() {
    playing = false;
    run++;
    buttons();
    announce();
  }

  const plural = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

  // The score and the tiles left after the steps that were played, and the points that the rules add after the last one.
  function now() {
    const { score, left } = puzzle.steps[at - 1] ?? { score: 0, left: puzzle.tiles.length };
    const alone = puzzle.steps.slice(0, at).reduce((sum, step) => sum + step.points, 0);
    // Beyond 2^53 numbers are strings, for which nothing is computed.
    return { score, left, end: typeof score === "number" && puzzle.scored ? score - alone : 0 };
  }

  function update() {
    const steps = puzzle.steps.length, { score, left, end } = now();
    $("slider").value = at;
    $("slider").setAttribute("aria-valuetext", `step ${at} of ${steps}`);
    $("step").textContent = `${at} / ${steps}`;
    $("score").textContent = score;
    $("end").textContent = end > 0 ? `+${end}` : end;
    $("end").parentNode.hidden = !end;
    $("left").textContent = left;
    $("coming").textContent = at < steps ? name(puzzle.steps[at]) : "nothing";
    const mark = puzzle.steps[at]?.mark;
    $("best").hidden = !puzzle.summary;
    $("best").textContent = mark?.best ?? "";
    better(mark?.better ?? []);
    [...$("list").children].forEach((item, index) => {
      const button = item.firstChild;
      button.classList.toggle("coming", index === at);
      if (index === at - 1) {
        button.setAttribute("aria-current", "step");
        if (item.parentNode.scrollHeight > item.parentNode.clientHeight) {
          const list = item.parentNode;
          list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
        }
      } else button.removeAttribute("aria-current");
    });
    announce();
    const board = cells.map((cell, tile) => cell && [...cell, puzzle.colours[puzzle.tiles[tile][0]].name]);
    $("board").dataset.cells = JSON.stringify(board.filter(Boolean));
    buttons();
  }

  // Updates the text for screen readers.
  function announce() {
    const { score, left, end } = now();
    const share = end ? ` with a ${end > 0 ? "bonus" : "penalty"} of ${Math.abs(end)}` : "";
    const points = puzzle.scored ? `, ${plural(score, "point")}${share}` : "";
    const text = `Step ${at} of ${puzzle.steps.length}${points}, ${plural(left, "tile")} left.`;
    $("say").textContent = at < puzzle.steps.length ? `${text} Next: ${name(puzzle.steps[at])}.` : text;
  }

  function buttons() {
    const focused = document.activeElement;
    $("back").disabled = $("first").disabled = at === 0;
    $("next").disabled = $("last").disabled = at === puzzle.steps.length;
    // A disabled button cannot keep the focus; on the slider, pressing the key again is harmless.
    if (focused && focused.disabled) $("slider").focus();
    $("play").textContent = playing ? "Pause" : "Play";
    // Screen readers stay silent during playback, which is faster than speech.
    $("say").setAttribute("aria-live", playing ? "off" : "polite");
  }

  const acts = {
    first: () => { stop(); go(0); },
    back: () => { const to = stepping ? at : at - 1; stop(); go(to); },
    play: () => (playing ? (stop(), go(at)) : start()),
    // A second press before the tiles have stopped skips the rest of the step.
    next: () => { const to = stepping ? at + 1 : at; stop(); go(to); play(0); },
    last: () => { stop(); go(puzzle.steps.length); },
    theme: () => {
      const dark = document.documentElement.dataset.theme
        ? document.documentElement.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
      document.documentElement.dataset.theme = dark ? "light" : "dark";
    },
  };
  for (const [id, act] of Object.entries(acts)) $(id).addEventListener("click", act);
  $("slider").addEventListener("input", () => { stop(); go(Number($("slider").value)); });
  const keys = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last", " ": "play" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const on = event.target.tagName;
    // The slider, the menus and a focused button keep their own keys.
    if (on === "SELECT" || (on === "BUTTON" && event.key === " ")) return;
    if (on === "INPUT" && /^(Arrow|Home|End|Page)/.test(event.key)) return;
    if (keys[event.key]) { event.preventDefault(); acts[keys[event.key]](); return; }
    if (/^[0-9]$/.test(event.key)) { stop(); go(Math.round((puzzle.steps.length * Number(event.key)) / 9)); }
    if (event.key === "+" || event.key === "-") {
      const menu = $("speed");
      menu.selectedIndex = Math.max(0, Math.min(menu.length - 1, menu.selectedIndex + (event.key === "+" ? 1 : -1)));
    }
  });
  const menu = $("puzzle");
  puzzles.forEach(({ title }, number) => menu.append(new Option(title, number)));
  // The menu shows the title.
  menu.hidden = puzzles.length < 2;
  $("title").classList.toggle("hidden", !menu.hidden);
  menu.addEventListener("change", () => { stop(); draw(Number(menu.value)); });
  if (puzzles.length) draw(0);
})();
