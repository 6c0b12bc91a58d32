// One search. The page ends the worker to stop it; what was found by then has been told.

import { ready, solve } from "./rules.js";

self.onmessage = async ({ data: { record, moves, asked } }) => {
  try {
    await ready;
    const answer = solve(record, moves, asked, (message) => self.postMessage(message));
    self.postMessage({ kind: "done", ...answer });
  } catch (error) {
    self.postMessage({ kind: "failed", message: error.message });
  }
};
