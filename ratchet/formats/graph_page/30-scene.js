// The drawing: boxes and links as SVG, and moving about in it.

const svg = document.querySelector("svg");
const world = document.getElementById("world");
const view = { x: 0, y: 0, scale: 1 };
let drawn = new Map(); // key → {box, element}
let lines = []; // {element, source, target, links}
let extent = { w: 0, h: 0 };

function made(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function draw() {
  const top = arranged();
  const layers = ["boxes", "links", "nodes"].map((name) => made("g", { class: name }));
  drawn = new Map();
  place(top, 0, 0, layers);
  lines = joined();
  for (const line of lines) layers[1].append(line.element);
  world.replaceChildren(...layers);
  extent = { w: top.w, h: top.h };
  document.getElementById("empty").hidden = drawn.size > 0;
  mark();
}

function place(box, x, y, layers) {
  for (const inner of box.inner) {
    const at = { box: inner, x: x + inner.x, y: y + inner.y, w: inner.w, h: inner.h };
    if (inner.inner) {
      layers[0].append(containerOf(inner, at));
      place(inner, at.x, at.y, layers);
    } else {
      at.element = inner.group ? foldedElement(inner, at) : leafElement(inner, at);
      layers[2].append(at.element);
      drawn.set(inner.key, at);
    }
  }
}

function containerOf(box, at) {
  const head = made("rect", { class: "head", x: 0, y: 0, width: box.w, height: GAP.head, rx: 8, tabindex: 0, role: "button", "aria-label": `fold ${box.group.name}` });
  onPress(head, () => toggle(box.group));
  const text = made("text", { x: 10, y: 16.5 }, "▾ " + box.group.name);
  text.setAttribute("pointer-events", "none");
  return made("g", { class: "box", transform: `translate(${at.x} ${at.y})`, "data-group": box.group.key },
    made("rect", { width: box.w, height: box.h, rx: 9 }), head, text);
}

function foldedElement(box, at) {
  const element = made("g", { class: "node group", transform: `translate(${at.x} ${at.y})`, tabindex: 0, role: "button", "data-group": box.group.key, "aria-label": `unfold ${box.group.name}, ${box.count}` },
    made("rect", { class: "under", x: 3, y: 3, width: box.w, height: box.h, rx: 7 }),
    made("rect", { width: box.w, height: box.h, rx: 7 }),
    made("text", { x: 11, y: 19.5 }, "▸ " + box.text),
    made("text", { class: "count", x: box.w - 10, y: 19.5, "text-anchor": "end" }, String(box.count)),
    made("circle", { cx: box.w - 1, cy: 1, r: 4.5 }), made("title", {}, box.group.name));
  breachClass(element, box.group.all.flatMap(breachesAt));
  onPress(element, () => toggle(box.group));
  return element;
}

function leafElement(box, at) {
  const node = nodes[box.node];
  const element = made("g", { class: node.own ? "node" : "node outside", transform: `translate(${at.x} ${at.y})`, tabindex: 0, role: "button", "data-name": node.name, "aria-label": node.name },
    made("rect", { width: box.w, height: box.h, rx: 7 }), made("text", { x: 12, y: 17.5 }, box.text),
    made("circle", { cx: box.w - 1, cy: 1, r: 4.5 }), made("title", {}, node.name));
  breachClass(element, breachesAt(box.node));
  onPress(element, () => choose({ node: box.node }));
  return element;
}

// A node is marked for what it breaks itself, and for the first edge of a path, which is its debt.
function breachesAt(id) {
  const first = out[id].flatMap((link) => (link.breaches ?? []).filter((breach) => breach.pairs[0]?.[0] === id && breach.pairs[0][1] === link.target));
  return [...(nodes[id].breaches ?? []), ...first];
}

function breachClass(element, breaches) {
  if (breaches.some((breach) => !breach.frozen)) element.classList.add("violation");
  else if (breaches.length) element.classList.add("frozen");
}

function onPress(element, act) {
  element.addEventListener("click", () => { if (!moved) act(); });
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      act();
    }
  });
}

function joined() {
  const found = new Map();
  for (const link of data.links) {
    if (!linkShows(link)) continue;
    const [source, target] = [drawnAs(link.source), drawnAs(link.target)];
    if (source === target && link.source !== link.target) continue;
    const key = `${source} ${target}`;
    if (!found.has(key)) found.set(key, { source, target, links: [] });
    found.get(key).links.push(link);
  }
  const lines = [...found.values()].filter((line) => drawn.has(line.source) && drawn.has(line.target));
  for (const line of lines) line.element = lineElement(line);
  return lines.sort((a, b) => weight(a) - weight(b));
}

function weight(line) {
  return line.links.some((link) => link.bad) ? 2 : line.links.some((link) => link.frozen) ? 1 : 0;
}

