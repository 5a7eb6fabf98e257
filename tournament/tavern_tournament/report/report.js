"use strict";
// What in a report answers to somebody: why one bot loses to another, the list of games, and games decision by decision.
// Whatever a bot said is put in as text, never as markup. Nothing is asked of any network.
(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("games-data").textContent);
  const [KEY, DEAL, TURN, BOTS, PLACES, POINTS, DECISIONS, FAULTS, VOID, CHUNK] = data.rows.length ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] : [];
  const PAGE = 25;  // games at a time

  function make(name, properties, ...inside) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...inside);
    return made;
  }

  function fill(select, pairs) {
    select.replaceChildren(...pairs.map(([value, text]) => make("option", {value, textContent: text})));
  }

  const idOf = (row) => `${data.keys[row[KEY]][0]}/${row[DEAL]}/${row[TURN]}`;
  const addressOf = (id, at) => `#game=${encodeURIComponent(id)}${at ? `&at=${at}` : ""}`;
  const byName = new Map(data.rows.map((row) => [idOf(row), row]));
  const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
  const command = (id, more) => `tavern-tourney replay ${quoted(data.run)} ${quoted(id)}${more}`;
  const quoted = (text) => /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;

  // A name that may go on in the next line after its punctuation, and nowhere else.
  const broken = (text) => text.split(/(?<=[/+])/).flatMap((part) => [make("span", {className: "whole", textContent: part}), make("wbr", {})]);

  function ended(row) {
    if (row[VOID]) return `void: ${row[VOID]}`;
    const points = data.tables[data.keys[row[KEY]][1]][1];
    const seats = row[BOTS].map((_, seat) => seat).sort((one, other) => row[PLACES][one] - row[PLACES][other] || one - other);
    return seats.map((seat) => `${row[PLACES][seat]}. ${data.bots[row[BOTS][seat]]} (seat ${seat}${
      row[POINTS].length ? `, ${row[POINTS][seat]} ${points}` : ""})`).join(", ");
  }

  // The list.

  const list = byId("games-list");
  const wanted = list && list.elements;
  let found = [], from = 0;

  const best = (row, bot) => Math.min(...row[BOTS].map((one, seat) => one === bot ? row[PLACES][seat] : Infinity));
  const others = (row, bot) => Math.min(...row[BOTS].map((one, seat) => one === bot ? Infinity : row[PLACES][seat]));

  function fits(row) {
    const bot = Number(wanted.bot.value), against = Number(wanted.against.value), how = wanted.how.value;
    if (wanted.table.value !== "" && data.keys[row[KEY]][1] !== Number(wanted.table.value)) return false;
    if (wanted.bot.value !== "" && !row[BOTS].includes(bot)) return false;
    if (wanted.against.value !== "" && !row[BOTS].includes(against)) return false;
    if (wanted.faults.checked && !row[FAULTS] && !row[VOID]) return false;
    if (wanted.here.checked && row[CHUNK] < 0) return false;
    if (how === "" || wanted.bot.value === "") return true;
    if (row[VOID]) return false;
    const lead = (wanted.against.value === "" ? others(row, bot) : best(row, against)) - best(row, bot);
    return how === "lost" ? lead < 0 : how === "won" ? lead > 0 : lead === 0;
  }

  function look() {
    wanted.how.disabled = wanted.bot.value === "";
    const order = {longest: -1, shortest: 1}[wanted.order.value];
    found = data.rows.filter(fits);
    if (order) found.sort((one, other) => order * (one[DECISIONS] - other[DECISIONS]));
    from = 0;
    show();
  }

  function show() {
    byId("games-found").replaceChildren(...found.slice(from, from + PAGE).map((row) => {
      const id = idOf(row);
      const faults = row[FAULTS] ? make("small", {textContent: counted(row[FAULTS], "fault")}) : "";
      return make("tr", {},
        make("td", {className: "game"}, make("a", {href: addressOf(id)}, ...broken(id)), faults),
        make("td", {className: "number", textContent: row[DECISIONS].toLocaleString("en")}),
        make("td", {className: "ended", textContent: ended(row)}));
    }));
    const last = Math.min(from + PAGE, found.length);
    byId("games-count").textContent = found.length
      ? `${from + 1} to ${last} of ${counted(found.length, "game")}` : "There is no such game.";
    byId("games-before").disabled = from === 0;
    byId("games-after").disabled = last === found.length;
  }

  if (list) {
    fill(wanted.table, [["", "all tables"], ...data.tables.map(([table], number) => [number, table])]);
    for (const name of ["bot", "against"]) {
      fill(wanted[name], [["", name === "bot" ? "any bot" : "anybody"], ...data.bots.map((bot, number) => [number, bot])]);
    }
    list.addEventListener("input", look);
    list.addEventListener("submit", (event) => event.preventDefault());
    list.addEventListener("reset", () => setTimeout(look));
    byId("games-before").addEventListener("click", () => { from -= PAGE; show(); });
    byId("games-after").addEventListener("click", () => { from += PAGE; show(); });
    const some = data.rows.filter((row) => row[CHUNK] >= 0).length;
    wanted.here.parentElement.hidden = some === 0 || some === data.rows.length;
    byId("games-here").hidden = false;
    look();
  }

  // Chunks of games: in the page, or scripts beside it.

  const chunks = new Map();
  let deliver = null;
  globalThis.tavernChunk = (text) => { if (deliver) deliver(text); };

  function fetched(file) {
    return new Promise((resolve, reject) => {
      const element = make("script", {src: file, onerror: () => reject(new Error(`${file} is missing: it belongs beside this page.`))});
      deliver = resolve;
      document.head.append(element);
    });
  }

  async function unpacked(number) {
    const inside = byId(`games-chunk-${number}`);
    const text = inside ? inside.textContent : await fetched(data.files[number]);
    if (!globalThis.DecompressionStream) throw new Error("This browser is too old to unpack games.");
    const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  }

  let loading = Promise.resolve();  // one after the other, so that each knows what it is given
  function chunk(number) {
    if (!chunks.has(number)) {
      const mine = loading.then(() => unpacked(number));
      loading = mine.catch(() => chunks.delete(number));
      chunks.set(number, mine);
    }
    return chunks.get(number);
  }

  // One game.

  const dialog = byId("replay");
  const served = document.documentElement.dataset.watch;  // where a server draws games, if one shows this page
  let game = null, frames = [], texts = [], at = 0, wish = 0;

  async function open(id, place) {
    const row = byName.get(id), mine = ++wish;
    if (!dialog.open) dialog.showModal();
    byId("replay-name").textContent = id;
    byId("replay-ended").textContent = row ? ended(row) : "";
    byId("replay-command").textContent = command(id, "");
    byId("replay-web").textContent = command(id, " --web");
    byId("replay-watch").parentElement.hidden = !served || !row;
    if (game !== id) {
      game = id;
      frames = [];
      draw("");
      try {
        if (!row) throw new Error("This page has no such game.");
        if (row[CHUNK] < 0) throw new Error("This game is not in the page. The command below shows it.");
        draw("Unpacking ...");
        const whole = await chunk(row[CHUNK]);
        if (mine !== wish) return;
        texts = whole.texts;
        const held = whole.games[id];
        if (!Array.isArray(held)) throw new Error(texts[held]);
        frames = held;
      } catch (error) {
        if (mine === wish) draw(error.message);
        return;
      }
    }
    at = Math.max(0, Math.min(frames.length - 1, place));
    draw("");
    byId("replay-next").focus();
  }

  function draw(trouble) {
    const frame = frames[at];
    byId("replay-trouble").textContent = trouble;
    byId("replay-watch").href = `${served}?game=${encodeURIComponent(game)}&at=${at}&seat=all`;
    byId("replay-shown").hidden = !frame || !frames.length;
    if (!frames.length) return;
    const [seat, text, reason, happened, picture, faults] = frame;
    const lines = (numbers, looks) => numbers.map((number) => make("li", {textContent: texts[number], className: looks}));
    byId("replay-place").textContent = seat < 0 ? `The end, after ${counted(frames.length - 1, "decision")}`
      : `Decision ${(at + 1).toLocaleString("en")} of ${(frames.length - 1).toLocaleString("en")}`;
    byId("replay-text").textContent = texts[text];
    byId("replay-reason").textContent = texts[reason] ? `It said: ${texts[reason]}` : "";
    byId("replay-picture").textContent = picture.map((number) => texts[number]).join("\n");
    byId("replay-happened").replaceChildren(...lines(happened, ""));
    byId("replay-before").hidden = !happened.length;
    byId("replay-faults").replaceChildren(...lines(faults, "trouble"));
    const slider = byId("replay-slider");
    slider.max = frames.length - 1;
    slider.value = at;
    for (const [name, off] of [["first", at === 0], ["previous", at === 0], ["next", at === frames.length - 1], ["last", at === frames.length - 1]]) {
      byId(`replay-${name}`).setAttribute("aria-disabled", off);
    }
  }

  function go(place) {
    if (!frames.length) return;
    at = Math.max(0, Math.min(frames.length - 1, place));
    history.replaceState(null, "", addressOf(game, at));
    draw("");
  }

  const ways = {first: () => 0, previous: () => at - 1, next: () => at + 1, last: () => frames.length - 1};
  for (const [name, way] of Object.entries(ways)) byId(`replay-${name}`).addEventListener("click", () => go(way()));
  byId("replay-slider").addEventListener("input", (event) => go(Number(event.target.value)));
  dialog.addEventListener("keydown", (event) => {
    const name = {Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last"}[event.key];
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(ways[name]());
  });
  byId("replay-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    if (location.hash.startsWith("#game=")) history.pushState(null, "", "#games");
  });

  function follow() {
    const asked = new URLSearchParams(location.hash.slice(1));
    if (asked.has("game")) open(asked.get("game"), Number(asked.get("at")) || 0);
    else if (dialog.open) dialog.close();
  }
  addEventListener("hashchange", follow);

  // Why does one lose to another?

  const asking = byId("why");
  if (asking) {
    const answers = JSON.parse(byId("why-data").textContent);
    const {game: which, bot, other} = asking.elements;
    fill(which, answers.map(({title}, number) => [number, title]));

    function names() {
      const {bots, first} = answers[which.value];
      for (const [select, chosen] of [[bot, first[0]], [other, first[1]]]) {
        fill(select, bots.map((name, number) => [number, name]));
        select.value = chosen;
      }
      answer();
    }

    function answer() {
      const {bots, told} = answers[which.value];
      const one = told[`${bot.value} ${other.value}`];
      const said = one ? one[0] : bot.value === other.value ? "It is the same bot." : `${bots[bot.value]} and ${bots[other.value]} never met.`;
      const link = one && one[1] ? [" ", make("a", {href: addressOf(one[1]), textContent: "Show me one", className: "one"})] : [];
      byId("why-said").replaceChildren(said, ...link);
    }
    which.addEventListener("change", names);
    bot.addEventListener("change", answer);
    other.addEventListener("change", answer);
    asking.addEventListener("submit", (event) => event.preventDefault());
    names();
    asking.hidden = false;
  }

  follow();
})();
