// Where everything stands: in each group columns from who depends (left) to what is depended on (right).

const ROW = 26;
const GAP = { x: 46, y: 8, pad: 12, head: 24 };
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
  arrange(box, linksWithin(group, inner, links));
  return box;
}

function leafOf(id) {
  const text = shortened(nodes[id].label);
  return { key: "n" + id, node: id, text, w: widthOf(text, 400) + 24, h: ROW };
}

function foldedOf(group, count) {
  const text = shortened(group.name);
  return { key: "g" + group.key, group, folded: true, text, count, w: widthOf(text, 600) + widthOf(String(count), 400) + 46, h: ROW + 4 };
}

// The links between the boxes of one group, each pair once, with how many it stands for.
function linksWithin(group, inner, links) {
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

function arrange(box, links) {
  const linked = new Set();
  for (const [source, targets] of links) for (const target of targets.keys()) linked.add(source).add(target);
  const columns = columnsOf(box.inner.filter((each) => linked.has(each)), links);
  const top = box.group === root ? 0 : GAP.head;
  const size = stack(columns, GAP.pad, top + GAP.pad);
  const alone = box.inner.filter((each) => !linked.has(each));
  const grid = stackGrid(alone, GAP.pad, size.h ? size.h + GAP.pad : top + GAP.pad, Math.max(size.w, 560));
  box.w = Math.max(size.w, grid.w, box.group.name ? widthOf(box.group.name, 600) + 40 : 0) + GAP.pad;
  box.h = Math.max(size.h, grid.h, top) + GAP.pad;
}

// Longest way to the end, with the edges that would close a circle left aside.
function columnsOf(boxes, links) {
  const rank = new Map();
  const entered = new Set();
  const sources = new Map(boxes.map((box) => [box, 0]));
  for (const targets of links.values()) for (const target of targets.keys()) sources.set(target, sources.get(target) + 1);
  const visit = (box) => {
    entered.add(box);
    let best = 0;
    for (const target of links.get(box).keys()) {
      if (!entered.has(target)) visit(target);
      if (rank.has(target)) best = Math.max(best, rank.get(target) + 1);
    }
    rank.set(box, best);
  };
  const order = boxes.slice().sort((a, b) => sources.get(a) - sources.get(b) || links.get(b).size - links.get(a).size);
  for (const box of order) if (!entered.has(box)) visit(box);
  const most = Math.max(0, ...rank.values());
  const columns = Array.from({ length: boxes.length ? most + 1 : 0 }, () => []);
  for (const box of boxes) columns[most - rank.get(box)].push(box);
  untangle(columns, links);
  return columns.flatMap(divided);
}

// Each box near the middle of those it is linked with, a few times to and fro.
function untangle(columns, links) {
  const near = new Map(columns.flat().map((box) => [box, []]));
  for (const [source, targets] of links) {
    for (const target of targets.keys()) {
      near.get(source).push(target);
      near.get(target).push(source);
    }
  }
  const middle = new Map();
  const settle = (column) => {
    const total = column.reduce((sum, box) => sum + box.h + GAP.y, 0);
    let y = -total / 2;
    for (const box of column) {
      middle.set(box, y + box.h / 2);
      y += box.h + GAP.y;
    }
  };
  columns.forEach(settle);
  for (let turn = 0; turn < 16; turn++) {
    const wanted = (box) => near.get(box).reduce((sum, each) => sum + middle.get(each), 0) / near.get(box).length;
    for (const column of turn % 2 ? columns : columns.slice().reverse()) {
      const aims = new Map(column.map((box) => [box, wanted(box)]));
      column.sort((a, b) => aims.get(a) - aims.get(b));
      settle(column);
    }
  }
}

// A tall column as several beside each other, so that the page keeps its shape.
function divided(column) {
  const tallest = Math.max(ROW * 18, ...column.map((box) => box.h));
  const parts = [[]];
  let height = 0;
  const total = column.reduce((sum, box) => sum + box.h + GAP.y, 0);
  const aim = total / Math.ceil(total / tallest);
  for (const box of column) {
    if (height && height + box.h / 2 > aim) {
      parts.push([]);
      height = 0;
    }
    parts.at(-1).push(box);
    height += box.h + GAP.y;
  }
  return parts;
}

function stack(columns, left, top) {
  const heights = columns.map((column) => column.reduce((sum, box) => sum + box.h + GAP.y, -GAP.y));
  const tallest = Math.max(0, ...heights);
  let x = left;
  columns.forEach((column, index) => {
    let y = top + (tallest - heights[index]) / 2;
    const w = Math.max(...column.map((box) => box.w));
    for (const box of column) {
      box.x = x;
      box.y = y;
      y += box.h + GAP.y;
    }
    x += w + GAP.x;
  });
  return columns.length ? { w: x - GAP.x, h: top + tallest } : { w: 0, h: 0 };
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
