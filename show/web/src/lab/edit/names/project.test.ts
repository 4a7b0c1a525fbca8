import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Entry } from "./names";
import { Project } from "./project";

// Reads the real starters, because the completion depends on their comments.
const read = (name: string): string => readFileSync(new URL(`../../../../../../bots/${name}`, import.meta.url), "utf8");
const hexabomb = {
  "bot.js": read("javascript/bot.js"),
  "board.js": read("javascript/board.js"),
  "netorcai.js": read("javascript/netorcai.js"),
};
const bomberman = { "bot.js": read("bomberman/javascript/bot.js"), "board.js": read("bomberman/javascript/board.js") };

/**
 * A project in which text is inserted after the first occurrence of another text in bot.js. ¦ marks the position that
 * is asked about.
 */
function typed(files: Record<string, string>, after: string, text: string): { project: Project; pos: number } {
  const bot = files["bot.js"] ?? "";
  const at = bot.indexOf(after) + after.length;
  assert.ok(at >= after.length, after);
  const project = new Project();
  project.update({ ...files, "bot.js": bot.slice(0, at) + text.replace("¦", "") + bot.slice(at) });
  return { project, pos: at + text.indexOf("¦") };
}

function members(files: Record<string, string>, after: string, text: string): Entry[] {
  const { project, pos } = typed(files, after, text);
  return project.membersAt("bot.js", pos) ?? [];
}

const names = (entries: readonly Entry[]): string =>
  entries
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("_"))
    .sort()
    .join(" ");
const within = 'const actions = /** @type {import("./board.js").Action[]} */ ([]);\n';
const character = "alive bomb_count color id q r revive_delay";

for (const [what, after, text, want] of [
  ["a parameter's type from another file", within, "state.¦\n", "bombs cell_count cells characters explosions score"],
  ["an element of a list", within, "state.characters[0].¦\n", character],
  ["an element that is found", within, "const c = state.characters.find((c) => c.alive); c.¦\n", character],
  ["a parameter of an arrow function", within, "state.characters.filter((c) => c.¦);\n", character],
  ["both parameters of an order", within, "state.characters.sort((a, b) => b.¦);\n", character],
  ["a variable of a loop over a filtered list", "const id = me.id, here = key(me);\n", "me.¦\n", character],
  ["a list that is mapped", within, "state.characters.map((c) => state.bombs[0])[0].¦\n", "color delay q r range"],
  ["what a helper gives", within, "require('./board.js').neighbours(me)[0].¦\n", "direction q r"],
  ["an element of a copy", within, "[...state.bombs][0]?.¦\n", "color delay q r range"],
  ["a choice", within, "(state.bombs[0] ?? state.characters[0]).¦\n", "color delay q r range"],
  ["an object of its own", within, "BOMB.¦\n", "delay range"],
  ["a part that was taken out", within, "const { bombs: [first] } = state; first.¦\n", "color delay q r range"],
  ["a class", within, "Client.¦\n", "connect"],
  [
    "an instance that a function gives later",
    "const client = await Client.connect(NICKNAME);\n",
    "client.¦\n",
    "act close gameEnds turns waitForStart",
  ],
  [
    "a message that is waited for",
    "const game = await client.waitForStart();\n",
    "game.¦\n",
    "initial_game_state message_type milliseconds_before_first_turn milliseconds_between_turns nb_players nb_special_players nb_turns_max player_id",
  ],
  [
    "what a generator gives",
    "for await (const turn of client.turns()) {\n",
    "turn.¦\n",
    "game_state message_type turn_number",
  ],
  [
    "a field of that",
    "for await (const turn of client.turns()) {\n",
    "turn.game_state.bombs.filter((b) => b.¦);\n",
    "color delay q r range",
  ],
  [
    "a class that extends another one",
    within,
    "class Base { one() {} }\nclass Grown extends Base { two() {} constructor() { super(); this.three = 3; } }\nnew Grown().¦\n",
    "one three two",
  ],
  ["nothing is known", within, "nothing.¦\n", ""],
] as const) {
  test(`members: ${what}`, () => assert.equal(names(members(hexabomb, after, text)), want));
}

test("members: maps, sets, lists and texts have those of the language", () => {
  const known = (text: string, name: string): string | undefined =>
    members(hexabomb, within, text)
      .find((entry) => entry.name === name)
      ?.signature();
  assert.equal(known("hot.¦\n", "get"), "get(key)");
  assert.equal(known("free.¦\n", "has"), "has(value)");
  assert.equal(known("NICKNAME.¦\n", "length"), "length: number");
  assert.equal(known("hot.get(key(state.bombs[0])).¦\n", "some"), "some(test)");
  assert.equal(known("[...hot].map(([cell, turns]) => turns.¦);\n", "at"), "at(index)");
});

