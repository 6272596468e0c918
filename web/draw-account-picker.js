import { element } from "./element.js";
import { field } from "./field.js";
import { money } from "./format.js";
import { radios } from "./radios.js";

/** Draws a choice of accounts, each with its last digits and balance. */
export function drawAccountPicker(atom, form) {
  const list = element("div", { class: "accounts" });
  const made = field(atom, null, { box: list, group: true, control: list });
  radios(atom, form, list, (option, input) => {
    const amount = option.balance ?? option.available;
    const number = String(option.number ?? option.value);
    return element(
      "label", { class: "account" }, input,
      element("span", { class: "account-words" },
        element("span", { class: "row-line" },
          element("span", { class: "account-name", text: option.caption }),
          amount === undefined ? null : element("span", { class: "account-balance", text: money(amount, option.currency) })),
        element("span", { class: "account-number", text: `•• ${number.slice(-4)}` })));
  });
  made.classList.add("wide");
  return made;
}
