// The texts of the page in the language of the player. Each language has a catalogue of all texts: `strings.en.js` and others.

import english from "./strings.en.js";

/** @typedef {import("./texts.d.ts").Texts} Texts @typedef {import("./texts.d.ts").Key} Key */

/** The catalogues of other languages, by the first part of a language tag; `tag` becomes the language of the page.
 * @type {Record<string, { tag: string, load: () => Promise<{ default: Texts, address: string }> }>} */
const OTHERS = {
  zh: { tag: "zh-Hans", load: () => import("./strings.zh.js") },
  nb: { tag: "nb", load: () => import("./strings.nb.js") },
};
/** Language tags that use the catalogue of another tag. @type {Record<string, string>} */
const SAME = { no: "nb", nn: "nb" };

/** The document of the page; `undefined` in tests that load modules without a page. */
const page = globalThis.document;

/** The language that the player has chosen, or the first one of the browser that has a catalogue. */
function chosen() {
  let own = "auto";
  try {
    own = JSON.parse(localStorage.getItem("tilefall.settings") ?? "{}").language ?? own;
  } catch {
    // The browser has no storage, and so no chosen language.
  }
  const tags = own === "auto" ? navigator.languages : [own];
  const names = tags.map((tag) => tag.toLowerCase().split("-")[0]).map((name) => SAME[name] ?? name);
  return names.find((name) => name === "en" || Object.hasOwn(OTHERS, name)) ?? "en";
}

/** @type {{ [Name in Key]: string | ((...facts: import("./texts.d.ts").FactsOf<Name>) => string) }} */
let texts = english;
/** The address of the catalogue that was loaded, or an empty text. */
let address = "";
const { tag = "en", load = null } = (page && OTHERS[chosen()]) ?? {};
if (load) {
  try {
    ({ default: texts, address } = await load());
    page.documentElement.lang = tag;
  } catch {
    // The catalogue cannot be loaded: the page stays in English.
  }
}

/** The text for a key. A text with facts, like a number, is a function of them.
 * @template {Key} Name
 * @param {Name} key @param {import("./texts.d.ts").FactsOf<Name>} facts */
export function t(key, ...facts) {
  const text = texts[key];
  return typeof text === "function" ? text(...facts) : /** @type {string} */ (text);
}

/** Splits a text in which `{0}`, `{1}`, … stand for lists of nodes, and puts in the nodes.
 * @param {string} text @param {(Node | (string | Node)[])[]} nodes @returns {(string | Node)[]} */
export const woven = (text, ...nodes) => text.split(/\{(\d)\}/).flatMap((part, at) => (at % 2 ? nodes[Number(part)] : part ? [part] : []));

/** The attributes that `fill` sets, by the attribute that has the key of the text. */
const ATTRIBUTES = { "data-t-label": "aria-label", "data-t-title": "title", "data-t-placeholder": "placeholder", "data-t-role": "aria-roledescription" };

/** Fills in the texts of elements; a fact may follow the key of a text behind a colon. A title also names the keyboard key in `data-key`. */
function fill() {
  const text = (/** @type {string | null} */ key) => t(.../** @type {["level", string]} */ ((key ?? "").split(":")));
  for (const node of page.querySelectorAll("[data-t]")) node.textContent = text(node.getAttribute("data-t"));
  for (const [from, to] of Object.entries(ATTRIBUTES)) {
    for (const node of page.querySelectorAll(`[${from}]`)) {
      const key = from === "data-t-title" ? node.getAttribute("data-key") : null;
      node.setAttribute(to, `${text(node.getAttribute(from))}${key ? ` (${key})` : ""}`);
    }
  }
}

if (page) fill();

/** Lets the service worker cache the loaded catalogue for visits without a network. */
export function keepTexts() {
  const { serviceWorker: workers } = navigator;
  const keep = () => address && workers.controller?.postMessage(address);
  workers.addEventListener("controllerchange", keep);
  keep();
}
