// A game as the part of a link behind the `#`, and back.

import { open } from "./store.js";

/** A text that may stand in a link, and back. */
const pack = (text) => btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const unpack = (text) => new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0)));

/** The part of a link that holds a game. */
export const hashOf = ({ record, moves, at, goal }) => `#g=${pack(JSON.stringify({ p: record, m: moves, at, goal }))}`;

/** Opens the game of this part of a link; whether there is one. Throws if it is damaged. */
export function openHash(hash) {
  const packed = /^#g=(.+)$/.exec(hash)?.[1];
  if (!packed) return false;
  const damaged = (why) => new Error(`this link is damaged: ${why}`);
  let content;
  try {
    content = JSON.parse(unpack(packed));
  } catch {
    throw damaged("it holds no game");
  }
  const rows = content?.p?.rows;
  const isBoard = Array.isArray(rows) && rows.every((row) => typeof row === "string");
  if (!isBoard || !Array.isArray(content.m ?? [])) throw damaged("it holds no game");
  try {
    open(content.p, content.m ?? [], content.at ?? content.m?.length ?? 0, null, null, content.goal);
  } catch (error) {
    throw damaged(error.message);
  }
  return true;
}
