// Buttons with a small picture of a board.

import { SMALL, drawBoard, smallCanvas } from "./picture.js";
import { timeline } from "./rules.js";
import { button, make } from "./tiles.js";

/** Makes a button for a board after some moves, with its title and a line of facts.
 * @param {{ title: string, more?: string, record: import("./types.d.ts").Record, moves?: import("./types.d.ts").Move[] }} card @param {() => unknown} act */
export function boardButton({ title, more = "", record, moves = [] }, act) {
  const made = button("", act, "board-button");
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
  made.append(frame, words);
  return made;
}
