import { element } from "./element.js";
import { Events } from "./events.js";
import { leaveLink, linkOfPage } from "./deep-link.js";
import { Keeping } from "./keeping.js";
import { language, setLanguage } from "./language.js";
import { Navigation } from "./navigation.js";
import { passing, troubled } from "./notices.js";
import { Problem } from "./problem.js";
import { session } from "./session.js";
import { ask, onSessionEnd } from "./transport.js";
import { say } from "./texts.js";

/** The one address that the client knows; every other one is given by the server. */
const ENTRY = "/start";

const keeping = new Keeping();
const navigation = new Navigation(document.querySelector(".stage"), keeping, { begin, entered });
const events = new Events(() => navigation.renew());

/** Begins at the entry, with the link that the page was opened with, if any. */
async function begin(link = linkOfPage(), { isBack = false } = {}) {
  const href = link ? `${ENTRY}?url=${encodeURIComponent(link)}` : ENTRY;
  events.begin();
  try {
    const answer = await ask({ href });
    if (link && session.isOpen) leaveLink();
    drawTools();
    await navigation.show(answer, { root: true, source: { href: ENTRY } });
    if (session.isOpen && isBack) await navigation.resume();
  } catch (fault) {
    if (link && fault instanceof Problem && fault.status !== 401) {
      leaveLink();
      passing(fault.title);
      return begin(null);
    }
    troubled(fault, () => begin(link));
  }
}

/** Draws what stands above every screen: the other language, and the way out. */
function drawTools() {
  const other = language() === "ru" ? "en" : "ru";
  const tools = document.querySelector(".tools");
  const change = element("button", {
    class: "tool", type: "button", lang: other, text: other === "en" ? "EN" : "RU", "data-tool": "language",
    "aria-label": other === "en" ? "Switch to English" : "Переключить на русский",
    on: { click: () => switchTo(other) },
  });
  const leave = element("button", {
    class: "tool", type: "button", text: say("leave"), "data-tool": "leave", on: { click: logOut },
  });
  tools.replaceChildren(change, ...(session.isOpen ? [leave] : []));
}

/** Somebody has logged in: the link that the page was opened with is followed by now. */
function entered() {
  events.begin();
  leaveLink();
  drawTools();
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
  session.close();
  await begin(null);
}

onSessionEnd(async () => {
  if (!session.isOpen) return;
  events.end();
  navigation.keepOpenForms();
  session.close();
  await begin(null);
  passing(say("sessionEnded"), "warning");
});

window.addEventListener("hashchange", () => linkOfPage() && begin());
document.documentElement.lang = language();
begin(linkOfPage(), { isBack: true });
