/** The groups in which people read and check a number of so many digits: 20 are an account (Bank of Russia, 809-P). */
const GROUPS = { 20: [5, 3, 1, 4, 7] };

/** The mask that groups the digits of an input while they are typed; undefined where they stand in one run. */
export function groupsOf({ type, length }) {
  return type === "digits" ? GROUPS[length]?.map((count) => "#".repeat(count)).join("\u00a0") : undefined;
}
