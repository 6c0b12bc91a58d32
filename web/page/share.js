// Links that contain a game, and games as files.

import { formats, write } from "./rules.js";
import { embedded } from "./embedded.js";
import { hashOf, openHash } from "./link.js";
import { game, own } from "./store.js";

const field = (id) => document.getElementById(id);

/** The link to a game. */
export function linkTo(shared) {
  const url = new URL(location.href);
  url.hash = hashOf(shared);
  return url.href;
}

/** Opens the game of a link; returns whether there is one. Throws if it is corrupt. Then restores the address of the page, so
 * that a reload continues the game. */
export function openLink(hash) {
  if (!openHash(hash)) return false;
  if (!embedded) history.replaceState(null, "", location.pathname + location.search);
  return true;
}

const KINDS = [
  ["record", "game as a record (JSON)", "jsonl"],
  ["puzzle", "puzzle as a record (JSON)", "jsonl"],
  ["svg", "picture of the board (SVG)", "svg"],
  ["animation", "moving picture (SVG)", "svg"],
  ["html", "page that replays (HTML)", "html"],
];

function kinds() {
  const own = formats().filter((format) => format.name !== "jsonl" && (!format.game || format.game === game.record.game));
  const puzzles = own.map(({ name }) => [name, `puzzle as ${name}`, "txt"]);
  const answers = own.filter((format) => format.answers).map(({ name }) => [`answer ${name}`, `moves as ${name} takes them`, "txt"]);
  const clicks = game.record.game === "samegame" ? [["clicks codingame", "clicks as codingame takes them", "txt"]] : [];
  return [...KINDS, ...puzzles, ...answers, ...clicks];
}

/** Clicks as CodinGame takes them: column and row from 0 at the bottom left. */
const clicksOf = (moves) => moves.map(([row, col]) => `${col - 1} ${row - 1}\n`).join("");

/** The game to share: the player's own game, or the solver's line on the board, if that is chosen. */
const shared = () => (field("what").value === "line" ? game : own());

function exported() {
  field("link").value = linkTo(shared());
  field("copied").textContent = "";
  const kind = field("kind").value;
  const { record, moves, at } = shared();
  const played = moves.slice(0, at);
  try {
    field("exported").value = kind === "clicks codingame" ? clicksOf(played) : write(record, played, kind);
    field("download").disabled = false;
  } catch (error) {
    field("exported").value = error.message;
    field("download").disabled = true;
  }
}

function download() {
  const [, , end] = kinds().find(([kind]) => kind === field("kind").value);
  const types = { svg: "image/svg+xml", html: "text/html", jsonl: "application/json", txt: "text/plain" };
  const url = URL.createObjectURL(new Blob([field("exported").value], { type: types[end] }));
  const anchor = document.createElement("a");
  Object.assign(anchor, { href: url, download: `tilefall.${end}` });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

async function copy() {
  field("link").select();
  try {
    await navigator.clipboard.writeText(field("link").value);
    field("copied").textContent = "copied";
  } catch {
    field("copied").textContent = "the link is selected: copy it by key";
  }
}

/** Adds the handlers of the buttons. */
export function start() {
  field("share").addEventListener("click", () => {
    field("what-row").hidden = !game.looking;
    field("what").value = "mine";
    field("kind").replaceChildren(...kinds().map(([kind, title]) => new Option(title, kind)));
    exported();
    field("share-dialog").showModal();
  });
  for (const id of ["what", "kind"]) field(id).addEventListener("change", exported);
  field("download").addEventListener("click", download);
  field("copy").addEventListener("click", copy);
}
