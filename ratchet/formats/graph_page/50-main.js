// What the reader does, and what follows from it.

const search = document.getElementById("search");

function matches() {
  const wanted = state.query.toLowerCase();
  const hit = (node) => node.name.toLowerCase().includes(wanted) || node.at.toLowerCase().includes(wanted);
  const rank = (id) => (nodes[id].name.toLowerCase() === wanted ? 0 : nodes[id].name.toLowerCase().includes(wanted) ? 1 : 2);
  return wanted ? [...nodes.keys()].filter((id) => nodeShows(id) && hit(nodes[id])).sort((a, b) => rank(a) - rank(b) || a - b) : [];
}

// Classes only: nothing moves while somebody types or chooses.
function mark() {
  const inFolded = new Map();
  for (const key of matches().map(drawnAs)) inFolded.set(key, (inFolded.get(key) ?? 0) + 1);
  const hits = new Set(inFolded.keys());
  const hot = hotLinks();
  const near = new Set();
  for (const line of lines) {
    const is = line.links.some((link) => hot.has(link)) || (state.query !== "" && hits.has(line.source) && hits.has(line.target));
    line.element.classList.toggle("hot", is);
    if (is) near.add(line.source).add(line.target);
  }
  const chosen = chosenKeys();
  for (const [key, { element, box }] of drawn) {
    element.classList.toggle("hit", hits.has(key));
    if (box.folded) element.querySelector(".count").textContent = hits.has(key) ? `${inFolded.get(key)} of ${box.count}` : box.count;
    element.classList.toggle("near", near.has(key));
    element.classList.toggle("chosen", chosen.has(key));
  }
  svg.classList.toggle("searching", state.query !== "");
  svg.classList.toggle("choosing", state.query === "" && state.chosen !== null && chosen.size > 0);
  const count = state.query ? matches().length : 0;
  document.getElementById("hits").textContent = state.query ? (count === 1 ? "1 match" : `${count} matches`) : "";
}

function hotLinks() {
  if (!state.chosen) return new Set();
  if ("breach" in state.chosen) return new Set(state.chosen.breach.pairs.map(([source, target]) => linkBetween(source, target)));
  const ids = "node" in state.chosen ? [state.chosen.node] : state.chosen.group.all;
  return new Set(ids.flatMap((id) => [...out[id], ...into[id]]));
}

function chosenKeys() {
  if (!state.chosen) return new Set();
  if ("node" in state.chosen) return new Set([drawnAs(state.chosen.node)]);
  if ("group" in state.chosen) return new Set(state.chosen.group.all.map(drawnAs));
  const { nodes: about, pairs } = state.chosen.breach;
  return new Set([...about, ...pairs.flat()].map(drawnAs));
}

function choose(what) {
  state.chosen = what;
  if (state.query) {
    state.query = search.value = "";
  }
  mark();
  fill();
}

function show(ids) {
  for (const id of ids) {
    unfoldTo(id);
    if (!nodes[id].own) state.outside = true;
    state.graphs.add(nodes[id].graph);
  }
  chips();
  draw();
}

function reveal(id) {
  show([id]);
  choose({ node: id });
  centre(drawnAs(id));
}

function revealBreach(breach) {
  const ids = [...breach.nodes, ...breach.pairs.flat()];
  show(ids);
  choose({ breach });
  if (ids.length) centre(drawnAs(ids[0]));
}

function toggle(group) {
  if (!state.open.delete(group.key)) state.open.add(group.key);
  draw();
  choose({ group });
  if (drawn.has("g" + group.key)) centre("g" + group.key);
}

function chip(label, count, checked, act) {
  const box = html("input", { type: "checkbox", "data-filter": label });
  box.checked = checked;
  box.addEventListener("change", () => {
    act(box.checked);
    draw();
    fill();
  });
  return html("label", { class: "chip" }, box, label, html("b", {}, count));
}

function chips() {
  const kinds = KINDS.map((kind) => [kind, data.links.filter((link) => link.edges.some((edge) => edge.is.includes(kind))).length]).filter(([, count]) => count);
  const outside = nodes.filter((node) => !node.own).length;
  const parts = [html("div", { class: "chips" }, html("span", {}, "edges"), ...kinds.map(([kind, count]) => chip(kind, count, state.kinds.get(kind), (on) => state.kinds.set(kind, on))))];
  if (data.graphs.length > 1) {
    parts.push(html("div", { class: "chips" }, html("span", {}, "graphs"), ...data.graphs.map((graph) => chip(graph, nodes.filter((node) => node.graph === graph && node.own).length, state.graphs.has(graph), (on) => (on ? state.graphs.add(graph) : state.graphs.delete(graph))))));
  }
  const more = html("div", { class: "chips" }, html("span", {}, "show"));
  if (outside) more.append(chip("outside", outside, state.outside, (on) => { state.outside = on; }));
  if (data.violations.length) more.append(chip("only violations", data.violations.length, state.breaches, (on) => { state.breaches = on; }));
  if (more.children.length > 1) parts.push(more);
  document.getElementById("filters").replaceChildren(...parts);
}

search.addEventListener("input", () => {
  state.query = search.value.trim();
  mark();
  fill();
});
search.addEventListener("keydown", (event) => {
  const [first] = matches();
  if (event.key === "Enter" && first !== undefined) reveal(first);
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    search.value = state.query = "";
    search.blur();
    choose(null);
  } else if (event.key === "/" && document.activeElement !== search) {
    event.preventDefault();
    search.focus();
  }
});

const doing = {
  all: () => { for (const [key, group] of groups) if (group.all.some((id) => nodes[id].own) || state.outside) state.open.add(key); },
  none: () => { state.open.clear(); state.open.add(root.key); },
  some: unfoldSome,
};
for (const [name, act] of Object.entries(doing)) {
  document.getElementById(`fold-${name}`)?.addEventListener("click", () => { act(); draw(); fit(); fill(); });
}
document.getElementById("theme").addEventListener("click", () => {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
  document.documentElement.dataset.theme = dark ? "light" : "dark";
});
const middle = (factor) => { const room = svg.getBoundingClientRect(); zoom(factor, room.width / 2, room.height / 2); };
document.getElementById("nearer").addEventListener("click", () => middle(1.3));
document.getElementById("farther").addEventListener("click", () => middle(1 / 1.3));
document.getElementById("fit").addEventListener("click", fit);

unfoldSome();
chips();
draw();
fit();
fill();
