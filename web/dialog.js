import { isLost, recover, whereIn } from "./focus.js";

/**
 * Shows a modal dialog of a client and returns the value that it closes with. A tap outside or an
 * aborted `signal` closes it, and closing restores the focus. The open dialog contains the client's
 * live region, because a screen reader reaches nothing outside.
 */
export function ended(dialog, /** @type {{ app: any, signal?: AbortSignal }} */ { app, signal }) {
  const way = whereIn(app.place);
  const { spoken, floating } = app.notices;
  const before = spoken.parentElement;
  return new Promise((answer) => {
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    dialog.addEventListener("close", () => {
      // The previous parent may be a dialog that was removed since.
      (before.isConnected ? before : floating).append(spoken);
      dialog.remove();
      // The browser restores the focus itself, and the person may have moved it.
      if (isLost()) recover(way);
      answer(dialog.returnValue);
    });
    signal?.addEventListener("abort", () => dialog.close());
    dialog.append(spoken);
    app.place.append(dialog);
    dialog.showModal();
  });
}
