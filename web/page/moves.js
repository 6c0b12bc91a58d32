// Lists of moves as buttons. A list is one tab stop; arrows, Home and End move inside it.

import { spell } from "./rules.js";

/** Makes a list interactive: `chosen` is called with the number of moves up to the clicked one. Returns a function that
 * shows moves and how many of them are played. */
export function movesList(list, chosen) {
  let shown = [];
  let stop = null;
  let current = null;

  function reach(button) {
    if (stop) stop.tabIndex = -1;
    stop = button ?? null;
    if (stop) stop.tabIndex = 0;
  }

  function mark(button) {
    current?.removeAttribute("aria-current");
    current = button ?? null;
    current?.setAttribute("aria-current", "step");
    if (current) requestAnimationFrame(reveal);
  }

  /** Scrolls the list, and nothing else, to the current move. */
  function reveal() {
    if (!current) return;
    const [inside, outside] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inside.top < outside.top) list.scrollTop -= outside.top - inside.top;
    if (inside.bottom > outside.bottom) list.scrollTop += inside.bottom - outside.bottom;
  }

  const buttons = () => [...list.querySelectorAll("button")];

  list.addEventListener("click", ({ target }) => {
    const at = buttons().indexOf(target.closest("button"));
    if (at >= 0) chosen(at + 1);
  });

  list.addEventListener("keydown", (event) => {
    const all = buttons();
    const at = all.indexOf(document.activeElement);
    const ways = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 };
    const to = all[ways[event.key]];
    if (event.key in ways) event.preventDefault();
    if (!to) return;
    reach(to);
    to.focus();
  });

  function item(text) {
    const line = document.createElement("li");
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: text, tabIndex: -1 });
    line.append(button);
    return line;
  }

  return (moves, at) => {
    const texts = moves.map(spell);
    let same = 0;
    while (same < shown.length && shown[same] === texts[same]) same += 1;
    while (list.children.length > same) list.lastChild.remove();
    list.append(...texts.slice(same).map(item));
    shown = texts;
    const button = at > 0 ? list.children[at - 1]?.firstChild : null;
    if (button !== current || !current?.isConnected) mark(button);
    if (button || !stop?.isConnected) reach(button ?? list.firstChild?.firstChild);
  };
}
