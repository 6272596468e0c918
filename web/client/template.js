/**
 * Expands a URI template (RFC 6570: `{name}`, and `{?name,other}` for a query); null if a plain
 * name has no value.
 * @param {string} template
 * @param {any} members
 */
export function expand(template, members) {
  let isWhole = true;
  const has = (/** @type {string} */ name) => members[name] !== undefined && members[name] !== null;
  const href = template.replace(/\{([?&]?)([\w.,]+)\}/g, (_, operator, names) => {
    const all = /** @type {string[]} */ (names.split(","));
    if (operator) {
      const given = all.filter((name) => has(name) && members[name] !== "").map((name) =>
        `${name}=${encodeURIComponent(members[name])}`);
      return given.length ? operator + given.join("&") : "";
    }
    for (const name of all) if (!has(name)) isWhole = false;
    return all.map((name) => encodeURIComponent(members[name] ?? "")).join(",");
  });
  return isWhole ? href : null;
}

/**
 * Expands the names in braces in a body's texts, without percent-encoding; null if one has no
 * value.
 * @param {any} body
 * @param {any} row
 */
export function expandBody(body, row) {
  let isWhole = true;
  const fill = (/** @type {string} */ value) => value.replace(/\{([\w.]+)\}/g, (_, name) => {
    if (row[name] === undefined || row[name] === null) isWhole = false;
    return row[name] ?? "";
  });
  const filled = Object.fromEntries(
    Object.entries(body).map(([member, value]) => [member, typeof value !== "string" ? value : fill(value)]));
  return isWhole ? filled : null;
}
