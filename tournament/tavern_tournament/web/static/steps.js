// What happened since plays as short steps of the table: at once, quickly, slowly, or step by step. Who wants little
// motion has all of it at once, unless they choose otherwise.
"use strict";

const words = JSON.parse(document.body.dataset.words || "{}");
const PACES = { at_once: 0, quickly: 700, slowly: 2200, by_key: Infinity }; // milliseconds for a step,
const MOST = { quickly: 6000, slowly: 60000 }; // and for all of them
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
let pace = localStorage.getItem("pace");
if (!(pace in PACES)) pace = calm ? "at_once" : "quickly";
let run = null; // what is being told: its lines, how many were told, and the table as it is in the end
let waiting = 0;

async function tableAfter(told, at) {
  try {
    const answer = await fetch(`${told.steps}&at=${at}`, { headers: { Accept: "application/json" } });
    const box = document.createElement("div");
    box.innerHTML = (await answer.json()).said;
    return box.querySelector(".table");
  } catch {
    return null;
  }
}

function put(table) {
  const place = document.getElementById("table");
  const before = [...place.querySelectorAll(".seat, .between, .inn-table")];
  place.replaceChildren(table);
  place.querySelectorAll(".seat, .between, .inn-table").forEach((part, number) => {
    part.classList.toggle("changed", Boolean(run && before[number]) && before[number].textContent !== part.textContent);
  });
}

function finish() {
  clearTimeout(waiting);
  if (!run) return;
  const told = run;
  run = null;
  for (const line of told.lines) line.hidden = false;
  put(told.table);
  told.scene.classList.remove("telling");
  told.then();
}

async function step() {
  clearTimeout(waiting);
  const told = run;
  if (!told) return;
  if (told.at >= told.lines.length) return finish();
  const at = told.at++;
  const table = await tableAfter(told, at);
  if (run !== told) return;
  if (!table) return finish();
  told.lines[at].hidden = false;
  told.now.textContent = told.lines[at].textContent;
  const list = told.lines[at].parentElement;
  list.scrollTop = list.scrollHeight; // the list, not the page
  put(table);
  if (PACES[pace] !== Infinity) waiting = setTimeout(step, Math.min(PACES[pace], MOST[pace] / told.lines.length));
}

document.addEventListener("click", (event) => {
  if (run && event.target.closest("#table")) finish();
});

function start(scene, section, then = () => {}) {
  const table = document.querySelector("#table > .table");
  const lines = [...section.querySelectorAll(".news li")];
  if (run) finish();
  run = { scene, lines, at: 0, table, then, now: scene.querySelector(".step-now span"), steps: section.dataset.steps };
  for (const line of lines) line.hidden = true;
  scene.classList.add("telling");
  step();
}

function button(text, key, kind, deed) {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", textContent: text, className: kind, onclick: deed });
  if (key) made.dataset.key = key;
  return made;
}

// A small screen may not show the list of what happened: there each step stands in the place of the question's buttons.
function beside(ask) {
  const now = Object.assign(document.createElement("div"), { className: "step-now" });
  now.append(document.createElement("span"), button(words.skip, "", "", finish));
  ask.querySelector("h1").after(now);
}

// Called for every new scene; `again` if it is the same question as before. `then` is done when all is told.
function tell(scene, again, then = () => {}) {
  run = null;
  clearTimeout(waiting);
  scene.classList.remove("telling");
  const section = scene.querySelector(".happened[data-steps]");
  if (!section) return then();
  const choose = document.createElement("select");
  choose.setAttribute("aria-label", words.how_told);
  for (const name of Object.keys(PACES)) choose.append(new Option(words[name], name, name === pace, name === pace));
  choose.onchange = () => localStorage.setItem("pace", (pace = choose.value));
  section.prepend(choose);
  section.append(
    button(words.next_step, "n", "telling-only", step),
    button(words.all_of_it, "a", "telling-only", finish),
    button(words.once_more, "r", "told-only", () => start(scene, section)),
  );
  beside(scene.querySelector(".ask"));
  if (!again && PACES[pace]) start(scene, section, then);
  else then();
}
