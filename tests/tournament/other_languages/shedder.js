// A bot for Dragon's Vault in JavaScript: it sheds as many cards as it can. Run by the league as `node shedder.js`.
"use strict";

const readline = require("node:readline");

// "play 4 x3" sheds three cards, "remove 4" four, "take" none.
function shed(text) {
  const play = /^play .*?(?: x(\d))?$/.exec(text);
  return play ? Number(play[1] || 1) : text.startsWith("remove") ? 4 : 0;
}

function choose({ legal, facts }) {
  const worth = facts.legal.map(shed);
  return { action: legal[worth.indexOf(Math.max(...worth))] };
}

const answers = {
  hello: () => ({ protocol: 1, name: "shedder", version: "1.0" }),
  begin: () => ({}),
  choose,
  end: () => ({}),
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  process.stdout.write(JSON.stringify(answers[message.type](message)) + "\n");
});
