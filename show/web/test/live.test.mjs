// Matches that are watched while they are played.
import assert from "node:assert/strict";
import { Course } from "./course.mjs";
import { pageTest } from "./lab.mjs";
import { ownLoopback } from "./program.mjs";
import { api, button, slider, turnOf, until, untilAddress, untilState, untilTurn } from "./view.mjs";

const hexabomb = ["--map", "tiny", "--seed", "4", "--turns", "25", "--bot", "builtin:idle"]; // ann plays in each turn

pageTest("a match of hexabomb is followed from its start to its end", async (lab) => {
  const course = await Course.begin(lab, ...hexabomb.with(-1, "builtin:greedy"));
  const page = await lab.open(course.page);
  await page.getByRole("heading", { name: /hexabomb/ }).waitFor();
  const names = await page.locator(".standings .name").allTextContents();
  assert.deepEqual(names.toSorted(), ["ann", "greedy"]);
  for (const turn of [1, 2, 3]) {
    await course.reach(turn);
    await untilTurn(page, turn);
  }
  await untilState(page, /^Live$/);
  await course.finish();
  await untilTurn(page, 25);
  await untilState(page, /wins|No winner/);
  await page.locator(".standings tr.winner").waitFor();
  assert.equal(await button(page, "Live").isVisible(), false);
  const { live, turn, end } = await api(page, "/api/matches/" + (await api(page, "/api/matches")).matches[0].id);
  assert.deepEqual([live, turn, end.turns], [false, 25, 25]);
});

pageTest("a match of 2016-Bomberman is followed while it goes on", async (lab) => {
  const course = await Course.begin(
    lab,
    "bomberman",
    "--seed",
    "4",
    ...Array.from({ length: 3 }, () => ["--bot", "builtin:idle"]).flat(),
  );
  const page = await lab.open(course.page);
  await untilState(page, /^Live$/);
  for (const turn of [1, 4]) {
    await course.reach(turn);
    await untilTurn(page, turn);
  }
  await untilState(page, /^Live$/);
  assert.equal(await page.locator(".standings tbody tr").count(), 4);
  assert.equal(await page.getByRole("columnheader", { name: "Radius" }).count(), 1);
});

pageTest("a page that is opened late, or loaded again, goes on at the newest turn", async (lab) => {
  const course = await Course.begin(lab, ...hexabomb);
  const early = await lab.open(course.page);
  await course.reach(12);
  await untilTurn(early, 12);
  const late = await lab.open(course.page);
  await untilTurn(late, 12);
  await early.reload();
  await early.locator(".match").waitFor();
  await untilTurn(early, 12);
  await course.reach(17);
  for (const page of [early, late]) await untilTurn(page, 17);
  assert.equal(await button(early, "Live").getAttribute("aria-pressed"), "true");
  assert.doesNotMatch(early.url(), /turn=/); // the address does not name the newest turn
});

pageTest("several readers watch at once, each at a turn of their own", async (lab) => {
  const course = await Course.begin(lab, ...hexabomb);
  const [a, b, c] = await Promise.all([lab.open(course.page), lab.open(course.page), lab.open(course.page)]);
  await course.reach(6);
  await Promise.all([a, b, c].map((page) => untilTurn(page, 6)));
  await b.keyboard.press("Home");
  await untilTurn(b, 0);
  await course.reach(10);
  await Promise.all([a, c].map((page) => untilTurn(page, 10)));
  assert.equal(await turnOf(b), 0);
});

pageTest("a live match is stopped, scrubbed and followed again", async (lab) => {
  const course = await Course.begin(lab, ...hexabomb);
  const page = await lab.open(course.page);
  await course.reach(8);
  await untilTurn(page, 8);
  await button(page, "Pause").click();
  await course.reach(12);
  await until(
    () => slider(page).getAttribute("max"),
    (max) => max === "12",
    "turns after the pause",
  );
  assert.equal(await turnOf(page), 8);
  await untilAddress(page, /turn=8\b/);
  await slider(page).fill("2");
  await untilTurn(page, 2);
  await button(page, "Live").click();
  await untilTurn(page, 12);
  await course.reach(13);
  await untilTurn(page, 13);
  await page.keyboard.press("Home");
  await untilTurn(page, 0);
  await page.keyboard.press("l");
  await untilTurn(page, 13);
  await course.reach(15);
  await untilTurn(page, 15);
});

pageTest("a server that goes away is told, and one at its place is found again", async (lab) => {
  const { program, page: address } = await Course.begin(lab, ...hexabomb, "--listen", `${ownLoopback()}:0`);
  const visitor = await lab.visitor();
  visitor.expected =
    /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|404/;
  const page = await visitor.open(address);
  await page.locator(".match").waitFor();
  await untilState(page, /^Live$/);
  program.signal("SIGKILL");
  await untilState(page, /Connection lost/);
  await page.keyboard.press("Home"); // the known turns can still be shown
  await untilTurn(page, 0);
  lab.programs.splice(lab.programs.indexOf(program), 1);
  await program.ended;
  await Course.begin(lab, ...hexabomb, "--listen", new URL(address).host);
  await page.reload();
  await page.locator(".match").waitFor();
  await untilState(page, /^Live$/);
});