function lineElement(line) {
  const width = Math.min(5, 1.1 + Math.log2(line.links.length) * 0.5);
  const classes = ["link"];
  if (line.links.every((link) => link.edges.filter(edgeShows).every((edge) => edge.is.some((kind) => kind !== "normal")))) classes.push("soft");
  if (line.links.some((link) => link.cycle) && goesBack(drawn.get(line.source).box, drawn.get(line.target).box)) classes.push("cycle");
  classes.push(...["", "frozen", "violation"].slice(weight(line), weight(line) + 1).filter(Boolean));
  const names = line.links.slice(0, 12).map((link) => `${nodes[link.source].name} → ${nodes[link.target].name}`);
  if (line.links.length > 12) names.push(`… and ${line.links.length - 12} more`);
  return made("path", { class: classes.join(" "), d: curve(drawn.get(line.source), drawn.get(line.target)), "stroke-width": width, "marker-end": "url(#tip)" },
    made("title", {}, names.join("\n")));
}

// Along the wider gap between the two boxes, sideways or downwards; where there is none, round the right side.
function curve(a, b) {
  const [ax, ay, bx, by] = [a.x + a.w / 2, a.y + a.h / 2, b.x + b.w / 2, b.y + b.h / 2];
  if (a === b) return `M${a.x + a.w} ${ay - 5}c30 -18 30 28 2 10`;
  const gap = { right: b.x - a.x - a.w, left: a.x - b.x - b.w, down: b.y - a.y - a.h, up: a.y - b.y - b.h };
  const sideways = Math.max(gap.right, gap.left);
  const upright = Math.max(gap.down, gap.up);
  if (Math.max(sideways, upright) < 4) {
    const far = Math.max(a.x + a.w, b.x + b.w) + 26;
    return `M${a.x + a.w} ${ay}C${far} ${ay} ${far} ${by} ${b.x + b.w + 2} ${by}`;
  }
  if (sideways >= upright * 0.8) {
    const sign = gap.right > gap.left ? 1 : -1;
    const [x1, x2] = sign > 0 ? [a.x + a.w, b.x - 2] : [a.x, b.x + b.w + 2];
    const bend = sign * Math.max(18, sideways / 2);
    return `M${x1} ${ay}C${x1 + bend} ${ay} ${x2 - bend} ${by} ${x2} ${by}`;
  }
  const sign = gap.down > gap.up ? 1 : -1;
  const [y1, y2] = sign > 0 ? [a.y + a.h, b.y - 2] : [a.y, b.y + b.h + 2];
  const bend = sign * Math.max(18, upright / 2);
  return `M${ax} ${y1}C${ax} ${y1 + bend} ${bx} ${y2 - bend} ${bx} ${y2}`;
}

function moveTo() {
  world.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
}

function fit() {
  const room = svg.getBoundingClientRect();
  view.scale = Math.min(1.15, Math.max(0.04, Math.min((room.width - 40) / Math.max(1, extent.w), (room.height - 40) / Math.max(1, extent.h))));
  view.x = (room.width - extent.w * view.scale) / 2;
  view.y = (room.height - extent.h * view.scale) / 2;
  moveTo();
}

function zoom(factor, x, y) {
  const scale = Math.min(4, Math.max(0.04, view.scale * factor));
  view.x = x - ((x - view.x) * scale) / view.scale;
  view.y = y - ((y - view.y) * scale) / view.scale;
  view.scale = scale;
  moveTo();
}

// Bring something into sight without losing the reader's scale, unless nothing could be read.
function centre(key) {
  const at = drawn.get(key);
  if (!at) return;
  const room = svg.getBoundingClientRect();
  view.scale = Math.max(view.scale, 0.7);
  view.x = room.width / 2 - (at.x + at.w / 2) * view.scale;
  view.y = room.height / 2 - (at.y + at.h / 2) * view.scale;
  moveTo();
}

let held = null;
let moved = false;
svg.addEventListener("pointerdown", (event) => {
  held = { x: event.clientX, y: event.clientY, from: { ...view } };
  moved = false;
});
addEventListener("pointermove", (event) => {
  if (!held) return;
  const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
  if (Math.abs(dx) + Math.abs(dy) > 4) moved = true;
  if (!moved) return;
  svg.classList.add("held");
  [view.x, view.y] = [held.from.x + dx, held.from.y + dy];
  moveTo();
});
addEventListener("pointerup", () => {
  held = null;
  svg.classList.remove("held");
});
svg.addEventListener("wheel", (event) => {
  event.preventDefault();
  const room = svg.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX - room.left, event.clientY - room.top);
}, { passive: false });
svg.addEventListener("click", (event) => { if (event.target === svg && !moved) choose(null); });
