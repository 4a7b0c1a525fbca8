// The dry run of a competition, as people hold one: its organiser at the desk, twelve teams, submissions until they close,
// a ladder that is hidden from freeze on, and a final cup, all of it behind a proxy with HTTPS. The server is killed three
// times. It uses real processes and a real browser; dryrun.test.mjs plays it, and pictures.mjs takes pictures of it.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeBot, makeHostile, teams, thought } from "./dryrun-bots.mjs";
import { must, ownLoopback, run } from "./program.mjs";
import { startReverseProxy } from "./reverseproxy.mjs";
import { untilAddress } from "./view.mjs";

export const patience = 1_800_000; // milliseconds for the whole; the machine may be busy
const last = 40; // matches of the ladder
const victim = "untouched";
const hour = 3_600_000; // milliseconds
const path = "/cup/";
const organiser = "Ann Organiser";
// What a browser prints about a page that was open when the server was killed.
const expected = /Failed to load resource|ERR_|502/;
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true };

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {(name: string, page: Page) => Promise<void>} Picture takes a picture of a page, for the manual */
/** @typedef {{ closes: string, starts: string, freeze: string, final: string }} Times */

/** A time so many milliseconds from now, as event.toml has it. @param {number} ahead */
const soon = (ahead) => new Date(Date.now() + ahead).toISOString().replace(/\.\d+Z/, "Z");

// The times of the event file: all of them are later than this test takes, until it sets others.
const later = { closes: soon(2 * hour), starts: soon(3 * hour), freeze: soon(5 * hour), final: soon(6 * hour) };

/** @param {string} what @param {() => Promise<boolean>} is */
async function until(what, is) {
  for (const end = Date.now() + patience; !(await is()); await new Promise((resolve) => setTimeout(resolve, 200))) {
    if (Date.now() > end) throw new Error(`not so: ${what}`);
  }
}

/** @param {string} role */
function nameOf(role) {
  const name = teams[role]?.name;
  assert.ok(name);
  return name;
}

/** An event of the dry run that is served, and its spectators. */
class Served {
  /** @type {import("./program.mjs").Running | undefined} */
  #program;
  #listen = "";
  host = ownLoopback(); // a server that starts again listens at the same port
  port = 0;
  website = "";

  /** @param {import("./lab.mjs").Lab} lab */
  constructor(lab) {
    this.lab = lab;
  }

  /** Writes event.toml with these times. @param {Partial<Times>} times */
  write(times = {}) {
    const { closes, starts, freeze, final } = { ...later, ...times };
    writeFileSync(
      join(this.lab.folder, "event.toml"),
      `name = "Dry run"
game = "hexabomb"
maps = ["duel"]
turns = 10
turn_time = "1s"
seed = 7
closes = ${closes}
starts = ${starts}
freeze = ${freeze}
format = "ladder"
players = 2
max_matches = ${last}

[final]
format = "knockout"
top = 4
starts = ${final}

[[bot]]
name = "house"
command = "builtin:hunter"
`,
    );
  }

  /** Finds a free port for the server, and starts the proxy before it. */
  async open() {
    const first = this.lab.start("tournament", "serve", "event.toml", "--listen", `${this.host}:0`, "--quiet");
    const [, port] = await first.says(/the event is at http:\/\/127\.[\d.]+:(\d+)\/\n/);
    first.signal("SIGTERM");
    assert.equal(await first.end(patience), 0, first.output);
    this.port = Number(port);
    this.#listen = `${this.host}:${port}`;
    const proxy = await startReverseProxy(this.lab.folder, this.host, path, this.port);
    this.website = proxy.website;
    process.env["SSL_CERT_FILE"] = proxy.cert; // for blastyard tournament submit
    this.spectator = (await this.lab.visitor({ ignoreHTTPSErrors: true })).context.request;
    return proxy;
  }

