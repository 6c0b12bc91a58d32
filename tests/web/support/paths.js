// Files and programs of this machine.

import { accessSync, constants } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project. */
export const ROOT = resolve(fileURLToPath(import.meta.url), "../../../..");

const NAMES = { chromium: ["chromium", "chromium-browser", "google-chrome"], firefox: ["firefox-esr", "firefox"] };

/** The path of a browser: from the variable `CHROMIUM` or `FIREFOX`, or the first in `PATH`. Throws if there is none. */
export function programOf(browser) {
  const variable = browser.toUpperCase();
  const places = (process.env.PATH ?? "").split(delimiter);
  const paths = [process.env[variable] ?? [], NAMES[browser].flatMap((name) => places.map((place) => join(place, name)))].flat();
  const found = paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!found) throw new Error(`no ${browser} in PATH, and none in ${variable}`);
  return found;
}

/** A port that nothing listens to. */
export const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
