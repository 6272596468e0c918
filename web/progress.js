import { element } from "./element.js";
import { say } from "./texts.js";

/** Shows that a response is pending, if it takes more than 250 ms. */
export class Progress {
  constructor(app) {
    this.notices = app.notices;
    this.count = 0;
    this.line = element("div", { class: "progress", hidden: true, "aria-hidden": "true" });
    app.place.append(this.line);
  }

  /** Returns the result of `promise`. */
  async during(promise) {
    this.count += 1;
    const timer = setTimeout(() => {
      this.line.hidden = false;
      this.notices.speak(say("loading"));
    }, 250);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.count -= 1;
      if (!this.count) this.line.hidden = true;
    }
  }
}
