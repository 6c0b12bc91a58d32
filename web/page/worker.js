// A worker for one search or one new puzzle. The page terminates it to stop; improvements were reported by then.

import { make, ready, solve } from "./rules.js";

self.onmessage = async ({ data: { wish, record, moves, asked } }) => {
  try {
    await ready;
    if (wish) return self.postMessage({ kind: "made", record: make(wish) });
    const answer = solve(record, moves, asked, (message) => self.postMessage(message));
    self.postMessage({ kind: "done", ...answer });
  } catch (error) {
    self.postMessage({ kind: "failed", message: error.message });
  }
};
