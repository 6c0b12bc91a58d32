// Creates the elements of boards: tiles, chips, icons and buttons.

import { t } from "../texts/strings.js";

/** @typedef {import("../types.d.ts").Colour} Colour */

const SHAPES = ["●", "■", "▲", "◆", "★", "✚", "✖", "▼", "◐", "◧", "♥", "♣", "♠", "♪", "☾", "☀"];

/** Creates an element with a class. @template {keyof HTMLElementTagNameMap} Name @param {Name} name */
export function make(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/** Creates a button that calls `act`. @param {string} words @param {() => unknown} act */
export function button(words, act, className = "") {
  const made = make("button", className, words);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** Creates an SVG element. @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string | number>} attributes */
export function element(name, attributes = {}, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text) made.textContent = text;
  return made;
}

/** The mark on a tile of a colour. @param {Colour} colour @param {number} number @param {string} marks */
export function mark(colour, number, marks) {
  if (marks === "shapes") return SHAPES[number % SHAPES.length];
  return marks === "names" ? colour.name : "";
}

/** The distance from cell to cell, in percent of the side of a tile: above 100 because of the gap between tiles. */
const STEP = 100 / 0.93;

/** The CSS translation of a cell; `x` counts columns from the left, `y` rows from the top. Browsers apply percentages faster than
 * variables, which matters when many tiles fall. @param {number} x @param {number} y */
export const spot = (x, y) => `${(STEP * x).toFixed(3)}% ${(STEP * y).toFixed(3)}%`;

/** Moves an element of the board to a cell. @param {HTMLElement} node @param {number} x @param {number} y */
export function place(node, x, y) {
  node.style.translate = spot(x, y);
}

/** Moves a tile to the cell `where`, or hides the removed tile if `where` is `null`.
 * @param {HTMLElement} tile @param {import("../types.d.ts").Cell | null} where @param {number} rows */
export function putTile(tile, where, rows) {
  tile.classList.toggle("gone", !where);
  if (where) place(tile, where[1], rows - 1 - where[0]);
}

/** Creates a tile of a colour. @param {Colour} colour @param {number} number @param {string} marks */
export function tileOf(colour, number, marks) {
  const text = mark(colour, number, marks);
  const tile = make("div", "tile", text);
  tile.style.setProperty("--c", colour.fill);
  tile.style.setProperty("--i", colour.ink);
  if ([...text].length > 2) tile.dataset.long = "";
  return tile;
}

/** Creates a small square of a colour for texts, with the colour's name for screen readers. @param {Colour} colour */
export function chip(colour) {
  const made = make("span", "chip");
  made.style.setProperty("--c", colour.fill);
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", t("colourOf", colour.name));
  return made;
}

/** Creates an icon of the page's set. @param {string} name */
export function icon(name) {
  const svg = element("svg", { "aria-hidden": "true" });
  svg.append(element("use", { href: `#i-${name}` }));
  return svg;
}
