// The colours and tools of the editor.

import { field } from "./elements.js";
import { drawing, moreColours } from "../state/drawing.js";
import { settings } from "../state/settings.js";
import { t } from "../texts/strings.js";
import { button, icon, make, tileOf } from "./tiles.js";

const host = /** @type {HTMLElement} */ (field("palette"));
const tools = /** @type {HTMLElement} */ (field("tools"));

/** The colour chosen, by name. */
let chosen = "";
/** The elements that show the number of tiles of each colour, by name. @type {Map<string, HTMLElement>} */
let counts = new Map();

/** The name of the chosen colour. */
export const colour = () => chosen;

const checked = () => /** @type {HTMLInputElement} */ (tools.querySelector("input:checked"));

/** The tool chosen: `brush`, `fill`, `erase` or `pick`. */
export const tool = () => checked().value;

/** Chooses a tool. @param {string} name */
export function chooseTool(name) {
  const input = /** @type {HTMLInputElement | null} */ (tools.querySelector(`[value="${name}"]`));
  if (input) input.checked = true;
}

/** Chooses a colour by its name, and the brush, unless the fill tool is chosen. @param {string} name */
export function chooseColour(name) {
  const input = /** @type {HTMLInputElement | null} */ (host.querySelector(`[value="${name}"]`));
  if (!input) return;
  input.checked = true;
  chosen = name;
  if (tool() !== "fill") chooseTool("brush");
}

/** A tile of a colour for the palette or the board. @param {string} name */
export function drawTile(name) {
  const number = drawing.names.indexOf(name);
  return tileOf(drawing.colours[number], number, settings.marks);
}

/** @param {string} name @param {number} number */
function swatch(name, number) {
  const line = make("label", "swatch");
  const label = t("colourOf", drawing.colours[number].name);
  line.title = number < 9 ? `${label} (${number + 1})` : label;
  const input = Object.assign(document.createElement("input"), { type: "radio", name: "colour", value: name, className: "unseen" });
  input.setAttribute("aria-label", label);
  input.addEventListener("change", () => chooseColour(name));
  const count = make("span", "quiet");
  counts.set(name, count);
  line.append(input, drawTile(name), count);
  return line;
}

function showCounts() {
  const sums = new Map();
  for (const name of drawing.cells.flat()) sums.set(name, (sums.get(name) ?? 0) + 1);
  for (const [name, node] of counts) node.textContent = String(sums.get(name) ?? "");
}

function show() {
  counts = new Map();
  const more = button("", () => {
    moreColours();
    chooseColour(drawing.names[drawing.names.length - 1]);
    host.querySelector("button")?.focus();
  }, "icon");
  Object.assign(more, { title: t("moreColours"), ariaLabel: t("moreColours") });
  more.append(icon("more"));
  host.replaceChildren(...drawing.names.map(swatch), more);
  more.hidden = drawing.names.length >= 62;
  if (!drawing.names.includes(chosen)) [chosen] = drawing.names;
  const input = /** @type {HTMLInputElement} */ (host.querySelector(`[value="${chosen}"]`));
  input.checked = true;
  showCounts();
}

/** @type {import("../types.d.ts").View} */
export function view({ type }) {
  if (type === "sketched") show();
  else showCounts();
}

export { show as redrawPalette };
