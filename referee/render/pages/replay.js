"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const labels = data.labels;
  const items = Array.from(document.querySelectorAll("#events .event"));
  const lists = Array.from($("events").children);
  const stage = $("stage");
  const slider = $("slider");
  const SVG = "http://www.w3.org/2000/svg";
  const SIDE = 40;
  let shown = items.map((_, i) => i);
  let current = -1;
  let drawn = [];

  /* ---- boards ---- */

  function element(name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (text) made.textContent = text;
    return made;
  }

  function ring(x, y, dashed) {
    const box = { x: x + 2.5, y: y + 2.5, width: SIDE - 5, height: SIDE - 5, rx: 5 };
    const group = element("g", { class: dashed ? "dashed" : "" });
    group.append(element("rect", { ...box, class: "ring-out" }));
    group.append(element("rect", { ...box, class: "ring-in" }));
    return group;
  }

  function spoken(picture) {
    const [title, rows, names] = picture;
    const lines = rows.map((row, r) => {
      const cells = data.rows[row].map((cell) => data.words[cell]).filter(Boolean).join(", ");
      return names[r] ? labels.row.replace("{row}", () => names[r]).replace("{cells}", () => cells) : cells;
    });
    return (title ? title + ". " : "") + lines.join("; ");
  }

  /* Of many boards each is small, where its cells still can be read. */
  const small = ([, rows, , columns, widest], many) =>
    many && (widest <= 10 || (rows.length > 5 && !columns.some(Boolean)));
  const beside = (picture, many) => picture[4] <= 8 || small(picture, many);

  function drawing(picture, changed, disputed, many, room) {
    const [, rows, names, columns, own] = picture;
    const widest = Math.max(own, room || 0);
    const little = small(picture, many);
    const scale = little ? 0.68 : widest <= 5 ? 1.4 : widest <= 8 ? 1.25 : 1.15;
    const longest = Math.max(0, ...names.map((name) => name.length));
    const left = longest ? 10 + (little ? 11 : 8) * longest : 0;
    const top = columns.some(Boolean) ? 20 : 0;
    const wide = left + SIDE * widest;
    const high = top + SIDE * rows.length;
    const svg = element("svg", {
      viewBox: `-3 -3 ${wide + 6} ${high + 6}`, width: Math.round(wide * scale), role: "img",
      class: little ? "little" : widest <= 5 ? "compact" : "",
      "aria-label": spoken(picture),
    });
    columns.forEach((name, c) => {
      if (name) svg.append(element("text", { x: left + SIDE * c + 20, y: 14, "text-anchor": "middle" }, name));
    });
    rows.forEach((row, r) => {
      const y = top + SIDE * r;
      if (names[r]) svg.append(element("text", { x: left - 7, y: y + 25, "text-anchor": "end" }, names[r]));
      data.rows[row].forEach((cell, c) => {
        svg.append(element("use", { href: "#c" + cell, x: left + SIDE * c, y, width: SIDE, height: SIDE, class: "cell" }));
      });
    });
    for (const [r, c] of changed) svg.append(ring(left + SIDE * c, top + SIDE * r, false));
    for (const [r, c] of disputed) svg.append(ring(left + SIDE * c, top + SIDE * r, true));
    return svg;
  }

  function figure(picture, side, changed, disputed, many, room) {
    const made = document.createElement("figure");
    const caption = document.createElement("figcaption");
    if (side) made.className = "is-" + side;
    caption.textContent = picture[0];
    if (side) {
      const word = document.createElement("span");
      word.className = "side";
      word.textContent = (picture[0] ? " \u2013 " : "") + labels[side];
      caption.append(word);
    }
    if (caption.textContent) made.append(caption);
    made.append(drawing(picture, changed, disputed, many, room));
    return made;
  }

  function partner(table, picture, nth) {
    for (const part of table) {
      const other = data.parts[part];
      if (typeof other !== "string" && other[0] === picture[0] && nth-- === 0) return part;
    }
    return -1;
  }

  function show(index) {
    const [before, after, gone, come, disputed] = data.frames[index];
    const changed = gone.concat(come);
    const seen = new Map();
    const next = [];
    const many = data.tables[after].filter((part) => typeof data.parts[part] !== "string").length > 2;
    let narrow = true;
    data.tables[after].forEach((part, at) => {
      const picture = data.parts[part];
      if (typeof picture === "string") {
        const last = next.at(-1);
        if (last && last.lines) last.lines.push(picture);
        else next.push({ lines: [picture] });
        return;
      }
      const nth = seen.get(picture[0]) || 0;
      seen.set(picture[0], nth + 1);
      const mine = (spots) => spots.filter((spot) => spot[0] === at).map((spot) => spot.slice(1));
      const marks = [mine(gone), mine(come)], named = mine(disputed);
      const old = partner(data.tables[before], picture, nth);
      const key = ["p", part, old, marks.join("/"), named.join(";"), many].join("|");
      if (marks.flat().length && !beside(picture, many)) narrow = false;
      next.push({ key, make: () => pictures(picture, old, part, marks, named, many) });
    });
    const board = $("board");
    const kept = new Map();
    drawn.forEach((one) => kept.set(one.key, (kept.get(one.key) || []).concat(one.node)));
    drawn = next.map(({ key, make, lines }) => {
      if (lines) return { key: "", node: told(lines) };
      const same = kept.get(key);
      return { key, node: same && same.length ? same.shift() : make() };
    });
    board.replaceChildren(...drawn.map((one) => one.node));
    $("key-changed").hidden = !changed.length;
    $("key-disputed").hidden = !disputed.length;
    $("show").hidden = before === after;
    $("show").classList.toggle("both", narrow);
    const first = board.querySelector(".has-marks");
    if (first) {
      const away = first.offsetTop - board.offsetTop;
      const hidden = away < board.scrollTop || away + first.offsetHeight > board.scrollTop + board.clientHeight;
      if (hidden) board.scrollTop = Math.max(0, away - 8);
    }
  }

  function told(lines) {
    const made = document.createElement("div");
    made.className = "told";
    for (const text of lines) {
      const line = document.createElement("p");
      line.textContent = text;
      made.append(line);
    }
    return made;
  }

  function pictures(picture, old, part, [gone, come], named, many) {
    if ((!gone.length && !come.length) || old < 0 || old === part) {
      const single = figure(picture, "", come, named, many);
      if (come.length || named.length) single.classList.add("has-marks");
      return single;
    }
    const pair = document.createElement("div");
    pair.className = "pair has-marks" + (beside(picture, many) ? " narrow" : "");
    const room = Math.max(data.parts[old][4], picture[4]);
    pair.append(figure(data.parts[old], "before", gone, [], many, room));
    pair.append(figure(picture, "after", come, named, many, room));
    return pair;
  }

  /* ---- steps ---- */

  function go(index, how = {}) {
    if (index < 0 || index >= items.length) return;
    const item = items[index];
    if (current >= 0) {
      items[current].classList.remove("current");
      items[current].removeAttribute("aria-current");
    }
    current = index;
    item.classList.add("current");
    item.setAttribute("aria-current", "step");
    show(index);
    const at = shown.indexOf(index);
    slider.value = at;
    const said = labels.position.replace("{at}", at + 1).replace("{n}", shown.length);
    slider.setAttribute("aria-valuetext", said);
    $("position").textContent = said;
    for (const id of ["first", "previous"]) $(id).disabled = at <= 0;
    for (const id of ["last", "next"]) $(id).disabled = at >= shown.length - 1;
    if (!how.quiet) {
      $("said").textContent = [said, ...item.querySelectorAll(".who, .ruling, .changed")]
        .map((one) => (one.textContent || one).replace(/\s+/g, " ").trim()).join(". ");
      remember(item.id);
    }
    if (!how.still) item.scrollIntoView({ block: "nearest" });
  }

  function remember(id) {
    try {
      history.replaceState(null, "", "#" + id);
    } catch (_) { /* a page without an address of its own */ }
  }

  function step(by) {
    const at = shown.indexOf(current);
    go(shown[Math.min(Math.max(at + by, 0), shown.length - 1)]);
  }

  const jumps = {
    first: () => step(-Infinity), previous: () => step(-1), next: () => step(1), last: () => step(Infinity),
  };
  for (const id in jumps) $(id).addEventListener("click", jumps[id]);
  slider.addEventListener("input", () => go(shown[Number(slider.value)]));

  const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, [popover]")) return;
    if (keys[event.key]) {
      event.preventDefault();
      jumps[keys[event.key]]();
    } else if (event.key === "b" || event.key === "B") {
      side(!stage.classList.contains("before"));
    }
  });

  function side(before) {
    stage.classList.toggle("before", before);
    document.querySelector(`#show input[value=${before ? "before" : "after"}]`).checked = true;
  }
  $("show").addEventListener("change", (event) => side(event.target.value === "before"));

  $("events").addEventListener("click", (event) => {
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (elsewhere || event.target.closest("button, a.number") || String(getSelection())) return;
    const item = event.target.closest(".event");
    if (item) {
      event.preventDefault();
      go(items.indexOf(item), { still: true });
    }
  });

  /* ---- filters ---- */

  const by = { player: $("by-player"), verdict: $("by-verdict"), clause: $("by-clause") };
  const facts = items.map((item) => ({
    player: item.dataset.p, verdict: item.classList[1], clause: item.dataset.c.split(" "),
  }));

  function filter() {
    const { player, verdict, clause } = by;
    shown = [];
    facts.forEach((fact, i) => {
      const fits = (!player.value || fact.player === player.value)
        && (!verdict.value || fact.verdict === verdict.value)
        && (!clause.value || fact.clause.includes(clause.value));
      items[i].hidden = !fits;
      if (fits) shown.push(i);
    });
    for (const list of lists) list.hidden = !list.querySelector(".event:not([hidden])");
    $("count").textContent = labels.count.replace("{shown}", shown.length);
    $("nothing").hidden = shown.length > 0;
    $("reset").hidden = shown.length === items.length;
    slider.max = Math.max(shown.length - 1, 0);
    if (!shown.length) return;
    const near = shown.includes(current) ? current : shown.find((i) => i > current) ?? shown.at(-1);
    go(near, { quiet: true });
  }
  $("filters").addEventListener("change", filter);
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("filters").addEventListener("reset", () => setTimeout(() => {
    filter();
    by.player.focus();
  }));

  function linked() {
    const item = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const index = items.indexOf(item);
    if (index < 0) return false;
    if (item.hidden) {
      for (const id in by) by[id].value = "";
      filter();
    }
    go(index);
    return true;
  }
  addEventListener("hashchange", linked);

  if (items.length && !linked()) go(0, { quiet: true, still: true });
})();
