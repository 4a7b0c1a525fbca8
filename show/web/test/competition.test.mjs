// The pages of a competition. The event is simulated, with one match each second
// (tournament/internal/web/fake_test.go).
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { after, before } from "node:test";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { axeFaults } from "./axe.mjs";
import { hexabomb, pageTest } from "./lab.mjs";
import { must, newFolder, ownLoopback } from "./program.mjs";
import { until } from "./view.mjs";

const source = fileURLToPath(new URL("../../..", import.meta.url));
/** @type {import("node:child_process").ChildProcess | undefined} */
let server;
let address = "";
/** Starts the event at HOST:PORT. */
let serve = async (/** @type {string} */ _at, /** @type {string} */ _name = "") => {};

before(async () => {
  const folder = newFolder();
  const program = join(folder, "web.test");
  must(folder, "play", ...hexabomb, "--quiet", "--replay", "m.blast");
  const go = spawnSync("go", ["test", "-c", "-o", program, "./tournament/internal/web"], {
    cwd: source,
    encoding: "utf8",
  });
  assert.equal(go.status, 0, go.stderr);
  serve = async (at, name = "") => {
    server = spawn(program, [], {
      env: {
        ...process.env,
        BLASTYARD_FAKE_EVENT: `${at},24`,
        BLASTYARD_FAKE_REPLAY: join(folder, "m.blast"),
        BLASTYARD_FAKE_NAME: name,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    server.stdout?.setEncoding("utf8").on("data", (text) => (output += text));
    const found = await until(
      () => /http:\S+/.exec(output),
      (match) => match !== null,
      "the address of the event",
    );
    address = String(found?.[0]);
  };
  await serve(`${ownLoopback()}:0`);
});

after(() => server?.kill("SIGINT"));

/**
 * Asserts that no name of a bot or team has become markup, and that nothing is wider than the screen.
 * @param {import("playwright-core").Page} page
 */
async function assertSound(page) {
  assert.equal(await page.evaluate(() => "harmed" in window), false);
  assert.equal(await page.evaluate(() => document.querySelectorAll("main img, main script").length), 0);
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(Number(wide) <= Number(screen), `${wide} of ${screen} pixels at ${page.url()}`);
}

for (const width of [1280, 390]) {
  pageTest(`all pages fit ${width} pixels and link to each other`, async (lab) => {
    const page = await (await lab.visitor({ viewport: { width, height: 800 } })).open(address);
    for (const name of ["Cross table", "Matches", "Schedule", "Live", "Worker", "Standings"]) {
      await page.locator("nav").getByRole("link", { name }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await assertSound(page);
    }
    await page.locator("table.standings").getByRole("link", { name: "<script>" }).click();
    await page.getByRole("heading", { name: "Rating over time" }).waitFor();
    await assertSound(page);
  });
}

pageTest("a page follows the event without being loaded again", async (lab) => {
  const page = await (await lab.visitor()).open(address);
  await page.evaluate(() => Object.assign(window, { stays: true }));
  const facts = () => page.locator("#facts").textContent();
  const first = await facts();
  await until(facts, (text) => text !== first, "a newer number of matches");
  assert.equal(await page.evaluate(() => "stays" in window), true);
});

pageTest("pages of an event in twelve tabs share one stream, and find a server that was started again", async (lab) => {
  const visitor = await lab.visitor();
  visitor.expected = /Failed to load resource|ERR_/;
  const paths = ["", "matches", "cross-table", "entrants/1", "live", "schedule"];
  const pages = [];
  for (let i = 0; i < 12; i++) pages.push(await visitor.open(address + paths[i % paths.length]));
  for (const page of pages) await page.locator("#facts").waitFor();
  const readers = async () => /^blastyard_readers (\d+)$/m.exec(await (await fetch(`${address}metrics`)).text())?.[1];
  await until(readers, (n) => n === "1", "one stream");
  server?.kill("SIGKILL");
  for (const page of pages) await page.locator("#connection:not([hidden])").waitFor();
  await serve(new URL(address).host);
  for (const page of pages) await page.locator("#connection").waitFor({ state: "hidden" });
  for (const page of pages) {
    const facts = () => page.locator("#facts").textContent();
    const then = await facts();
    await until(facts, (text) => text !== then, "a newer number of matches");
  }
  await until(readers, (n) => n === "1", "one stream again");
});

pageTest("another event, and then a server without one, is started at the address of an event", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  const visitor = await lab.visitor();
  visitor.expected = /Failed to load resource|ERR_/;
  const page = await visitor.open(`${address}standings`);
  const name = page.locator("header .event a");
  assert.equal(await name.textContent(), "Winter Cup 2026");
  const end = async () => {
    server?.kill("SIGKILL");
    await page.locator("#connection:not([hidden])").waitFor();
  };
  await end();
  await serve(new URL(address).host, "Spring Cup");
  await until(
    () => name.textContent(),
    (text) => text === "Spring Cup",
    "the name of the other event",
  );
  await page.locator("#connection").waitFor({ state: "hidden" });
  await end();
  const other = lab.start("watch", "a.blast", "--listen", new URL(address).host, "--no-browser");
  await other.says(/watch at/);
  await page.getByText("another server answers").waitFor();
  assert.equal(await other.stop(), 0);
  await serve(new URL(address).host);
  await until(
    () => name.textContent(),
    (text) => text === "Winter Cup 2026",
    "the name of the first event",
  );
});

pageTest(
  "a click counts, however often the event has changed while the button was down, and then the page goes on",
  async (lab) => {
    const page = await (await lab.visitor()).open(`${address}standings`);
    const link = page.locator("table.standings").getByRole("link", { name: "<script>" });
    await link.hover();
    await page.mouse.down();
    const facts = () => page.locator("#facts").textContent();
    const first = await facts();
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const events = new EventSource(document.body.dataset["events"] ?? "");
          let left = 5;
          events.addEventListener("changed", () => {
            if (--left > 0) return;
            events.close();
            resolve(true);
          });
        }),
    );
    assert.equal(await facts(), first);
    await page.mouse.up();
    await page.getByRole("heading", { name: "Rating over time" }).waitFor();
    await page.goBack();
    await page.locator("h1").hover();
    await page.mouse.down();
    const then = await facts();
    await page.mouse.up();
    await until(facts, (text) => text !== then, "a newer number of matches");
  },
);

