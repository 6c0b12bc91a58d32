// Names of games for people.

const DAY = /^board of (\d{4})(\d{2})(\d{2})$/;

/** The date of a board of the day, or `null`. */
export function dayOf(record) {
  const found = DAY.exec(record.id ?? "");
  return found ? new Date(Number(found[1]), Number(found[2]) - 1, Number(found[3])) : null;
}

/** A day in words: "Wednesday, 25 November". */
export const dayInWords = (day) => day.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" }).replace(/^(\w+) /, "$1, ");

/** The name of a game: the day of a board of the day, the id of a puzzle, or the kind of game. */
export function nameOfGame(record) {
  const day = dayOf(record);
  if (day) return dayInWords(day);
  return record.id ?? (record.game === "samegame" ? "SameGame" : "Mayan puzzle");
}
