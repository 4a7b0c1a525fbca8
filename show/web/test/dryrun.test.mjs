// The dry run of a competition of eight teams: the bot of one crashes in matches, one is hostile, and one comes too
// late. It has a ladder, then a final of four. It uses real processes, one of which is killed, and a real browser.
import assert from "node:assert/strict";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Lab } from "./lab.mjs";
import { must, ownLoopback, run } from "./program.mjs";
import { untilAddress } from "./view.mjs";

const patience = 900_000; // milliseconds for the whole test; the machine may be busy
const teams = ["Ada", "Bea", "Cem", "Dia", "Eve", "Fay", "Gil", "Hal"];
const [crashing, hostile, byBrowser, late] = ["Dia", "Eve", "Fay", "Hal"];
const last = 24; // matches of the ladder
const victim = "untouched";
const host = ownLoopback(); // the restarted server listens at the same port
const duel = 91; // cells of the event's map; no board of the check has as many

/** @param {string} folder @param {string} closes */
function writeEvent(folder, closes) {
  writeFileSync(
    join(folder, "event.toml"),
    `name = "Dry run"
game = "hexabomb"
maps = ["duel"]
turns = 30
turn_time = "2s"
seed = 7
closes = ${closes}
format = "ladder"
players = 2
max_matches = ${last}

[final]
format = "knockout"
top = 4
`,
  );
}

/** @param {string} folder @param {string} team */
function makeBot(folder, team) {
  const bot = join(folder, team);
  must(folder, "bot", "new", team, "--lang", "python");
  const file = join(bot, "bot.py");
  const text = readFileSync(file, "utf8");
  const start = "    color, board, free = player_id + 1, board_of(state), free_cells(state)\n";
  assert.ok(text.includes(start));
  let more = `    print("private thought of ${team}")\n`;
  if (team !== crashing)
    more += `    if len(state["cells"]) != ${duel}:\n        return []\n`; // no work during the check
  else more += `    if len(state["cells"]) == ${duel}:\n        raise SystemExit("no plan for duels")\n`;
  if (team === hostile) {
    writeFileSync(
      join(bot, "evil.py"),
      `import os, socket
for path in [${JSON.stringify(join(folder, "victim.txt"))}, ${JSON.stringify(join(folder, "event.store", "submissions", "teams.json"))}]:
    try:
        print("stolen:", open(path).read())
        open(path, "w").write("evil")
    except OSError as e:
        print("refused:", type(e).__name__)
try:
    socket.create_connection((${JSON.stringify(host)}, PORT), 5).sendall(b"GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
    print("stolen: connected")
except OSError as e:
    print("refused:", type(e).__name__)
`,
    );
    appendFileSync(join(bot, "bot.toml"), 'build = "python3 evil.py"\n');
    more += "    import evil\n";
  }
  writeFileSync(file, text.replace(start, start + more));
  rmSync(join(bot, "__pycache__"), { recursive: true, force: true });
  return bot;
}

/** @param {import("./program.mjs").Running} program */
async function address(program) {
  const [, url] = await program.says(/the event is at (http:\/\/127\.[\d.]+:\d+\/)/);
  return String(url);
}

/** @param {string} url */
async function json(url) {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  return /** @type {Promise<any>} */ (answer.json());
}

/** @param {string} what @param {() => Promise<boolean>} is */
async function until(what, is) {
  for (const end = Date.now() + patience; !(await is()); await new Promise((resolve) => setTimeout(resolve, 200))) {
    if (Date.now() > end) throw new Error(`not so: ${what}`);
  }
}

/** The invitation of each team, by name. @param {Lab} lab @param {string} url */
function invite(lab, url) {
  const { code, stdout, stderr } = run(lab.folder, "tournament", "invite", "event.toml", ...teams, "--server", url);
  assert.equal(code, 0, stderr);
  const links = new Map(
    stdout
      .trim()
      .split("\n")
      .map((line) => /** @type {[string, string]} */ (line.split(/\s{2,}/))),
  );
  assert.equal(links.size, teams.length, stdout);
  return links;
}

/**
 * Submits a bot with an invitation, by the command line.
 * @param {Lab} lab @param {string} url @param {string} team @param {string} link
 */
