// Functions of lists that a login does not need; see forms.js.
export { filtersOf } from "./filters.js";
export { actionOf, menuOf } from "./row-menu.js";
