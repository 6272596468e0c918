import { element } from "./element.js";

/** A position where a line may break. */
const breaks = () => element("wbr");

/**
 * The content of a value. An amount breaks only at its currency, an account number only between its
 * groups.
 */
export function contentOf(/** @type {{ role?: string, text?: string }} */ { role, text = "" }) {
  if (role === "account") return text.replaceAll("\u00a0", " ");
  // Keep the digits after the asterisks of a card together.
  if (role === "card") return text.split(/(?<=\*)(?=\d)/).flatMap((part) => [part, breaks()]);
  const [, before, number, gap, after] =
    (role === "amount" && /^(.*?)([-−+]?\d(?:[\d\u00a0.,]*\d)?)(\u00a0?)(.*)$/.exec(text)) || [];
  // A text may contain an account number.
  if (!number) {
    return text.replace(/\d{5}\u00a0\d{3}\u00a0\d\u00a0\d{4}\u00a0/g, (groups) => groups.replaceAll("\u00a0", " "));
  }
  const digits = element("span", { class: "digits", text: number });
  // A number longer than its line is drawn smaller.
  digits.style.setProperty("--count", number.length);
  return [before, before.endsWith("\u00a0") ? breaks() : null, digits, gap, gap ? breaks() : null, after];
}

/**
 * Draws a value by its role; unknown roles are drawn as text. With `isSigned`, positive amounts are
 * marked as incoming.
 */
export function shownOf(shown, { className = "", isSigned = false } = {}) {
  const role = shown.role ?? "text";
  const names = [className, "shown", `is-${role}`];
  if (isSigned && role === "amount" && /^[^-−]*[1-9]/.test(shown.value ?? "")) names.push("incoming");
  const made =
    element(role === "date" || role === "dateTime" ? "time" : "span", { class: names.filter(Boolean).join(" ") },
      contentOf(shown));
  if (made.tagName === "TIME" && shown.value) made.dateTime = shown.value;
  return made;
}

/**
 * Draws values in one line, separated by points. `instead` can return another element for a value.
 */
export const shownLine = (all, { instead = (/** @type {any} */ _) => null } = {}) =>
  all.filter((each) => each?.text).flatMap((each, index) => [
    index ? element("span", { class: "point", "aria-hidden": "true", text: " · " }) : null,
    index ? element("span", { class: "unseen", text: ", " }) : null, instead(each) ?? shownOf(each)]);

/** Draws a state as a word on the colour of its tone. */
export function badgeOf(badge) {
  if (!badge?.text) return null;
  const tone = ["success", "warning", "danger"].includes(badge.tone) ? badge.tone : "neutral";
  return element("span", { class: `badge ${tone}`, "data-state": badge.state, text: badge.text });
}

/** Draws pairs as a list of terms. */
export const pairsOf = (pairs, className = "pairs") => element("dl", { class: className }, pairs.map((pair) => element(
  "div", {}, element("dt", { text: pair.label ?? "" }), element("dd", {}, shownOf(pair)))));
