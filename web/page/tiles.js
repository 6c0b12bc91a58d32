// Drawing tiles.

/** The side of a cell in pixels. */
export const SIZE = 32;

const SHAPES = ["●", "■", "▲", "◆", "★", "✚", "✖", "▼", "◐", "◧", "♥", "♣", "♠", "♪", "☾", "☀"];

/** Creates an SVG element. */
export function element(name, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** The characters of colours in records, by number. */
export const SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The label of a tile of a colour. */
export function mark(colour, number, marks) {
  if (marks === "shapes") return SHAPES[number % SHAPES.length];
  return marks === "names" ? colour.name : "";
}

/** Draws a tile of a colour with its corner at the origin. */
export function drawTile(colour, number, marks) {
  const tile = element("g", { class: "tile" });
  tile.append(element("rect", { width: SIZE, height: SIZE, rx: 5, fill: colour.fill }));
  const text = mark(colour, number, marks);
  if (text) {
    // A long name is compressed to fit the tile.
    const fit = [...text].length > 2 ? { textLength: SIZE - 8, lengthAdjust: "spacingAndGlyphs" } : {};
    const letter = element("text", { x: SIZE / 2, y: SIZE / 2, fill: colour.ink, ...fit });
    letter.textContent = text;
    tile.append(letter);
  }
  return tile;
}
