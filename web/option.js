import { element } from "./element.js";

/**
 * The texts of an option: its caption, and its detail as a second line. The bold width of the
 * caption is reserved, so that a choice moves nothing.
 */
export const optionTexts = ({ caption, detail }) => element("span", { class: "option" },
  element("span", { text: caption, "data-text": caption }),
  detail ? element("span", { class: "option-detail", text: detail }) : null);

/** True if an option has a detail, which a line of segments and a browser's own list cannot show. */
export const haveDetails = (options) => (options ?? []).some((each) => each.detail);
