// The card of keys.

import { field } from "./field.js";
import { KEYS } from "./keys.js";
import { make } from "./tiles.js";

field("keys-list").append(
  ...KEYS.map(({ shown, does }) => {
    const pair = make("div");
    const keys = make("dt");
    for (const key of shown) keys.append(make("kbd", "", key), " ");
    pair.append(keys, make("dd", "", does));
    return pair;
  }),
);
