import { element, mark } from "./element.js";

/**
 * Fills an element with the blocks of a formatted text; with its caption if it has none now. Every
 * text is a text node, so a value can contain no markup.
 */
export function fillMarkdown(made, atom, form) {
  let drawn;
  atom.watch(() => {
    const { markdown, caption = "", severity } = atom.state;
    made.classList.toggle("severe", severity === "warning");
    const blocks = markdown ?? [{ kind: "paragraph", spans: [{ text: caption }] }];
    const now = JSON.stringify(blocks);
    // An unchanged text keeps its elements, and the focus of a link.
    if (now === drawn) return;
    // Announce later changes.
    if (drawn !== undefined) mark(made, "aria-live", "polite");
    drawn = now;
    made.replaceChildren(...blocks.map((block) => blockOf(block, form)));
  });
}

/** Draws a block. Headings are below the titles of the form's sections. */
function blockOf({ kind, level, spans = [], ordered, items = [] }, form) {
  if (kind === "list") {
    return element(ordered ? "ol" : "ul", {},
      items.map((item) =>
        element("li", {}, item.map((part) => (part.kind ? blockOf(part, form) : spanOf(part, form))))));
  }
  return element(kind === "heading" ? (level === 1 ? "h3" : "h4") : "p", {}, spans.map((span) => spanOf(span, form)));
}

function spanOf({ text = "", strong, emphasis, href }, form) {
  const styled = strong && emphasis
    ? element("strong", {}, element("em", { text }))
    : strong ? element("strong", { text }) : emphasis ? element("em", { text }) : text;
  return href === undefined ? styled : linkOf(href, styled, form);
}

/**
 * Draws a link like the kind `link`: one that leaves the bank opens in a new window, a path of the
 * server in the client. The text of any other link is drawn without a link.
 */
function linkOf(href, words, form) {
  if (/^(https|mailto|tel):/i.test(href)) {
    return element("a", { href, rel: "noopener noreferrer", target: "_blank" }, words);
  }
  if (!/^\/(?![/\\])/.test(href)) return words;
  const follow = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    form.tap({ state: { href } });
  };
  return element("a", { href: form.app.page.linkTo(href), on: { click: follow } }, words);
}
