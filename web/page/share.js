// Sharing a game: its link, its picture, and its export as a file.

import { field } from "./field.js";
import { whole } from "./loading.js";
import { formats, timeline, write } from "./rules.js";
import { dayText, rowKnown } from "./boast.js";
import { dateOf } from "./days.js";
import { dayOnBoard } from "./par.js";
import { embedded } from "./embedded.js";
import { hashOf } from "./link.js";
import { openHash } from "./visitor.js";
import { drawBoard } from "./picture.js";
import { nameOfGame } from "./names.js";
import { game, own } from "./store.js";
import { t } from "./strings.js";
import { touch } from "./words.js";

const dialog = /** @type {HTMLDialogElement} */ (field("share-dialog"));

/** The link to a game. @param {import("./link.js").Shared} shared */
export function linkTo(shared) {
  const url = new URL(location.href);
  url.hash = hashOf(shared);
  return url.href;
}

/** Opens the game of a link; returns whether there is one. Throws if it is damaged. Then restores the address of the page, so
 * that a reload continues the game. @param {string} hash */
export function openLink(hash) {
  if (!openHash(hash)) return false;
  if (!embedded) history.replaceState(history.state, "", location.pathname + location.search);
  return true;
}

/** The link to a board of a day. @param {import("./days.js").DayBoard} board */
export function linkToDay({ kind, day }) {
  const url = new URL(location.href);
  url.hash = `d=${dateOf(day)}${kind === "former" ? "" : `-${kind}`}`;
  return url.href;
}

/** What every game is exported as, and the ends of the names of the files. */
const KINDS = /** @type {const} */ ([["record", "jsonl"], ["puzzle", "jsonl"], ["svg", "svg"], ["animation", "svg"], ["html", "html"]]);

const TYPES = { svg: "image/svg+xml", html: "text/html", jsonl: "application/json", txt: "text/plain" };

function kinds() {
  const own = formats().filter((format) => format.name !== "jsonl" && (!format.game || format.game === game.record.game));
  const puzzles = own.map(({ name }) => [name, t("exportPuzzle", name), "txt"]);
  const answers = own.filter(({ answers }) => answers).map(({ name }) => [`answer ${name}`, t("exportMoves", name), "txt"]);
  const clicks = game.record.game === "samegame" ? [["clicks codingame", t("exportClicks"), "txt"]] : [];
  return [...KINDS.map(([kind, end]) => [kind, t("exportOf", kind), end]), ...puzzles, ...answers, ...clicks];
}

/** Clicks as CodinGame takes them: column and row from 0 at the bottom left. @param {import("./types.d.ts").Move[]} moves */
const clicksOf = (moves) => moves.map(([row, col]) => `${col - 1} ${row - 1}\n`).join("");

/** The game to share: the player's own game, or the solver's line on the board, if that is chosen.
 * @returns {import("./link.js").Shared} */
const shared = () => (field("what").value === "line" ? game : own());

/** The game to share with the moves that are played. */
function now() {
  const { record, moves, at } = shared();
  return { record, played: moves.slice(0, at) };
}

/** The board of the day whose result is shared, without a move; `null` if a game is shared. */
const dayShared = () => (field("what").value === "day" ? dayOnBoard() : null);

async function show() {
  const day = dayShared();
  field("link").value = day ? linkToDay(day) : linkTo(shared());
  field("link-label").textContent = t(day ? "linkOfDay" : "linkWithMoves");
  field("day-text").textContent = day ? dayText() : "";
  field("copied").textContent = "";
  const { record, played } = now();
  const time = timeline(record, played);
  drawBoard(field("picture"), time, time.steps.length, [], 150);
  try {
    await whole();
    if (!field("kind").value) field("kind").replaceChildren(...kinds().map(([kind, title]) => new Option(title, kind)));
    const kind = field("kind").value;
    field("exported").value = kind === "clicks codingame" ? clicksOf(played) : write(record, played, kind);
    field("download").disabled = false;
  } catch (error) {
    field("exported").value = /** @type {Error} */ (error).message;
    field("download").disabled = true;
  }
}

/** Saves data as a file. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function download() {
  const [, , end] = kinds().find(([kind]) => kind === field("kind").value) ?? [];
  save(new Blob([field("exported").value], { type: TYPES[/** @type {keyof typeof TYPES} */ (end)] }), `tilefall.${end}`);
}

/** The shorter side of a saved picture in pixels, and its background. */
const SIDE = 1024;
const PAPER = "#f6f5f1";

/** Saves the board as a picture of pixels, which every program shows. */
async function savePicture() {
  await whole();
  const { record, played } = now();
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(write(record, played, "svg"))}`;
  await image.decode();
  const scale = SIDE / Math.min(image.naturalWidth, image.naturalHeight);
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(image.naturalWidth * scale), height: Math.round(image.naturalHeight * scale) });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && save(blob, "tilefall.png"), "image/png");
}

async function copy() {
  try {
    if (dayShared()) await rowKnown();
    await navigator.clipboard.writeText([...(dayShared() ? [dayText()] : []), field("link").value].join("\n"));
    field("copied").textContent = t("copied");
  } catch {
    field("link").select();
    field("copied").textContent = t("linkSelected");
  }
}

/** Opens the sheet of the system; returns whether the game was shared. */
async function send() {
  const title = `tilefall: ${nameOfGame(shared().record)}`;
  if (dayShared()) await rowKnown();
  try {
    await navigator.share({ ...(dayShared() ? { text: dayText() } : { title }), url: field("link").value });
    dialog.close();
  } catch {
    // The dialog with the other ways stays when the sheet is closed.
  }
}

/** Adds the handlers of the buttons. */
export function start() {
  const canSend = "share" in navigator;
  field("send").hidden = !canSend;
  field("copy").classList.toggle("main", !canSend);
  field("share").addEventListener("click", () => {
    const isDay = Boolean(dayOnBoard()) && game.from === "own";
    field("what-row").hidden = !game.looking && !isDay;
    for (const [value, is] of /** @type {const} */ ([["day", isDay], ["line", game.looking]])) /** @type {HTMLOptionElement} */ (field("what").querySelector(`[value=${value}]`)).hidden = !is;
    field("what").value = isDay && !game.looking ? "day" : "mine";
    field("kind").replaceChildren();
    show();
    dialog.showModal();
    // On a phone the sheet of the system comes at once.
    if (canSend && touch && !game.looking) send();
  });
  for (const id of ["what", "kind"]) field(id).addEventListener("change", show);
  field("link").addEventListener("focus", () => field("link").select());
  field("download").addEventListener("click", download);
  field("save-picture").addEventListener("click", savePicture);
  field("copy").addEventListener("click", copy);
  field("send").addEventListener("click", send);
}
