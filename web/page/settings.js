// Settings, stored in the browser.

import { field } from "./field.js";

const KEY = "tilefall.settings";
// One core is left to the page.
const cores = Math.max(1, Math.min(4, (navigator.hardwareConcurrency ?? 2) - 1));
/** @type {Record<string, any>} */
const usual = { marks: "none", numbers: false, theme: "auto", language: "auto", motion: "auto", sound: false, cores, speed: 1 };

/** A value in a storage of the browser; `otherwise` if there is no value or no storage.
 * @param {string} key @param {any} otherwise @param {"localStorage" | "sessionStorage"} store */
export function kept(key, otherwise, store = "localStorage") {
  try {
    return JSON.parse(window[store].getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Stores a value in a storage of the browser; returns whether there is room for it.
 * @param {string} key @param {any} value @param {"localStorage" | "sessionStorage"} store */
export function keep(key, value, store = "localStorage") {
  try {
    window[store].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The valid values; the browser's storage may contain anything. @type {Record<string, (value: any) => boolean>} */
const allowed = {
  marks: (value) => ["none", "names", "shapes"].includes(value),
  numbers: (value) => typeof value === "boolean",
  sound: (value) => typeof value === "boolean",
  theme: (value) => ["auto", "light", "dark"].includes(value),
  language: (value) => ["auto", "en", "zh", "nb"].includes(value),
  motion: (value) => ["auto", "none"].includes(value),
  cores: (value) => Number.isInteger(value) && value >= 1 && value <= 16,
  speed: (value) => [0.5, 1, 2, 5].includes(value),
};
const chosen = kept(KEY, {});

export const settings = Object.fromEntries(
  Object.entries(usual).map(([name, value]) => [name, allowed[name](chosen[name]) ? chosen[name] : value]),
);

/** Changes a setting and stores it. @param {string} name @param {any} value */
export function set(name, value) {
  settings[name] = allowed[name](value) ? value : usual[name];
  keep(KEY, settings);
}

/** Whether animations are off. */
export const still = () => settings.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;

const dialog = field("settings-dialog");

function show() {
  for (const name of /** @type {const} */ (["marks", "theme", "language", "cores"])) field(name).value = settings[name];
  for (const name of /** @type {const} */ (["numbers", "sound"])) field(name).checked = settings[name];
  field("motion").checked = settings.motion === "auto";
  Object.assign(document.documentElement.dataset, { theme: settings.theme, motion: settings.motion });
}

/** Opens the dialog on request, and calls a function after each change. @param {(name: string) => void} changed */
export function start(changed) {
  show();
  field("settings").addEventListener("click", () => dialog.showModal());
  for (const name of ["marks", "numbers", "theme", "language", "motion", "sound", "cores"]) {
    field(name).addEventListener("change", () => {
      const { type, checked, value } = field(/** @type {"motion"} */ (name));
      const motion = checked ? "auto" : "none";
      const number = Math.max(1, Math.min(16, Math.floor(Number(value)) || cores));
      set(name, name === "cores" ? number : name === "motion" ? motion : type === "checkbox" ? checked : value);
      show();
      changed(name);
      // The texts of the page are filled in while it is loaded.
      if (name === "language") location.reload();
    });
  }
}
