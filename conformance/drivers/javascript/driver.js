/**
 * The driver of the web client: answers the questions of the kit with the client's own modules.
 * `--mutant NAME` seeds one of the mistakes of mutants.js.
 */
import { createInterface } from "node:readline";
import "./browser.js";
import { kinds } from "../../../web/kinds.js";
import { document } from "./documents.js";
import { edits } from "./edits.js";
import { form } from "./forms.js";
import { mutated } from "./mutants.js";
import { App, steps } from "./sessions.js";

const web = new URL("../../../web/client/", import.meta.url);
const names = [
  "masks", "numbers", "amounts", "days", "times", "plain", "format", "groups", "isolated", "language", "atom", "tree", "evaluation", "pages",
  "tap", "connection", "sent", "problem", "form-session",
  "drafts", "options", "documents", "template", "events",
];
const modules = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await import(new URL(`${name}.js`, web))])));
const at = process.argv.indexOf("--mutant");
const library = mutated(modules, at < 0 ? null : process.argv[at + 1]);
const { masks, numbers, amounts, days, times, plain, format, groups, isolated, language } = library;
const client = Object.assign({}, ...["tree", "connection", "sent", "problem", "form-session", "drafts", "options", "language", "documents", "pages", "template", "events"].map((name) => library[name]));

/** Performs the steps of a case on a field. Returns its last state. */
function typed(field, steps, edited) {
  for (const step of steps) for (const edit of edits(field, step)) field = edited(field, edit(field));
  return field;
}

/** Calls a function in a language. */
function spoken(name, act) {
  language.setLanguage(name);
  return act();
}

const functions = {
  hello: () => ({ client: "Valence web client", version: "1.0", profiles: ["core", "typing", "format", "repeats", "searches", "signing", "flows", "screens", "lists", "drafts", "events", "deeplinks"], kinds: [] }),
  mask({ mask, given = null, steps = [] }) {
    const { text, value, caret, fault } = typed(masks.shown(given, mask), steps, (field, now) => masks.edited(field, now, mask));
    return { text, value, caret, fault: fault?.name ?? null };
  },
  amount({ language: name, places, given = null, steps = [] }) {
    const { text, value, caret } = typed(amounts.typedAmount(given, name, places), steps, (field, now) => amounts.editedAmount(field, now, name, places));
    return { text, value, caret };
  },
  decimal: ({ typed, language: name }) => ({ value: numbers.readDecimal(typed, name) }),
  pastedDecimal: ({ text, language: name }) => ({ value: numbers.pastedDecimal(text, name) }),
  text: ({ text, type }) => ({ text: plain.plain(text, type) }),
  day: ({ typed, today, min, max }) => ({ value: days.readDay(typed, today, { min, max }) }),
  typedDay: ({ typed }) => ({ text: [...typed].reduce((text, character) => days.pointed(text + character), "") }),
  time: ({ typed }) => ({ value: times.readTime(typed) }),
  sum: ({ language: name, amount, currency, scale }) => spoken(name, () => ({ text: format.money(amount, currency, scale) })),
  moment: ({ language: name, moment, zone }) => spoken(name, () => ({ text: format.moment(moment, zone) })),
  account: ({ given }) => ({ text: format.accountNumber(given) }),
  groups: (field) => ({ mask: groups.groupsOf(field) ?? null }),
  isolated: ({ text }) => ({ text: isolated.isolated(text) }),
  form: (given) => form(client, given),
  document: (given) => document(client, kinds(), given),
  address: ({ template, values }) => ({ href: client.expand(template, values) }),
  body: ({ template, row }) => ({ body: client.expandBody(template, row) }),
  link: ({ href }) => ({ own: client.isOwn(href) }),
};
/** The client of the session; each session has its own driver. */
const app = new App(client);
for (const name of steps) functions[name] = async (given) => (await app[name](given)) ?? {};

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { id, do: name, ...given } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ id, ...await answered(name, given) })}\n`);
}

async function answered(name, given) {
  if (!functions[name]) return { skip: `no function ${name}` };
  try {
    return { result: await functions[name](given) };
  } catch (fault) {
    return { error: String(fault.stack ?? fault) };
  }
}
