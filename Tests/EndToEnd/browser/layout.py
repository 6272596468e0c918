"""Checks of the layout of a page: elements wider than the window or outside of their card, cut
text, broken numbers."""

WIDTHS = (320, 390, 820, 1280, 1680)
# 210 letters are the maximum of a payment's purpose, which other people write.
WORD = ("Непереносимоеслово" * 12)[:210]
# Texts that are appended to each visible text.
ADDED = {
    "long": WORD,
    # Markup, an unterminated direction override, 40 marks on one letter, and characters of two code
    # units.
    "hostile": " <img src=x onerror=alert(1)>&#x202e;\u202etxet%00../../" + "Z" + "\u0301" * 40 + "\U0001d54f" * 20 + "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 10,
    "right-to-left": " שלום עולם ارسال الأموال 12",
}

# Selectors without appended text: icons, digits of codes and days, and amounts, which have separate
# checks.
OWN = (".unseen, .spoken, .code-digit, .matrix, .days, .optional, .unit, .tool, .row-mark, .brand, .point, noscript, option, textarea, "
       ".is-amount, .is-account, .is-card, .is-number, .is-date, .is-dateTime, .hero, .sum, .picker-sum, "
       ".of-amount, .of-account, .of-number, .of-card, .of-date, .of-dateTime")

# Appends a text to each visible text; SHORTEN removes it.
LENGTHEN = """
const [word, own] = arguments;
window.lengthened = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode, place = node.parentElement;
  if (!/[\\p{L}\\p{N}]/u.test(node.data) || place.closest(own) || !place.checkVisibility()) continue;
  lengthened.push([node, node.data]);
}
for (const [node, text] of lengthened) node.data = text + word;
"""
SHORTEN = "for (const [node, text] of window.lengthened ?? []) node.data = text; window.lengthened = [];"

# Reports texts whose visual order differs from their order in the document: the second of two texts
# on a line begins before the first. Inserted texts must be isolated from their neighbours.
SWAPPED = """
const found = new Set(), range = document.createRange(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const block = (node) => { let box = node.parentElement; while (/^(inline|contents)$/.test(getComputedStyle(box).display)) box = box.parentElement; return box; };
let earlier = null;
while (walker.nextNode()) {
  const node = walker.currentNode, place = node.parentElement;
  if (!node.data.trim() || place.closest('.unseen, .spoken, noscript, option, textarea, script, style') || !place.checkVisibility()) continue;
  range.selectNodeContents(node);
  const rects = [...range.getClientRects()].filter((each) => each.width > 0.5), box = block(node);
  if (rects.length === 0) continue;
  const [first, last] = [rects[0], rects.at(-1)];
  if (earlier && earlier.box === box && getComputedStyle(box).display !== 'flex' && Math.abs(earlier.last.top - first.top) < first.height / 2
      && Math.min(...earlier.rects.map((each) => each.left)) > first.left + 1) found.add(`"${node.data.slice(0, 30)}" stands before "${earlier.node.data.slice(0, 30)}"`);
  earlier = { node, box, rects, last };
}
return [...found];
"""

# Reports numbers and words that are broken over two lines. An amount may break only before its
# currency, an account only between groups, and a word not at all. Runs of more than 30 characters
# may break anywhere, because other tests leave long purposes.
BROKEN = """
const [areWords] = arguments, found = new Set(), range = document.createRange();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode, place = node.parentElement;
  if (place.closest('.unseen, .spoken, noscript, option, textarea, script, style') || !place.checkVisibility()) continue;
  const { hyphens, clipPath } = getComputedStyle(place), isHyphened = hyphens === 'auto';
  if (clipPath !== 'none') continue;
  for (const part of node.data.matchAll(areWords ? /\\d[\\d\\u00a0.,]*\\d|\\p{L}{2,18}/gu : /(?<![\\d.,])\\d{2,8}(?![\\d.,])/gu)) {
    if (/^\\p{L}/u.test(part[0]) && isHyphened) continue;
    const [before] = node.data.slice(0, part.index).match(/\\S*$/u), [after] = node.data.slice(part.index).match(/^\\S*/u);
    if (/^\\p{L}/u.test(part[0]) && before.length + after.length > 30) continue;
    range.setStart(node, part.index);
    range.setEnd(node, part.index + part[0].length);
    const lines = new Set([...range.getClientRects()].filter((each) => each.width > 0.5).map((each) => Math.round(each.top)));
    if (lines.size > 1) found.add(`"${part[0]}" is broken in ${place.tagName.toLowerCase()}.${place.className}`);
  }
}
for (const each of document.querySelectorAll('.is-amount, .of-amount, p.hero, .given.sum, dd.sum, .picker-sum')) {
  if (!each.checkVisibility()) continue;
  const text = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), tops = new Set();
  while (text.nextNode()) {
    [...text.currentNode.data].forEach((character, place) => {
      if (!/\\d/.test(character)) return;
      range.setStart(text.currentNode, place);
      range.setEnd(text.currentNode, place + 1);
      tops.add(Math.round(range.getBoundingClientRect().top));
    });
  }
  if (tops.size > 1) found.add(`the amount ${each.innerText} is broken within its number`);
}
return [...found];
"""

