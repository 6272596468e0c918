import { element, show } from "./element.js";
import { contentOf } from "./shown.js";
import { say } from "./texts.js";

/** True for a tree that requests codes. */
export const asksForCodes = (tree) => Boolean(tree.head.signing)
  || tree.atoms.some((atom) => atom.kind === "textInput" && atom.state.type === "code");

/**
 * Draws the amount, payee and account before everything else; null without them. The page's heading
 * names the operation. Only the server knows which values move money.
 */
export function drawSigned(tree) {
  const { amount, to, from } = tree.head.signing ?? {};
  if (!amount && !to) return null;
  const line = (name, shown) => (
    shown?.text
      ? element("div", { class: name }, element("dt", { text: say(name) }), " ", element("dd", {}, contentOf(shown)))
      : null);
  return element("section", { class: "signed card" },
    amount ? element("p", { class: "hero" }, contentOf(amount)) : null,
    to || from ? element("dl", {}, line("to", to), line("from", from)) : null);
}

/**
 * Draws the folded parts of a signature: the matrix, and all values, which are open if no amount
 * and payee are above the codes.
 */
export function drawFolded({ signing }, drawn) {
  const matrix = drawMatrix(signing);
  const fold = (name, isOpen, content) => element("details", { class: "card folded", open: isOpen },
    element("summary", { class: "group-title", text: say(name) }), content);
  return [
    matrix && fold("matrix", false, matrix),
    drawn.length > 0 && fold("details", !signing?.amount && !signing?.to, drawn),
  ].filter(Boolean);
}

/**
 * Draws the matrix with the requested cells marked; null if no cells are requested. Screen readers
 * skip it, because each code has the name of its cell.
 */
function drawMatrix({ cells = [] } = {}) {
  const { columns, rows } = cells[0] ?? {};
  if (!(columns > 0 && columns <= 26 && rows > 0 && rows <= 30)) return null;
  const letters = Array.from({ length: columns }, (_, index) => String.fromCharCode(65 + index));
  const lit = (column, row) => cells.findIndex((cell) => cell.column === column && cell.row === row) + 1;
  const line = (row) => element("tr", {}, element("th", { text: String(row) }), letters.map((column) => {
    const place = lit(column, row);
    return element("td", { class: place ? "asked" : null, text: place ? String(place) : "" });
  }));
  return element("table", { class: "matrix", "aria-hidden": "true" },
    element("tr", {}, element("th"), letters.map((letter) => element("th", { text: letter }))),
    Array.from({ length: rows }, (_, index) => line(index + 1)));
}

/**
 * Draws the destination of the code, the remaining attempts, and a button for another code if the
 * server offers one.
 */
export function drawAttempts(/** @type {any} */ { sentTo, attemptsLeft, resend, resendAfter } = {}, follow) {
  const lines = [
    sentTo && say("sentTo", { to: sentTo }), Number.isInteger(attemptsLeft) && say("attempts", { count: attemptsLeft }),
  ].filter(Boolean);
  const again = resend?.href
    ? element("button", {
      type: "button", class: "text-button", text: resend.title ?? say("resend"), on: { click: () => follow(resend) },
    })
    : null;
  if (again && resendAfter > 0) {
    again.disabled = true;
    setTimeout(() => { again.disabled = false; }, resendAfter * 1000);
  }
  const made = element("div", { class: "attempts" }, lines.map((text) => element("p", { text })), again);
  show(made, lines.length > 0 || Boolean(again));
  return made;
}
