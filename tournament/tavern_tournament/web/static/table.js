// What a page does by itself: it sends answers without leaving, shows what happens, and listens to the keyboard.
"use strict";

const scene = document.getElementById("scene");
const said = document.getElementById("said");
const live = document.getElementById("live");

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
  const number = before && before.dataset.number;
  scene.dataset.state = told.state;
  scene.dataset.version = told.version;
  if (told.state === "thinking") return;
  scene.innerHTML = told.html;
  const question = document.getElementById("question");
  if (!question || question.dataset.number === number) return tell(scene, true);
  say("");
  const news = [...scene.querySelectorAll(".news li")].slice(-6).map((line) => line.textContent);
  live.textContent = [...news, question.textContent].join(" ");
  if (focused) question.focus({ preventScroll: true });
  tell(scene);
  lead(question);
}

// On a small screen what can be chosen may be out of view: the first of it is brought in.
function lead(question) {
  if (!matchMedia("(max-width: 60rem)").matches) return;
  const below = question.closest(".ask").getBoundingClientRect().bottom;
  const seen = (part) => {
    const box = part.getBoundingClientRect();
    return box.bottom > below && box.top < innerHeight;
  };
  const drawn = [...scene.querySelectorAll("#table button.choice")];
  if (!drawn.length || drawn.some(seen)) return;
  scrollBy(0, drawn[0].getBoundingClientRect().top - Math.max(below, 0) - 12);
}

function listen() {
  const events = new EventSource(`events?seen=${scene.dataset.version}`);
  events.onmessage = (event) => {
    document.body.classList.remove("cut");
    show(JSON.parse(event.data));
  };
  events.onopen = () => document.body.classList.remove("cut");
  events.onerror = () => {
    document.body.classList.add("cut");
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

if (scene) {
  tell(scene, true);
  listen();
}
