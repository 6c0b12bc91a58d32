// The views of the game in the order in which `dispatch` calls them, each with the actions that it follows. A view is called with the
// action, the state after the action, and the state before it.

import { save, view as attempts } from "../state/attempts.js";
import { view as back } from "./history.js";
import { view as board, viewWords as boardWords } from "./board.js";
import { view as canvas } from "./editor-board.js";
import { view as clock } from "../state/clock.js";
import { view as curve } from "./curve.js";
import { forget as ways } from "./drag.js";
import { view as editor, viewDrawing as drawing } from "./editor.js";
import { view as embedded } from "./embedded.js";
import { view as family } from "./rules-dialog.js";
import { view as figures, viewTask as task } from "./figures.js";
import { view as hint, viewMode as hintMode } from "./hint.js";
import { view as intro } from "./intro.js";
import { view as knowledge } from "../state/knowledge.js";
import { view as mistakes } from "./mistakes.js";
import { view as moves } from "./move-list.js";
import { view as palette } from "./editor-palette.js";
import { view as bestKnown } from "../engine/best-known.js";
import { view as progress } from "./progress.js";
import { view as puzzles } from "../days/puzzles-dialog.js";
import { view as replay } from "./replay.js";
import { close as resultAway, end as resultAtEnd, fillOpen as resultFilled, reopen as resultOfDay } from "./end-card.js";
import { view as search } from "../engine/search.js";
import { view as sheet } from "./sheet.js";
import { view as solver } from "./solver-panel.js";
import { view as sound } from "./sound.js";
import { setViews } from "../state/store.js";
import { view as watch } from "./watch.js";

/** The actions that change the position. */
const MOVED = /** @type {const} */ (["opened", "played", "jumped"]);

/** The views that follow at once. The clock comes first, because games are stored with their time; knowledge comes before all views of it.
 * @type {import("../types.d.ts").Followed[]} */
const NOW = [
  [clock, ...MOVED, "mode", "leaving"],
  [save, "leaving"],
  [board, ...MOVED],
  [ways, ...MOVED],
  [knowledge, ...MOVED, "goal"],
  [search, ...MOVED, "goal"],
  [attempts, ...MOVED, "goal", "helped"],
  [bestKnown, "opened", "goal"],
  [sheet, "mode", "search"],
  [hint, ...MOVED, "goal"],
  [hintMode, "mode"],
  [puzzles, "opened"],
  [mistakes, "opened", "played", "goal"],
  [resultAway, "opened", "jumped", "mode"],
  [resultAtEnd, "played", "mode"],
  [resultOfDay, "opened"],
  [resultFilled, "learned", "search"],
  [sound, "played"],
  [back, "opened"],
  [editor, "mode", "opened"],
  [palette, "sketched", "drawn"],
  [canvas, "sketched", "painted", "drawn"],
  [drawing, "sketched", "drawn"],
  [family, "opened"],
  [intro, "opened"],
  [embedded, ...MOVED],
];

/** The views of the parts beside the board, which may wait for a frame. @type {import("../types.d.ts").Followed[]} */
const LATER = [
  [boardWords, ...MOVED],
  [solver, ...MOVED, "goal", "mode", "learned", "search"],
  [watch, ...MOVED, "goal", "mode", "learned", "search"],
  [figures, ...MOVED, "goal"],
  [task, "opened", "goal", "learned", "search"],
  [replay, ...MOVED],
  [moves, ...MOVED, "goal", "learned", "search"],
  [curve, ...MOVED, "goal", "mode", "learned", "search"],
  [progress, ...MOVED, "goal", "learned", "search", "noted"],
];

setViews(NOW, LATER);
