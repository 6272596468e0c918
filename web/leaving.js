import { agreedTo } from "./asking.js";
import { say } from "./texts.js";

/** Asks whether a form with entries is left; answers whether it is. */
export function agreesToLeave() {
  const confirm = { title: say("leaveForm"), text: say("leaveFormText"), action: say("leaveFormAction"), cancel: say("stay") };
  return agreedTo(confirm);
}
