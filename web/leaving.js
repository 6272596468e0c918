import { agreedTo } from "./asking.js";
import { say } from "./texts.js";

const asked = (name, cancel, signal) => agreedTo({ title: say(name), text: say(`${name}Text`), action: say(`${name}Action`), cancel }, { signal, tone: "danger" });

/** Asks whether a form with entries is left; returns whether it is. */
export const agreesToLeave = () => asked("leaveForm", say("stay"));

/** Asks whether a submission is cancelled, or the draft of a flow deleted; returns whether it is. */
export const agreesToCancel = (method, signal) => asked(method === "DELETE" ? "dropDraft" : "callOff", say("back"), signal);
