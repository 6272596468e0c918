import { language } from "./language.js";

const SYMBOLS = { RUB: "₽", USD: "$", EUR: "€", CNY: "¥", GBP: "£" };

/** The sign of a currency, or its code where it has none here. */
export const symbol = (currency) => SYMBOLS[currency] ?? currency;

/** A decimal as the reader writes it, with at least `scale` decimals: `1 234,50`, or `1,234.50`; what is none stays as it is. */
export function decimal(text, scale = 0) {
  const parts = /^([-−]?)(\d+)(?:[.,](\d+))?$/.exec(String(text));
  if (!parts) return String(text);
  if (scale) parts[3] = (parts[3] ?? "").padEnd(scale, "0");
  const [gap, point] = language() === "ru" ? ["\u00a0", ","] : [",", "."];
  const whole = parts[2].replace(/\B(?=(\d{3})+$)/g, gap);
  return (parts[1] ? "−" : "") + whole + (parts[3] ? point + parts[3] : "");
}

/** An amount with its currency. */
export function money(text, currency, scale) {
  const number = decimal(text, scale);
  if (!currency) return number;
  return language() === "en" && SYMBOLS[currency] ? symbol(currency) + number : `${number}\u00a0${symbol(currency)}`;
}

/** A day `2026-11-21` as the reader writes it: `21.11.2026`, or `21 Nov 2026`. */
export function day(text) {
  const parts = /^(\d{4})-(\d\d)-(\d\d)/.exec(text);
  if (!parts) return text;
  if (language() === "ru") return `${parts[3]}.${parts[2]}.${parts[1]}`;
  const month = new Intl.DateTimeFormat("en", { month: "short", timeZone: "UTC" }).format(new Date(`${parts[0]}T00:00Z`));
  return `${Number(parts[3])} ${month} ${parts[1]}`;
}

/** A day as it is typed, `21.11.2026`, from `2026-11-21`. */
export const typedDay = (text) => text.replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$3.$2.$1");

/** A text of the server that may be an amount with a currency's code, a moment or a day, as the reader writes it. */
export function shown(text) {
  if (typeof text !== "string") return text === null || text === undefined ? "" : String(text);
  const amount = /^([-−+]?\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text);
  if (amount) return money(amount[1], amount[2]);
  if (/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text)) return text.includes("T") ? moment(text) : day(text);
  return text;
}

function moment(text) {
  const options = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  return new Intl.DateTimeFormat(language(), options).format(new Date(text));
}
