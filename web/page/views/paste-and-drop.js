// Texts from outside: pasted anywhere on the page, dropped on it, or from a chosen file.

import { field } from "./elements.js";
import { openText } from "./open-dialog.js";

/** Opens a file, or a text if there is no file. @param {File | undefined} file @param {string} [text] */
async function take(file, text = "") {
  const whole = file ? await file.text() : text;
  if (whole || file) openText(whole, file?.name);
}

document.addEventListener("paste", (event) => {
  const { target, clipboardData } = event;
  if (!clipboardData || (target instanceof Element && target.closest("input, textarea, select"))) return;
  if (document.querySelector("dialog:modal")) return;
  const [file] = clipboardData.files;
  const text = clipboardData.getData("text");
  if (!file && !text.trim()) return;
  event.preventDefault();
  take(text.trim() ? undefined : file, text);
});

document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) document.body.classList.remove("dropping");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const data = event.dataTransfer;
  if (data) take(data.files[0], data.getData("text"));
});

field("choose").addEventListener("click", () => field("file").click());
field("file").addEventListener("change", () => {
  take(field("file").files?.[0]);
  field("file").value = "";
});
