// Where everything stands: in each group layers, from who depends (left or above) to what is depended on.

const ROW = 26;
const GAP = { y: 8, pad: 12, head: 24 };
const ruler = document.createElement("canvas").getContext("2d");

function widthOf(text, weight) {
  ruler.font = `${weight} 12.5px system-ui, sans-serif`;
  return Math.ceil(ruler.measureText(text).width);
}

function shortened(text) {
  return text.length > 34 ? `${text.slice(0, 16)}…${text.slice(-16)}` : text;
}

// A tree of boxes with sizes and places: {key, x, y, w, h, group | node, inner}.
function arranged() {
  const visible = new Set([...nodes.keys()].filter(nodeShows));
  const links = data.links.filter(linkShows);
  return boxOf(root, visible, links);
}

function boxOf(group, visible, links) {
  const inner = [];
  for (const id of group.nodes) if (visible.has(id)) inner.push(leafOf(id));
  for (const each of group.groups) {
    const count = each.all.filter((id) => visible.has(id)).length;
    if (count) inner.push(state.open.has(each.key) ? boxOf(each, visible, links) : foldedOf(each, count));
  }
  const box = { key: "g" + group.key, group, inner, folded: false };
  for (const each of inner) each.around = box;
  arrange(box, linksWithin(inner, links));
  return box;
}

function leafOf(id) {
  const text = shortened(nodes[id].label);
  return { key: "n" + id, node: id, text, w: widthOf(text, 400) + 24, h: ROW };
}

function foldedOf(group, count) {
  const text = shortened(group.name);
  return { key: "g" + group.key, group, folded: true, text, count, w: widthOf(text, 600) + widthOf(`${count} of ${count}`, 400) + 44, h: ROW + 4 };
}

// The links between the boxes of one group, each pair once, with how many it stands for.
function linksWithin(inner, links) {
  const boxOfNode = new Map();
  for (const box of inner) {
    if (box.group) for (const id of box.group.all) boxOfNode.set(id, box);
    else boxOfNode.set(box.node, box);
  }
  const found = new Map(inner.map((box) => [box, new Map()]));
  for (const link of links) {
    const [source, target] = [boxOfNode.get(link.source), boxOfNode.get(link.target)];
    if (source && target && source !== target) found.get(source).set(target, (found.get(source).get(target) ?? 0) + 1);
  }
  return found;
}

// Layers go to the right or down, whichever gives the box a better shape.
const RIGHT = { along: "x", across: "y", length: "w", breadth: "h", between: 46, beside: 8, most: 470 };
const DOWN = { along: "y", across: "x", length: "h", breadth: "w", between: 40, beside: 14, most: 1000 };
const SHAPE = 1.5;

function arrange(box, links) {
  const linked = new Set();
  for (const [source, targets] of links) for (const target of targets.keys()) linked.add(source).add(target);
  const layers = layersOf(box.inner.filter((each) => linked.has(each)), links);
  const top = (box.group === root ? 0 : GAP.head) + GAP.pad;
  const tries = [RIGHT, DOWN].map((way) => stack(untangled(layers, links, way), way, top));
  const off = ({ w, h }) => Math.abs(Math.log(w / h / SHAPE));
  const best = layers.length && off(tries[1]) < off(tries[0]) ? tries[1] : tries[0];
  for (const [each, at] of best.places) [each.x, each.y] = at;
  const alone = box.inner.filter((each) => !linked.has(each));
  const area = alone.reduce((sum, each) => sum + (each.w + GAP.y) * (each.h + GAP.y), 0);
  const grid = stackGrid(alone, GAP.pad, best.h ? best.h + GAP.pad : top, Math.max(best.w, Math.sqrt(area * SHAPE * 1.6), 150));
  box.w = Math.max(best.w, grid.w, widthOf(box.group.name, 600) + 40) + GAP.pad;
  box.h = Math.max(best.h, grid.h, top) + GAP.pad;
}

// By the longest way to the end along the order; a deep graph keeps its shape by thicker layers.
function layersOf(boxes, links) {
  const order = ordered(boxes, links);
  order.forEach((box, index) => { box.order = index; });
  const rank = new Map();
  for (const box of order.slice().reverse()) {
    const later = [...links.get(box).keys()].filter((target) => target.order > box.order);
    rank.set(box, Math.max(-1, ...later.map((target) => rank.get(target))) + 1);
  }
  const most = Math.max(0, ...rank.values());
  const layers = Array.from({ length: boxes.length ? most + 1 : 0 }, () => []);
  for (const box of boxes) layers[most - rank.get(box)].push(box);
  const enough = Math.max(5, Math.ceil(Math.sqrt(boxes.length) * 1.5));
  while (layers.length > enough) {
    const sizes = layers.slice(1).map((layer, index) => layer.length + layers[index].length);
    const at = sizes.indexOf(Math.min(...sizes));
    layers.splice(at, 2, [...layers[at], ...layers[at + 1]]);
  }
  return layers;
}

