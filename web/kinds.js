/** The kinds of atoms that the client draws, for the server to choose by: those of the table of drawers, which is loaded later. */
const KINDS = [
  "text", "image", "textInput", "dateInput", "timeInput", "dateTimeInput", "toggle", "segmented", "enum", "accountPicker", "search",
  "button", "group", "repeat", "link",
];

/** The kinds, in the order of the table. */
export const kinds = () => KINDS;
