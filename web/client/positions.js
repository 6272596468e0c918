/** The positions of a slider over decimal texts, in exact whole numbers of the smallest unit. */

/**
 * The number of decimal places of a decimal text.
 * @param {string} text
 */
const placesOf = (text) => (String(text).split(".")[1] ?? "").length;

/**
 * Returns a decimal text as a whole number of units; further decimal places are dropped.
 * @param {string} text
 * @param {number} places
 */
function units(text, places) {
  const [whole, fraction = ""] = String(text).split(".");
  return BigInt(whole + fraction.slice(0, places).padEnd(places, "0"));
}

/**
 * @param {bigint} number
 * @param {number} places
 */
function decimalOf(number, places) {
  const digits = String(number < 0n ? -number : number).padStart(places + 1, "0");
  const cut = digits.length - places;
  return (number < 0n ? "-" : "") + digits.slice(0, cut) + (places ? `.${digits.slice(cut)}` : "");
}

/**
 * Returns the positions from `min` to `max` in steps of `step`, all decimal texts. The last
 * position is `max`, even if the last step is shorter.
 * @param {{ min: string, max: string, step: string }} range
 */
export function positions({ min, max, step }) {
  const places = Math.max(...[min, max, step].map(placesOf));
  const [low, high, each] = [min, max, step].map((text) => units(text, places));
  const last = (high - low + each - 1n) / each;
  const within = (/** @type {bigint} */ number, /** @type {bigint} */ most) =>
    (number < 0n ? 0n : number > most ? most : number);
  return {
    /** The number of the last position; the first one is 0. */
    last: Number(last),
    /** The value at a position. */
    at: (/** @type {number} */ place) => decimalOf(low + within(BigInt(place) * each, high - low), places),
    /** The position that is nearest to a value. */
    nearest(/** @type {string} */ value) {
      const number = within(units(value, places) - low, high - low);
      return number === high - low ? Number(last) : Number((2n * number + each) / (2n * each));
    },
    /** The part of the range before a value, from 0 to 1. */
    part: (/** @type {string} */ value) => Number(within(units(value, places) - low, high - low)) / Number(high - low),
  };
}