// An order in which little goes backwards (Eades, Lin, Smyth): what ends goes last, what begins first, then what
// gives most more than it takes.
function ordered(boxes, links) {
  const takes = new Map(boxes.map((box) => [box, new Map()]));
  const balance = new Map(boxes.map((box) => [box, { out: 0, into: 0 }]));
  for (const [source, targets] of links) {
    for (const [target, count] of targets) {
      takes.get(target).set(source, count);
      balance.get(source).out += count;
      balance.get(target).into += count;
    }
  }
  const left = new Set(boxes);
  const [first, last] = [[], []];
  const take = (box, list) => {
    list.push(box);
    left.delete(box);
    for (const [target, count] of links.get(box)) balance.get(target).into -= count;
    for (const [source, count] of takes.get(box)) balance.get(source).out -= count;
  };
  while (left.size) {
    const ends = [...left].filter((box) => !balance.get(box).out);
    const starts = [...left].filter((box) => !balance.get(box).into && balance.get(box).out);
    ends.forEach((box) => take(box, last));
    starts.forEach((box) => take(box, first));
    if (!ends.length && !starts.length) {
      const gain = (box) => balance.get(box).out - balance.get(box).into;
      take([...left].reduce((best, box) => (gain(box) > gain(best) ? box : best)), first);
    }
  }
  return [...first, ...last.reverse()];
}

// Each box near the middle of those it is linked with, a few times to and fro; long layers become several.
function untangled(given, links, way) {
  const layers = given.map((layer) => layer.slice());
  const near = new Map(layers.flat().map((box) => [box, []]));
  for (const [source, targets] of links) {
    for (const target of targets.keys()) {
      near.get(source).push(target);
      near.get(target).push(source);
    }
  }
  const middle = new Map();
  const settle = (layer) => {
    let at = -extentOf(layer, way) / 2;
    for (const box of layer) {
      middle.set(box, at + box[way.breadth] / 2);
      at += box[way.breadth] + way.beside;
    }
  };
  layers.forEach(settle);
  const wanted = (box) => near.get(box).reduce((sum, each) => sum + middle.get(each), 0) / near.get(box).length;
  for (let turn = 0; turn < 16; turn++) {
    for (const layer of turn % 2 ? layers : layers.slice().reverse()) {
      const aims = new Map(layer.map((box) => [box, wanted(box)]));
      layer.sort((a, b) => aims.get(a) - aims.get(b));
      settle(layer);
    }
  }
  return layers.flatMap((layer) => divided(layer, way));
}

function extentOf(layer, way) {
  return layer.reduce((sum, box) => sum + box[way.breadth] + way.beside, -way.beside);
}

function divided(layer, way) {
  const most = Math.max(way.most, ...layer.map((box) => box[way.breadth]));
  const total = extentOf(layer, way);
  const aim = total / Math.ceil(total / most);
  const parts = [[]];
  let length = 0;
  for (const box of layer) {
    if (length && length + box[way.breadth] / 2 > aim) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1).push(box);
    length += box[way.breadth] + way.beside;
  }
  return parts;
}

function stack(layers, way, top) {
  const start = { x: GAP.pad, y: top };
  const longest = Math.max(0, ...layers.map((layer) => extentOf(layer, way)));
  const places = new Map();
  let along = start[way.along];
  for (const layer of layers) {
    let across = start[way.across] + (longest - extentOf(layer, way)) / 2;
    const thick = Math.max(...layer.map((box) => box[way.length]));
    for (const box of layer) {
      const at = { [way.along]: along + (way === DOWN ? (thick - box.h) / 2 : 0), [way.across]: across };
      places.set(box, [at.x, at.y]);
      across += box[way.breadth] + way.beside;
    }
    along += thick + way.between;
  }
  if (!layers.length) return { places, w: 0, h: 0 };
  const ends = { [way.along]: along - way.between, [way.across]: start[way.across] + longest };
  return { places, w: ends.x, h: ends.y };
}

// What is linked with nothing stands in rows below.
function stackGrid(boxes, left, top, width) {
  let [x, y, row, w] = [left, top, 0, 0];
  for (const box of boxes) {
    if (x > left && x + box.w > width) {
      [x, y, row] = [left, y + row + GAP.y, 0];
    }
    [box.x, box.y] = [x, y];
    x += box.w + GAP.y;
    row = Math.max(row, box.h);
    w = Math.max(w, x - GAP.y);
  }
  return boxes.length ? { w, h: y + row } : { w: 0, h: 0 };
}

// Whether a line goes against the order of what it joins, where both lie in one group: it closes a cycle there.
function goesBack(source, target) {
  const above = new Map();
  for (let box = source; box.around; box = box.around) above.set(box.around, box);
  for (let box = target; box.around; box = box.around) {
    const other = above.get(box.around);
    if (other) return other.order > box.order;
  }
  return false;
}