test("in the braces of a require: what the file exports", () => {
  const entries = members(hexabomb, "waysOut", ", ¦");
  assert.ok(entries.length > 10);
  assert.equal(
    entries.find(({ name }) => name === "neighbours")?.signature(),
    "neighbours(cell: Cell): (Cell & {direction: Direction})[]",
  );
});

test("the starter of 2016-Bomberman has its own types", () => {
  const entries = members(
    bomberman,
    "@param {string} myKey",
    " */ function other() {}\n/** @param {import('./board.js').State} state */ function f(state) { state.¦ }\n/**",
  );
  assert.equal(
    names(entries),
    "CurrentRound GameBlocks MapHeight MapSeed MapWidth PlayerBounty RegisteredPlayerEntities",
  );
});

test("names at a place: those of the function, then those of the file, with their comments", () => {
  const { project, pos } = typed(hexabomb, within, "¦\n");
  const entries = project.namesAt("bot.js", pos);
  const about = (name: string): string | undefined => entries.find((entry) => entry.name === name)?.signature();
  assert.equal(about("state"), "state: State");
  assert.equal(about("color"), "const color: number");
  assert.equal(about("hot"), "const hot: Map<string, number[]>");
  assert.equal(about("GAIN"), "const GAIN = 8");
  assert.equal(about("BOMB"), "const BOMB = { range: 4, delay: 3 }");
  assert.equal(about("chooseActions"), "chooseActions(state: State, playerId: number, mayRevive: boolean): Action[]");
  assert.equal(about("me"), undefined); // a variable of the loop below
  assert.equal(
    entries.find(({ name }) => name === "draw")?.doc.text,
    'Draws on the board of the page, such as draw({ cell: [2, -1], text: "37", color: "red" }).',
  );
  assert.equal(entries.find(({ name }) => name === "GAIN")?.doc.text, "our bombs, and how many cells each must win");
});

test("the name at a place: what it is, and where", () => {
  const project = new Project();
  const bot = hexabomb["bot.js"];
  project.update(hexabomb);
  const at = bot.indexOf("waysOut(state, me, BOMB)");
  const found = project.entryAt("bot.js", at + 2);
  assert.deepEqual([found?.from, found?.to], [at, at + 7]);
  assert.equal(
    found?.entry.signature(),
    "waysOut(state: State, cell: Cell, bomb?: {range: number, delay: number}): Way[]",
  );
  assert.match(found?.entry.doc.text ?? "", /An empty list: there is no way out\.$/);
  assert.equal(
    project.entryAt("bot.js", bot.indexOf("Client.connect") + 8)?.entry.doc.params[0]?.text,
    "1 to 10 characters without blanks",
  );
  assert.equal(project.entryAt("bot.js", bot.indexOf("revive_delay") + 2)?.entry.signature(), "revive_delay: number");
  assert.equal(project.entryAt("bot.js", 2), undefined);
  assert.equal(project.entryAt("none.js", 2), undefined);
});

test("what the types of a name mean", () => {
  const project = new Project();
  const bot = hexabomb["bot.js"];
  project.update(hexabomb);
  const meanings = (text: string): string[] => {
    const found = project.entryAt("bot.js", bot.indexOf(text), 1);
    return found ? project.meanings(found.entry).map(({ name, text }) => `${name} = ${text}`) : [];
  };
  assert.deepEqual(meanings("step(me, way)"), ["Cell = {q: number, r: number}", 'Way = Direction | "stay"']);
  assert.match(
    meanings("state.characters")[0] ?? "",
    /^State = \{cells: \(Cell & \{color: number\}\)\[\], characters: Character\[\],/,
  );
  assert.deepEqual(meanings("playerId + 1"), []);
});

test("sources that lead in circles, or that are huge, have an answer soon", () => {
  const circles = [
    "const a = b, b = a; a.¦",
    "function f() { return f(); } f().¦",
    "const o = { m() { return o.m(); } }; o.m().¦",
    "class A extends B {} class B extends A {} new A().¦",
    "/** @typedef {T} T */ /** @type {T} */ const t = 1; t.¦",
    "/** @typedef {S[]} T */ /** @typedef {T} S */ /** @type {T} */ const t = []; t[0].¦",
    "const [x] = x; x.¦",
    "const {x} = x; x.¦",
    `const o = { ${Array.from({ length: 400 }, (_, i) => `p${i}: o`).join(", ")} }; o.p1.p2.p3.p4.p5.¦`,
    `x${"[0]".repeat(5000)}.¦`,
    `/** @type {${"(".repeat(5000)} */ const t = 1; t.¦`,
  ];
  for (const text of circles) {
    const project = new Project();
    const pos = text.indexOf("¦");
    project.update({ "bot.js": text.replace("¦", "") });
    assert.ok(Array.isArray(project.membersAt("bot.js", pos)), text.slice(0, 60));
    for (const entry of project.namesAt("bot.js", pos)) assert.equal(typeof entry.signature(), "string");
  }
});
