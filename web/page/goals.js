// The goal of the game in words, and its figures above the board.

import { field } from "./field.js";
import { inWords } from "./family.js";
import { GOALS, MOVED, biggestNow, drawAfter, game, isSameGame, leftAt, scoreNow } from "./store.js";
import { count, several } from "./words.js";
import { make } from "./tiles.js";
import { nameOfGame } from "./names.js";
import { dayOnBoard, isOpen, par } from "./par.js";

/** What is to be done, in words. */
export function goalInWords() {
  const { record, position } = game;
  if (!isSameGame()) {
    const all = position.moves_left === null ? "" : ` in ${record.mode === "exactly" ? "exactly " : ""}${several(record.moves ?? 0, "move")}`;
    return `Clear the board${all}. Drag blocks sideways; three in a line vanish.`;
  }
  if (dayOnBoard()?.kind === "former") return "Empty the board in the fewest taps.";
  if (game.goal === "fewest") {
    // The number of clicks, when the solver has looked for it.
    const best = isOpen() ? null : par();
    const clicks = best ? `Clear the board in ${several(best.value, "click")}${best.proven ? "" : " or fewer"}` : GOALS.fewest;
    return `${clicks}.${inWords()}`;
  }
  const bonus = game.goal === "score" && position.bonus > 0 ? ` Empty the board for ${count(position.bonus)} more.` : "";
  return `${GOALS[game.goal]}.${bonus}${inWords()}`;
}

/** The figures: each with its name and value. */
function figures() {
  const left = leftAt(game.at);
  if (!isSameGame()) {
    const moves = game.position.moves_left;
    return [moves === null ? ["clicks", "moves", game.at] : ["allowed", "moves left", moves], ["left", "blocks left", left]];
  }
  const best = dayOnBoard();
  const tiles = ["left", left === 1 ? "tile left" : "tiles left", left];
  const clicks = ["clicks", game.at === 1 ? "click" : "clicks", game.at];
  /** @type {Record<string, any[]>} */
  const byGoal = { fewest: best ? [clicks, ["par", "best", best.value]] : [clicks, tiles], left: [tiles, clicks], biggest: [["biggest", "largest group", biggestNow()], tiles] };
  return byGoal[game.goal] ?? [["score", "score", scoreNow()], tiles];
}

function show() {
  field("figures").replaceChildren(...figures().map(([id, name, value]) => {
    const pair = make("div");
    pair.append(make("dt", "", name), Object.assign(make("dd", "", count(value)), { id }));
    return pair;
  }));
}

/** Shows the goal in words. */
function showTask() {
  const words = goalInWords();
  if (field("task").textContent !== words) field("task").textContent = words;
}
drawAfter(showTask, ["opened", "goal", "learned", "search"]);

drawAfter((change) => {
  if (change === "opened" || change === "goal") {
    field("title").textContent = nameOfGame(game.record);
    field("keys").textContent = isSameGame()
      ? "Arrows move the cursor, Enter removes a group; U and R undo and redo; H gives a hint; question mark lists all keys."
      : "Arrows move the cursor, Shift with left or right slides the block; U and R undo and redo; H gives a hint; question mark lists all keys.";
  }
  show();
}, [...MOVED, "goal"]);
