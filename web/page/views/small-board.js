// Small boards in texts, drawn and animated like the board of the game.

import { placesAfter } from "../state/timeline.js";
import { animate, rest, rise } from "./animation.js";
import { timeline } from "../engine/calls.js";
import { make, putTile, tileOf } from "./tiles.js";

/** Makes a small board of a record with some moves to play.
 * @param {import("../types.d.ts").Record} record @param {import("../types.d.ts").Move[]} moves */
export function mini(record, moves) {
  const time = timeline(record, moves);
  const { rows, cols, colours } = time;
  const well = make("div", "well");
  for (const [name, value] of Object.entries({ "--rows": rows, "--cols": cols })) well.style.setProperty(name, String(value));
  const tiles = time.tiles.map(([colour]) => tileOf(colours[colour], colour, "none"));
  well.append(...tiles);
  const node = make("div", "mini");
  node.setAttribute("aria-hidden", "true");
  node.append(well);

  /** Shows the board after `steps` moves. */
  function show(/** @type {number} */ steps) {
    rest();
    placesAfter(time, steps).forEach((where, tile) => putTile(tiles[tile], where, rows));
  }

  /** Lifts the tiles that the move number `step` takes; lifts none for `null`. */
  function light(/** @type {number | null} */ step) {
    for (const tile of tiles) tile.classList.remove("lit");
    for (const tile of step === null ? [] : (time.steps[step].lit ?? [])) tiles[tile].classList.add("lit");
  }

  /** Plays the move number `step`, with a text that rises from it. Returns the time of the animation in milliseconds. */
  function play(/** @type {number} */ step, text = "") {
    const before = placesAfter(time, step);
    show(step + 1);
    const { phases } = time.steps[step];
    const gone = phases.flatMap((phase) => phase.gone ?? []).map((tile) => /** @type {import("../types.d.ts").Cell} */ (before[tile]));
    if (text && gone.length) rise(well, text, gone, rows);
    return animate(well, tiles, phases, before, rows);
  }

  show(0);
  return { node, show, light, play, steps: time.steps };
}
