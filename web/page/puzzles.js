// The dialog in which a puzzle is chosen.

import { openDaily } from "./daily.js";
import { watch } from "./store.js";

const dialog = document.getElementById("puzzles-dialog");

document.getElementById("puzzles").addEventListener("click", () => dialog.showModal());
document.getElementById("daily").addEventListener("click", () => openDaily());
watch(() => dialog.close(), ["opened"]);
