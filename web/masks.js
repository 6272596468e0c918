/** Draws a text through a mask: `#` is a digit, `@` a letter, everything else stands there by itself. */
export function masked(text, mask) {
  const given = [...String(text ?? "")];
  let drawn = "";
  for (const place of mask) {
    if (!given.length) break;
    if (place === "#" || place === "@") drawn += given.shift();
    else drawn += place;
  }
  return drawn + given.join("");
}

/** What was typed through a mask: digits where it has digits, letters where it has letters. */
export function unmasked(text, mask) {
  const fixed = new Set([...mask].filter((place) => place !== "#" && place !== "@"));
  const kept = [];
  const places = [...mask].filter((place) => place === "#" || place === "@");
  for (const character of text) {
    if (fixed.has(character) || /\s/.test(character)) continue;
    const place = places[kept.length];
    if (place === "#" && !/\d/.test(character)) continue;
    if (place === "@" && !/\p{L}/u.test(character)) continue;
    kept.push(character);
  }
  return kept.slice(0, places.length).join("");
}
