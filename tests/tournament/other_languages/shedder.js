// A bot for Dragon's Vault in JavaScript: it sheds as many cards as it can. Run by the league as `node shedder.js`.
"use strict";

const readline = require("node:readline");

// To play sheds as many cards as are played, to remove four of a kind sheds four, all else none.
function shed({ verb, count }) {
  return verb === "play" ? count : verb === "remove" ? 4 : 0;
}

function choose({ actions }) {
  const worth = actions.map(shed);
  const most = Math.max(...worth);
  return { action: actions[worth.indexOf(most)].code, reason: `It sheds ${most} cards.` };
}

const answers = {
  hello: () => ({ protocol: 2, name: "shedder", version: "1.0" }),
  begin: () => ({}),
  choose,
  end: () => ({}),
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  process.stdout.write(JSON.stringify(answers[message.type](message)) + "\n");
});