  async start() {
    this.#program = this.lab.start(
      ...["tournament", "serve", "event.toml", "--listen", this.#listen, "--quiet"],
      ...["--website", this.website, "--trusted-proxy", this.host],
    );
    await this.#program.says(/the event is at (https:\S+)\n/);
  }

  /** Kills the server without a warning. */
  async kill() {
    const program = this.#program;
    assert.ok(program);
    program.signal("SIGKILL");
    await program.ended;
    this.lab.programs.splice(this.lab.programs.indexOf(program), 1); // it cannot end like the others
  }

  async stop() {
    const program = this.#program;
    assert.ok(program);
    program.signal("SIGTERM");
    assert.equal(await program.end(patience), 0, program.output);
  }

  /** What a spectator gets, through the proxy. @param {string} at */
  async get(at) {
    assert.ok(this.spectator);
    return this.spectator.get(this.website + at);
  }

  /** @param {string} at */
  async json(at) {
    const answer = await this.get(at);
    assert.equal(answer.status(), 200, at);
    return /** @type {Promise<any>} */ (answer.json());
  }

  /** @param {string} phase */
  untilPhase(phase) {
    return until(`the phase is ${phase}`, async () => (await this.json("api/event")).clock.phase === phase);
  }

  /** What the organiser's programs see, also while standings are hidden. @param {number} stage */
  standings(stage) {
    const { code, stdout, stderr } = run(
      this.lab.folder,
      ...["tournament", "standings", "event.toml", "--json", "--stage", String(stage)],
    );
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  }
}

/** The organiser's browser, signed in at the desk. @param {Served} served */
async function openDesk(served) {
  const { code, stdout, stderr } = run(
    served.lab.folder,
    ...["tournament", "desk", "event.toml", "--name", organiser, "--server", served.website],
  );
  assert.equal(code, 0, stderr);
  const visitor = await served.lab.visitor({ ignoreHTTPSErrors: true, viewport: { width: 1440, height: 900 } });
  visitor.expected = expected;
  const page = await visitor.open(stdout.trim());
  await page.getByRole("button", { name: "Open the desk" }).click();
  await page.getByRole("heading", { name: "The play" }).waitFor();
  const cookies = await visitor.context.cookies(page.url());
  assert.ok(cookies.length > 0 && cookies.every((cookie) => cookie.secure && cookie.path.startsWith(path)));
  return page;
}

/** The invitation of a team, made at the desk. @param {Page} desk @param {string} team */
async function invite(desk, team) {
  await desk.getByLabel("Its name").first().fill(team);
  await desk.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await desk.locator("#secret").textContent();
  await desk.getByRole("link", { name: "The desk" }).click();
  await desk.getByRole("heading", { name: "The play" }).waitFor();
  return String(link);
}

/** Withdraws or disqualifies an entrant at the desk. @param {Page} desk @param {string} name @param {"Withdraw" | "Disqualify"} what @param {string} why */
async function exclude(desk, name, what, why) {
  await desk.reload();
  await desk
    .getByRole("row")
    .filter({ has: desk.getByRole("rowheader", { name, exact: true }) })
    .getByRole("link", { name: "Open" })
    .click();
  await desk.getByLabel("The reason").fill(why);
  await desk.getByRole("button", { name: what }).click();
  await desk.getByRole("button", { name: "Do it" }).click();
  await desk.getByRole("heading", { name: "The play" }).waitFor();
  await desk.getByRole("row").filter({ hasText: why }).first().waitFor();
}

/** Nothing is wider than the screen. @param {Page} page */
async function assertFits(page) {
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(Number(wide) <= Number(screen), `${wide} of ${screen} pixels at ${page.url()}`);
}

