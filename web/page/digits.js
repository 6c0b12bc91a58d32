// Numbers as the text of a link: digits of any base, one after the other, make one large number, which is written in base64url.
// No bit is lost where a base is no power of two, and zeros at the end cost nothing.

import { t } from "./strings.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** The modulus of the check digit: prime, so that every change of one character is found. */
const CHECK = 65521n;
/** The base of the digits of a number without a limit; the upper half says that more digits follow. */
const STEP = 16;

/** A list of digits for a text. */
export class Writer {
  /** @type {[number, number][]} */
  digits = [];

  /** Appends a digit from 0 to `base - 1`. @param {number} digit @param {number} base */
  put(digit, base) {
    if (!Number.isInteger(digit) || digit < 0 || digit >= base) throw new RangeError("no such digit");
    this.digits.push([digit, base]);
  }

  /** Appends a whole number from 0. @param {number} number */
  number(number) {
    for (let left = number; ; left = Math.floor(left / STEP)) {
      const more = left >= STEP;
      this.put((left % STEP) + (more ? STEP : 0), 2 * STEP);
      if (!more) return;
    }
  }

  /** Returns the text. */
  text() {
    const value = this.digits.reduceRight((all, [digit, base]) => all * BigInt(base) + BigInt(digit), 0n);
    const hex = (value * CHECK + (value % CHECK)).toString(16);
    const padded = hex.padStart(Math.ceil(hex.length / 3) * 3, "0");
    const pairs = padded.match(/.../g) ?? [];
    return pairs.map((three) => Number.parseInt(three, 16)).map((bits) => ALPHABET[bits >> 6] + ALPHABET[bits & 63]).join("");
  }
}

/** The digits of a text, in the order in which they were written. Throws if the text was changed. */
export class Reader {
  /** @param {string} text */
  constructor(text) {
    const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter));
    if (!bits.length || bits.length % 2 || bits.includes(-1)) throw new Error(t("linkFault", "incomplete"));
    const all = BigInt(`0b${bits.map((six) => six.toString(2).padStart(6, "0")).join("")}`);
    this.left = all / CHECK;
    if (all % CHECK !== this.left % CHECK) throw new Error(t("linkFault", "incomplete"));
  }

  /** Whether only zeros are left. */
  get done() {
    return this.left === 0n;
  }

  /** Takes the next digit. @param {number} base */
  take(base) {
    const digit = Number(this.left % BigInt(base));
    this.left /= BigInt(base);
    return digit;
  }

  /** Takes the next whole number. */
  number() {
    let number = 0;
    for (let weight = 1; ; weight *= STEP) {
      const digit = this.take(2 * STEP);
      number += (digit % STEP) * weight;
      if (digit < STEP) return number;
    }
  }
}
