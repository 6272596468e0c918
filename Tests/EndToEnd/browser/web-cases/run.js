/**
 * Runs the cases in `cases.json` with the client's pure functions; returns their number and the
 * differences. The cases of typing and format are in `conformance/cases`.
 */
export function run({ calendar, plain, positions }, cases) {
  const check = {
    searched: ({ text }) => ({ text: plain.searched(text) }),
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
    positions: ({ value, ...limits }) => {
      const places = positions.positions(limits);
      const nearest = places.nearest(value);
      return { last: places.last, nearest, at: places.at(nearest) };
    },
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