pageTest("the projector shows 24 entrants on screens of all sizes, in large letters", async (lab) => {
  const page = await (await lab.visitor()).open(`${address}projector?speed=0.1`); // so that the standings stay
  await page.locator(".scene.standings.now").waitFor();
  assert.equal(await page.locator(".scene.standings.now li").count(), 24);
  for (const [width, height] of /** @type {const} */ ([
    [1280, 720],
    [1024, 768],
    [1920, 1080],
  ])) {
    await page.setViewportSize({ width, height });
    await until(
      () => page.evaluate(() => `${innerWidth} by ${innerHeight}`),
      (size) => size === `${width} by ${height}`,
      "the size of the screen",
    );
    const outside = await page.evaluate(
      () =>
        [...document.querySelectorAll(".scene.now li, .scene.now .elo, header p, footer p")].filter((element) => {
          const box = element.getBoundingClientRect();
          return box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < 0 || box.top < 0;
        }).length,
    );
    assert.equal(outside, 0, `${width} by ${height}`);
    const letters = await page
      .locator(".scene.standings.now li")
      .first()
      .evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
    assert.ok(
      letters >= Math.min(height, 0.5625 * width) / 28,
      `letters of ${letters} pixels on ${width} by ${height}`,
    );
  }
});

pageTest("the projector goes from the standings to a match and its result, and on", async (lab) => {
  const page = await (await lab.visitor({ viewport: { width: 1024, height: 768 } })).open(
    `${address}projector?speed=8`,
  );
  for (const scene of ["standings", "next", "result", "standings"]) await page.locator(`.scene.${scene}.now`).waitFor();
});

pageTest("the times of an event count down, and are told by the reader's own clock, too", async (lab) => {
  for (const [zone, own] of [
    ["America/New_York", / \(\d{4}-\d\d-\d\d \d\d:\d\d on your clock\)$/],
    ["Etc/GMT-1", /min$/], // as the event's: there is nothing more to tell
  ]) {
    const page = await (await lab.visitor({ timezoneId: String(zone) })).open(address);
    const text = await page.locator("#clock").textContent();
    assert.match(String(text), /^submissions close in (2 h 0 min|1 h \d+ min)/);
    assert.match(String(text), /** @type {RegExp} */ (own));
    await page.goto(`${address}projector`);
    assert.match(String(await page.locator("#clock").textContent()), /^submissions close in /);
    await assertSound(page);
  }
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  pageTest(`first page and all that it leads to have no serious fault (${colorScheme})`, async (lab) => {
    const page = await (await lab.visitor({ colorScheme })).open(address);
    const pages = await page
      .locator("nav[aria-label=Pages] a")
      .evaluateAll((links) => links.map((link) => (link instanceof HTMLAnchorElement ? link.href : "")));
    assert.ok(pages.length >= 4, pages.join(" "));
    for (const url of pages) {
      await page.goto(url);
      assert.deepEqual(await axeFaults(page), [], url);
    }
  });
}
