import { addressOfPage } from "./address.js";
import { element } from "./element.js";
import { Drafts } from "./client/drafts.js";
import { Events } from "./client/events.js";
import { loadForms, loadFormsWhenTouched } from "./forms.js";
import { leaveLink, linkOfPage } from "./deep-link.js";
import { icon } from "./icons.js";
import { language, setLanguage } from "./language.js";
import { Navigation } from "./navigation.js";
import { passing, troubled } from "./notices.js";
import { sent } from "./sent.js";
import { session } from "./session.js";
import { ask, connection } from "./transport.js";
import { say } from "./texts.js";
import { turn } from "./turn.js";

/** The only server address that the client contains. The server supplies all others. */
const ENTRY = "/start";

const keeping = new Drafts(connection, { store: sessionStorage, sent });
const navigation = new Navigation(document.querySelector(".stage"), keeping, { begin, entered, comeBack });
const events = new Events(connection, () => navigation.renew());

/** The number of the newest start. Earlier starts stop when they find a newer number. */
let beginning = 0;
/**
 * The state in which the page was opened, until it is restored: the server address in its fragment,
 * and the history state of a reloaded page.
 * @type {{ address?: string, state?: any }}
 */
let opened = { address: addressOfPage(), state: history.state };

/**
 * Requests the entry point and shows the response. The default `link` is the link in the page's
 * address.
 */
async function begin(link = linkOfPage(), { isBack = false } = {}) {
  const href = link ? `${ENTRY}?url=${encodeURIComponent(link)}` : ENTRY;
  const number = ++beginning;
  drawTools();
  // The login comes next, so load its code in parallel.
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

/** Restores the views of the opened page, and the forms that were left open. */
async function comeBack() {
  events.begin();
  const { address, state } = opened;
  opened = {};
  await navigation.comeBack(state, address);
}

/** Draws the buttons above every screen: the other language and, with a session, the logout. */
function drawTools() {
  const other = language() === "ru" ? "en" : "ru";
  const tools = document.querySelector(".tools");
  const change = element("button", {
    class: "tool", type: "button", lang: other, text: other === "en" ? "English" : "Русский", "data-tool": "language",
    "aria-label": other === "en" ? "Switch to English" : "Переключить на русский",
    on: { click: () => switchTo(other) },
  });
  const leave = element("button", { class: "tool", type: "button", "data-tool": "leave", on: { click: logOut } },
    icon("leave"), element("span", { text: say("leave") }));
  tools.replaceChildren(change, ...(session.isOpen ? [leave] : []));
}

/**
 * Completes a login. The link of the opened page has been followed, so it is removed from the
 * address.
 */
function entered() {
  leaveLink();
  drawTools();
  loadForms().catch(() => {});
}

async function switchTo(other) {
  setLanguage(other);
  drawTools();
  await navigation.redraw();
  /** @type {HTMLElement | null} */ (document.querySelector('[data-tool="language"]'))?.focus();
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

connection.onSessionEnd = sessionIsOver;
connection.onPlace = (place) => events.begin(place);
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
  // The person entered this address. Entries that the client adds have a state.
  if (history.state === null && addressOfPage()) {
    opened = { address: addressOfPage() };
    begin(null, { isBack: true });
  }
});
document.documentElement.lang = language();
session.seek();
begin(linkOfPage(), { isBack: true });
