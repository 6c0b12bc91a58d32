// Converts a game to the part of a link behind the `#`, and back: `#z=` and compressed JSON in base64url. Earlier versions wrote
// `#g=` with JSON that is not compressed, or `#b=` with digits.

import { olderContent } from "./older-links.js";
import { t } from "../texts/strings.js";

/** A shared game, and the same game in the JSON of a link.
 * @typedef {{ record: import("../types.d.ts").Record, moves: import("../types.d.ts").Move[], at?: number, goal?: string }} Shared
 * @typedef {{ p: Shared["record"], m: Shared["moves"], at?: number, goal?: string }} Content */

/** Pipes bytes through a stream, and resolves to its output. @param {BlobPart} bytes @param {GenericTransformStream} stream */
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** The part of a link that contains a game. @param {Shared} shared */
export async function hashOf({ record, moves, at, goal }) {
  const bytes = await through(JSON.stringify({ p: record, m: moves, at, goal }), new CompressionStream("deflate"));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `#z=${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Decodes base64url. @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** Parses bytes in UTF-8 as JSON. @param {Uint8Array} bytes @returns {Content} */
const parsed = (bytes) => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));

/** The game in `hash`, the part of a link behind the `#`; `null` if `hash` has another form. Throws if the link is damaged.
 * @param {string} hash @returns {Promise<Required<Omit<Shared, "goal">> & { goal?: string } | null>} */
export async function sharedOf(hash) {
  const [, form, text] = /^#([bgz])=(.+)$/.exec(hash) ?? [];
  if (!form) return null;
  try {
    const { p: record, m: moves = [], at = moves.length, goal } = form === "b" ? olderContent(text) : parsed(form === "z" ? await through(bytesOf(text), new DecompressionStream("deflate")) : bytesOf(text));
    if (!record.rows.every((row) => typeof row === "string") || !Array.isArray(moves)) throw new TypeError();
    return { record, moves, at, goal };
  } catch {
    throw damaged(new TypeError());
  }
}

/** The error for a damaged link. Messages of decoders are replaced, because they say nothing to people. @param {Error} error */
export const damaged = ({ name, message }) => new Error(t("damaged", name === "Error" ? message : t("unreadable")));
