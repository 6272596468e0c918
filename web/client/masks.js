import { narrow, partsOfEdit } from "./edits.js";

/** @typedef {import("./edits.js").Field} Field */
/** @typedef {import("./edits.js").Edit} Edit */
/**
 * A place of a mask: one that takes a character, or a fixed character.
 * @typedef {{ takes?: any, stands?: any, isKept?: boolean }} Place
 */

/**
 * Formatting of texts by a mask during typing. `#` is a digit, `@` a letter. A character after `\`
 * is part of the text and the value, any other one of the text only. Each state is computed from
 * the previous one and the edit, so that a typed digit is not mistaken for a drawn one. Text that
 * does not fit is shown unchanged.
 */
const DIGIT = /^[0-9]$/, LETTER = /^\p{L}$/u, WORD = /^[\p{L}\p{N}]$/u;
const INVISIBLE = /^[\p{Cf}\p{Cc}]$/u, SEPARATOR = /^[\p{Z}\p{Pd}\s().,/]$/u;

/**
 * Returns the text and the value for a stored value: `+7 (916) 123-45-67` for `9161234567`.
 * @param {string | null} value
 * @param {string} mask
 */
export function shown(value, mask) {
  const places = placesOf(mask);
  const text = String(value ?? "");
  // The server may store a text without the spaces of the mask.
  const entered = text === "" ? [] : enteredIn(text, places, (place) => place.isKept)
    ?? enteredIn(text, places, (place) => place.isKept && place.stands.trim());
  return entered ? drawn(entered, places) : unfit(text, text.length);
}

/**
 * Returns the field state after an edit of `old`, an earlier result of this module. `typed` is the
 * new text with its caret and input type.
 * @param {Field} old
 * @param {Edit} typed
 * @param {string} mask
 */
export function edited(old, typed, mask) {
  const places = placesOf(mask);
  const now = { ...typed, text: narrow(typed.text) };
  if (!old.entered?.length) return whole(now, places);
  const { inserted, before, after } = partsOfEdit(old, now);
  if (!before.length && !after.length && inserted) return whole(now, places);
  const added = words(inserted, places);
  const entered = added && [...before, ...added, ...after];
  if (!entered || !fits(entered, places)) return unfit(now.text, now.caret);
  return drawn(entered, places, before.length + added.length);
}

/**
 * A mask as people read it: `+7 (000) 000-00-00`.
 * @param {string} mask
 */
export const sample = (mask) =>
  placesOf(mask).map((place) => place.stands ?? (place.takes === DIGIT ? "0" : "А")).join("");

/**
 * Parses a mask into places that take a character, and fixed characters.
 * @param {string} mask
 */
function placesOf(mask) {
  const places = /** @type {Place[]} */ ([]);
  let isKept = false;
  for (const character of mask) {
    if (character === "\\" && !isKept) isKept = true;
    else {
      const takes = isKept ? null : character === "#" ? DIGIT : character === "@" ? LETTER : null;
      places.push(takes ? { takes } : { stands: character, isKept });
      isKept = false;
    }
  }
  return places;
}

/**
 * Formats the entered characters: the text, the value, the offset of each character, and the caret
 * after the first `count` of them.
 * @param {string[]} entered
 * @param {Place[]} places
 */
function drawn(entered, places, count = entered.length) {
  let [text, value, number] = ["", "", 0];
  const at = /** @type {number[]} */ ([]);
  const enter = () => {
    at.push(text.length);
    text += entered[number];
    value += entered[number];
    number += 1;
  };
  const most = places.filter((place) => place.takes).length;
  for (const place of entered.length ? places : []) {
    // A fixed character is drawn with the entered one after it, and at the end of a full mask.
    if (number === entered.length && number < most) break;
    if (place.takes) enter();
    else {
      text += place.stands;
      if (place.isKept) value += place.stands;
    }
  }
  while (number < entered.length) enter();
  const caret = count ? at[count - 1] + entered[count - 1].length : at[0] ?? 0;
  const fault = entered.length > most ? { name: "extra", most, got: entered.length } : null;
  return { text, value: value || null, entered, at, caret, fault };
}

