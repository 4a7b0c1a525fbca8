// The list of matches: its rows, search, hidden results, and ten thousand matches.
import assert from "node:assert/strict";
import { pageTest } from "./lab.mjs";
import { api, button, until, untilAddress, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page */
async function openList(page) {
  await page.keyboard.press("o");
  const list = page.getByRole("dialog", { name: "Matches" });
  await list.waitFor();
  await list.locator("li button").first().waitFor();
  return list;
}

/**
 * Records three matches on two maps, one of them of Bomberman.
 * @param {import("./lab.mjs").Lab} lab
 */
function recordThree(lab) {
  lab.record(
    "tiny-a.blast",
    "--map",
    "tiny",
    "--seed",
    "4",
    "--turns",
    "20",
    "--bot",
    "builtin:hunter",
    "--bot",
    "builtin:greedy",
  );
  lab.record(
    "duel-b.blast",
    "--map",
    "duel",
    "--seed",
    "77",
    "--turns",
    "20",
    "--bot",
    "builtin:random",
    "--bot",
    "builtin:greedy",
  );
  lab.record("bomb-c.blast", "bomberman", "--seed", "5", "--players", "4", "--turns", "20");
}

/**
 * The ids of the matches in the list, from top to bottom.
 * @param {import("playwright-core").Locator} list
 */
async function idsOf(list) {
  return list
    .locator("li button")
    .evaluateAll((buttons) => buttons.map((element) => element.getAttribute("data-match")));
}

pageTest("what the page says is over the list, and is back on the page once the list is closed", async (lab) => {
  lab.record("a.blast", "--map", "tiny", "--seed", "4", "--turns", "20");
  lab.record("b.blast", "--map", "tiny", "--seed", "5", "--turns", "20");
  const page = await lab.open((await lab.watch(".")) + "#match=gone&turn=3");
  const list = page.getByRole("dialog", { name: "Matches" });
  const notice = page.locator(".notice");
  await list.waitFor();
  /** Whether the message is visible: nothing covers it. */
  const onTop = () =>
    notice.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === element
        ? element.textContent
        : "covered";
    });
  await until(onTop, (text) => text === "The match of this address is not here any more.", "the message over the list");
  await button(page, "Hide results").click();
  await until(onTop, (text) => /^Results are hidden/.test(text ?? ""), "the message of the button");
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "hidden" });
  await page.keyboard.press("t");
  await until(onTop, (text) => /^Theme/.test(text ?? ""), "a message without the list");
});

