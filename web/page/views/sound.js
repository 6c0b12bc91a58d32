// Short sounds, made by the browser: a pop for a group, a slide, a landing, and a win.

import { game, isSameGame, stepsAt } from "../state/store.js";
import { settings } from "../state/settings.js";
import { embedded } from "./embedded.js";

/** @type {AudioContext} */
let context;

/** The tones of a pentatonic scale in semitones; they sound well together. */
const SCALE = [0, 2, 4, 7, 9];
const pitch = (/** @type {number} */ step) => 262 * 2 ** ((SCALE[step % 5] + 12 * Math.floor(step / 5)) / 12);

/** Plays a tone that glides from one frequency to another and fades; times are in seconds.
 * @param {{ from: number, to?: number, time?: number, loud?: number, after?: number, type?: OscillatorType }} options */
function tone({ from, to = from, time = 0.12, loud = 0.16, after = 0, type = /** @type {OscillatorType} */ ("sine") }) {
  if (!context) return;
  const begin = context.currentTime + after;
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, begin);
  oscillator.frequency.exponentialRampToValueAtTime(to, begin + time);
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(loud, begin + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0005, begin + time);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + time + 0.02);
}

/** Plays the burst of a group: the larger the group, the more notes up the scale. */
function pop(/** @type {number} */ tiles, after = 0) {
  const notes = Math.min(6, 1 + Math.floor(Math.log2(Math.max(2, tiles))));
  const first = Math.min(8, Math.floor(tiles / 3));
  for (let note = 0; note < notes; note++) {
    const from = pitch(first + note);
    tone({ from: from * 1.5, to: from, time: 0.13, loud: 0.13, after: after + note * 0.045 });
  }
}

const slide = () => tone({ from: 180, to: 260, time: 0.09, loud: 0.08, type: "triangle" });
const land = (/** @type {number} */ after) => tone({ from: 120, to: 60, time: 0.1, loud: 0.16, after });

function win(/** @type {number} */ after) {
  for (const [at, step] of [0, 2, 4, 5, 7].entries()) tone({ from: pitch(step + 2), time: 0.35, loud: 0.11, after: after + at * 0.09, type: "triangle" });
}

/** Plays the sound of a move. */
export function view() {
  if (!settings.sound || embedded) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  const { phases } = game.timeline.steps[stepsAt(game.at) - 1];
  if (!isSameGame()) slide();
  let after = isSameGame() ? 0 : 0.12;
  for (const { gone, glide } of phases) {
    if (gone) pop(gone.length, after);
    after += gone ? 0.13 : 0.16;
    if (glide && !gone) land(after);
  }
  if (game.position.cleared) win(after + 0.15);
}
