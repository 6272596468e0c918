import { say } from "./texts.js";

/**
 * The page on locked signing: the cause and what to do, with the bank's telephone number if the problem has it. A reload repeats `self`,
 * the request for the signature.
 */
export function lockedOf({ title, body: { phone } }, self) {
  const text = phone ? say("lockedPhone", { phone }) : say("lockedText");
  return { operation: "locked", title, self, atoms: [], result: { tone: "danger", title: say("locked"), text } };
}
