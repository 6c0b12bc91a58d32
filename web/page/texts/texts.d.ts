// The types of the texts of the page.

import type { Cause, Fact, Goal } from "../answers.d.ts";
import type { Kind } from "../days/day-boards.js";
import type { SetName } from "../days/sets.js";
import type texts from "./strings.en.js";

type Counted = "points" | "biggest" | "tiles" | "blocks";

/** The facts that texts put into words, by the keys of the texts; all other texts have none. */
interface Facts extends
  Record<"bestPossible" | "bestSoFar" | "blocksLeft" | "boundClicks" | "boundLeft" | "boundMost" | "boundMoves" | "clicks"
    | "clicksName" | "colourName" | "daysFact" | "daysInRow" | "gamesAdded" | "goBackTo" | "goOn" | "grade" | "later" | "hintStep" | "hints"
    | "hintsFact" | "leftAfter" | "leftOut" | "longestRow" | "lookAt" | "lossClicks" | "lossMoves" | "lossPoints" | "lossTiles" | "meets"
    | "mistakeWin" | "moves" | "removes" | "resultBiggest" | "resultClicks" | "resultLeft" | "resultMoves" | "resultPoints"
    | "rulesBonus" | "rulesFactor" | "rulesGroups" | "solveIn" | "stillCould" | "taskBonus" | "taskGroups" | "thrownAway" | "tiles"
    | "tilesLeftName" | "tilesNow" | "yourBest", [number: number]>,
  Record<"checkingMoves" | "gaveAway" | "notSettled" | "hoursMinutes" | "mistakeOf" | "moveOf" | "tooManyCells", [number: number, other: number]>,
  Record<"answerOf" | "boardIs" | "cannotLoad" | "cannotPlay" | "cellAlone" | "colourOf" | "damaged" | "exportMoves"
    | "exportPuzzle" | "foundBest" | "ideaBad" | "ideaGood" | "level" | "ofEngine" | "overWith" | "preset"
    | "provenBest" | "sentence" | "source" | "stoppedBy" | "dayStays" | "friendsGame" | "ofToday", [text: string]>,
  Record<"neverCleared" | "noLonger" | "noWayFound" | "noWayInTime" | "notAnyMore" | "over" | "overNotCleared"
    | "overSentence" | "provenClear" | "provenSolve", [is: boolean]>,
  Record<"dayInDigits" | "dayInShort" | "dayInWords" | "monthAndYear", [day: Date]>,
  Record<"kind" | "kindAbout", [kind: Kind]>,
  Record<"counted" | "curveTitle", [what: Counted]>,
  Record<"setTitle" | "setNote", [name: SetName]>,
  Record<"joined", [texts: string[]]>,
  Record<"atLeast" | "atMost" | "taskFewest", [number: number, is: boolean]>,
  Record<"firstLost" | "largestLoss" | "mistakeCost", [move: number, loss: string]>,
  Record<"boardNumber" | "lineMove" | "tilesOf", [number: number, text: string]>,
  Record<"curveOther" | "mayanToday", [text: string, number: number]>,
  Record<"cell" | "mayanCell", [first: number, second: number, what: string]> {
  boardsMean: [played: number, solved: number, mean: number];
  dayWithStars: [day: string, stars: number | null];
  better: [side: string | null, before: string, after: string | null];
  cellGroup: [cell: string, size: number, points: number | null];
  went: [number: number, colour: string];
  cellSlides: [cell: string, sides: string[]];
  clause: [kind: Cause["kind"], of: number, label: string];
  columnOf: [from: number, to: number | null];
  curveSummary: [what: Counted, value: number, at: number, all: number, other: string | null];
  effort: [nodes: number, rate: number, seconds: number, end: string];
  ended: [cleared: boolean, points: number];
  exportOf: [kind: "record" | "puzzle" | "svg" | "animation" | "html"];
  fact: [fact: Fact, why: string];
  goalOf: [goal: Goal];
  goalInShort: [goal: Goal];
  lasting: [time: "2s" | "10s" | "1min" | "10min"];
  sizeOf: [name: "small" | "medium" | "large" | "very"];
  impossible: [never: boolean, isSameGame: boolean, left: number | null, why: string];
  introBonus: [bonus?: number];
  introGroup: [least?: number];
  introLarger: [three?: number, six?: number, twelve?: number];
  position: [move: string | null, points: number | null, left: number, end: string];
  rulesPay: [formula: string | null];
  savedGame: [moves: number, best: number | null, day: string];
  searchFailed: [reason: string | null | undefined];
  setButton: [title: string, number: number, stars: number | null];
  setGame: [name: SetName, number: string, isMayan: boolean];
  starsOf: [number: number, all: number, crowned: boolean];
  taskMayan: [moves: number | null, exactly: boolean];
  tilesOfColour: [number: number, colour: string, isSameGame: boolean];
  tooLargeToEdit: [rows: number, cols: number, most: number];
  whereUnseen: [cols: number[], rows: number[]];
  wrongNumber: [name: string | undefined, min: string, max: string];
  yesterdayLine: [kind: string, best: number, mine: number | null];
}

export type Key = keyof typeof texts;
export type FactsOf<Name extends Key> = Name extends keyof Facts ? Facts[Name] : [];

/** The texts that have facts, and any others. */
export type Written = { [Name in keyof Facts]: (...facts: Facts[Name]) => string } & { [name: string]: string | ((...facts: never[]) => string) };

/** A catalogue: texts, and functions of facts. */
export type Texts = { [Name in Key]: Name extends keyof Facts ? (...facts: Facts[Name]) => string : string };
