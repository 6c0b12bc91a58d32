// The dialog for a new board.

import { field } from "./elements.js";
import { goOn } from "../state/attempts.js";
import { rulesNamed } from "./rules-dialog.js";
import { wrongNumber } from "./dialogs.js";
import { startWorker } from "../loading.js";
import { setMode } from "../state/store.js";
import { t } from "../texts/strings.js";

const dialog = field("new-dialog");

/** @typedef {{ game: "samegame" | "mayan", seed: number, rows?: number, cols?: number, colors?: number, clearable?: boolean,
 * balanced?: boolean, rules?: object, moves?: number, difficulty?: number[] }} Wish */

/**
 * Makes a puzzle in a worker. If the signal is aborted, the promise never settles. @param {Wish} wish
 * @param {AbortSignal} [signal] @returns {Promise<import("../types.d.ts").Record>}
 */
function generate(wish, signal) {
  return new Promise((resolve, reject) => {
    const worker = startWorker();
    const fail = (/** @type {{ message?: string }} */ { message }) => reject(new Error(message ?? t("noBoardMade")));
    worker.onerror = fail;
    worker.onmessage = ({ data }) => {
      worker.terminate();
      if (signal?.aborted) return;
      if (data.record) resolve(data.record);
      else fail(data);
    };
    signal?.addEventListener("abort", () => worker.terminate());
    worker.postMessage({ wish });
  });
}

/** A random seed that is short enough to type. */
const randomSeed = () => Math.floor(Math.random() * 1e9);

/** The options in the fields of the dialog. @returns {Wish} */
function wish() {
  const number = (/** @type {"new-seed" | "new-moves" | "new-rows" | "new-cols" | "new-colors"} */ id) => Number(field(id).value);
  const seed = field("new-seed").value === "" ? randomSeed() : Math.max(0, Math.floor(number("new-seed")));
  if (field("new-game").value === "mayan") {
    const range = field("new-difficulty").value;
    const difficulty = range ? range.split("-").map(Number) : undefined;
    return { game: "mayan", seed, moves: number("new-moves"), difficulty };
  }
  const [rows, cols, colors] = [number("new-rows"), number("new-cols"), number("new-colors")];
  const rules = rulesNamed(field("new-rules").value);
  return { game: "samegame", seed, rows, cols, colors, clearable: field("new-clearable").checked, rules };
}

/** @type {AbortController | null} */
let making = null;

/** Aborts the making of a board, if one is being made. */
function endMaking() {
  making?.abort();
  making = null;
  field("making").textContent = "";
}

/** Makes a board by the fields of the dialog, and opens it. */
async function makeNew() {
  endMaking();
  const problem = wrongNumber(dialog);
  field("new-problem").textContent = problem ?? "";
  if (problem) return;
  const asked = wish();
  field("making").textContent = t("making");
  making = new AbortController();
  try {
    const record = await generate(asked, making.signal);
    // The board may be done after the dialog was closed, but before the event `close` aborts it.
    if (!dialog.open) return;
    goOn({ ...record, id: `${asked.game} ${asked.seed}` });
    setMode("play");
    dialog.close();
  } catch (error) {
    field("new-problem").textContent = /** @type {Error} */ (error).message;
  }
  endMaking();
}

/** Adds the handlers of the dialog. */
export function start() {
  field("new").addEventListener("click", () => dialog.showModal());
  field("make").addEventListener("click", makeNew);
  dialog.addEventListener("close", endMaking);
  // Enter in a field makes the board.
  dialog.addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  field("new-size").addEventListener("change", () => {
    const [rows, cols] = field("new-size").value.split("x");
    field("new-sides").hidden = Boolean(rows);
    if (rows) [field("new-rows").value, field("new-cols").value] = [rows, cols];
  });
  field("new-game").addEventListener("change", () => {
    const mayan = field("new-game").value === "mayan";
    field("new-mayan").hidden = !mayan;
    field("new-samegame").hidden = mayan;
  });
}
