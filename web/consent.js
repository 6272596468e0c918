import { ended } from "./dialog.js";
import { fillMarkdown } from "./draw-markdown.js";
import { element, freshId, mark, show } from "./element.js";
import { say } from "./texts.js";

/** Adds the link to the document of a consent. */
export function addDocument(made, atom, form) {
  const { document: paper, mustOpen } = atom.state;
  const { opened } = form.app;
  const name = `${paper.href} ${paper.version ?? ""}`;
  const isOutside = /^https:/.test(paper.href);
  const link = isOutside
    ? element("a", { class: "link text-button", href: paper.href, rel: "noopener noreferrer", target: "_blank" })
    : element("button", { type: "button", class: "link text-button" });
  const hint = element("p", { class: "hint", id: freshId("hint"), text: say("openFirst") });
  const open = () => {
    opened.add(name);
    atom.changed();
  };
  link.addEventListener("click", () => (isOutside ? open() : read(paper, form, open)));
  link.textContent = say("openDocument", { title: paper.title });
  made.append(element("div", { class: "consent-document" }, link, hint));
  const input = made.querySelector("input");
  atom.watch(() => {
    atom.isOpened = opened.has(name);
    const isBarred = Boolean(mustOpen) && !atom.isOpened && !atom.value;
    input.disabled = !atom.isEnabled || isBarred;
    show(hint, isBarred && atom.isEnabled);
    mark(link, "aria-describedby", isBarred ? hint.id : null);
  });
}

/** Shows a document of the bank in a dialog. A PDF opens in its own tab. */
async function read(paper, form, open) {
  let tree;
  try {
    tree = await form.app.ask({ href: paper.href });
  } catch (fault) {
    return form.refused(fault, () => read(paper, form, open));
  }
  const close = element("button", { type: "button", class: "button quiet", text: say("close") });
  const title = element("h2", { id: freshId("title"), text: tree.title });
  const body = element("div", { class: "text formatted", tabindex: "0", role: "region", "aria-labelledby": title.id });
  const dialog = element("dialog", { class: "sheet document", "aria-labelledby": title.id }, title, body, close);
  close.addEventListener("click", () => dialog.close());
  if (tree.content.format === "pdf") {
    const file = element("a", {
      class: "link", href: form.app.url(tree.content.file), rel: "noopener", target: "_blank", text: say("openFile"),
    });
    file.addEventListener("click", open);
    body.append(file);
  } else {
    const [{ caption, markdown = [] }] = tree.atoms;
    const isTitled = markdown[0]?.kind === "heading"
      && markdown[0].spans.map(({ text }) => text).join("") === tree.title;
    fillMarkdown(body, { state: { caption, markdown: isTitled ? markdown.slice(1) : markdown }, watch: (act) => act() },
      form);
    open();
  }
  await ended(dialog, form);
}
