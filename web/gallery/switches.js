import { language, setLanguage } from "../client/language.js";
import { element, freshId } from "../element.js";
import { chooseLanguage } from "../page-language.js";
import { tell } from "./texts.js";

/**
 * The switches with their values. The first value is the default, which the address leaves out. A
 * value without a text in `texts.js` is its own text.
 */
const SWITCHES = {
  language: { "": "", en: "English", ru: "Русский" },
  theme: { auto: "galleryAuto", light: "galleryLight", dark: "galleryDark" },
  width: { full: "galleryFull", 390: "390", 1280: "1280" },
  text: { 100: "100 %", 200: "200 %" },
  dir: { ltr: "galleryLtr", rtl: "galleryRtl" },
};
const NAMES = {
  language: "galleryLanguage", theme: "galleryTheme", width: "galleryWidth", text: "galleryText",
  dir: "galleryDirection",
};

/** The language of the browser, which the gallery uses without a switch. */
chooseLanguage();
const own = language();

/** The state in the fragment of the address: the switches, and the `kind` that is shown. */
export const state = () => new URLSearchParams(location.hash.slice(1));

/** Writes a member of the state to the address. The page reacts to the event `hashchange`. */
export function change(name, value) {
  const next = state();
  if (value) next.set(name, value);
  else next.delete(name);
  location.hash = next.toString();
}

/** Returns the value of a switch. An unknown value is the default. */
function valueOf(name) {
  const [first] = keys(name);
  const value = state().get(name);
  return value !== null && keys(name).includes(value) ? value : first;
}

/** The values of a switch in their order, which an object with numbers as keys does not have. */
const keys = (name) => Object.keys(SWITCHES[name]).sort((one, other) => Number(isLater(one)) - Number(isLater(other)));
const isLater = (value) => /^(390|1280|200)$/.test(value);

/** Applies the language and the look to the page. Returns true if the language has changed. */
export function apply() {
  const before = language();
  setLanguage(valueOf("language") || own);
  const page = document.documentElement;
  page.lang = language();
  page.dir = valueOf("dir");
  page.style.fontSize = valueOf("text") === "200" ? "200%" : "";
  for (const width of ["390", "1280"]) page.classList.toggle(`width-${width}`, valueOf("width") === width);
  applyTheme(valueOf("theme"));
  return before !== language();
}

/** The media queries that the styles have for a dark theme, before the first switch. */
const queries = new Map();

/** Makes the styles use a theme in place of the preference of the system. */
function applyTheme(theme) {
  document.documentElement.style.colorScheme = theme === "auto" ? "" : theme;
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue;
      if (!queries.has(rule)) queries.set(rule, rule.media.mediaText);
      const query = queries.get(rule);
      if (!/prefers-color-scheme:\s*dark/.test(query)) continue;
      rule.media.mediaText = { auto: query, dark: "screen", light: "not all" }[theme];
    }
  }
}

/** Draws the switches in a form. */
export function drawSwitches(form) {
  form.replaceChildren(...Object.keys(SWITCHES).map((name) => {
    const id = freshId("switch");
    const values = keys(name).filter((value) => name !== "language" || value);
    const select = element("select", { id, name }, values.map((value) => {
      const text = SWITCHES[name][value];
      return element("option", { value, text: text.startsWith("gallery") ? tell(text) : text });
    }));
    select.value = name === "language" ? language() : valueOf(name);
    select.addEventListener("change", () => change(name, select.value === keys(name)[0] ? "" : select.value));
    return element("div", { class: "switch-field" }, element("label", { for: id, text: tell(NAMES[name]) }), select);
  }));
}
