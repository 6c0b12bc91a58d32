// Sharing a game: its link, its picture, and its export as a file.

import { field } from "./elements.js";
import { whole } from "../loading.js";
import { formats, write } from "../engine/calls.js";
import { dayText, nameOfGame } from "../days/shared-text.js";
import { dayOnBoard } from "../engine/best-known.js";
import { linkTo, linkToDay } from "./open-link.js";
import { drawBoard } from "./board-picture.js";
import { game, own } from "../state/store.js";
import { t } from "../texts/strings.js";
import { touch } from "../texts/formats.js";

const dialog = /** @type {HTMLDialogElement} */ (field("share-dialog"));

/** The kinds of exports that every game has, each with its file extension. */
const KINDS = /** @type {const} */ ([["record", "jsonl"], ["puzzle", "jsonl"], ["svg", "svg"], ["animation", "svg"], ["html", "html"]]);

const TYPES = { svg: "image/svg+xml", html: "text/html", jsonl: "application/json", txt: "text/plain" };

function kinds() {
  const own = formats().filter((format) => format.name !== "jsonl" && (!format.game || format.game === game.record.game));
  const puzzles = own.map(({ name }) => [name, t("exportPuzzle", name), "txt"]);
  const answers = own.filter(({ answers }) => answers).map(({ name }) => [`answer ${name}`, t("exportMoves", name), "txt"]);
  const clicks = game.record.game === "samegame" ? [["clicks codingame", t("exportClicks"), "txt"]] : [];
  return [...KINDS.map(([kind, end]) => [kind, t("exportOf", kind), end]), ...puzzles, ...answers, ...clicks];
}

/** Clicks as CodinGame takes them: column and row from 0 at the bottom left. @param {import("../types.d.ts").Move[]} moves */
const clicksOf = (moves) => moves.map(([row, col]) => `${col - 1} ${row - 1}\n`).join("");

/** The game to share: the player's own game, or the solver's line on the board, if that is chosen.
 * @returns {import("../state/links.js").Shared} */
const shared = () => (field("what").value === "line" ? game : own());

/** The record of the game to share, and its moves up to the current position. */
function now() {
  const { record, moves, at } = shared();
  return { record, played: moves.slice(0, at) };
}

/** The daily board to share, by its link without moves; `null` if a game is shared. */
const dayShared = () => (field("what").value === "day" ? dayOnBoard() : null);

/** The link to the daily board or the game to share. */
async function href() {
  const day = dayShared();
  return day ? linkToDay(day) : linkTo(shared());
}

async function show() {
  const day = dayShared();
  href().then((link) => {
    field("link").value = link;
  });
  field("link-label").textContent = t(day ? "linkOfDay" : "linkWithMoves");
  field("day-text").textContent = day ? dayText() : "";
  field("copied").textContent = "";
  const { record, played } = now();
  drawBoard(field("picture"), record, played, 150);
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
    await navigator.clipboard.writeText([...(dayShared() ? [dayText()] : []), await href()].join("\n"));
    field("copied").textContent = t("copied");
  } catch {
    field("link").select();
    field("copied").textContent = t("linkSelected");
  }
}

/** Opens the system's share sheet; closes the dialog once the game was shared. */
async function send() {
  const title = `tilefall: ${nameOfGame(shared().record)}`;
  try {
    await navigator.share({ ...(dayShared() ? { text: dayText() } : { title }), url: await href() });
    dialog.close();
  } catch {
    // The player has closed the sheet without sharing: the dialog stays open.
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
    // On a touch screen, the system's share sheet opens at once.
    if (canSend && touch && !game.looking) send();
  });
  for (const id of ["what", "kind"]) field(id).addEventListener("change", show);
  field("link").addEventListener("focus", () => field("link").select());
  field("download").addEventListener("click", download);
  field("save-picture").addEventListener("click", savePicture);
  field("copy").addEventListener("click", copy);
  field("send").addEventListener("click", send);
}
