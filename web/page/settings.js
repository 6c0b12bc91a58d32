// What a person has chosen, kept in the browser.

const KEY = "tilefall.settings";
const cores = Math.max(1, Math.min(4, navigator.hardwareConcurrency ?? 1));
const usual = { marks: "none", theme: "auto", motion: "auto", cores, speed: 1 };

/** A value of the browser's store; `otherwise` if there is none, or no store. */
export function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps a value; whether there is room for it. */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const settings = { ...usual, ...kept(KEY, {}) };

/** Whether falls are not to be seen. */
export const still = () => settings.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;

const dialog = document.getElementById("settings-dialog");
const field = (name) => document.getElementById(name);

function show() {
  for (const name of ["marks", "theme", "motion", "cores"]) field(name).value = settings[name];
  document.documentElement.dataset.theme = settings.theme;
}

/** Shows the dialog when it is asked for, and calls a function after each change. */
export function start(changed) {
  show();
  document.getElementById("settings").addEventListener("click", () => dialog.showModal());
  for (const name of ["marks", "theme", "motion", "cores"]) {
    field(name).addEventListener("change", () => {
      settings[name] = name === "cores" ? Math.max(1, Math.min(16, Number(field(name).value) || cores)) : field(name).value;
      keep(KEY, settings);
      show();
      changed(name);
    });
  }
}
