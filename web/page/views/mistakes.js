// "Where did I lose it?": shows the moves that cost most on the board, one after the other. Only proven losses and lower bounds
// of losses are shown.

import { showAdvice } from "./advice.js";
import { outline, point } from "./board.js";
import { known, losses } from "../state/knowledge.js";
import { isSearching, reviewGame, searchHere, stop } from "../engine/search.js";
import { game, isSameGame, jump, pause, setMode, study } from "../state/store.js";
import { notify } from "./messages.js";
import { cellsOf } from "./move-picture.js";
import { t } from "../texts/strings.js";
import { boundInWords, gain, inWords, lossInWords } from "../state/results.js";

/** The maximum number of mistakes that are shown. */
const MOST = 3;
/** Milliseconds of the search of all positions of a game, and of the search after a move that the player tries. */
export const TIME = 20_000;
const TRIAL = 3000;

/** A mistake: the number of moves before it, and its loss, with the best line in `loss.before`.
 * @typedef {{ at: number, loss: import("../types.d.ts").Loss }} Mistake */

/** The mistakes to show, the index of the one on the board (−1: none), and the moves of the player's game.
 * @type {{ all: Mistake[], now: number, moves: import("../types.d.ts").Move[], words: string }} */
let look = { all: [], now: -1, moves: [], words: "" };

const end = () => {
  look = { all: [], now: -1, moves: [], words: "" };
};

/** The largest mistakes of the game, the largest first, without those that cost less than a tenth of the first one. */
function mistakes() {
  const all = losses().map((loss, at) => ({ at, loss })).filter(({ loss }) => loss.win || (loss.amount ?? 0) > 0);
  const worth = (/** @type {Mistake} */ { loss }) => (loss.win ? Infinity : (loss.amount ?? 0));
  all.sort((a, b) => worth(b) - worth(a));
  return all.filter((one) => worth(one) >= worth(all[0]) / 10).slice(0, MOST);
}

const isProven = () => losses().every(({ proven }) => proven);

/** The number of moves with a loss, in words; while some losses are not proven, the number of proven ones. */
function inAll() {
  const all = losses();
  const some = all.filter(({ amount, proven, win }) => (isProven() ? win || amount : proven)).length;
  return t(isProven() ? "gaveAway" : "notSettled", some, all.length);
}

/** Shows the next mistake: the board before it, with the move outlined. */
function next() {
  const now = look.now + 1;
  if (now >= look.all.length) return finish();
  const { at, loss } = look.all[now];
  jump(at);
  look.now = now;
  outline(cellsOf(look.moves[at]));
  const cost = loss.win ? t("mistakeWin", at + 1) : t("mistakeCost", at + 1, lossInWords(loss.amount ?? 0, loss.proven));
  showAdvice(t("mistakeOf", now + 1, look.all.length), [cost, ...(now ? [] : [look.words])], [[t("next"), next], [t("showIt"), showBetter]], finish);
}

/** Lights the best move at the mistake on the board. */
function showBetter() {
  const { loss } = look.all[look.now];
  const [move] = loss.before.line ?? [];
  if (!move) return next();
  point(cellsOf(move));
  const side = isSameGame() ? null : t(move[2] === "R" ? "right" : "left");
  const { best, bound } = loss.after;
  const better = t("better", side, inWords(loss.before.best ?? 0), !loss.proven ? "" : best === null ? null : inWords(best));
  showAdvice(t("mistakeOf", look.now + 1, look.all.length), loss.proven ? [better] : [better, boundInWords(bound ?? 0)], [[t("next"), next]], finish);
}

/** Compares a move that the player tries with the best one. */
async function compare() {
  const { moves } = game;
  showAdvice(t("yourIdea"), [t("checking")]);
  if (!known().proven) searchHere({ time: TRIAL });
  const begun = performance.now();
  while (game.moves === moves && isSearching() && performance.now() - begun < TRIAL + 500) await pause(60);
  if (game.moves !== moves || look.now < 0) return;
  const { amount, win, proven, before, after } = /** @type {import("../types.d.ts").Loss} */ (losses().at(-1));
  const isGood = after.best !== null && before.best !== null && gain(before.best, after.best) <= 0;
  const text = isGood ? t("ideaGood", inWords(after.best ?? 0)) : amount ? t("ideaBad", lossInWords(amount, proven)) : t(win ? "noWayFromHere" : "notFoundOut");
  /** Shows the mistake after number `now`, with the player's game on the board. @param {number} now */
  const nextAfter = (now) => {
    study(look.moves, look.all[look.now].at);
    look.now = now;
    next();
  };
  showAdvice(t("yourIdea"), [text], [[t("back"), () => nextAfter(look.now - 1)], [t("next"), () => nextAfter(look.now)]], finish);
}

/** Ends the look back, and shows the end of the player's game. */
function finish() {
  const { moves } = look;
  end();
  if (moves.length) study(moves, moves.length, "own");
}

/** Looks for the mistakes of the game on the board, and shows them. */
export async function lookForMistakes() {
  setMode("play");
  const { moves } = game;
  reviewGame({ time: TIME });
  const cancel = () => isSearching("review") && stop();
  while (isSearching("review") && !isProven()) {
    const done = losses().filter(({ proven }) => proven).length;
    showAdvice(t("whereDidI"), [t("checkingMoves", done, moves.length)], [], cancel);
    await pause(150);
    if (game.moves !== moves) return;
  }
  cancel();
  const all = mistakes();
  const words = inAll();
  if (!all.length) return notify(isProven() ? t("nothingLost") : words);
  study(moves, moves.length);
  look = { all, now: -1, moves, words };
  next();
}

// A move of the player on the board of a mistake is compared with the best one; leaving the game ends the look back.
/** @type {import("../types.d.ts").View} */
export function view({ type }) {
  if (type !== "played") return end();
  if (look.now >= 0 && game.moves !== look.moves && !game.looking) compare();
}
