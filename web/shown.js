import { element } from "./element.js";

/** A place where a line may end. */
const breaks = () => element("wbr");

/** The content of a value: an amount breaks between its number and its currency alone, an account number between its groups. */
export function contentOf({ role, text = "" }) {
  if (role === "account") return text.replaceAll("\u00a0", " ");
  // The digits behind the stars of a card stay together.
  if (role === "card") return text.split(/(?<=\*)(?=\d)/).flatMap((part) => [part, breaks()]);
  const [, before, number, gap, after] = (role === "amount" && /^(.*?)([-−+]?\d(?:[\d\u00a0.,]*\d)?)(\u00a0?)(.*)$/.exec(text)) || [];
  // Words may have an account in them.
  if (!number) return text.replace(/\d{5}\u00a0\d{3}\u00a0\d\u00a0\d{4}\u00a0/g, (groups) => groups.replaceAll("\u00a0", " "));
  const digits = element("span", { class: "digits", text: number });
  // A number that is longer than its line is drawn smaller.
  digits.style.setProperty("--count", number.length);
  return [before, before.endsWith("\u00a0") ? breaks() : null, digits, gap, gap ? breaks() : null, after];
}

/** Draws what is only shown, as its role says; a role that this client does not know is a text. `isSigned` sets money that came apart. */
export function shownOf(shown, { className = "", isSigned = false } = {}) {
  const role = shown.role ?? "text";
  const names = [className, "shown", `is-${role}`];
  if (isSigned && role === "amount" && /^[^-−]*[1-9]/.test(shown.value ?? "")) names.push("incoming");
  const made = element(role === "date" || role === "dateTime" ? "time" : "span", { class: names.filter(Boolean).join(" ") }, contentOf(shown));
  if (made.tagName === "TIME" && shown.value) made.dateTime = shown.value;
  return made;
}

/** Draws several of them in one line, apart by a point; `instead` may draw one in another way. */
export const shownLine = (all, { instead = () => null } = {}) => all.filter((each) => each?.text).flatMap((each, index) => [
  index ? element("span", { class: "point", "aria-hidden": "true", text: " · " }) : null,
  index ? element("span", { class: "unseen", text: ", " }) : null, instead(each) ?? shownOf(each)]);

/** Draws a state: a word on its tone. */
export function badgeOf(badge) {
  if (!badge?.text) return null;
  const tone = ["success", "warning", "danger"].includes(badge.tone) ? badge.tone : "neutral";
  return element("span", { class: `badge ${tone}`, "data-state": badge.state, text: badge.text });
}

/** Draws pairs as a list of terms: each a label and what is shown. */
export const pairsOf = (pairs, className = "pairs") => element("dl", { class: className }, pairs.map((pair) => element(
  "div", {}, element("dt", { text: pair.label ?? "" }), element("dd", {}, shownOf(pair)))));
