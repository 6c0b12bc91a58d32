// The rules of SameGame, written for these tests alone. A board is its rows from the top; cells are row and column from 1
// at the bottom left, as in lists.

const at = (rows, row, col) => rows[rows.length - row]?.[col - 1] ?? ".";

/** The cells of the group that contains a cell; none for an empty cell. */
export function group(rows, row, col) {
  const colour = at(rows, row, col);
  if (colour === ".") return [];
  const seen = new Set();
  const open = [[row, col]];
  while (open.length) {
    const [r, c] = open.pop();
    if (at(rows, r, c) !== colour || seen.has(`${r},${c}`)) continue;
    seen.add(`${r},${c}`);
    open.push([r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]);
  }
  return [...seen].map((cell) => cell.split(",").map(Number));
}

/** The board after a click; `null` if it removes nothing. */
export function click(rows, row, col) {
  const gone = group(rows, row, col);
  if (gone.length < 2) return null;
  const out = new Set(gone.map(String));
  const height = rows.length;
  const columns = [];
  for (let c = 1; c <= rows[0].length; c++) {
    const column = [];
    for (let r = 1; r <= height; r++) if (at(rows, r, c) !== "." && !out.has(`${r},${c}`)) column.push(at(rows, r, c));
    if (column.length) columns.push(column);
  }
  return rows.map((row, top) => Array.from(row, (_, c) => columns[c]?.[height - 1 - top] ?? ".").join(""));
}

export const tiles = (rows) => rows.join("").replaceAll(".", "").length;

/** One cell of each group that can be clicked. */
export function clicks(rows) {
  const found = [];
  const seen = new Set();
  for (let r = 1; r <= rows.length; r++) {
    for (let c = 1; c <= rows[0].length; c++) {
      if (seen.has(`${r},${c}`)) continue;
      const cells = group(rows, r, c);
      for (const cell of cells) seen.add(String(cell));
      if (cells.length > 1) found.push([r, c]);
    }
  }
  return found;
}

/** The board and the score after a list: (n - 2)² points a click, and 1000 for a board that is cleared. */
export function replay(rows, list) {
  let score = 0;
  let board = rows;
  for (const [row, col] of list) {
    score += (group(board, row, col).length - 2) ** 2;
    board = click(board, row, col);
    if (!board) throw new Error(`${row},${col} removes nothing`);
  }
  return { board, score: score + (tiles(board) ? 0 : 1000) };
}

/** The best score of all lists. For small boards. */
export function best(rows, known = new Map()) {
  const key = rows.join("/");
  if (known.has(key)) return known.get(key);
  let top = tiles(rows) ? 0 : 1000;
  const ways = clicks(rows);
  if (ways.length) {
    top = Math.max(...ways.map(([r, c]) => (group(rows, r, c).length - 2) ** 2 + best(click(rows, r, c), known)));
  }
  known.set(key, top);
  return top;
}

/** A whole game: the first group each time. */
export function anyGame(rows) {
  const list = [];
  for (let board = rows, ways = clicks(board); ways.length; ways = clicks(board)) {
    list.push(ways[0]);
    board = click(board, ...ways[0]);
  }
  return list;
}

/** The rows with colours renamed to a, b, … in the order of their appearance, to compare boards with other names. */
export function shape(rows) {
  const names = new Map();
  return rows.map((row) => Array.from(row, (c) => (c === "." ? c : String.fromCharCode(97 + (names.get(c) ?? names.set(c, names.size).get(c))))).join(""));
}
