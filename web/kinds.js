let names = [];

/** The kinds of atoms that the client draws, for the server to choose by. */
export const kinds = () => names;

/** Says which they are; the table of drawers does, once. */
export function setKinds(known) { names = known; }
