// The first page of an event, through an event with programs that is really played.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Lab } from "./lab.mjs";
import { must, ownLoopback } from "./program.mjs";
import { assertNamed, faintTexts } from "./reading.mjs";
import { until } from "./view.mjs";

const patience = 480_000; // milliseconds for a whole test; the machine may be busy
const longest = "Бомбардировщик Севастополя непобедимый-1"; // 40 letters
const names = ["ada", longest, "مرحبا بالعالم يا صديقي العزيز جدا جدا اب", "hunter"];

/**
 * Writes an event of four: three of the same program, which waits for a file in each turn, and a built-in bot.
 * @param {Lab} lab
 */
function writeEvent(lab) {
  must(lab.folder, "bot", "new", "py", "--lang", "python");
  const file = join(lab.folder, "py", "bot.py");
  const text = readFileSync(file, "utf8");
  const start = "    color, board, free = player_id + 1, board_of(state), free_cells(state)\n";
  assert.ok(text.includes(start));
  const wait = `    import os, time\n    while not os.path.exists(${JSON.stringify(join(lab.folder, "go"))}):\n        time.sleep(0.05)\n`;
  writeFileSync(file, text.replace(start, wait + start));
  const bots = names.map(
    (name, i) => `[[bot]]\nname = "${name}"\n${i < 3 ? 'folder = "py"' : 'command = "builtin:hunter"'}`,
  );
  writeFileSync(
    join(lab.folder, "event.toml"),
    `name = "Front"
game = "hexabomb"
maps = ["tiny"]
turns = 12
turn_time = "5m"
seed = 7
format = "round-robin"
rounds = 1
players = 2
keep = "all"
sandbox = "off"

[final]
format = "knockout"
top = 2

${bots.join("\n")}
`,
  );
}

/** @param {import("playwright-core").Page} page */
async function assertFits(page) {
  for (const [width, height] of /** @type {const} */ ([
    [1440, 900],
    [1280, 720],
    [390, 844],
  ])) {
    await page.setViewportSize({ width, height });
    await until(
      () => page.evaluate(() => innerWidth),
      (now) => now === width,
      "the width of the screen",
    );
    const [wide, board, top] = await page.evaluate(() => {
      const box = document.getElementById("board")?.getBoundingClientRect();
      return [document.documentElement.scrollWidth, box?.height ?? 0, box?.top ?? 0];
    });
    assert.ok(Number(wide) <= width, `${wide} of ${width} pixels`);
    assert.ok(Number(board) >= 300, `the board is ${board} pixels high on ${width} by ${height}`);
    if (width > 1000) assert.ok(Number(top) < height / 2.5, `the board begins at ${top} on ${width} by ${height}`);
  }
}

test("the first page from before the first match to the podium", { timeout: patience }, async () => {
  const lab = new Lab();
  try {
    writeEvent(lab);
    const served = lab.start("tournament", "serve", "event.toml", "--listen", `${ownLoopback()}:0`, "--quiet");
    const [, url] = await served.says(/the event is at (http:\/\/127\.[\d.]+:\d+\/)/);
    const page = await (await lab.visitor()).open(String(url));
    const frame = page.frameLocator("#board iframe");
    const title = () => page.locator("#board-of h2").textContent();

    await until(title, (text) => /Live: match/.test(String(text)), "a live match on the board");
    await frame.getByRole("application").waitFor();
    await page.locator("#next li").first().getByText("now").waitFor();
    assert.equal(await page.locator(".podium").count(), 0);
    await assertFits(page);
    assert.deepEqual(await faintTexts(page), []);

    writeFileSync(join(lab.folder, "go"), "");
    await page.locator(".podium li").first().waitFor({ timeout: patience });
    const over = await (await lab.visitor({ colorScheme: "dark" })).open(String(url));
    assert.match(
      String(await over.locator("#board-of h2").textContent()),
      /The deciding match, f.*, as a replay the final/,
    );
    await over.frameLocator("#board iframe").getByRole("application").waitFor();
    const standings = await (await fetch(`${url}api/standings`)).json();
    const places = over.locator(".podium li");
    assert.equal(await places.count(), 2);
    assert.match(String(await places.first().textContent()), new RegExp(standings.entrants[0].name));
    await over.locator("#moments-here .moments > li").first().waitFor();
    await assertFits(over);
    assert.deepEqual(await faintTexts(over), []);
    await assertNamed(over, 15);

    await over.getByRole("button", { name: "Controls of the turns" }).click();
    await over
      .frameLocator("#board iframe")
      .getByRole("button", { name: /^Pause|^Play/ })
      .first()
      .waitFor();
    await over.getByRole("link", { name: "All standings" }).click();
    await over.getByRole("heading", { level: 1, name: "Standings" }).waitFor();
    await over.goto(`${url}entrants/1`);
    assert.ok((await over.locator(".form a").count()) >= 6);

    for (const visitor of lab.visitors) assert.deepEqual(visitor.complaints, []);
    served.signal("SIGTERM");
    assert.equal(await served.end(patience), 0, served.output);
    await look(lab, standings.entrants[0].name);
  } finally {
    await lab.close();
  }
});

/**
 * Looks at the first page of the event as static pages.
 * @param {Lab} lab @param {string} winner
 */
async function look(lab, winner) {
  must(lab.folder, "tournament", "export", "event.toml", "--html", "site");
  const page = await (await lab.visitor()).open(pathToFileURL(join(lab.folder, "site", "index.html")).href);
  assert.match(String(await page.locator(".podium li").first().textContent()), new RegExp(winner));
  assert.match(String(await page.locator("#board-of h2").textContent()), /The deciding match, f/);
  await page.frameLocator("#board iframe").getByRole("application").waitFor();
  assert.ok((await page.locator("#moments-here .moments > li").count()) >= 1);
  await assertFits(page);
}
