// Starts the browsers of this machine.

import { chromium, firefox } from "playwright-core";
import { programOf } from "./paths.js";

/** Starts a browser, `chromium` or `firefox`. Firefox is driven by WebDriver BiDi, since Playwright's own protocol needs a
 * Firefox that Playwright has patched. */
export function launch(name, args = []) {
  const executablePath = programOf(name);
  if (name === "chromium") return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage", ...args] });
  return firefox.launch({ executablePath, channel: "moz-firefox", firefoxUserPrefs: { "ui.prefersReducedMotion": 1 }, args });
}
