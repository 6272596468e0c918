import "./texts-of-forms.js";
import { element, freshId } from "./element.js";
import { drawEntry } from "./gallery/entry.js";
import { apply, change, drawSwitches, state } from "./gallery/switches.js";
import { tell } from "./gallery/texts.js";
import { App } from "./mounted.js";
import { session } from "./session.js";
import { WholePage } from "./whole-page.js";

/** The file with the drawing cases of the conformance kit, next to the styles of the page. */
const FILE = "drawings.json";
/** The value of `kind` in the address for all kinds. */
const ALL = "all";
const $ = (selector) => document.querySelector(selector);

const app = new App(document.body, { session, page: new WholePage() });

/** The case files with their names. */
let files = [];
/** The drawn entries, and the kind that they belong to. */
let drawn = [], present = "";

/** The title of a case file: its name as words. */
const titleOf = (name) => `${name[0].toUpperCase()}${name.slice(1)}`.replaceAll("-", " ");

/** Returns the kind of the address; without one, or for an unknown one, the first. */
function kind() {
  const wanted = state().get("kind");
  return wanted === ALL || files.some(({ name }) => name === wanted) ? wanted : files[0]?.name ?? ALL;
}

function drawKinds() {
  const entries = files.map(({ name, file }) => ({ name, text: titleOf(name), count: file.cases.length }));
  const all = { name: ALL, text: tell("galleryAll"), count: entries.reduce((sum, { count }) => sum + count, 0) };
  $(".kinds").setAttribute("aria-label", tell("galleryKinds"));
  $(".kinds").replaceChildren(element("ul", {}, [...entries, all].map(({ name, text, count }) => {
    const link = element("a", {
      href: "#", "aria-current": name === kind() ? "page" : null,
      on: { click: (event) => { event.preventDefault(); change("kind", name); } },
    }, element("span", { text }), " ", element("span", { class: "count", text: String(count) }));
    return element("li", {}, link);
  })));
}

/** Draws the entries of the chosen kind again. */
function drawEntries() {
  for (const { close } of drawn) close();
  drawn = [];
  const shown = files.filter(({ name }) => [name, ALL].includes(kind()));
  $(".entries").replaceChildren(...shown.map(({ name, file }) => {
    const title = element("h2", { id: freshId("kind"), text: titleOf(name) });
    const entries = file.cases.map((each) => drawEntry(app, name, each));
    drawn.push(...entries);
    return element("section", { class: "entries-of-kind", "data-file": name, "aria-labelledby": title.id }, title,
      entries.map((each) => each.element));
  }));
  present = kind();
}

/** Draws what the address describes. */
function draw() {
  const isTranslated = apply();
  $("h1").textContent = tell("gallery");
  drawSwitches($(".switches"));
  drawKinds();
  if (isTranslated || present !== kind()) {
    drawEntries();
    scrollTo(0, 0);
  }
}

async function begin() {
  const { href } = $("link[rel=stylesheet]");
  try {
    const answer = await fetch(new URL(FILE, href));
    if (!answer.ok) throw new Error(`${FILE}: ${answer.status}`);
    files = await answer.json();
  } catch (fault) {
    app.notices.stand("trouble", String(fault), { tone: "error" });
  }
  draw();
  window.addEventListener("hashchange", draw);
}

begin();
