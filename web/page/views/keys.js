// The keys of the page: the only list of them, from which the card of keys is made.

import { field } from "./elements.js";
import * as editing from "./editor.js";
import { go } from "./replay.js";
import { notify } from "./messages.js";
import { game, setMode } from "../state/store.js";
import { t } from "../texts/strings.js";
import { make } from "./tiles.js";

/** Presses a button of the page. */
const press = (/** @type {string} */ id) => () => field(id)?.click();

/** Presses a button of the game, but not in the editor. */
const inGame = (/** @type {string} */ id) => () => game.mode !== "edit" && press(id)();

/** Shows the panel of the solver, and presses a button there. */
const inAnalysis = (/** @type {string} */ id) => () => {
  if (game.mode === "edit") return;
  setMode("analyse");
  field(id)?.click();
};

/** The time of the last press of N. */
let left = -Infinity;

/** Goes to the next puzzle; during a game only at the second press within three seconds. */
function leave() {
  const again = performance.now() - left < 3000;
  left = performance.now();
  if (game.moves.length && !game.position.over && !again) notify(t("pressAgain"));
  else inGame("result-next")();
}

/**
 * The keys: `keys` are names as in `KeyboardEvent.key`, in lower case, with `ctrl+` and `shift+` in front; the card of keys has `shown`
 * and `does`. An entry without `run` is for keys that the board handles itself while it has the focus.
 * @type {{ keys: string[], shown: string[], does: string, run?: () => void }[]}
 */
const KEYS = [
  { keys: [], shown: ["←", "↑", "↓", "→"], does: t("keyCursor") },
  { keys: [], shown: ["G"], does: t("keyGroups") },
  { keys: [], shown: ["Enter"], does: t("keyRemove") },
  { keys: [], shown: ["Shift ←", "Shift →"], does: t("keySlide") },
  { keys: ["u", "ctrl+z"], shown: ["U", "Ctrl Z"], does: t("keyUndo"), run: () => (game.mode === "edit" ? editing.undo() : press("undo")()) },
  { keys: ["r", "ctrl+y", "ctrl+shift+z"], shown: ["R", "Ctrl Y"], does: t("keyRedo"), run: () => (game.mode === "edit" ? editing.redo() : press("redo")()) },
  { keys: ["h"], shown: ["H"], does: t("keyHint"), run: inGame("hint") },
  { keys: ["n"], shown: ["N"], does: t("keyNext"), run: leave },
  { keys: ["p"], shown: ["P"], does: t("keyPuzzles"), run: press("puzzles") },
  { keys: ["s"], shown: ["S"], does: t("keySearch"), run: inAnalysis("solve") },
  { keys: ["l"], shown: ["L"], does: t("keyFollow"), run: inAnalysis("live") },
  { keys: [" "], shown: [t("space")], does: t("keyReplay"), run: inGame("run") },
  { keys: ["home"], shown: ["Home"], does: t("keyStart"), run: () => game.mode !== "edit" && go(0) },
  { keys: ["end"], shown: ["End"], does: t("keyEnd"), run: () => game.mode !== "edit" && go(game.moves.length) },
  { keys: ["+", "="], shown: ["+"], does: t("keyLarger"), run: press("zoom-in") },
  { keys: ["-"], shown: ["−"], does: t("keySmaller"), run: press("zoom-out") },
  { keys: [], shown: ["Ctrl V"], does: t("keyPaste") },
  { keys: [], shown: ["1", "…", "9", "0"], does: t("keyColours") },
  { keys: [], shown: ["B", "F", "E", "P"], does: t("keyTools") },
  { keys: ["?"], shown: ["?"], does: t("keyHelp"), run: press("help") },
];

const byKey = new Map(KEYS.flatMap(({ keys, run }) => keys.map((key) => [key, run])));

/** The name of a pressed key: `ctrl+shift+z`. Shift is named only with Control; alone it is part of the character. */
function nameOf(/** @type {KeyboardEvent} */ event) {
  const key = event.key.toLowerCase();
  const control = event.ctrlKey || event.metaKey;
  return `${control ? "ctrl+" : ""}${control && event.shiftKey ? "shift+" : ""}${key}`;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || field("app").inert) return;
  const target = /** @type {Element} */ (event.target);
  if (target.closest("input, textarea, select, dialog:modal, [contenteditable]")) return;
  // Space presses the button that has the focus.
  if (event.key === " " && target.closest("button, a, summary")) return;
  const run = byKey.get(nameOf(event));
  if (!run) return;
  event.preventDefault();
  run();
});

field("keys-list").append(
  ...KEYS.map(({ shown, does }) => {
    const pair = make("div");
    const keys = make("dt");
    for (const key of shown) keys.append(make("kbd", "", key), " ");
    pair.append(keys, make("dd", "", does));
    return pair;
  }),
);
