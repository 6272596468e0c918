/** The groups in which people read the digits of an account (Bank of Russia, 809-P). */
const ACCOUNT = [5, 3, 1, 4, 7].map((count) => "#".repeat(count)).join("\u00a0");

/**
 * The mask that groups an input's digits during typing; undefined if its role is not an account.
 */
export const groupsOf = (/** @type {{ type?: string, role?: string }} */ { type, role }) =>
  (type === "digits" && role === "account" ? ACCOUNT : undefined);
