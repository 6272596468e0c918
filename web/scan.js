import { element, freshId } from "./element.js";
import { icon } from "./icons.js";
import { say } from "./texts.js";

/** Reads a code: with the camera or from a picture if the browser can, and as pasted text. */
export class Scan {
  constructor(module, navigation) {
    this.module = module;
    this.navigation = navigation;
    this.title = module.title;
    this.fault = element("p", { class: "fault", role: "alert" });
    const input = element("textarea", {
      id: freshId("code"), rows: 3, autocomplete: "off", spellcheck: "false", enterkeyhint: "go",
    });
    const ways = this.ways();
    const text = element("div", { class: "field" },
      element("label", { class: "caption", for: input.id, text: say(ways ? "codeByText" : "codeByTextAlone") }),
      element("div", { class: "box" }, input));
    const go = element("button", {
      type: "button", class: "button", text: say("goOn"),
      on: { click: () => (input.value.trim() ? this.take(input.value.trim()) : input.focus()) },
    });
    this.video = element("video", { class: "finder", playsinline: true, muted: true, hidden: true });
    this.element =
      element("div", { class: "scan" }, ways, this.video, this.fault, element("div", { class: "card grid" }, text, go));
  }

  get forms() { return []; }

  /** Draws the buttons for the camera and a picture; null if the browser cannot read codes. */
  ways() {
    if (!("BarcodeDetector" in window)) return null;
    const file = element("input", {
      type: "file", accept: "image/*", class: "unseen", tabindex: "-1", "aria-hidden": "true",
      on: { change: () => this.read(file.files[0]) },
    });
    const camera = navigator.mediaDevices?.getUserMedia
      && element("button", { type: "button", class: "button", on: { click: () => this.look() } }, icon("qr"),
        element("span", { text: say("codeByCamera") }));
    const picture = element("button", { type: "button", class: "button quiet", on: { click: () => file.click() } },
      icon("picture"), element("span", { text: say("codeByPicture") }));
    return element("div", { class: "ways" }, camera || null, picture, file);
  }

  /** @type {BarcodeDetector | undefined} */
  made;

  get detector() { return this.made ??= new BarcodeDetector({ formats: ["qr_code"] }); }

  async read(file) {
    if (!file) return;
    this.fault.textContent = "";
    try {
      const [found] = await this.detector.detect(await createImageBitmap(file));
      if (found) await this.take(found.rawValue);
      else this.fault.textContent = say("codeNotFound");
    } catch {
      this.fault.textContent = say("codeNotFound");
    }
  }

  /** Reads from the camera until it sees a code. */
  async look() {
    this.fault.textContent = "";
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (this.isClosed) return this.close();
      this.video.srcObject = this.stream;
      this.video.hidden = false;
      await this.video.play();
      while (this.stream) {
        const [found] = await this.detector.detect(this.video);
        if (found) return await this.take(found.rawValue);
        await new Promise((next) => {
          this.video.requestVideoFrameCallback ? this.video.requestVideoFrameCallback(next) : setTimeout(next, 100);
        });
      }
    } catch {
      this.stop();
      this.fault.textContent = say("cameraOff");
    }
  }

  async take(code) {
    this.stop();
    this.fault.textContent = "";
    await this.navigation.sent({ ...this.module.scan, transition: this.module.transition },
      { [this.module.scan.member]: code }, (text) => { this.fault.textContent = text; });
  }

  /** Stops the camera. */
  stop() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
    this.video.hidden = true;
  }

  refresh() {}
  async redraw() {}
  close() {
    this.isClosed = true;
    this.stop();
  }
}
