import { element } from "./element.js";
import { accountNumber, money } from "./client/format.js";
import { picker } from "./picker.js";
import { contentOf } from "./shown.js";

/** Draws a choice of accounts with their numbers and balances. */
export const drawAccountPicker = (atom, form) =>
  picker(atom, form, { draw: words, text: (option) => `${option.caption} ${numberOf(option)}` });

const numberOf = (option) => accountNumber(option.number ?? option.value);

function words(option) {
  const amount = option.balance ?? option.available;
  return [element("span", { class: "picker-words" },
    element("span", { class: "picker-line" },
      element("span", { class: "picker-name", text: option.caption }), " ",
      amount === undefined
        ? null
        : element("span", { class: "picker-sum" },
          contentOf({ role: "amount", text: money(amount, option.currency) }))), " ",
    element("span", { class: "picker-detail" }, contentOf({ role: "account", text: numberOf(option) })))];
}
