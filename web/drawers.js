import { drawAccountPicker } from "./draw-account-picker.js";
import { drawButton } from "./draw-button.js";
import { drawChoices } from "./draw-choices.js";
import { drawCodeInput } from "./draw-code-input.js";
import { drawCommand } from "./draw-command.js";
import { drawConsent } from "./draw-consent.js";
import { drawDateInput } from "./draw-date-input.js";
import { drawDateTimeInput, drawTimeInput } from "./draw-time-input.js";
import { drawEnum } from "./draw-enum.js";
import { drawGroup } from "./draw-group.js";
import { drawImage } from "./draw-image.js";
import { drawLink } from "./draw-link.js";
import { drawRepeat } from "./draw-repeat.js";
import { drawSearch } from "./draw-search.js";
import { drawSegmented } from "./draw-segmented.js";
import { drawText } from "./draw-text.js";
import { drawTextInput } from "./draw-text-input.js";
import { drawToggle } from "./draw-toggle.js";
import { kinds } from "./kinds.js";

/** The drawer of each kind of atom. It takes an atom and its form, and returns an element. */
const drawers = {
  text: drawText, image: drawImage,
  textInput: (atom, form) => (atom.state.type === "code" ? drawCodeInput : drawTextInput)(atom, form),
  dateInput: drawDateInput,
  timeInput: drawTimeInput, dateTimeInput: drawDateTimeInput, toggle: drawToggle, consent: drawConsent,
  segmented: drawSegmented, enum: drawEnum, choices: drawChoices, accountPicker: drawAccountPicker, search: drawSearch,
  button: drawButton, command: drawCommand, group: drawGroup, repeat: drawRepeat, link: drawLink,
};
if (kinds().join() !== Object.keys(drawers).join()) throw new Error("the kinds in `kinds.js` differ from the drawers");

/** Draws an atom; returns null for an unknown kind. */
export function draw(atom, form) {
  const drawer = drawers[atom.kind];
  if (!drawer) return null;
  const made = drawer(atom, form);
  made.dataset.atom = atom.path;
  made.dataset.kind = atom.kind;
  if (atom.state.wide) made.classList.add("wide");
  atom.watch(() => { made.hidden = !atom.isShown; });
  return made;
}
