// What lists of a person have and a login has not: see forms.js.
export { filtersOf } from "./filters.js";
export { actionOf, menuOf } from "./row-menu.js";
