// Buttons with a small picture of a board.

import { SMALL, drawBoard, smallCanvas } from "./picture.js";
import { timeline } from "./rules.js";
import { make } from "./tiles.js";

/** Makes a button for a board after some moves, with its title and a line of facts.
 * @param {{ title: string, more?: string, record: any, moves?: any[] }} card */
export function boardButton({ title, more = "", record, moves = [] }) {
  const button = /** @type {HTMLButtonElement} */ (make("button", "board-button"));
  button.type = "button";
  const canvas = smallCanvas();
  try {
    const time = timeline(record, moves);
    drawBoard(canvas, time, time.steps.length, [], SMALL);
  } catch {
    // A damaged game has no picture.
  }
  const words = make("span", "words");
  words.append(make("b", "", title));
  if (more) words.append(make("span", "unseen", ": "), make("small", "", more));
  const frame = make("span", "frame");
  frame.append(canvas);
  button.append(frame, words);
  return button;
}
