/** An account's digits in the groups in which people read and check them (Bank of Russia, 809-P). */
const ACCOUNT = [5, 3, 1, 4, 7].map((count) => "#".repeat(count)).join("\u00a0");

/** The mask that groups the digits of an input while they are typed: the server says by the role that they are an account. */
export const groupsOf = ({ type, role }) => (type === "digits" && role === "account" ? ACCOUNT : undefined);
