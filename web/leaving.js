import { agreed } from "./asking.js";
import { say } from "./texts.js";

/** True if a view has a form with something typed that would not be found here again. */
export function hasEntries(view) {
  return view.forms.some(({ tree, isLogin, isBusy }) => tree.isTouched && !tree.isLeft && !isLogin && !isBusy
    && [...tree.all()].some((atom) => atom.isInput && atom.isEnabled && !atom.isSecret && !atom.isEmpty));
}

/** Asks whether a form with entries is left; answers whether it is. */
export function agreesToLeave() {
  const confirm = { title: say("leaveForm"), text: say("leaveFormText"), action: say("leaveFormAction"), cancel: say("stay") };
  return agreed({ state: { confirm }, watch: (fill) => fill(), watchers: new Set() }, new AbortController().signal);
}
