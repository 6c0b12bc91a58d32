// Small pictures of boards, and buttons with them.

import { timeline } from "../engine/calls.js";
import { placesAfter } from "../state/timeline.js";
import { button, make } from "./tiles.js";

/** @typedef {import("../types.d.ts").Record} PuzzleRecord @typedef {import("../types.d.ts").Move} Move */

/** The largest side of the pictures on buttons, in pixels. */
const SMALL = 56;

/** Draws the board after some moves on a canvas, whose longer side becomes at most `most` pixels.
 * @param {HTMLCanvasElement} canvas @param {PuzzleRecord} record @param {Move[]} moves @param {number} most */
export function drawBoard(canvas, record, moves, most) {
  const time = timeline(record, moves);
  const { rows, cols, colours, tiles } = time;
  const side = Math.max(2, Math.min(24, Math.floor(most / Math.max(rows, cols))));
  const scale = window.devicePixelRatio || 1;
  Object.assign(canvas, { width: cols * side * scale, height: rows * side * scale });
  canvas.style.setProperty("width", `${cols * side}px`);
  canvas.style.setProperty("height", `${rows * side}px`);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.scale(scale, scale);
  const gap = side > 5 ? 0.5 : 0;
  placesAfter(time, time.steps.length).forEach((place, tile) => {
    if (!place) return;
    pen.fillStyle = colours[tiles[tile][0]].fill;
    pen.beginPath();
    pen.roundRect(place[1] * side + gap, (rows - 1 - place[0]) * side + gap, side - 2 * gap, side - 2 * gap, side * 0.22);
    pen.fill();
  });
}

/** A small picture of the board after some moves, in a frame; empty for a damaged game. @param {PuzzleRecord} record @param {Move[]} moves */
export function framed(record, moves = []) {
  const canvas = Object.assign(make("canvas"), { width: SMALL, height: SMALL });
  canvas.setAttribute("aria-hidden", "true");
  const frame = make("span", "frame");
  frame.append(canvas);
  try {
    drawBoard(canvas, record, moves, SMALL);
  } catch {
    // A damaged game has no picture.
  }
  return frame;
}

/** Makes a button for a board after some moves, with its title and a line of facts.
 * @param {{ title: string, more?: string, record: PuzzleRecord, moves?: Move[] }} card @param {() => unknown} act */
export function boardButton({ title, more = "", record, moves }, act) {
  const made = button("", act, "board-button");
  const words = make("span", "words");
  words.append(make("b", "", title));
  if (more) words.append(make("span", "unseen", ": "), make("small", "", more));
  made.append(framed(record, moves), words);
  return made;
}