function submit(lab, url, team, link) {
  return lab.start("tournament", "submit", "--server", url, "--token", link.replace(/.*#/, ""), team);
}

/** Joins with the link and submits the folder in the browser. @param {Lab} lab @param {string} link */
async function submitInBrowser(lab, link) {
  const visitor = await lab.visitor();
  const page = await visitor.open(link);
  await untilAddress(page, /^[^#]*#?$/); // the invitation is not in the address any more
  await page.getByRole("button", { name: "Join" }).click();
  await page.locator("#files").setInputFiles(join(lab.folder, byBrowser));
  await page.getByRole("button", { name: "Submit the folder" }).click();
  await page.locator("#state.ok, #state.bad").waitFor({ timeout: patience });
  assert.match((await page.locator("#state").textContent()) ?? "", /accepted: version 1 plays/);
  return page;
}

test("a dry run: eight teams, a ladder, a final of four", { timeout: patience }, async () => {
  const lab = new Lab();
  try {
    await dryRun(lab);
    for (const visitor of lab.visitors) assert.deepEqual(visitor.complaints, []);
  } catch (error) {
    for (const program of lab.programs) program.signal("SIGKILL");
    await lab.close().catch(() => {}); // the first error is the one that matters
    throw error;
  }
  await lab.close();
});

/** @param {Lab} lab */
async function dryRun(lab) {
  writeEvent(lab.folder, "2099-01-01T00:00:00Z");
  writeFileSync(join(lab.folder, "victim.txt"), victim);
  for (const team of teams) makeBot(lab.folder, team);
  let served = lab.start("tournament", "serve", "event.toml", "--listen", `${host}:0`, "--jobs", "-1", "--quiet");
  let url = await address(served);
  writeFileSync(
    join(lab.folder, hostile, "evil.py"),
    readFileSync(join(lab.folder, hostile, "evil.py"), "utf8").replace("PORT", new URL(url).port),
  );
  const links = invite(lab, url);
  const link = (/** @type {string} */ team) => String(links.get(team));

  const inTime = teams.filter((team) => team !== byBrowser && team !== late);
  const submissions = inTime.map((team) => submit(lab, url, team, link(team)));
  const page = await submitInBrowser(lab, link(byBrowser));
  for (const s of submissions) assert.equal(await s.end(patience), 0, s.output);
  assert.match(submissions[inTime.indexOf(hostile)]?.output ?? "", /refused: /); // what its build has tried
  for (const s of submissions) assert.doesNotMatch(s.output, /stolen:/);
  const again = submit(lab, url, "Ada", link("Ada"));
  assert.equal(await again.end(patience), 1);
  assert.match(again.output, /not valid, or it was used/);

  served.signal("SIGTERM");
  assert.equal(await served.end(patience), 0, served.output);
  writeEvent(lab.folder, "2001-01-01T00:00:00Z");
  served = lab.start("tournament", "serve", "event.toml", "--listen", new URL(url).host, "--quiet");
  url = await address(served);
  const tooLate = submit(lab, url, late, link(late));
  assert.equal(await tooLate.end(patience), 1);
  assert.match(tooLate.output, /submissions are closed since 2001-01-01 00:00 UTC/i);

  await until("some matches are played", async () => (await json(`${url}api/progress`)).played >= 4);
  served.signal("SIGKILL");
  await served.ended;
  lab.programs.splice(lab.programs.indexOf(served), 1); // it cannot end like the others
  served = lab.start("tournament", "serve", "event.toml", "--listen", new URL(url).host, "--quiet");
  url = await address(served);
  await until("the event is over", async () => (await json(`${url}api/progress`)).done);

  await look(lab, url, page);
  assert.equal(readFileSync(join(lab.folder, "victim.txt"), "utf8"), victim);
  served.signal("SIGTERM");
  assert.equal(await served.end(patience), 0, served.output);
}

/**
 * Looks at the public pages in the end, and at the page of a team.
 * @param {Lab} lab @param {string} url @param {import("playwright-core").Page} own the browser of a team
 */
async function look(lab, url, own) {
  const ladder = await json(`${url}api/standings?stage=0`);
  const names = ladder.entrants.map((/** @type {any} */ e) => e.name);
  assert.deepEqual(
    [...names].sort(),
    teams.filter((team) => team !== late),
  );
  assert.equal(ladder.matches, last);
  const crashed = ladder.entrants.find((/** @type {any} */ e) => e.name === crashing);
  assert.equal(crashed.failures.crashed, crashed.matches, JSON.stringify(crashed));
  assert.equal(crashed.wins, 0);
  const final = await json(`${url}api/standings?stage=1`);
  assert.equal(final.complete, true);
  const [winner, second] = final.entrants;
  assert.equal(winner.rank, 1);
  assert.notEqual(second.rank, 1);
  assert.deepEqual(
    final.entrants
      .filter((/** @type {any} */ e) => e.matches > 0)
      .map((/** @type {any} */ e) => e.name)
      .sort(),
    names.slice(0, 4).sort(),
  );

  const text = await (await fetch(`${url}api/matches`)).text();
  assert.doesNotMatch(text, /private thought|stolen:|"logs"/);
  const visitor = await lab.visitor();
  const page = await visitor.open(url);
  assert.match((await page.locator("main").textContent()) ?? "", new RegExp(winner.name));
  await page.goto(`${url}rounds`);
  assert.match((await page.locator("main").textContent()) ?? "", new RegExp(winner.name));
  await page.goto(`${url}projector`);
  await page.getByText(winner.name).first().waitFor();

  await own.goto(`${url}team/`);
  const match = own.locator('a[href^="matches/"]').first();
  await match.click();
  await own.locator("h1").filter({ hasText: "Match" }).waitFor();
  const learnt = (await own.locator("main").textContent()) ?? "";
  assert.match(learnt, new RegExp(`private thought of ${byBrowser}`));
  for (const other of teams.filter((team) => team !== byBrowser))
    assert.doesNotMatch(learnt, new RegExp(`thought of ${other}`));
  const { matches } = await json(`${url}api/matches?stage=0`);
  const others = matches.find((/** @type {any} */ m) => !m.names.includes(byBrowser));
  assert.ok(others);
  assert.equal((await own.request.get(`${url}team/matches/${others.id}`)).status(), 404);
  assert.equal((await fetch(`${url}team/matches/${others.id}`)).status, 401);
}
