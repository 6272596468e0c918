import { isLost, recover, whereIn } from "./focus.js";

/**
 * Shows a dialog over everything and returns the value that it is closed with. A tap outside and an aborted `signal` close it; then the focus goes
 * back. While it is open the live region of the page is in it, because a screen reader reaches nothing outside.
 */
export function ended(dialog, signal) {
  const way = whereIn(document.body);
  const [spoken, floating] = [".spoken", ".floating"].map((each) => document.querySelector(each));
  const place = spoken?.parentElement;
  return new Promise((answer) => {
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    dialog.addEventListener("close", () => {
      // The former place may be another dialog, which was removed since.
      if (spoken) (place.isConnected ? place : floating)?.append(spoken);
      dialog.remove();
      // The browser gives the focus back by itself; by now the person may have gone on from there.
      if (isLost()) recover(way);
      answer(dialog.returnValue);
    });
    signal?.addEventListener("abort", () => dialog.close());
    if (spoken) dialog.append(spoken);
    document.body.append(dialog);
    dialog.showModal();
  });
}
