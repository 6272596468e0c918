import { say } from "./texts.js";

/** Returns the title of an item, otherwise the caption of its list and its number. */
export const itemName = (list, index) => list.items[index]?.title
  || `${list.state.caption ?? say("item")} ${index + 1}`;