pageTest("a page with a match does not say that it waits for one", async (lab) => {
  lab.record("a.blast", "--map", "tiny", "--seed", "4", "--turns", "20");
  const visitor = await lab.visitor();
  await visitor.context.addInitScript(() => {
    /** @type {Set<string>} */
    const said = new Set();
    Reflect.set(window, "said", said);
    new MutationObserver(() => said.add(document.querySelector(".notice")?.textContent ?? "")).observe(document, {
      childList: true,
      subtree: true,
    });
  });
  const page = await visitor.open(await lab.watch("a.blast"));
  await untilAddress(page, /#match=a/); // after all messages of the start
  assert.deepEqual(
    await page.evaluate(() =>
      [.../** @type {Set<string>} */ (Reflect.get(window, "said"))].filter((text) => text !== ""),
    ),
    [],
  );
});

pageTest("a row tells the map, the seed, the file and every player's score", async (lab) => {
  recordThree(lab);
  const page = await lab.open((await lab.watch(".")) + "#match=tiny-a&turn=3");
  await untilTurn(page, 3);
  const list = await openList(page);
  const { matches } = await api(page, "/api/matches?from=0");
  assert.equal(matches.length, 3);
  assert.deepEqual(
    await idsOf(list),
    matches.map((/** @type {any} */ { id }) => id),
  );
  for (const match of matches) {
    const text = (await list.locator(`[data-match="${match.id}"]`).innerText()).replaceAll("\n", " ");
    assert.ok(match.map === undefined || text.includes(match.map), text);
    assert.ok(text.includes(`seed ${match.seed}`), text);
    assert.ok(text.includes(match.file), text);
    for (const [player, name] of match.players.entries()) {
      const shown = await list
        .locator(`[data-match="${match.id}"] .who`, { hasText: name })
        .locator("strong")
        .allTextContents();
      assert.ok(shown.includes(match.scores[player].toLocaleString("en")), `${name}: ${shown}`);
    }
  }
});

pageTest("search and filters find by name, game, map and result; what finds nothing is not offered", async (lab) => {
  recordThree(lab);
  const page = await lab.open((await lab.watch(".")) + "#match=tiny-a&turn=3");
  await untilTurn(page, 3);
  const list = await openList(page);
  const found = list.getByRole("status");
  const search = list.getByRole("searchbox", { name: /^Search/ });
  /** @type {(...ids: string[]) => Promise<unknown>} */
  const finds = (...ids) =>
    until(
      async () => (await idsOf(list)).toSorted().join(),
      (shown) => shown === ids.toSorted().join(),
      ids.join(),
    );
  await finds("tiny-a", "duel-b", "bomb-c");
  await search.fill("random 77");
  await finds("duel-b");
  assert.equal(await found.textContent(), "1 of 3 matches");
  await search.fill("DUEL");
  await finds("duel-b");
  await search.fill("nothing of this");
  await finds();
  await search.fill("");
  await finds("tiny-a", "duel-b", "bomb-c");
  await list.getByRole("combobox", { name: "Game" }).selectOption("hexabomb");
  await finds("tiny-a", "duel-b");
  await list.getByRole("combobox", { name: "Map" }).selectOption("duel");
  await finds("duel-b");
  const names = await list.getByRole("combobox", { name: "Bot" }).locator("option").allTextContents();
  assert.deepEqual(names.toSorted(), ["all bots", "greedy", "random"], "only bots of the matches on this map");
  await list.getByRole("combobox", { name: "Map" }).selectOption("");
  await list.getByRole("combobox", { name: "Game" }).selectOption("");
  await finds("tiny-a", "duel-b", "bomb-c");
  const { matches } = await api(page, "/api/matches?from=0");
  await list.getByRole("combobox", { name: "Bot" }).selectOption("greedy");
  await until(
    () => list.getByRole("combobox", { name: "Result" }).locator("option").allTextContents(),
    (options) => options.includes("it lost") || options.includes("it won"),
    "results of a bot",
  );
  for (const result of ["won", "lost"]) {
    const wanted = matches
      .filter(
        (/** @type {any} */ { players, winner }) =>
          players.includes("greedy") && winner >= 0 && (players[winner] === "greedy") === (result === "won"),
      )
      .map((/** @type {any} */ { id }) => id);
    const option = list.getByRole("combobox", { name: "Result" }).locator(`option[value="${result}"]`);
    assert.equal(await option.count(), wanted.length > 0 ? 1 : 0, result);
    if (wanted.length === 0) continue;
    await list.getByRole("combobox", { name: "Result" }).selectOption(result);
    await finds(...wanted);
  }
  assert.equal(await list.locator('option[value="live"]').count(), 0, "nothing is live");
});

pageTest(
  "hidden results: no winner and no score anywhere until the own watch has reached the end, remembered",
  async (lab) => {
    lab.record("a.blast", "--map", "tiny", "--seed", "4", "--turns", "20");
    lab.record("b.blast", "--map", "tiny", "--seed", "5", "--turns", "20");
    const address = (await lab.watch(".")) + "#match=a&turn=3";
    const page = await lab.open(address);
    await untilTurn(page, 3);
    const list = await openList(page);
    await list.locator(".who strong").first().waitFor();
    await list.getByRole("button", { name: "Hide results" }).click();
    await until(
      () => list.locator(".who strong").count(),
      (n) => n === 0,
      "no scores",
    );
    assert.equal(await list.getByText(/ won$|no winner/).count(), 0);
    assert.equal(await list.getByText("result hidden").count(), 2);
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Lessons" }).click();
    assert.equal(await page.locator(".lessons li").count(), 0, "lessons of turns to come tell how it ends");
    await page.getByRole("tab", { name: "Series" }).click();
    await page
      .getByRole("tabpanel", { name: "Series" })
      .getByText(/Hidden until/)
      .waitFor();
    assert.equal(await page.locator(".series tbody tr").count(), 0);
    await page.reload();
    await page.locator(".match").waitFor();
    await page.keyboard.press("End");
    await untilTurn(page, 20);
    const again = await openList(page);
    await again.locator('[data-match="a"] .who strong').first().waitFor();
    assert.equal(await again.locator('[data-match="b"] .who strong').count(), 0);
    await again.locator('[data-match="b"]').click();
    await untilAddress(page, /match=b\b/);
    await page.keyboard.press("End");
    await untilTurn(page, 20);
    await page.getByRole("tab", { name: "Series" }).click();
    await until(
      () => page.locator(".series tbody tr").count(),
      (n) => n > 0,
      "the table, once all was watched",
    );
  },
);

pageTest("a click on a match counts, although the list has changed while the button was down", async (lab) => {
  for (const name of ["a", "b"]) lab.record(`${name}.blast`, "--map", "tiny", "--seed", "4", "--turns", "20");
  const page = await lab.open((await lab.watch(".")) + "#match=a&turn=3");
  await untilTurn(page, 3);
  const list = await openList(page);
  await list.locator('[data-match="b"]').hover();
  await page.mouse.down();
  lab.record("c.blast", "--map", "tiny", "--seed", "5", "--turns", "20");
  await until(
    () => list.getByRole("status").textContent(),
    (text) => text === "3 matches",
    "the third match",
  );
  await page.mouse.up();
  await list.waitFor({ state: "hidden" });
  await until(
    () => page.evaluate(() => location.hash),
    (hash) => hash.includes("match=b"),
    "the match that was clicked",
  );
  await (await openList(page)).locator('[data-match="c"]').waitFor();
});

const many = 10_000;

/**
 * Answers like a server with ten thousand matches.
 * @param {Page} page
 * @returns {Promise<URL[]>} the addresses of the page's requests; the list grows
 */
async function serveMany(page) {
  const entries = Array.from({ length: many }, (_, i) => ({
    id: `m${i}`,
    title: `hexabomb on ${i % 2 ? "tiny" : "yard"}`,
    game: "hexabomb",
    live: false,
    turn: 60,
    turns: 60,
    started: "2026-11-22T08:00:00Z",
    map: i % 2 ? "tiny" : "yard",
    seed: String(1_000_000 + i),
    file: `replay-${i}.blast`,
    players: ["hunter", "greedy", "random", "idle"],
    entrants: [1, 2, 3, 4],
    winner: i % 4,
    scores: [i % 7, i % 11, i % 13, 5],
  })).reverse();
  /** @type {URL[]} */
  const asked = [];
  await page.route(/\/api\/matches(\?|$)/, async (route) => {
    const url = new URL(route.request().url());
    const from = Number(url.searchParams.get("from") ?? -1);
    const words = url.searchParams.get("q") ?? "";
    asked.push(url);
    const found = entries.filter(({ file, seed, map }) =>
      words.split(" ").every((word) => `${file} ${seed} ${map}`.includes(word)),
    );
    const matches =
      from < 0 ? entries.slice(0, 200).reverse() : found.slice(from, from + Number(url.searchParams.get("limit")));
    const values = {
      games: ["hexabomb"],
      maps: ["tiny", "yard"],
      names: ["greedy", "hunter", "idle", "random"],
      results: ["over"],
    };
    await route.fulfill({
      json: { title: "", projector: false, total: many, found: found.length, from: Math.max(0, from), values, matches },
    });
  });
  return asked;
}

pageTest(
  "ten thousand matches: only the rows that are seen are elements, and only what is seen is asked for",
  async (lab) => {
    lab.record("m0.blast", "--map", "tiny", "--seed", "4", "--turns", "12");
    const address = await lab.watch("m0.blast");
    const visitor = await lab.visitor();
    const page = await visitor.context.newPage();
    const asked = await serveMany(page);
    await page.route(/\/api\/live\?/, (route) => route.abort()); // it would bring the server's real list
    visitor.expected = /ERR_FAILED/;
    await page.addInitScript(() => {
      /** @type {number[]} */
      const tasks = [];
      Reflect.set(window, "tasks", tasks);
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: "longtask",
        buffered: true,
      });
    });
    await page.goto(`${address}#match=m0&turn=3`);
    await page.locator(".match").waitFor();
    await untilTurn(page, 3);
    await page.evaluate(() => Reflect.get(window, "tasks").splice(0));
    const list = await openList(page);
    await until(
      () => list.getByRole("status").textContent(),
      (text) => text === "10,000 matches",
      "how many there are",
    );
    const shown = () => list.locator("li button").count();
    assert.ok((await shown()) < 40, `${await shown()} rows`);
    await page.keyboard.press("End");
    await until(
      () => page.evaluate(() => document.activeElement?.getAttribute("data-match")),
      (id) => id === "m0",
      "the oldest match has the focus",
    );
    assert.ok((await shown()) < 40);
    assert.equal(
      await list.locator("li", { has: page.locator('[data-match="m0"]') }).getAttribute("aria-posinset"),
      "10000",
    );
    assert.equal(
      await list.locator("li", { has: page.locator('[data-match="m0"]') }).getAttribute("aria-setsize"),
      "10000",
    );
    await page.keyboard.press("PageUp");
    await page.keyboard.press("ArrowUp");
    await until(
      () => page.evaluate(() => Number(document.activeElement?.getAttribute("data-match")?.slice(1))),
      (n) => n > 1 && n < 20,
      "a row above",
    );
    await list.getByRole("searchbox").fill("replay-1234.blast");
    await until(
      () => idsOf(list),
      (ids) => ids.join() === "m1234",
      "the one file",
    );
    await list.getByRole("searchbox").fill("tiny");
    await until(
      () => list.getByRole("status").textContent(),
      (text) => text === "5,000 of 10,000 matches",
      "half of them",
    );
    assert.ok((await shown()) < 40);
    const pages = asked.filter((url) => url.searchParams.has("from"));
    assert.ok(pages.length < 12, `${pages.length} requests`);
    for (const url of pages) assert.ok(Number(url.searchParams.get("limit")) <= 100, url.href);
    const tasks = await page.evaluate(() => /** @type {number[]} */ (Reflect.get(window, "tasks")));
    console.log(`# long tasks: ${tasks.map((time) => Math.round(time)).join(" ") || "none"} ms`);
  },
);

