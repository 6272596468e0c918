export { language } from "./client/language.js";
