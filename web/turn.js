/** Lets the browser hear the person between two pieces of work. */
export const turn = () => globalThis.scheduler?.yield?.() ?? new Promise((go) => setTimeout(go));

/** Milliseconds that a frame is waited for: a page that is not seen has none. */
const LATE = 100;
let last = Promise.resolve();

/** Lets the browser draw what is there; each caller gets a frame of its own, in the order of their calls. */
export function frame() {
  last = last.then(() => new Promise((go) => {
    requestAnimationFrame(() => setTimeout(go));
    setTimeout(go, LATE);
  }));
  return last;
}
