// The built page in Lighthouse. Times are printed only, because they depend on the load of the machine.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { audit, SCREENS } from "./support/lighthouse.js";
import { ROOT } from "./support/paths.js";

for (const screen of SCREENS) {
  test(`Lighthouse finds nothing to improve in accessibility and best practices on a ${screen}`, { timeout: 240_000 }, async (t) => {
    const { scores, lost } = await audit(join(ROOT, "target/web"), screen);
    t.diagnostic(`performance ${scores.performance}`);
    const { performance, ...others } = scores;
    assert.deepEqual(others, { accessibility: 100, "best-practices": 100 }, lost.join("\n"));
  });
}
