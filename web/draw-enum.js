import { element } from "./element.js";
import { field } from "./field.js";
import { haveDetails } from "./option.js";
import { picker } from "./picker.js";
import { say } from "./texts.js";

/** The number of options above which a sheet replaces the browser's own list. */
const MANY = 7;

export function drawEnum(atom, form) {
  const options = atom.state.options ?? [];
  if (options.length <= MANY && !haveDetails(options)) return drawSelect(atom, form);
  const draw = ({ caption, detail }) => [
    element("span", { class: "picker-words", text: caption },
      detail ? element("span", { class: "picker-detail", text: detail }) : null),
  ];
  return picker(atom, form, { draw, text: ({ caption, detail }) => [caption, detail].filter(Boolean).join(" ") });
}

function drawSelect(atom, form) {
  const select = element("select");
  const box = element("div", { class: "box select" }, select);
  select.addEventListener("change", () => {
    const option = atom.state.options[Number(select.value)];
    atom.enter(option ? option.value : null);
    form.committed(atom);
  });
  const made = field(atom, select, { box });
  let drawn = "";
  atom.watch(() => {
    const options = atom.state.options ?? [];
    const present = JSON.stringify([options, say("choose")]);
    if (present !== drawn) {
      drawn = present;
      select.replaceChildren(
        element("option", { value: "", text: say("choose") }),
        ...options.map((option, place) => element("option", { value: String(place), text: option.caption })));
    }
    const place = options.findIndex((option) => option.value === atom.value);
    select.value = place < 0 ? "" : String(place);
    select.disabled = !atom.isEnabled;
    select.classList.toggle("blank", place < 0);
  });
  return made;
}
