/**
 * The kinds of atoms that the client draws, for the server. `drawers.js` loads later and must have
 * the same order.
 */
const KINDS = [
  "text", "image", "textInput", "dateInput", "timeInput", "dateTimeInput", "toggle", "consent", "segmented", "enum",
  "choices", "accountPicker",
  "search", "button", "command", "group", "repeat", "link",
];

export const kinds = () => KINDS;