pageTest("200 replays in a folder: all are there, by keyboard, and a click opens one", async (lab) => {
  lab.record("m.blast", "--map", "tiny", "--seed", "4", "--turns", "4");
  const { copyFileSync } = await import("node:fs");
  const { join } = await import("node:path");
  for (let i = 1; i < 200; i++) copyFileSync(join(lab.folder, "m.blast"), join(lab.folder, `n${i}.blast`));
  const page = await lab.open((await lab.watch(".")) + "#match=m&turn=2");
  await untilTurn(page, 2);
  const list = await openList(page);
  await until(
    () => list.getByRole("status").textContent(),
    (text) => text === "200 matches",
    "all of them",
  );
  /** @type {Set<string>} */
  const seen = new Set();
  await page.keyboard.press("Home");
  for (let i = 0; i < 200 && seen.size < 200; i++) {
    await until(
      () => page.evaluate(() => document.activeElement?.getAttribute("data-match") ?? ""),
      (id) => id !== "",
      "a row with the focus",
    );
    for (const id of await idsOf(list)) seen.add(String(id));
    await page.keyboard.press("PageDown");
  }
  assert.deepEqual(
    Array.from({ length: 200 }, (_, i) => (i === 0 ? "m" : `n${i}`)).filter((id) => !seen.has(id)),
    [],
    "not in the list",
  );
  await page.keyboard.press("Enter");
  await list.waitFor({ state: "hidden" });
  await until(
    () => page.url(),
    (url) => /match=\w+/.test(url) && !url.includes("match=m&"),
    "another match",
  );
  assert.equal(await button(page, "Keys").isVisible(), true);
});
