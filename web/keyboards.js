const MODES = { default: "text", digits: "numeric", decimal: "decimal", phone: "tel", email: "email" };
const OF_TYPE = { digits: "numeric", number: "decimal", amount: "decimal", phone: "tel", email: "email", code: "numeric" };
const COMPLETIONS = { password: "current-password", phone: "tel", email: "email" };

/** The hints on a text for a phone's keyboard and a browser's memory. */
export function typing({ type, keyboard, capitalize, login }) {
  return {
    inputmode: MODES[keyboard] ?? OF_TYPE[type] ?? "text",
    autocapitalize: capitalize ?? (type && type !== "text" ? "none" : null),
    autocomplete: COMPLETIONS[type] ?? (login ? "username" : "off"),
    spellcheck: type && type !== "text" ? "false" : null,
  };
}
