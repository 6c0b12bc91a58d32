// The player's settings, stored in the browser, and their dialog.

import { field } from "../views/elements.js";

const KEY = "tilefall.settings";
// Up to four workers, which leave one core to the page.
const cores = Math.max(1, Math.min(4, (navigator.hardwareConcurrency ?? 2) - 1));
/** @typedef {{ marks: "none" | "names" | "shapes", numbers: boolean, theme: "auto" | "light" | "dark", language: "auto" | "en" | "zh" | "nb",
 * motion: "auto" | "none", sound: boolean, cores: number, speed: number }} Settings */
/** @type {Settings} */
const usual = { marks: "none", numbers: false, theme: "auto", language: "auto", motion: "auto", sound: false, cores, speed: 1 };

/** A value in a storage of the browser; `otherwise` if there is no value or no storage.
 * @param {string} key @param {unknown} otherwise @param {"localStorage" | "sessionStorage"} store @returns {unknown} */
export function kept(key, otherwise, store = "localStorage") {
  try {
    return JSON.parse(window[store].getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Stores a value in a storage of the browser; returns whether there is room for it.
 * @param {string} key @param {unknown} value @param {"localStorage" | "sessionStorage"} store */
export function keep(key, value, store = "localStorage") {
  try {
    window[store].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

const oneOf = (/** @type {unknown[]} */ ...all) => (/** @type {unknown} */ value) => all.includes(value);
/** For each setting, whether a value is valid, because the browser's storage may contain anything. @type {{ [Name in keyof Settings]: (value: unknown) => boolean }} */
const allowed = {
  marks: oneOf("none", "names", "shapes"),
  numbers: oneOf(true, false),
  sound: oneOf(true, false),
  theme: oneOf("auto", "light", "dark"),
  language: oneOf("auto", "en", "zh", "nb"),
  motion: oneOf("auto", "none"),
  cores: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 16,
  speed: oneOf(0.5, 1, 2, 5),
};
const chosen = /** @type {{ [Name in keyof Settings]?: unknown }} */ (kept(KEY, {}));
const names = /** @type {(keyof Settings)[]} */ (Object.keys(usual));

export const settings = /** @type {Settings} */ (Object.fromEntries(names.map((name) => [name, allowed[name](chosen[name]) ? chosen[name] : usual[name]])));

/** Changes a setting and stores all settings; an invalid value stands for the default. @param {keyof Settings} name @param {unknown} value */
export function set(name, value) {
  Object.assign(settings, { [name]: allowed[name](value) ? value : usual[name] });
  keep(KEY, settings);
}

/** Whether animations are off. */
export const still = () => settings.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;

const dialog = field("settings-dialog");

function show() {
  for (const name of /** @type {const} */ (["marks", "theme", "language", "cores"])) field(name).value = String(settings[name]);
  for (const name of /** @type {const} */ (["numbers", "sound"])) field(name).checked = settings[name];
  field("motion").checked = settings.motion === "auto";
  Object.assign(document.documentElement.dataset, { theme: settings.theme, motion: settings.motion });
}

/** Adds the handlers of the dialog. `changed` is called with the name of each setting that is changed. @param {(name: string) => void} changed */
export function start(changed) {
  show();
  field("settings").addEventListener("click", () => dialog.showModal());
  for (const name of /** @type {const} */ (["marks", "numbers", "theme", "language", "motion", "sound", "cores"])) {
    field(name).addEventListener("change", () => {
      const { type, checked, value } = field(/** @type {"motion"} */ (name));
      const motion = checked ? "auto" : "none";
      const number = Math.max(1, Math.min(16, Math.floor(Number(value)) || cores));
      set(name, name === "cores" ? number : name === "motion" ? motion : type === "checkbox" ? checked : value);
      show();
      changed(name);
      // The page fills in its texts only while it is loaded.
      if (name === "language") location.reload();
    });
  }
}