# Reports a page wider than the window, elements outside of the window or of their card, and text
# that is cut off.
FINDINGS = """
const found = new Set(), root = document.documentElement, room = root.clientWidth;
const name = (each) => `${each.tagName.toLowerCase()}.${each.className.baseVal ?? each.className} "${(each.innerText ?? '').slice(0, 30)}"`;
if (root.scrollWidth > room) found.add(`the page is ${root.scrollWidth - room} px wider than the window`);
const scrolls = (each) => { for (let box = each; box; box = box.parentElement) if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth && box !== root && box !== document.body && !box.matches('dialog')) return true; return false; };
const frames = '.card, fieldset.group, details.group, .turnover, .row, .notice, .badge, .button, .chip, .tab, .segment, .picker, .box, .menu, .filter-panel, dialog';
const leaves = (each, rect) => {
  if (rect.width === 0) return null;
  if (rect.right > room + 1 || rect.left < -1) return 'the window';
  for (let box = each.closest(frames); box; box = box.parentElement?.closest(frames)) {
    const outer = box.getBoundingClientRect();
    if (rect.right > outer.right + 1 || rect.left < outer.left - 1) return name(box);
  }
  return null;
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
while (walker.nextNode()) {
  const node = walker.currentNode, place = node.parentElement;
  if (!node.data.trim() || place.closest('.unseen, .spoken, noscript, option, textarea, script, style') || !place.checkVisibility()) continue;
  if (getComputedStyle(place).clipPath !== 'none') continue;
  range.selectNodeContents(node);
  for (const rect of range.getClientRects()) {
    const what = leaves(place, rect);
    if (what && !scrolls(place)) found.add(`${name(place)} leaves ${what}`);
  }
}
for (const each of document.querySelectorAll('button, input, select, img, svg, .card, .row, .box, .badge')) {
  if (!each.checkVisibility() || each.closest('.unseen')) continue;
  const what = leaves(each.parentElement, each.getBoundingClientRect());
  if (what && !each.matches('input[type=radio], input[type=checkbox], .code') && !scrolls(each)) found.add(`${name(each)} leaves ${what}`);
}
for (const each of document.querySelectorAll('body *')) {
  if (each.clientWidth < 2 || !/hidden|clip/.test(getComputedStyle(each).overflowX) || !each.checkVisibility()) continue;
  // A trailing space can overflow in a line with two directions, and so can the last letter of a line.
  const space = Math.max(1, parseFloat(getComputedStyle(each).fontSize) * (/[\u0590-\u08ff\u202e]/.test(each.textContent) ? 0.4 : 0.1));
  if (each.scrollWidth <= each.clientWidth + space) continue;
  if (!each.matches('input, select, textarea, svg, .unseen, .spoken, dialog')) found.add(`${name(each)} is cut off at its side by ${each.scrollWidth - each.clientWidth} px of ${each.clientWidth}`);
}
return [...found];
"""


def findings(person):
    """Returns the faults of the visible layout."""
    return person.script(FINDINGS)


def broken(person, words=True):
    """Returns the numbers, and with `words` the words, that are broken over two lines."""
    return person.script(BROKEN, words)


def letters(person, percent):
    """Sets the root font size, in percent of the default."""
    person.script("document.documentElement.style.fontSize = arguments[0]", "" if percent == 100 else f"{percent}%")


def findings_with(person, kind):
    """Returns the faults of the layout after a text of this kind is appended to each text."""
    person.script(LENGTHEN, ADDED[kind], OWN)
    try:
        return [*findings(person), *person.script(SWAPPED)]
    finally:
        person.script(SHORTEN)
