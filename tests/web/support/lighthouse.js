// Lighthouse in the Chromium of this machine.

import lighthouse, { desktopConfig } from "lighthouse";
import { throttling } from "lighthouse/core/config/constants.js";
import { launch } from "./launch.js";
import { freePort } from "./paths.js";
import { serve } from "./server.js";

/** The screens: a phone with a slow network and processor, and a desktop. */
export const SCREENS = ["phone", "desktop"];

const CATEGORIES = ["performance", "accessibility", "best-practices"];

/** The audits that cost points, as texts with their findings. */
function lostIn({ categories, audits }) {
  const counted = Object.values(categories).flatMap(({ id, auditRefs }) => auditRefs.filter(({ weight }) => weight > 0).map((ref) => ({ ...ref, category: id })));
  const lost = counted.filter(({ id }) => audits[id].score !== null && audits[id].score < 1);
  return lost.flatMap(({ id, category, weight }) => {
    const { title, score, displayValue = "", details } = audits[id];
    const items = (details?.items ?? []).slice(0, 12).map((item) => {
      const { selector, snippet, explanation } = item.node ?? {};
      return `    ${selector ? `${selector}: ${snippet} ${explanation ?? ""}` : JSON.stringify(item).slice(0, 300)}`;
    });
    return [`${category}: ${title} (${id}, ${Math.round(100 * score)}, weight ${weight}) ${displayValue}`, ...items];
  });
}

/** The processor slowdown that makes this machine a mid-range phone, from its benchmark index, by the calculator in the manual of
 * Lighthouse. The default, 4, fits an index of 1,533. */
const slowdown = (index) => (index < 800 ? Math.max(1, 1 + (index - 150) / 650) : index < 1300 ? 2 + (index - 800) / 500 : 3 + (index - 1300) / 233);

/** Audits a folder that is served: the scores from 0 to 100, the audits that cost points, the report as a page, and the slowdown
 * of the processor that fits this machine. */
export async function audit(folder, screen, cpuSlowdownMultiplier = 4) {
  const [site, port] = [await serve(folder), await freePort()];
  const browser = await launch("chromium", [`--remote-debugging-port=${port}`]);
  try {
    const flags = { port, output: "html", logLevel: "error", onlyCategories: CATEGORIES };
    if (screen === "phone") flags.throttling = { ...throttling.mobileSlow4G, cpuSlowdownMultiplier };
    const { lhr, report } = await lighthouse(site.url, flags, screen === "desktop" ? desktopConfig : undefined);
    const scores = Object.fromEntries(Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(100 * score)]));
    return { scores, lost: lostIn(lhr), report, fits: slowdown(lhr.environment.benchmarkIndex) };
  } finally {
    await browser.close();
    await site.close();
  }
}
