import { addressOfPage } from "./address.js";
import { element } from "./element.js";
import { loadForms, loadFormsWhenTouched } from "./forms.js";
import { leaveLink, linkOfPage } from "./deep-link.js";
import { icon } from "./icons.js";
import { language } from "./client/language.js";
import { mount } from "./mount.js";
import { chooseLanguage, setLanguage } from "./page-language.js";
import { session } from "./session.js";
import { say } from "./texts.js";
import { turn } from "./turn.js";
import { WholePage } from "./whole-page.js";

chooseLanguage();
const app = mount(document.body, { session, page: new WholePage(), begin, entered, comeBack });
const { navigation, events, notices } = app;

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
  const number = ++beginning;
  drawTools();
  // The login comes next, so load its code in parallel.
  if (!session.isOpen) loadForms(app).catch(() => {});
  try {
    const answer = await navigation.progress.during(navigation.drawn(app.start(link)));
    if (number !== beginning) return;
    events.begin();
    if (link && session.isOpen) leaveLink();
    await turn();
    if (number !== beginning) return;
    await navigation.show(answer, { root: true, source: app.start(null) });
    await turn();
    if (number === beginning && session.isOpen && isBack) await comeBack();
  } catch (fault) {
    if (number !== beginning) return;
    if (link && fault.body && fault.status !== 401) {
      leaveLink();
      await begin(null);
    }
    notices.troubled(fault, () => begin(link, { isBack }));
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
  loadForms(app).catch(() => {});
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
  app.keeping.forget();
  if (end) await app.ask(end).catch(() => {});
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
  notices.passing(say("sessionEnded"), "warning");
}

app.connection.onSessionEnd = sessionIsOver;
app.connection.onPlace = (place) => events.begin(place);
session.onChange((kind) => {
  if (kind === "open") return begin(linkOfPage(), { isBack: true });
  if (kind === "end") return sessionIsOver();
  events.end();
  app.keeping.forget();
  session.close();
  navigation.forget();
  return begin(null);
});

loadFormsWhenTouched(app);
window.addEventListener("hashchange", () => {
  if (linkOfPage()) return begin();
  // The person entered this address. Entries that the client adds have a state.
  if (history.state === null && addressOfPage()) {
    opened = { address: addressOfPage() };
    begin(null, { isBack: true });
  }
});
session.seek();
begin(linkOfPage(), { isBack: true });
