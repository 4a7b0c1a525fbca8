import assert from "node:assert/strict";
import { test } from "node:test";
import { cannotRun, gameOf } from "./gameof";

const kinds = [
  { game: "hexabomb", fields: ["bombs", "cells", "characters", "explosions"] },
  { game: "bomberman", fields: ["CurrentRound", "GameBlocks", "RegisteredPlayerEntities"] },
  { game: "lightcycles", fields: ["cycles", "squares"] },
].map((kind) => ({
  ...kind,
  rounds: kind.game === "bomberman",
  title: kind.game,
  rules: "",
  maps: [],
  players: 2,
  bots: [],
  specials: [],
  turns: 0,
}));

const stdio = { "bot.toml": 'command = "node bot.js"\nprotocol = "stdio"\n' };

test("a folder tells its game by its code, and without a hint there by the protocol in its bot.toml", () => {
  const of = (files: Record<string, string>, otherwise: string) => gameOf(files, kinds, otherwise);
  assert.equal(of({ "bot.toml": 'command = "node bot.js"\n# protocol = "rounds"\n' }, "bomberman"), "hexabomb");
  assert.equal(of({ ...stdio, "bot.js": "state.RegisteredPlayerEntities" }, "hexabomb"), "bomberman");
  assert.equal(of({ ...stdio, "bot.js": "state.characters" }, "bomberman"), "hexabomb");
  assert.equal(of({ ...stdio, "bot.js": "" }, "bomberman"), "bomberman");
  assert.equal(of({ ...stdio, "bot.py": 'state["characters"]' }, "bomberman"), "hexabomb");
  assert.equal(of({ ...stdio, "bot.js": "state.squares[state.cycles[0].at]" }, "hexabomb"), "lightcycles");
  assert.equal(of({ ...stdio, "bot.js": 'if (message.game !== "lightcycles")' }, "hexabomb"), "lightcycles");
  assert.equal(of({ "bot.js": "" }, "hexabomb"), "hexabomb");
});

test("a bot that is started in each round is refused with the way to one that runs", () => {
  const json = { "bot.json": "{}" };
  for (const files of [
    json,
    { ...json, "bot.toml": 'protocol = "rounds"\n' },
    { "bot.toml": '# command = "x"\nprotocol = "rounds"\n' },
    { ...json, "bot.toml": 'name = "x"\n' },
  ]) {
    assert.match(
      cannotRun(files, kinds, "javascript"),
      /^the bot is started anew in each round, .*blastyard bot new mybot --game bomberman --lang javascript --protocol stdio makes one/,
    );
  }
  for (const files of [{}, stdio, { ...json, ...stdio }, { ...json, "bot.toml": 'command = "node bot.js"\n' }])
    assert.equal(cannotRun({ ...files, "bot.js": "" }, kinds, "javascript"), "");
  assert.match(cannotRun(json, kinds, "python"), / --lang python /);
});

test("a folder without the program that the page would run is refused", () => {
  for (const files of [{ "bot.toml": 'command = "./bot"\n', "main.go": "" }, { "bot.py": "" }, { "README.md": "" }]) {
    assert.match(
      cannotRun(files, kinds, "javascript"),
      /^there is no bot\.js in this folder; the page runs bots in JavaScript /,
    );
  }
  assert.match(
    cannotRun({ "bot.toml": 'command = "node dist/bot.js"\n', "bot.ts": "" }, kinds, "javascript"),
    /^there is no dist\/bot\.js /,
  );
  assert.match(cannotRun({ "bot.toml": 'command = "python3 main.py"\n' }, kinds, "python"), /^there is no main\.py /);
  assert.equal(cannotRun({ "bot.py": "" }, kinds, "python"), "");
});
