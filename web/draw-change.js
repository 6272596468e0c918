import { element } from "./element.js";

/**
 * Adds to a line of a review the button that opens the page of its value. The link to the page,
 * which serves clients without such buttons, is then hidden.
 */
export function offerChange(made, atom, form) {
  const { change, pair } = atom.state;
  const open = async () => {
    await form.navigation.follow({ href: change.href, method: "GET" });
    const { view } = form.navigation.top;
    const place = view.tree?.at(change.atom);
    if (place) view.lead(place);
  };
  made.classList.add("changing");
  made.append(element("button", {
    type: "button", class: "text-button change", text: change.title, "aria-label": `${change.title}: ${pair.label}`,
    on: { click: open },
  }));
  const link = form.tree.atoms.find(({ kind, state }) => kind === "link" && state.action?.href === change.href);
  if (!link?.isShown) return;
  link.state = { ...link.state, shown: false };
  link.changed();
}
