/** Describes how the client understands an answer. README.md describes the result. */

const DOCUMENTS = ["tree", "screen", "list", "lead", "back", "progress", "session"];

/** Returns the name of a document; null for one that the client does not draw. */
function named({ nameOf }, found) {
  const name = nameOf(found);
  return DOCUMENTS.includes(name) ? name : null;
}

export function document(client, kinds, { status = 200, body = null, retryAfter = null }) {
  const problem = status < 400 ? null : new client.Problem(status, body ?? {}, retryAfter);
  const name = problem ? "problem" : named(client, body);
  const shown = problem ? problem.next : body;
  const tree = name === "tree" ? new client.Tree(body) : null;
  return {
    document: name, transition: shown ? client.transitionOf(shown) : null, next: body?.next ? named(client, body.next) : null,
    drawn: tree ? [...tree.all()].filter((atom) => tree.isSeen(atom) && kinds.includes(atom.kind)).map(({ path }) => path) : null,
    href: name === "lead" ? body.href : null,
    rows: name === "list" ? body.data.length : null, more: name === "list" ? body.next ?? null : null,
    problem: problem?.name ?? null, passing: problem?.isPassing ?? null, retryAfter: problem?.retryAfter ?? null,
    errors: problem ? problem.errors.map(({ atom }) => atom) : null, update: problem?.update ?? null,
  };
}
