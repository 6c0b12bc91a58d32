// Tiles as pictures.

/** The side of a cell. */
export const SIZE = 32;

const SHAPES = ["●", "■", "▲", "◆", "★", "✚", "✖", "▼", "◐", "◧", "♥", "♣", "♠", "♪", "☾", "☀"];

/** An element of SVG. */
export function element(name, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** The characters of colours in records, by number. */
export const SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** What stands on a tile of a colour. */
export function mark(colour, number, marks) {
  if (marks === "shapes") return SHAPES[number % SHAPES.length];
  return marks === "names" ? colour.name : "";
}

/** A tile of a colour, whose corner is at the origin. */
export function drawTile(colour, number, marks) {
  const tile = element("g", { class: "tile" });
  tile.append(element("rect", { width: SIZE, height: SIZE, rx: 5, fill: colour.fill }));
  const text = mark(colour, number, marks);
  if (text) {
    // A longer name is squeezed into its tile.
    const fit = [...text].length > 2 ? { textLength: SIZE - 8, lengthAdjust: "spacingAndGlyphs" } : {};
    const letter = element("text", { x: SIZE / 2, y: SIZE / 2, fill: colour.ink, ...fit });
    letter.textContent = text;
    tile.append(letter);
  }
  return tile;
}
