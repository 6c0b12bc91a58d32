// Confetti of tiles in the colours of the board.

import { game } from "../state/store.js";
import { make } from "./tiles.js";
import { still } from "../state/settings.js";

const NUMBER = 70;

/** Lets tiles rain over a part of the page for at most three seconds, unless motion is off. */
export function confetti(/** @type {Element} */ host) {
  if (still()) return;
  const layer = make("div", "confetti");
  layer.setAttribute("aria-hidden", "true");
  const fills = game.timeline.colours.map(({ fill }) => fill);
  for (let at = 0; at < NUMBER; at++) {
    const tile = make("i");
    tile.style.setProperty("--c", fills[at % fills.length]);
    tile.style.setProperty("--x", `${(100 * Math.random()).toFixed(1)}%`);
    tile.style.setProperty("--size", `${6 + Math.round(9 * Math.random())}px`);
    layer.append(tile);
    const [drift, turn] = [80 * (Math.random() - 0.5), 720 * (Math.random() - 0.5)];
    tile.animate(
      [
        { transform: "translate(0, -8vh) rotate(0deg)", opacity: 1 },
        { opacity: 1, offset: 0.75 },
        { transform: `translate(${drift.toFixed(0)}px, 105vh) rotate(${turn.toFixed(0)}deg)`, opacity: 0 },
      ],
      { duration: 1400 + 1100 * Math.random(), delay: 500 * Math.random(), easing: "cubic-bezier(.25,.4,.6,1)", fill: "both" },
    );
  }
  host.append(layer);
  setTimeout(() => layer.remove(), 3200);
}
