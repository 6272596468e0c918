import { element } from "./element.js";

/**
 * The bank's logo, name and title, which a theme sets as `--brand-logo`, `--brand-name` and
 * `--brand-title`. Without a theme, the page has its own.
 */
const style = getComputedStyle(document.documentElement);

/** Returns the text of a token; empty for `none` and other values without quotation marks. */
const text = (name) => /^(["'])(.*)\1$/s.exec(style.getPropertyValue(name).trim())?.[2].replace(/\\(.)/gs, "$1") ?? "";

const name = text("--brand-name");
const logo = /^url\(\s*(["']?)(.*?)\1\s*\)$/s.exec(style.getPropertyValue("--brand-logo").trim())?.[2];

/** The name in the title of the browser's tab. */
export const brandTitle = () => text("--brand-title") || name || document.querySelector(".brand span")?.textContent;

if (name) {
  document.querySelector(".brand span").textContent = name;
  document.querySelector(".floating")?.setAttribute("aria-label", name);
}
if (logo) {
  document.querySelector(".brand svg")?.replaceWith(element("img", { src: logo, alt: "", class: "brand-logo" }));
}