/** Submits a bot from a terminal, with an invitation. @param {Served} served @param {string} folder @param {string} link */
function submit(served, folder, link) {
  return served.lab.start(
    ...["tournament", "submit", "--server", served.website, "--token", link.replace(/.*#/, ""), folder],
  );
}

/** Joins with the link and submits the folder, on a phone. @param {Served} served @param {string} folder @param {string} link */
async function submitOnPhone(served, folder, link) {
  const visitor = await served.lab.visitor({ ...phone, ignoreHTTPSErrors: true });
  visitor.expected = expected;
  const page = await visitor.open(link);
  await untilAddress(page, /^[^#]*#?$/); // the invitation is not in the address any more
  await page.getByRole("button", { name: "Join" }).tap();
  await page.locator("#files").setInputFiles(folder);
  await assertFits(page);
  await page.getByRole("button", { name: "Submit the folder" }).tap();
  await page.locator("#state").waitFor();
  return page;
}

/**
 * The teams submit; the server is killed while their bots are looked at.
 * @param {Served} served
 * @param {Page} desk
 * @param {Picture} picture
 */
async function submissions(served, desk, picture) {
  const bots = new Map(Object.keys(teams).map((role) => [role, makeBot(served.lab.folder, role)]));
  const folder = (/** @type {string} */ role) => String(bots.get(role));
  const files = ["victim.txt", "event.store/submissions/teams.json"].map((file) => join(served.lab.folder, file));
  makeHostile(folder("hostile"), files, served);
  const links = new Map();
  for (const role of bots.keys()) links.set(role, await invite(desk, nameOf(role)));
  const page = await submitOnPhone(served, folder("phone"), links.get("phone"));
  const sent = [...bots.keys()]
    .filter((role) => role !== "phone")
    .map((role) => ({ role, program: submit(served, folder(role), links.get(role)) }));
  await until("a bot is accepted", async () => (await served.json("api/event")).entrants.length > 1);
  for (const { program } of sent) await program.says(/submitted as/);
  await served.kill();
  await served.start();
  for (const { role, program } of sent) {
    assert.equal(await program.end(patience), 0, `${role}: ${program.output}`);
    assert.doesNotMatch(program.output, /stolen:/);
    if (role === "hostile") assert.match(program.output, /refused: /); // what its build has tried
  }
  await page.reload();
  await page.locator("#state.ok").waitFor({ timeout: patience });
  assert.match((await page.locator("#state").textContent()) ?? "", /accepted: version 1 plays/);
  await until("a test match was played", async () => {
    await page.reload();
    return (await page.getByRole("link", { name: "test 1" }).count()) > 0;
  });
  await assertFits(page);
  await picture("phone-team", page);
  const again = submit(served, folder("plain"), links.get("plain"));
  assert.equal(await again.end(patience), 1);
  assert.match(again.output, /not valid, or it was used/);
  return page;
}

/** The organiser closes submissions; then a team's page has no form. @param {Served} served @param {Page} desk @param {Page} own */
async function close(served, desk, own) {
  await own.goto(`${served.website}team/`);
  await own.getByRole("button", { name: "Submit the folder" }).waitFor();
  await desk.reload();
  const form = desk.locator("form").filter({ has: desk.getByRole("button", { name: "Let them close then" }) });
  await form.getByLabel("At another time").fill(soon(10_000));
  await form.getByRole("button").click();
  await served.untilPhase("ready");
  await own.reload();
  assert.equal(await own.locator("form#upload").count(), 0);
  assert.match((await own.locator("main").textContent()) ?? "", /closed/i);
}

/**
 * The ladder, until its standings are hidden and it is over.
 * @param {Served} served
 * @param {Page} desk
 * @param {Page} own of a team
 * @param {Picture} picture
 */
async function ladder(served, desk, own, picture) {
  await served.stop();
  served.write({ starts: soon(2000) });
  await served.start();
  await served.untilPhase("playing");
  await until("some matches are played", async () => (await served.json("api/progress")).played >= 12);
  await exclude(desk, nameOf("withdrawn"), "Withdraw", "the team has gone home");
  await exclude(desk, nameOf("disqualified"), "Disqualify", "it is a copy of another bot");
  await desk.getByLabel("Text").fill("The final is at 20:00 in the great hall");
  await desk.getByRole("button", { name: "Announce" }).click();
  await desk.getByText("The final is at 20:00").first().waitFor();
  await picture("desk", desk);
  await lookWhilePlaying(served, picture);

  await served.kill();
  const times = { starts: soon(-60_000), freeze: soon(0) };
  served.write(times);
  await served.start();
  await until("standings are hidden", async () => (await served.json("api/event")).clock.frozen === true);
  const shown = await served.json("api/standings?stage=0");
  await until("the ladder is over", async () => served.standings(0).matches === last);
  assert.deepEqual(await served.json("api/standings?stage=0"), shown);
  await own.goto(`${served.website}team/`);
  assert.match((await own.locator("#standing").textContent()) ?? "", /\d/); // a team sees its own rank
  await assertFits(own);
  await desk.reload();
  await desk.getByRole("button", { name: "Reveal" }).click();
  await desk.getByRole("button", { name: "Do it" }).click();
  await until("all is shown", async () => (await served.json("api/standings?stage=0")).matches === last);
  return times;
}

/** Looks at the pages while the ladder is played, on a wall and on a phone. @param {Served} served @param {Picture} picture */
async function lookWhilePlaying(served, picture) {
  const wall = await (
    await served.lab.visitor({ ignoreHTTPSErrors: true, viewport: { width: 1440, height: 900 } })
  ).open(served.website);
  await wall.getByText("The final is at 20:00").first().waitFor();
  await wall.frameLocator("#board iframe").getByRole("application").waitFor();
  await picture("event", wall);
  const hand = await (await served.lab.visitor({ ...phone, ignoreHTTPSErrors: true })).open(served.website);
  await hand.frameLocator("#board iframe").getByRole("application").waitFor();
  await assertFits(hand);
  await picture("phone-event", hand);
  for (const name of ["standings", "matches", "cross-table", "orders"]) {
    await hand.goto(served.website + name);
    await hand.locator("main table").first().waitFor();
    await assertFits(hand);
  }
  await wall.close(); // it would complain about the server that is killed
  await hand.close();
}

/** The final, in the middle of which the server is killed. @param {Served} served @param {Partial<Times>} before */
async function final(served, before) {
  await served.stop();
  served.write({ ...before, final: soon(2000) });
  await served.start();
  await until("a match of the final is played", async () => (await served.json("api/progress")).played > last);
  await served.kill();
  await served.start();
  await until("the event is over", async () => (await served.json("api/progress")).done);
}

/**
 * Looks at the results.
 * @param {Served} served
 * @param {Page} own of a team
 * @param {Page} desk
 * @param {Picture} picture
 */
async function results(served, own, desk, picture) {
  const first = await served.json("api/standings?stage=0");
  const names = first.entrants.map((/** @type {any} */ e) => e.name);
  const of = (/** @type {string} */ role) => first.entrants.find((/** @type {any} */ e) => e.name === nameOf(role));
  assert.deepEqual([...names].sort(), [...Object.keys(teams).map(nameOf), "house"].sort());
  const crashed = of("crashing");
  assert.ok(crashed.matches > 0 && crashed.failures.crashed === crashed.matches, JSON.stringify(crashed));
  assert.equal(crashed.wins, 0);
  const loops = of("looping");
  // Whose fault a late turn is depends on how busy the machine is; that it used up its time does not.
  assert.ok(loops.matches > 0 && loops.used_ms > 5000 * loops.matches, JSON.stringify(loops));
  assert.equal(loops.wins, 0);
  assert.equal(of("withdrawn").status, "withdrawn");
  assert.equal(of("disqualified").status, "disqualified");
  assert.equal(names.at(-1), nameOf("disqualified"));
  assert.equal(names.at(-2), nameOf("withdrawn")); // neither has a place
  const cup = await served.json("api/standings?stage=1");
  assert.equal(cup.complete, true);
  const [winner, second] = cup.entrants;
  assert.equal(winner.rank, 1);
  assert.notEqual(second.rank, 1);
  const takesPart = first.entrants.filter((/** @type {any} */ e) => !e.status).map((/** @type {any} */ e) => e.name);
  const finalists = cup.entrants.filter((/** @type {any} */ e) => e.matches > 0).map((/** @type {any} */ e) => e.name);
  assert.deepEqual(finalists.sort(), takesPart.slice(0, 4).sort());
  await pages(served, winner.name, picture);
  await secrets(served, own, desk);
}

/** The podium, and all pages of spectators. @param {Served} served @param {string} winner @param {Picture} picture */
async function pages(served, winner, picture) {
  const wall = await (
    await served.lab.visitor({ ignoreHTTPSErrors: true, viewport: { width: 1440, height: 900 } })
  ).open(served.website);
  const podium = wall.locator(".podium li");
  await podium.first().waitFor();
  assert.ok(((await podium.first().textContent()) ?? "").includes(winner));
  await wall.frameLocator("#board iframe").getByRole("application").waitFor();
  await picture("podium", wall);
  const hand = await (await served.lab.visitor({ ...phone, ignoreHTTPSErrors: true })).open(`${served.website}rounds`);
  assert.ok(((await hand.locator("main").textContent()) ?? "").includes(winner));
  await assertFits(hand);
  await picture("phone-rounds", hand);
  await hand.goto(`${served.website}projector`);
  await hand.getByText(winner).first().waitFor();
  const { orders } = await served.json("api/orders");
  const told = JSON.stringify(orders);
  for (const role of ["withdrawn", "disqualified"]) assert.ok(told.includes(nameOf(role)), told);
}

/** Only a team sees what its bot printed, and its organiser. @param {Served} served @param {Page} own @param {Page} desk */
async function secrets(served, own, desk) {
  const text = await (await served.get("api/matches")).text();
  assert.doesNotMatch(text, /private thought|stolen:|"logs"/);
  await own.goto(`${served.website}team/`);
  await own.locator('a[href*="matches/"]').first().tap();
  await own.locator("h1").filter({ hasText: "Match" }).waitFor();
  const learnt = (await own.locator("main").textContent()) ?? "";
  assert.ok(learnt.includes(thought(nameOf("phone"))), learnt);
  for (const role of Object.keys(teams).filter((other) => other !== "phone"))
    assert.ok(!learnt.includes(thought(nameOf(role))), role);
  await assertFits(own);
  const { matches } = await served.json("api/matches?stage=0&limit=100");
  const others = matches.find((/** @type {any} */ m) => !m.names.includes(nameOf("phone")));
  assert.ok(others);
  assert.equal((await own.request.get(`${served.website}team/matches/${others.id}`)).status(), 404);
  assert.equal((await served.get(`team/matches/${others.id}`)).status(), 401);
  assert.equal((await own.request.get(`${served.website}desk/matches/${others.id}`)).status(), 401);
  const lost = matches.find((/** @type {any} */ m) => m.names.includes(nameOf("crashing")));
  await desk.goto(`${served.website}desk/matches/${lost.id}`);
  await desk.getByText("no plan for duels").first().waitFor();
}

/**
 * Plays the dry run in the folder of a lab.
 * @param {import("./lab.mjs").Lab} lab
 * @param {Picture} picture
 */
export async function dryRun(lab, picture) {
  const served = new Served(lab);
  served.write();
  writeFileSync(join(lab.folder, "victim.txt"), victim);
  const proxy = await served.open();
  try {
    await served.start();
    const desk = await openDesk(served);
    const own = await submissions(served, desk, picture);
    await close(served, desk, own);
    const before = await ladder(served, desk, own, picture);
    await final(served, before);
    await results(served, own, desk, picture);
    assert.equal(readFileSync(join(lab.folder, "victim.txt"), "utf8"), victim);
    await served.stop();
  } finally {
    await proxy.stop();
  }
  must(lab.folder, "tournament", "verify", "event.toml");
}
