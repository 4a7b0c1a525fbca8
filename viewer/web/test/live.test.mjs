// Matches that are played while they are watched.
import assert from "node:assert/strict";
import { pageTest } from "./lab.mjs";
import { api, button, slider, turnOf, until, untilAddress, untilState, untilTurn } from "./view.mjs";

const long = ["--map", "tiny", "--seed", "4", "--turns", "2000", "--delay", "50ms", "--bot", "builtin:hunter", "--bot", "builtin:greedy"];

pageTest("a match of hexabomb is followed from its start to its end", async (lab) => {
  const address = await lab.play("--map", "tiny", "--seed", "4", "--turns", "25", "--delay", "200ms", "--bot", "builtin:hunter", "--bot", "builtin:greedy");
  const page = await lab.open(address);
  await page.getByRole("heading", { name: /hexabomb/ }).waitFor();
  const names = await page.locator(".standings .name").allTextContents();
  assert.deepEqual(names.toSorted(), ["greedy", "hunter"]);
  await untilTurn(page, 25);
  await untilState(page, /wins|No winner/);
  await assert.doesNotReject(page.locator(".standings tr.winner").waitFor());
  assert.equal(await button(page, "Live").isVisible(), false);
  const { live, turn, end } = await api(page, "/api/matches/" + (await api(page, "/api/matches")).matches[0].id);
  assert.deepEqual([live, turn, end.turns], [false, 25, 25]);
});

pageTest("a match of 2016-Bomberman is followed while it goes on", async (lab) => {
  const page = await lab.open(await lab.play("bomberman", "--seed", "4", "--players", "4", "--delay", "50ms"));
  await untilState(page, /^Live$/);
  const first = await untilTurn(page, (turn) => turn > 0);
  await untilTurn(page, (turn) => turn > first + 3);
  assert.equal(await page.locator(".standings tbody tr").count(), 4);
  assert.equal(await page.getByRole("columnheader", { name: "Radius" }).count(), 1);
});

pageTest("a page that is opened late, or loaded again, goes on at the newest turn", async (lab) => {
  const address = await lab.play(...long);
  const early = await lab.open(address);
  const reached = await untilTurn(early, (turn) => turn >= 12);
  const late = await lab.open(address);
  await untilTurn(late, (turn) => turn >= reached);
  const before = await turnOf(early);
  await early.reload();
  await early.locator(".match").waitFor();
  await untilTurn(early, (turn) => turn >= before);
  await untilTurn(early, (turn) => turn >= before + 5);
  assert.equal(await button(early, "Live").getAttribute("aria-pressed"), "true");
  assert.doesNotMatch(early.url(), /turn=/); // the newest turn needs no number
});

pageTest("several readers watch at once, each at a turn of their own", async (lab) => {
  const address = await lab.play(...long);
  const [a, b, c] = await Promise.all([lab.open(address), lab.open(address), lab.open(address)]);
  await Promise.all([a, b, c].map((page) => untilTurn(page, (turn) => turn >= 6)));
  await b.keyboard.press("Home");
  await untilTurn(b, 0);
  const there = await turnOf(a);
  await Promise.all([a, c].map((page) => untilTurn(page, (turn) => turn > there + 3)));
  assert.equal(await turnOf(b), 0);
});

pageTest("a live match is stopped, scrubbed and followed again", async (lab) => {
  const page = await lab.open(await lab.play(...long));
  await untilTurn(page, (turn) => turn >= 8);
  await button(page, "Pause").click();
  const paused = await turnOf(page);
  await until(() => slider(page).getAttribute("max"), (max) => Number(max) > paused + 3, "turns after the pause");
  assert.equal(await turnOf(page), paused);
  await untilAddress(page, new RegExp(`turn=${paused}\\b`));
  await slider(page).fill("2");
  await untilTurn(page, 2);
  await button(page, "Live").click();
  await untilTurn(page, (turn) => turn > paused + 3);
  await page.keyboard.press("Home");
  await untilTurn(page, 0);
  await page.keyboard.press("l");
  await untilTurn(page, (turn) => turn > paused + 3);
});

pageTest("a server that goes away is told, and one at its place is found again", async (lab) => {
  const program = lab.start("play", "--listen", "127.0.0.1:0", "--no-browser", ...long);
  const address = await program.page();
  const visitor = await lab.visitor();
  visitor.expected = /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|404/;
  const page = await visitor.open(address);
  await page.locator(".match").waitFor();
  await untilTurn(page, (turn) => turn >= 3);
  program.signal("SIGKILL");
  await untilState(page, /Connection lost/);
  await page.keyboard.press("Home"); // what is known can still be looked at
  await untilTurn(page, 0);
  lab.programs.splice(lab.programs.indexOf(program), 1);
  await lab.start("play", "--listen", new URL(address).host, "--no-browser", ...long).page();
  await page.reload();
  await page.locator(".match").waitFor();
  await untilState(page, /^Live$/);
});
