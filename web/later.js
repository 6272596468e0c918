// Modules that load when a form is first needed; see forms.js.
import "./texts-of-forms.js";
export { Form } from "./form.js";
export { followFocus } from "./lost-focus.js";
export { loadOutcomes } from "./outcome-parts.js";
export { pageOf } from "./missing.js";
export { agreesToLeave } from "./leaving.js";
export const loadEmpty = () => import("./empty.js");
export const loadLists = () => import("./lists.js");
export const loadScan = () => import("./scan.js");
