// What the page knows: the data that ratchet wrote, and what the reader chose.

const data = JSON.parse(document.getElementById("data").textContent);
const KINDS = ["normal", "dev", "build", "optional", "type-only", "lazy", "test", "possible"];
const MANY = 40; // so many boxes can be looked at together; what is more begins folded

const state = {
  open: new Set(), // keys of groups that are unfolded
  kinds: new Map(KINDS.map((kind) => [kind, data.filters[kind]])),
  graphs: new Set(data.graphs),
  outside: false,
  breaches: false,
  chosen: null, // {node}, {group} or {breach}
  query: "",
};

const nodes = data.nodes;
const groups = new Map(); // key → {key, name, groups, nodes, all, above}

function adopt(group, above) {
  const made = { key: group.key, name: group.name, above, groups: [], nodes: group.nodes, all: [...group.nodes] };
  groups.set(made.key, made);
  for (const each of group.nodes) nodes[each].group = made;
  for (const inner of group.groups) {
    const below = adopt(inner, made);
    made.groups.push(below);
    made.all.push(...below.all);
  }
  return made;
}

const root = adopt(data.tree, null);
const out = nodes.map(() => []);
const into = nodes.map(() => []);
for (const link of data.links) {
  link.frozen = link.bad = false;
  out[link.source].push(link);
  into[link.target].push(link);
}

function linkBetween(source, target) {
  return out[source].find((link) => link.target === target);
}

data.violations.forEach((breach, number) => {
  breach.number = number;
  for (const id of breach.nodes) (nodes[id].breaches ??= []).push(breach);
  for (const [source, target] of breach.pairs) {
    const link = linkBetween(source, target);
    if (link) {
      (link.breaches ??= []).push(breach);
      if (breach.frozen) link.frozen = true;
      else link.bad = true;
    }
  }
});

// An edge is shown when all that it is, is chosen; a link when one of its edges is.
function edgeShows(edge) {
  return edge.is.every((kind) => state.kinds.get(kind));
}

function linkShows(link) {
  return nodeMayShow(nodes[link.source]) && nodeMayShow(nodes[link.target]) && link.edges.some(edgeShows)
    && (!state.breaches || link.bad || link.frozen);
}

function nodeMayShow(node) {
  return state.graphs.has(node.graph) && (node.own || state.outside);
}

// What is outside, and what breaks nothing where only breaches are wanted, shows with its links only.
function nodeShows(id) {
  const node = nodes[id];
  if (!nodeMayShow(node)) return false;
  if (node.own && !state.breaches) return true;
  return Boolean(state.breaches && node.breaches) || out[id].some(linkShows) || into[id].some(linkShows);
}

// Unfold from the top, those with most links first, as long as it can be looked at.
function unfoldSome() {
  const links = new Map([...groups.keys()].map((key) => [key, 0]));
  for (const link of data.links.filter(linkShows)) {
    for (const end of [link.source, link.target]) {
      for (let group = nodes[end].group; group; group = group.above) links.set(group.key, links.get(group.key) + 1);
    }
  }
  state.open.clear();
  state.open.add(root.key);
  let count = root.groups.length + root.nodes.length;
  for (let level = root.groups.slice(); level.length; ) {
    const after = [];
    for (const group of level.sort((a, b) => links.get(b.key) - links.get(a.key) || (a.key < b.key ? -1 : 1))) {
      const more = group.groups.length + group.nodes.length - 1;
      const own = group.all.some((id) => nodes[id].own);
      const tells = links.get(group.key) > 0 || more < 6;
      if (own && ((tells && count + more <= MANY) || (level.length === 1 && more <= 5 * MANY))) {
        state.open.add(group.key);
        count += more;
        after.push(...group.groups);
      }
    }
    level = after;
  }
}

function unfoldTo(id) {
  for (let group = nodes[id].group; group; group = group.above) state.open.add(group.key);
}

// Where a node is drawn: as itself, or as the outermost folded group around it.
function drawnAs(id) {
  let found = null;
  for (let group = nodes[id].group; group; group = group.above) {
    if (!state.open.has(group.key)) found = group;
  }
  return found ? "g" + found.key : "n" + id;
}
