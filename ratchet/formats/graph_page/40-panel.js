// The text beside the drawing: an overview, a node, a group, or what the search found.

const panel = document.querySelector("aside");

function html(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function titled(title, items) {
  return items.length ? [html("h3", {}, title), html("ul", {}, ...items)] : [];
}

function goTo(id) {
  const button = html("button", { class: "go", type: "button" }, nodes[id].name);
  button.addEventListener("click", () => reveal(id));
  return button;
}

function fill() {
  const what = state.query ? found() : !state.chosen ? overview() : "node" in state.chosen ? ofNode(state.chosen.node) : "group" in state.chosen ? ofGroup(state.chosen.group) : ofBreach(state.chosen.breach);
  panel.replaceChildren(...what);
  panel.scrollTop = 0;
}

function overview() {
  const own = nodes.filter((node) => node.own).length;
  const bad = data.violations.filter((breach) => !breach.frozen).length;
  return [
    html("h2", {}, "Overview"),
    html("p", {}, `${own} of this repository, ${nodes.length - own} from outside, ${data.links.length} dependencies between them.`),
    html("p", { class: "muted" }, `ratchet was asked for ${data.along}.`),
    ...data.problems.map((text) => html("div", { class: "breach" }, text)),
    html("h3", {}, `Violations: ${bad} not frozen, ${data.violations.length - bad} frozen`),
    ...(data.violations.length ? data.violations.map(breachCard) : [html("p", { class: "muted" }, data.ruled ? "No rule is broken." : "No rules on graphs are in force here.")]),
    ...legend(),
    ...titled(`Imports that lead to nothing we know: ${data.unresolved.length}`, data.unresolved.slice(0, 300).map((each) => html("li", {}, each.text, " ", html("div", { class: "at" }, each.at)))),
    ...titled("Notes", data.notices.map((text) => html("li", { class: "muted" }, text))),
    html("h3", {}, "Keys"),
    html("p", { class: "muted" }, "/ search · Esc back · drag to move · wheel to zoom · a group unfolds with a click"),
  ];
}

function legend() {
  const rows = [["", "depends on"], ["soft", "only optional, dev, type-only, lazy, test or possible"], ["cycle", "goes back: closes a cycle"], ["frozen", "breaks a rule, frozen by the baseline"], ["bad", "breaks a rule"]];
  return [html("h3", {}, "Legend"), html("div", { class: "legend" }, ...rows.flatMap(([name, text]) => [html("i", { class: name }), html("span", {}, text)]))];
}

function breachCard(breach) {
  const card = html("div", { class: breach.frozen ? "breach frozen" : "breach", "data-number": breach.number },
    html("b", {}, breach.rule), html("span", { class: "tag" }, breach.frozen ? "frozen" : breach.phase === "block" ? "not frozen" : breach.phase),
    html("div", {}, breach.what), html("div", { class: "at" }, breach.at));
  card.addEventListener("click", () => revealBreach(breach));
  return card;
}

function ofBreach(breach) {
  return [
    html("h2", {}, breach.rule), breachCard(breach),
    html("p", {}, html("b", {}, "Why: "), breach.because), html("p", {}, html("b", {}, "Do: "), breach.advice),
    ...titled("Path", breach.pairs.map(([source, target]) => html("li", {}, goTo(source), " → ", goTo(target), ...linkNotes(linkBetween(source, target))))),
    ...titled("About", breach.nodes.map((id) => html("li", {}, goTo(id)))),
    html("p", { class: "muted" }, `ratchet explain ${breach.rule}`),
  ];
}

function ofNode(id) {
  const node = nodes[id];
  const breaches = new Set([...(node.breaches ?? []), ...[...out[id], ...into[id]].flatMap((link) => link.breaches ?? [])]);
  const round = nodes.map((other, index) => [other, index]).filter(([other, index]) => index !== id && node.knot !== null && other.knot === node.knot);
  return [
    html("h2", {}, node.name),
    html("p", { class: "muted" }, [node.graph, node.version, node.own ? "" : node.standard ? "standard library" : "from outside"].filter(Boolean).join(" · ")),
    html("p", { class: "at" }, node.at),
    ...[...breaches].sort((a, b) => a.number - b.number).map(breachCard),
    ...titled(`Depends on ${out[id].length}`, out[id].map((link) => linkItem(link, link.target))),
    ...titled(`Needed by ${into[id].length}`, into[id].map((link) => linkItem(link, link.source))),
    ...titled(`In a cycle with ${round.length}`, round.slice(0, 100).map(([, index]) => html("li", {}, goTo(index)))),
  ];
}

function linkItem(link, other) {
  const item = html("li", {}, goTo(other), ...linkNotes(link));
  if (!linkShows(link)) item.append(html("span", { class: "tag" }, "not drawn"));
  return item;
}

function linkNotes(link) {
  if (!link) return [];
  const words = [...new Set(link.edges.flatMap((edge) => [...edge.is.filter((kind) => kind !== "normal" || link.edges.some((each) => each.is[0] !== "normal")), ...edge.notes]))];
  return [...words.map((word) => html("span", { class: "tag" }, word)), ...[...new Set(link.edges.map((edge) => edge.at))].slice(0, 20).map((at) => html("div", { class: "at" }, at))];
}

function ofGroup(group) {
  const inside = new Set(group.all);
  const ends = (side, end) => {
    const counts = new Map();
    for (const id of inside) for (const link of side[id]) if (linkShows(link) && !inside.has(link[end])) counts.set(link[end], (counts.get(link[end]) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1] || (nodes[a[0]].name < nodes[b[0]].name ? -1 : 1));
  };
  const item = ([id, count]) => html("li", {}, goTo(id), html("span", { class: "tag" }, count));
  const [below, above] = [ends(out, "target"), ends(into, "source")];
  const fold = html("button", { type: "button" }, state.open.has(group.key) ? "Fold" : "Unfold");
  fold.addEventListener("click", () => toggle(group));
  return [
    html("h2", {}, group.name), html("p", { class: "muted" }, `${inside.size} inside`), fold,
    ...titled(`Depends on ${below.length} outside of it`, below.slice(0, 200).map(item)),
    ...titled(`Needed by ${above.length} outside of it`, above.slice(0, 200).map(item)),
  ];
}

function found() {
  const hits = matches();
  return [
    html("h2", {}, `${hits.length} found`), html("p", { class: "muted" }, "Enter goes to the first."),
    html("ul", {}, ...hits.slice(0, 300).map((id) => html("li", {}, goTo(id), html("div", { class: "at" }, nodes[id].at)))),
  ];
}
