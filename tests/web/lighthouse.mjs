// Audits of Lighthouse for the built page, on a server of this machine: `npm run lighthouse [-- FOLDER]`. Prints the scores and
// what costs points, and writes the reports to target/lighthouse.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { audit, SCREENS } from "./support/lighthouse.js";
import { ROOT } from "./support/paths.js";

const folder = process.argv[2] ?? join(ROOT, "target/web");
const reports = join(ROOT, "target/lighthouse");
mkdirSync(reports, { recursive: true });
for (const screen of SCREENS) {
  const { fits, ...first } = await audit(folder, screen);
  const audits = { "": first };
  // Lighthouse slows the processor down by 4; on a machine slower than it expects, a second audit uses the factor that fits.
  if (screen === "phone" && fits < 4) audits[`, processor slowed down by ${fits.toFixed(1)}`] = await audit(folder, screen, fits);
  for (const [how, { scores, lost, report }] of Object.entries(audits)) {
    writeFileSync(join(reports, `${screen}.html`), report);
    console.log(`${screen}${how}: ${Object.entries(scores).map(([name, score]) => `${name} ${score}`).join(", ")}`);
    for (const line of lost) console.log(`  ${line}`);
  }
}
