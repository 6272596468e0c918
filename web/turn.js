export { turn } from "./client/turn.js";

/** Maximum milliseconds to wait for a frame. A hidden page has none. */
const LATE = 100;
let last = Promise.resolve();

/** Waits until the browser has drawn. Each caller gets its own frame, in the order of calls. */
export function frame() {
  last = last.then(() => new Promise((go) => {
    requestAnimationFrame(() => setTimeout(go));
    setTimeout(go, LATE);
  }));
  return last;
}
