import { agreedTo } from "./asking.js";
import { say } from "./texts.js";

const asked = (name, cancel, { app, signal }) => agreedTo(
  { title: say(name), text: say(`${name}Text`), action: say(`${name}Action`), cancel },
  { app, signal, tone: "danger" });

/** Asks whether to leave a form with entries. Returns true if the person agrees. */
export const agreesToLeave = (app) => asked("leaveForm", say("stay"), { app, signal: undefined });

/**
 * Asks whether to cancel a submission or delete the draft of a flow. Returns true if the person
 * agrees.
 */
export const agreesToCancel = (method, form) =>
  asked(method === "DELETE" ? "dropDraft" : "callOff", say("back"), form);
