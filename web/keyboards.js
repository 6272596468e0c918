const MODES = { default: "text", digits: "numeric", decimal: "decimal", phone: "tel", email: "email" };
const OF_TYPE = {
  digits: "numeric", number: "decimal", amount: "decimal", phone: "tel", email: "email", code: "numeric",
};
const COMPLETIONS = { phone: "tel", email: "email", code: "one-time-code" };

/** The attributes of an input for a phone's keyboard and the browser's autofill. */
export function typing({ type, keyboard, capitalize, login, isLong, isNew }) {
  return {
    inputmode: MODES[keyboard] ?? OF_TYPE[type] ?? "text",
    autocapitalize: capitalize ?? (login || (type && type !== "text") ? "none" : null),
    autocomplete: type === "password" ? (isNew ? "new-password" : "current-password")
      : COMPLETIONS[type]
        ?? (login ? "username" : MODES[keyboard] === "email" ? "email" : capitalize === "words" ? "name" : "off"),
    // Enter in a field taps the first button. In a long text it begins a line.
    enterkeyhint: isLong ? "enter" : login ? "go" : "done",
    autocorrect: type && type !== "text" ? "off" : null,
    spellcheck: type && type !== "text" ? "false" : null,
  };
}
