import { isLost, recover, whereIn } from "./focus.js";

/**
 * Shows a modal dialog and returns the value that it closes with. A tap outside or an aborted
 * `signal` closes it, and closing restores the focus. The open dialog contains the page's live
 * region, because a screen reader reaches nothing outside.
 */
export function ended(dialog, signal) {
  const way = whereIn(document.body);
  const [spoken, floating] = [".spoken", ".floating"].map((each) => document.querySelector(each));
  const place = spoken?.parentElement;
  return new Promise((answer) => {
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    dialog.addEventListener("close", () => {
      // The previous parent may be a dialog that was removed since.
      if (spoken) (place.isConnected ? place : floating)?.append(spoken);
      dialog.remove();
      // The browser restores the focus itself, and the person may have moved it.
      if (isLost()) recover(way);
      answer(dialog.returnValue);
    });
    signal?.addEventListener("abort", () => dialog.close());
    if (spoken) dialog.append(spoken);
    document.body.append(dialog);
    dialog.showModal();
  });
}
