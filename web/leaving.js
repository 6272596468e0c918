import { agreedTo } from "./asking.js";
import { say } from "./texts.js";

const asked = (name, cancel, signal) => agreedTo(
  { title: say(name), text: say(`${name}Text`), action: say(`${name}Action`), cancel }, { signal, tone: "danger" });

/** Asks whether to leave a form with entries. Returns true if the person agrees. */
export const agreesToLeave = () => asked("leaveForm", say("stay"));

/**
 * Asks whether to cancel a submission or delete the draft of a flow. Returns true if the person
 * agrees.
 */
export const agreesToCancel = (method, signal) =>
  asked(method === "DELETE" ? "dropDraft" : "callOff", say("back"), signal);
