import { addressOfPage } from "./address.js";
import { element } from "./element.js";
import { Events } from "./events.js";
import { loadForms, loadFormsWhenTouched } from "./forms.js";
import { leaveLink, linkOfPage } from "./deep-link.js";
import { icon } from "./icons.js";
import { Keeping } from "./keeping.js";
import { language, setLanguage } from "./language.js";
import { Navigation } from "./navigation.js";
import { passing, troubled } from "./notices.js";
import { session } from "./session.js";
import { ask, onPlace, onSessionEnd } from "./transport.js";
import { say } from "./texts.js";
import { turn } from "./turn.js";

/** The one address that the client knows; every other one is given by the server. */
const ENTRY = "/start";

const keeping = new Keeping();
const navigation = new Navigation(document.querySelector(".stage"), keeping, { begin, entered, comeBack });
const events = new Events(() => navigation.renew());

/** The number of the newest beginning: what an earlier one still awaits is of no use any more. */
let beginning = 0;
/** What the page was opened with, until it is shown: the address behind its `#`, and what the browser remembers of a reloaded page. */
let opened = { address: addressOfPage(), state: history.state };

/** Begins at the entry, with the link that the page was opened with, if any. */
async function begin(link = linkOfPage(), { isBack = false } = {}) {
  const href = link ? `${ENTRY}?url=${encodeURIComponent(link)}` : ENTRY;
  const number = ++beginning;
  drawTools();
  // A login comes next: its drawing is loaded beside it.
  if (!session.isOpen) loadForms().catch(() => {});
  try {
    const answer = await navigation.progress.during(navigation.drawn({ href }));
    if (number !== beginning) return;
    events.begin();
    if (link && session.isOpen) leaveLink();
    await turn();
    if (number !== beginning) return;
    await navigation.show(answer, { root: true, source: { href: ENTRY } });
    await turn();
    if (number === beginning && session.isOpen && isBack) await comeBack();
  } catch (fault) {
    if (number !== beginning) return;
    if (link && fault.body && fault.status !== 401) {
      leaveLink();
      await begin(null);
    }
    troubled(fault, () => begin(link, { isBack }));
  }
}

/** Shows what the page was opened with, and the forms that were left open. */
async function comeBack() {
  events.begin();
  const { address, state } = opened;
  opened = {};
  await navigation.comeBack(state, address);
}

/** Draws what stands above every screen: the other language, and the way out. */
function drawTools() {
  const other = language() === "ru" ? "en" : "ru";
  const tools = document.querySelector(".tools");
  const change = element("button", {
    class: "tool", type: "button", lang: other, text: other === "en" ? "English" : "Русский", "data-tool": "language",
    "aria-label": other === "en" ? "Switch to English" : "Переключить на русский",
    on: { click: () => switchTo(other) },
  });
  const leave = element("button", { class: "tool", type: "button", "data-tool": "leave", on: { click: logOut } }, icon("leave"), element("span", { text: say("leave") }));
  tools.replaceChildren(change, ...(session.isOpen ? [leave] : []));
}

/** Somebody has logged in: the link that the page was opened with is followed by now. */
function entered() {
  leaveLink();
  drawTools();
  loadForms().catch(() => {});
}

async function switchTo(other) {
  setLanguage(other);
  drawTools();
  await navigation.redraw();
  document.querySelector('[data-tool="language"]')?.focus();
}

async function logOut() {
  const end = session.end;
  events.end();
  keeping.forget();
  if (end) await ask(end).catch(() => {});
  session.close({ isLeft: true });
  navigation.forget();
  await begin(null);
}

async function sessionIsOver() {
  if (!session.isOpen) return;
  events.end();
  navigation.keepOpenForms();
  session.close();
  await begin(null);
  passing(say("sessionEnded"), "warning");
}

onSessionEnd(sessionIsOver);
onPlace((place) => events.begin(place));
session.onChange((kind) => {
  if (kind === "open") return begin(linkOfPage(), { isBack: true });
  if (kind === "end") return sessionIsOver();
  events.end();
  keeping.forget();
  session.close();
  navigation.forget();
  return begin(null);
});

loadFormsWhenTouched();
window.addEventListener("hashchange", () => {
  if (linkOfPage()) return begin();
  // An address that somebody has put there: what the client itself has put there has a state.
  if (history.state === null && addressOfPage()) {
    opened = { address: addressOfPage() };
    begin(null, { isBack: true });
  }
});
document.documentElement.lang = language();
session.seek();
begin(linkOfPage(), { isBack: true });
