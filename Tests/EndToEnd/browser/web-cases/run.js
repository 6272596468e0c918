/**
 * Runs the cases in `cases.json` with the client's pure functions; returns their number and the
 * differences. A case of a mask or an amount begins with an empty field and performs its steps.
 * `type` and `paste` replace the selection. `delete` removes it or, if it is empty, the character
 * before the caret (`forward`: after it). `at` is the caret or the selection; by default the caret
 * stays where the previous step left it.
 */
export function run({ masks, numbers, days, amounts, format, groups, calendar, plain, language, times, texts, positions }, cases) {
  const spoken = (name, act) => {
    const before = language.language();
    language.setLanguage(name);
    try { return act(); } finally { language.setLanguage(before); }
  };
  const check = {
    masks: ({ mask, given, steps = [] }) => {
      let field = masks.shown(given ?? null, mask);
      for (const step of steps) for (const now of edits(field, step)) field = masks.edited(field, now(field), mask);
      const { text, value, caret, fault } = field;
      return { text, value, caret, fault: fault?.name ?? null };
    },
    numbers: ({ typed, language }) => ({ value: numbers.readDecimal(typed, language) }),
    pasted: ({ text, language: name }) => ({ value: numbers.pastedDecimal(text, name) }),
    amounts: ({ language: name, places, given, steps = [] }) => {
      let field = amounts.typedAmount(given ?? null, name, places);
      for (const step of steps) for (const now of edits(field, step)) field = amounts.editedAmount(field, now(field), name, places);
      return { text: field.text, value: field.value, caret: field.caret };
    },
    money: ({ language: name, amount, currency, scale }) => spoken(name, () => ({ text: format.money(amount, currency, scale) })),
    moments: ({ language: name, moment, zone }) => spoken(name, () => ({ text: format.moment(moment, zone) })),
    groups: (state) => ({ mask: groups.groupsOf(state) ?? null }),
    accounts: ({ given }) => ({ text: format.accountNumber(given) }),
    plain: ({ text, type }) => ({ text: plain.plain(text, type) }),
    searched: ({ text }) => ({ text: plain.searched(text) }),
    isolated: ({ text }) => ({ text: texts.isolated(text) }),
    calendarKeys: ({ day, key, shiftKey, direction }) => ({ day: calendar.dayByKey(day, { key, shiftKey }, direction) }),
    calendarYears: ({ day, today, min, max }) => {
      const years = calendar.yearsOf(day, today, { min, max });
      return { first: years[0], last: years.at(-1), count: years.length };
    },
    calendarMonths: ({ day }) => ({ months: calendar.monthsOf(day).join(" ") }),
    calendarWeeks: ({ day }) => {
      const weeks = calendar.weeksOf(day);
      return { weeks: weeks.length, first: weeks[0].findIndex(Boolean), last: weeks.flat().filter(Boolean).at(-1) };
    },
    days: ({ typed, today, min, max }) => ({ value: days.readDay(typed, today, { min, max }) }),
    times: ({ typed }) => ({ value: times.readTime(typed) }),
    positions: ({ value, ...limits }) => {
      const places = positions.positions(limits);
      const nearest = places.nearest(value);
      return { last: places.last, nearest, at: places.at(nearest) };
    },
    points: ({ typed }) => ({ text: [...typed].reduce((text, character) => days.pointed(text + character), "") }),
  };
  const differing = [];
  let count = 0;
  for (const [name, rows] of Object.entries(cases)) {
    for (const { expected, ...row } of rows) {
      const found = check[name](row);
      count += 1;
      const wrong = Object.keys(expected).filter((member) => found[member] !== expected[member]);
      if (wrong.length) differing.push({ [name]: row, expected, found: Object.fromEntries(wrong.map((member) => [member, found[member]])) });
    }
  }
  return { count, differing };
}

/** Returns the edits of a step in order. Each returns the text and the caret after the browser's edit. */
function edits(field, step) {
  const placed = ({ text, caret }) => (step.at === undefined ? [caret, caret] : [].concat(step.at, step.at).slice(0, 2)).map((each) => Math.min(each, text.length));
  const put = (inserted, inputType, isFirst) => (now) => {
    const [start, end] = isFirst ? placed(now) : [now.caret, now.caret];
    return { text: now.text.slice(0, start) + inserted + now.text.slice(end), caret: start + inserted.length, inputType };
  };
  if (step.type !== undefined) return [...step.type].map((character, index) => put(character, "insertText", index === 0));
  if (step.paste !== undefined) return [put(step.paste, "insertFromPaste", true)];
  const isForward = step.delete === "forward";
  return Array.from({ length: step.times ?? 1 }, (_, index) => (now) => {
    let [start, end] = index === 0 ? placed(now) : [now.caret, now.caret];
    if (start === end) [start, end] = isForward ? [start, end + 1] : [Math.max(0, start - 1), end];
    const inputType = isForward ? "deleteContentForward" : "deleteContentBackward";
    return { text: now.text.slice(0, start) + now.text.slice(end), caret: start, inputType };
  });
}