/**
 * The state of a text that does not fit the mask: it is shown unchanged, and is the value.
 * @param {string} text
 * @param {number} caret
 */
function unfit(text, caret) {
  return { text, value: text || null, entered: null, at: [], caret, fault: { name: "unfit" } };
}

/**
 * Returns the field state for a text that is the whole content of the field.
 * @param {{ text: string, caret: number }} edit
 * @param {Place[]} places
 */
function whole({ text, caret }, places) {
  const lead = places.slice(0, places.findIndex((place) => place.takes)).map((place) => place.stands).join("");
  const found = words(text, places);
  const isDialled = lead.includes("+") && /^\s*\+/.test(text);
  // The beginning of the mask can be typed by hand.
  if (found && !found.length) return { ...drawn([], places), ...(lead.startsWith(text) ? { text, caret } : {}) };
  const entered = found && enteredOf(found, text, places, lead, isDialled);
  if (!entered || !fits(entered, places)) return unfit(text, caret);
  if (!entered.length) return { ...drawn([], places), text, caret };
  // Keep the number of characters after the caret.
  const behind = (words(text.slice(caret), places) ?? []).length;
  return drawn(entered, places, Math.max(0, entered.length - behind));
}

/**
 * Returns the entered characters among the letters and digits of a text, without those that the
 * mask draws; null if the dialled prefix is another.
 * @param {string[]} found
 * @param {string} text
 * @param {Place[]} places
 * @param {string} lead
 * @param {boolean} isDialled
 */
function enteredOf(found, text, places, lead, isDialled) {
  const most = places.filter((place) => place.takes).length;
  const asDrawn = enteredIn(text, places, () => true);
  const marks = places.filter((place) => place.stands && !WORD.test(place.stands)).map((place) => place.stands);
  if (asDrawn && (found.length !== most || marks.some((mark) => mark.trim() && text.includes(mark)))) return asDrawn;
  const prefix = [...lead].filter((character) => WORD.test(character));
  if (isDialled) {
    return prefix.every((character, index) => (found[index] ?? character) === character)
      ? found.slice(prefix.length)
      : null;
  }
  if (found.length === most) return found;
  // A number with all digits of the mask. A Russian one may begin with 8 instead of +7.
  const all = places.filter((place) => place.takes || WORD.test(place.stands));
  const isWhole = found.length === all.length && all.every((place, index) =>
    place.takes || place.stands === found[index]
    || (index === 0 && lead.includes("+") && prefix.join("") === "7" && found[0] === "8"));
  return isWhole ? found.filter((_, index) => all[index].takes) : found;
}

/**
 * Returns the entered characters of a text that must contain the fixed characters that `stands`
 * selects; null if it does not.
 * @param {string} text
 * @param {Place[]} places
 * @param {(place: Place) => any} stands
 */
function enteredIn(text, places, stands) {
  const entered = /** @type {string[]} */ ([]);
  const left = [...text];
  for (const place of places.filter((each) => each.takes || stands(each))) {
    if (!left.length) return entered;
    const character = left.shift() ?? "";
    if (place.takes ? !place.takes.test(character) : place.stands !== character) return null;
    if (place.takes) entered.push(character);
  }
  return left.every((character) => WORD.test(character)) ? [...entered, ...left] : null;
}

/**
 * Returns the letters and digits of a text without separators; null if it has other characters.
 * @param {string} text
 * @param {Place[]} places
 */
function words(text, places) {
  const found = [];
  for (const character of text) {
    if (WORD.test(character)) found.push(character);
    else if (
      !INVISIBLE.test(character) && !SEPARATOR.test(character) && !places.some((place) => place.stands === character)
    ) return null;
  }
  return found;
}

/**
 * True if each place takes its character.
 * @param {string[]} entered
 * @param {Place[]} places
 */
function fits(entered, places) {
  return places.filter((place) => place.takes).every((place, index) =>
    index >= entered.length || place.takes.test(entered[index]));
}
