import { language } from "./language.js";

/**
 * The currency signs in each language, as the server writes them. Other currencies are shown by
 * code.
 */
/** @type {Record<string, Record<string, string>>} */
const SIGNS = {
  ru: { RUB: "₽", USD: "$", EUR: "€", CNY: "CN¥", GBP: "£", JPY: "¥" },
  en: { USD: "US$", EUR: "€", CNY: "CN¥", GBP: "£", JPY: "JP¥" },
};

/**
 * The sign of a currency; its code if it has no sign in the current language.
 * @param {string} currency
 */
export const symbol = (currency) => SIGNS[language()][currency] ?? currency;

/**
 * True if a caption ends with the sign or the code of a currency, such as "Amount, ₽".
 * @param {any} caption
 * @param {string} currency
 */
export const endsWithSign = (caption, currency) =>
  [currency, SIGNS.ru[currency], SIGNS.en[currency]].some((sign) => sign && caption?.trimEnd().endsWith(sign));

/**
 * The number of decimal places of a currency (ISO 4217); two if it is unknown.
 * @param {string} currency
 */
function places(currency) {
  try {
    return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;
  } catch {
    return 2;
  }
}

/**
 * Formats a decimal with at least `scale` decimals: `1 234,50`, or `1,234.50`. Other texts are
 * unchanged.
 * @param {any} text
 */
export function decimal(text, scale = 0) {
  const parts = /^([-−]?)(\d+)(?:[.,](\d+))?$/.exec(String(text));
  if (!parts) return String(text);
  if (scale) parts[3] = (parts[3] ?? "").padEnd(scale, "0");
  const [gap, point] = language() === "ru" ? ["\u00a0", ","] : [",", "."];
  const whole = parts[2].replace(/\B(?=(\d{3})+$)/g, gap);
  return (parts[1] ? "−" : "") + whole + (parts[3] ? point + parts[3] : "");
}

/**
 * Formats an amount with its currency: `−1 234,50 ₽`, or `−1,234.50 RUB`. The default `scale` is
 * the scale of the currency.
 * @param {any} text
 * @param {string} [currency]
 * @param {number} [scale]
 */
export function money(text, currency, scale) {
  const number = decimal(text, currency ? scale ?? places(currency) : scale);
  if (!currency || !/^−?\d[\d\s.,]*$/.test(number)) return number;
  const sign = symbol(currency);
  if (language() === "ru" || /\p{L}$/u.test(sign)) return `${number}\u00a0${sign}`;
  const [minus, digits] = number.startsWith("−") ? ["−", number.slice(1)] : ["", number];
  return minus + sign + digits;
}

/**
 * Groups the digits of an account: `40702 810 9 0000 0000123`. Other texts are unchanged.
 * @param {any} text
 */
export const accountNumber = (text) =>
  String(text).replace(/^(\d{5})(\d{3})(\d)(\d{4})(\d{7})$/, "$1\u00a0$2\u00a0$3\u00a0$4\u00a0$5");

/**
 * Formats a day `2026-11-21`: `21.11.2026`, or `21 Nov 2026`.
 * @param {any} text
 */
export function day(text) {
  const parts = /^(\d{4})-(\d\d)-(\d\d)/.exec(text);
  if (!parts) return text;
  if (language() === "ru") return `${parts[3]}.${parts[2]}.${parts[1]}`;
  const month =
    new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" }).format(new Date(`${parts[0]}T00:00Z`));
  return `${Number(parts[3])} ${month} ${parts[1]}`;
}

/**
 * Formats the ISO date `2026-11-21` as people type it: `21.11.2026`.
 * @param {any} text
 */
export const typedDay = (text) => text.replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$3.$2.$1");

/**
 * Formats a text of the server that can be an amount with a currency code, a moment or a day.
 * @param {any} text
 */
export function shown(text) {
  if (typeof text !== "string") return text === null || text === undefined ? "" : String(text);
  const amount = /^([-−+]?\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text);
  if (amount) return money(amount[1], amount[2]);
  if (/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text)) return text.includes("T") ? moment(text) : day(text);
  return text;
}

/**
 * Formats a moment with a 24-hour clock: `22.11.2026, 20:48`, or `22 Nov 2026, 20:48`.
 * @param {any} text
 * @param {string} [timeZone]
 */
export function moment(text, timeZone) {
  const parts = Object.fromEntries(new Intl.DateTimeFormat("en-GB", {
    year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone,
  }).formatToParts(new Date(text)).map(({ type, value }) => [type, value]));
  return `${day(`${parts.year}-${parts.month}-${parts.day}`)}, ${parts.hour}:${parts.minute}`;
}
