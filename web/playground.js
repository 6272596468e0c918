import "./brand.js";
import { element } from "./element.js";
import { language, setLanguage } from "./language.js";
import { fall, speak, troubled } from "./notices.js";
import { Editor } from "./playground/editor.js";
import { PlaygroundForm } from "./playground/form.js";
import { drawGraph } from "./playground/graph.js";
import { tell } from "./playground/texts.js";
import { NoAnswer, Problem } from "./client/problem.js";
import { ask } from "./transport.js";

const KEY = "valence.playground";
/** Milliseconds without typing before the file is checked. */
const PAUSE = 350;
/** The page's own path, which begins the addresses of its requests. */
const here = location.pathname.replace(/\/$/, "");
const $ = (selector) => document.querySelector(selector);

const editor = new Editor($(".editor"), { label: tell("source"), changed });
let form = null;
/** The last file without errors, which the form is drawn from. */
let sound = "";
let asked = 0;
let timer = null;

/** Checks the file after the author pauses. */
function changed() {
  sessionStorage.setItem(KEY, editor.text);
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

async function check() {
  clearTimeout(timer);
  const number = ++asked;
  const file = editor.text;
  try {
    const trial = await ask({ href: `${here}/check`, method: "POST" }, { body: { file } });
    if (number !== asked) return;
    fall("trouble");
    if (file === editor.text) editor.mark(trial.findings);
    list(trial.findings);
    if (trial.tree) draw(trial, file);
    else if (form) isOld(true);
  } catch (fault) {
    if (number !== asked) return;
    if (fault instanceof Problem || fault instanceof NoAnswer) {
      const wait = ((fault instanceof Problem && fault.retryAfter) || 2) * 1000;
      if (fault instanceof NoAnswer || fault.isPassing) timer = setTimeout(check, wait);
    }
    troubled(fault, check);
  }
}

/** Shows above the form whether it is drawn from an earlier file. */
function isOld(old) {
  const note = $(".old");
  note.hidden = !old;
  note.textContent = old ? tell("old") : "";
}

function list(findings) {
  $(".findings").replaceChildren(...findings.map((finding) => element("li", { class: finding.severity },
    element("button", { type: "button", on: { click: () => editor.lead(finding) } },
      element("span", { class: "at", text: `${finding.line}:${finding.column}` }),
      element("span", { class: "tone", text: tell(finding.severity) }), element("span", { text: finding.message })))));
  speak(findings.length ? tell("faults", { count: findings.length }) : tell("sound"));
}

function draw({ tree, graph }, file) {
  isOld(false);
  fall("check");
  sound = file;
  if (form && form.tree.head.operation === tree.operation) {
    form.replace(tree, { isSilent: true, secrets: true });
  } else {
    form?.close();
    form = new PlaygroundForm(tree, () => sound);
    $(".stage").replaceChildren(form.element);
  }
  $("#drawn-title").textContent = tree.title;
  $(".graph-place").replaceChildren(...drawGraph(graph));
}

/** Writes the page's texts in the current language. */
function title() {
  for (const name of ["source", "drawn", "graph"]) $(`#${name}-title`).textContent = tell(name);
  editor.input.setAttribute("aria-label", tell("source"));
  isOld(!$(".old").hidden);
  const other = language() === "ru" ? "en" : "ru";
  $(".tools").replaceChildren(element("button", {
    class: "tool", type: "button", lang: other, text: other === "en" ? "EN" : "RU", "data-tool": "language",
    "aria-label": other === "en" ? "Switch to English" : "Переключить на русский",
    on: { click: () => { setLanguage(other); title(); check(); $(".tools button").focus(); } },
  }));
}

async function begin() {
  document.documentElement.lang = language();
  title();
  const kept = sessionStorage.getItem(KEY);
  try {
    editor.open(kept ?? (await ask({ href: `${here}/example` })).file);
    await check();
  } catch (fault) {
    troubled(fault, begin);
  }
}

begin();
