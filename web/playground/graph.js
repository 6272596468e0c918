import { element } from "../element.js";
import { tell } from "./texts.js";

const SPACE = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, ACROSS, DOWN, EDGE] = [168, 40, 76, 16, 12];

function shape(tag, attributes, ...children) {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Draws the dependencies as a picture and as a list. A source is to the left of its readers. */
export function drawGraph({ nodes, edges }) {
  const joined = new Set(edges.flatMap((edge) => [edge.from, edge.to]));
  const drawn = nodes.filter((node) => joined.has(node.id));
  if (!drawn.length) return [element("p", { class: "quiet", text: tell("none") })];
  const titles = new Map(nodes.map((node) => [node.id, node.title]));
  const places = laidOut(drawn, edges);
  const size = [...places.values()].reduce(
    (most, { x, y }) => [Math.max(most[0], x + WIDTH), Math.max(most[1], y + HEIGHT)], [0, 0]);
  const picture = shape("svg", {
    viewBox: `0 0 ${size[0] + EDGE} ${size[1] + EDGE}`, width: size[0] + EDGE, height: size[1] + EDGE, role: "img",
    "aria-label": tell("graph"),
  });
  picture.append(
    shape("defs", {}, shape("marker", {
      id: "tip", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto",
    }, shape("path", { d: "M0 0 8 4 0 8z" }))),
    ...edges.map((edge) => arrow(places.get(edge.from), places.get(edge.to), edge.for)),
    ...drawn.map((node) => box(node, places.get(node.id))));
  const readers = new Map();
  const changed = new Map();
  for (const { from, to, for: kind } of edges) {
    const [names, key, other] = kind === "change" ? [changed, from, to] : [readers, to, from];
    names.set(key, [...(names.get(key) ?? []), titles.get(other)]);
  }
  const lines = [
    ...[...readers].map(([reader, sources]) =>
      tell("reads", { reader: titles.get(reader), sources: [...new Set(sources)].join(", ") })),
    ...[...changed].map(([source, others]) =>
      tell("changes", { source: titles.get(source), others: others.join(", ") })),
  ].map((text) => element("li", { text }));
  return [
    element("div", { class: "graph-picture", tabindex: "0", role: "group", "aria-label": tell("graph") }, picture),
    element("p", { class: "quiet", text: tell("legend") }),
    element("details", {}, element("summary", { text: tell("list") }), element("ul", {}, lines)),
  ];
}

/** Places each node in a column to the right of the nodes that its value reads. */
function laidOut(nodes, edges) {
  const columns = new Map(nodes.map((node) => [node.id, 0]));
  // Dependencies of visibility can form a cycle. For the others, as many rounds as nodes suffice.
  for (let round = 0, isMoved = true; isMoved && round < nodes.length; round += 1) {
    isMoved = false;
    for (const { from, to, for: kind } of edges) {
      const column = columns.get(from) + 1;
      if (kind === "check" || kind === "change" || from === to || columns.get(to) >= column || column > 12) continue;
      columns.set(to, column);
      isMoved = true;
    }
  }
  const filled = [];
  return new Map(nodes.map((node) => {
    const column = columns.get(node.id);
    const row = filled[column] = (filled[column] ?? -1) + 1;
    return [node.id, { x: EDGE + column * (WIDTH + ACROSS), y: EDGE + row * (HEIGHT + DOWN) }];
  }));
}

function box(node, { x, y }) {
  const title = [...node.title].length > 20 ? `${[...node.title].slice(0, 19).join("")}…` : node.title;
  const kind = node.kind === "lookup" || node.kind === "fact" ? node.kind : "atom";
  return shape("g", { class: `node ${kind}` },
    shape("rect", { x, y, width: WIDTH, height: HEIGHT, rx: kind === "atom" ? 8 : HEIGHT / 2 }),
    shape("text", { x: x + WIDTH / 2, y: y + 17, class: "name" }, title),
    shape("text", { x: x + WIDTH / 2, y: y + 32, class: "kind" }, node.kind),
    shape("title", {}, `${node.title} (${node.kind})`));
}

function arrow(from, to, kind) {
  const isForward = to.x > from.x;
  const [x1, y1] = [from.x + WIDTH, from.y + HEIGHT / 2];
  const [x2, y2] = isForward ? [to.x, to.y + HEIGHT / 2] : [to.x + WIDTH, to.y + HEIGHT / 2];
  const bend = isForward ? Math.max((x2 - x1) / 2, 24) : 48;
  return shape("path", {
    class: `edge ${kind}`, d: `M${x1} ${y1}C${x1 + bend} ${y1} ${isForward ? x2 - bend : x2 + bend} ${y2} ${x2} ${y2}`,
    "marker-end": "url(#tip)",
  });
}
