// The rules of the Mayan puzzle, written for these tests alone. A board is its rows from the top; x and y count from 0 at the
// bottom left.

/** The blocks of each column from below. */
const columnsOf = (rows) => Array.from(rows[0], (_, x) => rows.map((row) => row[x]).reverse().filter((name) => name !== "."));

/** The rows of the board with `columns`, after runs of three or more have vanished, again and again, until none is left. */
function settledColumns(columns, height) {
  const isRun = (x, y, dx, dy) => [1, 2].every((step) => columns[x + step * dx]?.[y + step * dy] === columns[x][y]);
  const gone = new Set();
  columns.forEach((column, x) => column.forEach((_, y) => {
    for (const [dx, dy] of [[1, 0], [0, 1]]) if (isRun(x, y, dx, dy)) for (const step of [0, 1, 2]) gone.add(`${x + step * dx},${y + step * dy}`);
  }));
  if (gone.size) return settledColumns(columns.map((column, x) => column.filter((_, y) => !gone.has(`${x},${y}`))), height);
  return Array.from({ length: height }, (_, row) => columns.map((column) => column[height - 1 - row] ?? ".").join(""));
}

/** The board after its blocks have fallen and all runs have vanished. */
export const settled = (rows) => settledColumns(columnsOf(rows), rows.length);

/** The board after a move. */
export function slide(rows, [x, y, side]) {
  const columns = columnsOf(rows);
  const to = side === "R" ? x + 1 : x - 1;
  if (columns[to][y] === undefined) columns[to].push(...columns[x].splice(y, 1));
  else [columns[x][y], columns[to][y]] = [columns[to][y], columns[x][y]];
  return settledColumns(columns, rows.length);
}

/** The canonical moves: a swap of two different blocks is the right move of its left block. */
export function slides(rows) {
  const columns = columnsOf(rows);
  return columns.flatMap((column, x) => column.flatMap((name, y) => [
    ...(x + 1 < columns.length && columns[x + 1][y] !== name ? [[x, y, "R"]] : []),
    ...(x > 0 && columns[x - 1][y] === undefined ? [[x, y, "L"]] : []),
  ]));
}
