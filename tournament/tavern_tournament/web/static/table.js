// What a page does by itself: it sends answers without leaving, shows what happens, and listens to the keyboard.
"use strict";

const scene = document.getElementById("scene");
const said = document.getElementById("said");
const live = document.getElementById("live");
const MARGIN = 12; // pixels around what is brought into view

function say(html) {
  if (!said) return;
  said.innerHTML = html || "";
  if (!html) return;
  const shut = Object.assign(document.createElement("button"), { type: "button", className: "shut", textContent: words.shut });
  shut.onclick = () => say("");
  said.prepend(shut);
}

function sayText(text) {
  if (said) said.textContent = text;
}

// Whether the line to the table is there; what was said while it was not is over when it is back.
function line(cut) {
  document.body.classList.toggle("cut", cut);
  if (!cut && said && said.textContent === words.closed) say("");
}

let sent = 0; // how much was asked for: what is said to something older would wipe out what is said to the last

async function send(form, button) {
  const asked = ++sent;
  const fields = new URLSearchParams(new FormData(form));
  if (button && button.name) fields.append(button.name, button.value);
  const where = (button && button.getAttribute("formaction")) || form.getAttribute("action");
  const asks = { headers: { Accept: "application/json" } };
  const looks = form.method === "get";
  if (!looks) Object.assign(asks, { method: "POST", body: fields });
  try {
    const answer = await fetch(looks ? `${where}?${fields}` : where, asks);
    const told = await answer.json();
    if (told.go) location.href = told.go;
    if (asked === sent) say(told.said);
  } catch {
    sayText(words.closed);
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!said || !["answer", "type", "why", "rules"].includes(form.getAttribute("action"))) return;
  event.preventDefault();
  if (scene && scene.dataset.state === "thinking" && event.submitter && ["action", "sure"].includes(event.submitter.name)) return;
  say("");
  const slow = event.submitter && ["hint", "costly", "luck", "why"].includes(event.submitter.getAttribute("formaction"));
  if (slow) sayText(words.moment);
  send(form, event.submitter);
  const typed = document.getElementById("words");
  if (typed && form.id === "typing") typed.value = "";
});

function show(told) {
  const focused = document.activeElement && scene.contains(document.activeElement);
  const before = document.getElementById("question");
  scene.dataset.state = told.state;
  scene.dataset.version = told.version;
  if (told.state === "thinking") return;
  scene.innerHTML = told.html;
  const question = document.getElementById("question");
  if (!question || (before && question.dataset.number === before.dataset.number)) return tell(scene, true);
  say("");
  const news = [...scene.querySelectorAll(".news li")].slice(-6).map((line) => line.textContent);
  live.textContent = [...news, question.textContent].join(" ");
  if (focused) question.focus({ preventScroll: true });
  tell(scene, false, () => lead(question, before));
}

// Questions that differ in numbers alone ask the same: a service goes on, a hand is discarded card by card.
const kind = (question) => question && question.textContent.replace(/[\d\s]+/g, " ");

// Where the choices are that are drawn in a part of the page, and not folded away.
function choicesIn(part) {
  const drawn = part ? [...part.querySelectorAll("button.choice")] : [];
  return drawn.map((one) => one.getBoundingClientRect()).filter((box) => box.height);
}

// A field may be wider than the screen: what can be chosen on it is brought to its middle.
function leadSideways() {
  const field = scene.querySelector(".scroll");
  const boxes = choicesIn(field);
  if (!boxes.length) return;
  const view = field.getBoundingClientRect();
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  if (left >= view.left && right <= view.right) return;
  const fits = right - left <= view.width;
  field.scrollLeft += fits ? (left + right - view.left - view.right) / 2 : left - view.left - MARGIN;
}

// On a small screen what can be chosen may be out of view: it is brought in, with the middle of the table if all of that
// fits, else its beginning; not while the same is asked again and some of it is in view, as whoever answers has scrolled
// to where they are.
function lead(question, before) {
  if (question.dataset.number === "end") return scrollTo(0, 0);
  leadSideways();
  if (!matchMedia("(max-width: 60rem)").matches) return;
  const ask = question.closest(".ask");
  const boxes = choicesIn(document.getElementById("table"));
  if (!boxes.length) return;
  const shown = Math.max(ask.getBoundingClientRect().bottom, 0);
  const seen = (box) => box.top >= shown && box.bottom <= innerHeight;
  const room = innerHeight - ask.offsetHeight - 2 * MARGIN;
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const middle = scene.querySelector(".between, .inn-table")?.getBoundingClientRect(); // it is what choices are about
  if (middle && bottom - middle.top <= room) boxes.push(middle);
  const top = Math.min(...boxes.map((box) => box.top));
  const fits = bottom - top <= room;
  if (boxes.every(seen) || (!fits && kind(question) === kind(before) && boxes.some(seen))) return;
  if (fits && top >= shown) scrollBy(0, bottom - innerHeight + MARGIN);
  else scrollBy(0, top - ask.offsetHeight - MARGIN);
}

function listen() {
  const events = new EventSource(`events?seen=${scene.dataset.version}`);
  events.onmessage = (event) => {
    line(false);
    show(JSON.parse(event.data));
  };
  events.onopen = () => line(false);
  events.onerror = () => {
    line(true);
    if (events.readyState !== EventSource.CLOSED) return;
    setTimeout(listen, 2000);
  };
}

let digits = "";
let timer = 0;

function digit(key) {
  const rows = new Map();
  for (const row of scene.querySelectorAll(".choices button")) rows.set(Number(row.querySelector("kbd").textContent), row);
  clearTimeout(timer);
  digits += key;
  const choose = () => {
    const row = rows.get(Number(digits));
    digits = "";
    if (row) row.click();
  };
  if (Number(digits) * 10 > Math.max(...rows.keys())) choose();
  else timer = setTimeout(choose, 900);
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea");
  if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (scene && /^[0-9]$/.test(event.key)) digit(event.key);
  else if (scene && event.key === "/") document.getElementById("words").focus();
  else {
    const tool = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (!tool) return;
    tool.click();
  }
  event.preventDefault();
});

// Where the page begins, and where it is after a phone was turned: at what can be chosen.
function leadAgain() {
  const question = document.getElementById("question");
  if (question && question.dataset.number !== "end" && !document.activeElement.closest("input, select")) lead(question, null);
}

if (scene) {
  history.scrollRestoration = "manual";
  tell(scene, true);
  leadAgain();
  matchMedia("(orientation: portrait)").addEventListener("change", leadAgain);
  listen();
}
