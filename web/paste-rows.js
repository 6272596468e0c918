import "./texts-of-rows.js";
import { ended } from "./dialog.js";
import { isTree } from "./client/documents.js";
import { element, freshId, show } from "./element.js";
import { describe } from "./notices.js";
import { say } from "./texts.js";

/** The maximum number of errors of whole rows below the button. */
const MOST = 5;

/**
 * Draws the button that pastes rows into a repeat, and the result of the last paste. Several cells
 * that are pasted into an input of an item become rows too.
 */
export function pasting(atom, form, items) {
  const button = element("button", { type: "button", class: "text-button paste-rows", text: say("pasteRows") });
  const result = element("p", { class: "paste-result", hidden: true });
  const paste = async (text) => {
    const found = await pasted(atom, form, text);
    if (!found) return;
    const { count, faults, rest } = found;
    const lines =
      [say("rowsPasted", { count }), faults ? say("rowsFaulty", { count: faults }) : "", ...rest].filter(Boolean);
    result.textContent = lines.join("\n");
    show(result, true);
    form.app.notices.speak(lines.join(". "));
  };
  button.addEventListener("click", async () => {
    const text = await askedRows(atom, form);
    if (text) await paste(text);
  });
  items.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!atom.isEnabled || event.target.closest("textarea") || !/[\t\n\r]/.test(text.trim())) return;
    event.preventDefault();
    paste(text);
  });
  const made = element("div", {}, button, result);
  return Object.assign(made, { update: () => show(made, atom.isEnabled && !atom.state.fixed) });
}

/**
 * Sends a text to the server, which reads it as items, and adds them after the last filled item.
 * Returns the number of items and errors, and the errors of whole rows; null if the request failed.
 */
async function pasted(atom, form, text) {
  const { tree } = atom;
  const blank =
    new Map(atom.makeItem(atom.template, 0).flatMap((each) => [...each.all()]).map(({ id, value }) => [id, value]));
  const isFilled = (inner) => inner.isInput && inner.isEnabled && !inner.isEmpty && inner.value !== blank.get(inner.id);
  const keep = atom.items.findLastIndex((item) => item.some((inner) => [...inner.all()].some(isFilled))) + 1;
  let answer;
  try {
    const body = { atom: atom.path, text, keep, values: tree.values(), version: tree.version };
    answer = await form.awaited(form.app.ask(atom.state.rows, { body }));
  } catch (fault) {
    if (isTree(fault.next)) form.replace(fault.next);
    else if (!fault.isHandled) form.app.notices.passing(describe(fault), "error");
    return null;
  }
  if (form.tree !== tree) return null;
  const made = answer.items.map((given, index) => {
    const item = atom.makeItem(atom.template, keep + index);
    for (const inner of item.flatMap((each) => [...each.all()])) {
      if (inner.id in given) Object.assign(inner, { value: given[inner.id], isGiven: true });
    }
    return item;
  });
  const errors = new Map(answer.errors.map((error) => [error.atom, error]));
  for (const inner of made.flat().flatMap((each) => [...each.all()])) {
    const error = errors.get(inner.path);
    if (!error) continue;
    // The result announces the number of errors.
    inner.heard = error;
    inner.state = { ...inner.state, error };
    errors.delete(inner.path);
  }
  atom.put([...atom.items.slice(0, keep), ...made]);
  form.committed(atom);
  const rest = [...errors.values()].slice(0, MOST).map(({ message, params = {} }) =>
    (params.row ? say("rowFault", { row: params.row, text: message }) : message));
  return { count: made.length, faults: answer.errors.length + (answer.moreErrors ?? 0), rest };
}

/** Asks for the text of the rows, or for a file with it; returns null if the person cancels. */
async function askedRows(atom, around) {
  const heading = element("h2", { id: freshId("question"), text: say("pasteTitle") });
  const names = atom.state.paste.map((id) => atom.template.find((inner) => inner.id === id)?.caption ?? id);
  const hint =
    element("p", { class: "hint", id: freshId("hint"), text: say("pasteColumns", { columns: names.join(", ") }) });
  const input = element("textarea", {
    id: freshId("rows"), class: "paste-text", wrap: "off", spellcheck: "false", autocomplete: "off",
    "aria-describedby": hint.id,
  });
  const file = element("input", { id: freshId("file"), type: "file", accept: ".csv,.tsv,.txt,text/csv,text/plain" });
  const leave = element("button", { type: "button", class: "button quiet", text: say("cancel") });
  const act = element("button", { type: "submit", class: "button", text: say("pasteAct") });
  const form = element("form", { method: "dialog", novalidate: true }, heading,
    element("div", { class: "field" }, element("label", { class: "caption", for: input.id, text: say("pasteText") }),
      element("div", { class: "box" }, input), hint),
    element("div", { class: "paste-file" },
      element("label", { class: "caption", for: file.id, text: say("pasteFile") }), file),
    element("div", { class: "answers" }, leave, act));
  const dialog = element("dialog", { class: "question", "aria-labelledby": heading.id }, form);
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen) input.value = decoded(await chosen.arrayBuffer());
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) dialog.close("yes");
    else input.focus();
  });
  leave.addEventListener("click", () => dialog.close());
  const end = ended(dialog, around);
  input.focus();
  return (await end) === "yes" ? input.value : null;
}

/** Decodes UTF-8, or Windows-1251 if the bytes are not UTF-8. */
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1251").decode(bytes);
  }
}
