// A starter bot for GAME over standard input and output: does something possible, at random. Make it better!
"use strict";
const readline = require("node:readline");

let seed = 0; // of random
// A number from 0 to below 1: the same ones in each match with the same seed.
function random() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}

// Looks at the state of the game and at what each of our pieces can do, and gives the actions of our choices.
function chooseActions(state, pieces) {
  const actions = [];
  for (const piece of pieces) {
    const possible = piece.choices.filter((choice) => !choice.refused);
    if (possible.length > 0) actions.push(...(possible[Math.floor(random() * possible.length)].actions ?? []));
  }
  return actions;
}

async function main() {
  let player = 0;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.type === "start") { // who we are, and how long the match is
      if (message.game !== "GAME") {
        console.error("this bot plays GAME, and the match is one of " + message.game);
        process.exit(1);
      }
      player = message.player;
      for (const c of line) seed = (Math.imul(seed, 31) + c.codePointAt(0)) >>> 0;
    } else if (message.type === "turn") {
      // One line answers one turn. Standard output is for answers only: print all else with console.error.
      console.log(JSON.stringify(chooseActions(message.state, message.choices)));
    } else {
      console.error("winner:", message.winner, "we are:", player);
    }
  }
}

main();
