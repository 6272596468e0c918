// What lists of a person have and a login has not: see forms.js.
export { filtersOf } from "./filters.js";
export { menuOf } from "./row-menu.js";
