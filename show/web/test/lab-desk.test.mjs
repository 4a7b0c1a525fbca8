// The page of the laboratory: the reader writes a bot, plays it, watches it, changes it and downloads it.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { alone } from "./browser.mjs";
import { pageTest } from "./lab.mjs";
import {
  changeLine,
  ended,
  enter,
  playSeries,
  serve,
  setUp,
  status,
  unzip,
  untilOver,
  untilStatus,
} from "./lab-desk.mjs";
import { must, run } from "./program.mjs";
import { button, until, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

alone(); // because a test uses the clipboard

/**
 * Saves a picture of the page, for people to look at.
 * @param {Page} page
 * @param {string} name
 */
async function shot(page, name) {
  if (process.env["SHOTS"]) await page.screenshot({ path: join(process.env["SHOTS"], `${name}.png`) });
}

/**
 * The hash of a replay: the same for the same match.
 * @param {string} folder
 * @param {string} file
 */
const hashOf = (folder, file) => run(folder, "replay", "hash", file).stdout.split(" ")[0];

pageTest(
  "a stranger's first five minutes: change a line, beat random, download, and the program plays the same match",
  async (lab) => {
    const page = await enter(lab, await serve(lab));
    assert.equal(await status(page), "Change something, then Run: Ctrl+Enter.");
    await shot(page, "lab-start");
    await changeLine(page, "GAIN = 8", "const BOMB = { range: 3, delay: 3 }, GAIN = 5;");
    await setUp(page, { map: "tiny", seed: 7 });
    const before = performance.now();
    await page.keyboard.press("Control+Enter");
    await untilStatus(page, /^Your bot wins/);
    console.log(`the first match was over ${Math.round(performance.now() - before)} ms after Run`);
    await shot(page, "lab-match");
    const replay = await lab.download(page, () => button(page, "Save replay").click());
    assert.equal(replay.name, "tiny-7.blast");
    writeFileSync(join(lab.folder, "page.blast"), replay.content);
    const zip = await lab.download(page, () => button(page, "Download").click());
    assert.equal(zip.name, "mybot.zip");
    unzip(zip.content, lab.folder);
    const told = /blastyard (play .*)$/.exec(await status(page))?.[1] ?? "";
    assert.equal(told, "play --map tiny --bot ./mybot --bot builtin:random --turns 100 --seed 7");
    must(lab.folder, ...told.split(" "), "--quiet", "--replay", "program.blast", "--turn-time", "60s");
    assert.equal(hashOf(lab.folder, "page.blast"), hashOf(lab.folder, "program.blast"));
    must(lab.folder, "replay", "verify", "page.blast");
  },
);

pageTest(
  "200 matches are those of play --games; the lost ones come first, and open at the turn that cost most",
  async (lab) => {
    const page = await enter(lab, await serve(lab));
    await setUp(page, { opponent: "builtin:hunter", map: "tiny", seed: 3, turns: 20 });
    await playSeries(page);
    await shot(page, "lab-series");
    const [, won = 0, drew = 0, lost = 0] =
      /won (\d+), drew (\d+) and lost (\d+) of 200/.exec(
        (await page.locator(".desk-series .stand").textContent()) ?? "",
      ) ?? [];
    assert.equal(Number(won) + Number(drew) + Number(lost), 200);
    assert.ok(Number(lost) > 0, "hunter wins against the starter");
    assert.equal(await page.locator(".desk-series tr.me .name").textContent(), "mybot");
    assert.equal(
      await page.locator(".desk-series tr.me .wins").getAttribute("title"),
      `won ${won}, drew ${drew}, lost ${lost}`,
    );
    assert.deepEqual(await page.locator(".desk-series thead .rest").allTextContents(), [
      "draws–losses",
      "bar: 95 % interval",
    ]);
    await button(page, "Show 100 more").click();
    const rows = await page.locator(".games li button").allTextContents();
    assert.deepEqual(
      rows.map((text) => /^(lost|draw|won)/.exec(text)?.[1]),
      [...Array(Number(lost)).fill("lost"), ...Array(Number(drew)).fill("draw"), ...Array(Number(won)).fill("won")],
    );
    const reasons = await page.locator(".games li", { hasText: /^lost/ }).locator(".what").allTextContents();
    assert.deepEqual(
      reasons.filter((text) => !/turn \d+: |\d points? behind hunter|it left in turn/.test(text)),
      [],
    );
    const { content } = await lab.download(page, () => button(page, "Download").click());
    unzip(content, lab.folder);
    const command = (await page.locator(".desk-series .repeat code").textContent()) ?? "";
    assert.equal(
      command,
      "blastyard play --map tiny --bot ./mybot --bot builtin:hunter --turns 20 --seed 3 --games 200",
    );
    const few = command.replace("--games 200", "--games 6").split(" ").slice(1);
    const { stdout } = run(lab.folder, ...few, "--json", "--turn-time", "60s", "--replay", "none", "--results", "none");
    const told = new Map(
      await page
        .locator(".games li button")
        .evaluateAll((buttons) =>
          buttons.map(
            (button) =>
              /** @type {const} */ ([button.getAttribute("title"), button.querySelector(".score")?.textContent]),
          ),
        ),
    );
    const seeds = [...stdout.matchAll(/"match":\d+,"seed":(\d+)/g)].map(([, seed]) => seed); // too large for JSON.parse
    for (const [i, match] of JSON.parse(stdout).matches.entries()) {
      const [mine, other] = ["mybot", "hunter"].map((name) =>
        match.bots
          .find((/** @type {{ name: string, score: number }} */ bot) => bot.name === name)
          ?.score.toLocaleString("en"),
      );
      assert.equal(told.get(`Match ${i + 1}, seed ${seeds[i]}: show it`), `${mine} : ${other}`);
    }
    const costly = page.locator(".games li button", { hasText: /turn \d+: / }).first();
    const turn = Number(/turn (\d+): /.exec((await costly.textContent()) ?? "")?.[1]);
    await costly.click();
    await untilStatus(page, /^Match \d+: Your bot loses/);
    await untilTurn(page, turn);
    assert.equal(await page.locator(".games [aria-current=true]").textContent(), await costly.textContent());
    await shot(page, "lab-lost");
  },
);

pageTest("a match that was lost says which turn cost most, or that none stands out", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await setUp(page, { opponent: "builtin:expert", map: "tiny", seed: 7, turns: 60 });
  await untilOver(page, () => button(page, "Run").click());
  const text = await untilStatus(page, /^Your bot loses.*( Turn \d+ cost most| No turn stands out\.)$/);
  const turn = Number(/ Turn (\d+) cost most$/.exec(text)?.[1] ?? 0);
  if (turn > 0) await button(page, `Turn ${turn} cost most`).click();
  await untilTurn(page, turn);
});

pageTest("the bar keeps its buttons in the top row, however many opponents there are", async (lab) => {
  const page = await enter(lab, await serve(lab), { viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" });
  await setUp(page, { map: "arena4" });
  for (let i = 0; i < 2; i++) await button(page, "One more opponent").click();
  const tops = await Promise.all(
    ["Run", "200 matches", "Learn"].map(async (name) => (await button(page, name).first().boundingBox())?.y ?? NaN),
  );
  assert.ok(Math.max(...tops) - Math.min(...tops) < 4, tops.join());
});

pageTest("a match is run again from a turn with other code, and the chart compares both", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await setUp(page, { map: "tiny", seed: 5, turns: 60 });
  await button(page, "Run").click();
  const first = await untilStatus(page, ended);
  await page.getByRole("spinbutton", { name: "Go to turn" }).fill("20");
  await page.keyboard.press("Enter");
  await untilTurn(page, 20);
  await changeLine(page, "function chooseActions", "function chooseActions(state, playerId, mayRevive) { return [];");
  await untilOver(page, () => button(page, "Run again from turn 20").click());
  assert.match(await untilStatus(page, ended), /mybot/);
  assert.notEqual(await status(page), first);
  await untilTurn(page, 20);
  await page.getByRole("tab", { name: "Charts" }).click();
  await page.getByText("Thin and dashed: the match that this one was played on from.").waitFor();
  await shot(page, "lab-again");
});

pageTest("what is wrong is told in words, at its line, and prints with their turn", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await setUp(page, { map: "tiny", seed: 5, turns: 30 });
  await changeLine(
    page,
    "const actions =",
    "  const actions = []; console.log('free cells', free.size); if (free.size < 36) nosuch();",
  );
  await page.keyboard.press("Control+Enter");
  await untilStatus(page, /^Your bot loses.* Your bot left in turn \d+: /);
  await page.locator(".editor-problems button", { hasText: "nosuch is not defined" }).waitFor();
  await button(page, "Show the line").click();
  await until(
    () => page.evaluate(() => document.activeElement?.className),
    (name) => name === "editor-code",
    "the code in focus",
  );
  await page.getByRole("spinbutton", { name: "Go to turn" }).fill("2"); // the first turn that the bot decides
  await page.keyboard.press("Enter");
  await page.locator(".prints-lines li", { hasText: /^free cells \d+$/ }).waitFor();
  await page.getByRole("tab", { name: /^Output/ }).click();
  await page.locator(".output code", { hasText: /^free cells \d+$/ }).waitFor();
  await shot(page, "lab-problem");
});

pageTest("versions are kept, play against the bot, and come back; a reload keeps the work", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await setUp(page, { map: "tiny", turns: 10 });
  await button(page, "Run").click();
  await untilStatus(page, ended);
  await changeLine(page, "GAIN = 8", "const BOMB = { range: 2, delay: 2 }, GAIN = 3;");
  const versions = page.getByLabel("Opponent 1").locator("optgroup option");
  await until(
    () => versions.count(),
    (n) => n === 1,
    "one version to choose",
  );
  await page
    .getByLabel("Opponent 1")
    .selectOption({ index: (await page.getByLabel("Opponent 1").locator("option").count()) - 1 });
  await untilOver(page, () => button(page, "Run").click());
  await until(
    () => versions.count(),
    (n) => n === 2,
    "two versions",
  );
  assert.deepEqual(await versions.allTextContents(), ["version 2", "version 1"]);
  await untilStatus(page, ended);
  await page.reload();
  await page.locator(".desk-page[data-ready]").waitFor();
  await page.locator(".cm-line", { hasText: "GAIN = 3" }).waitFor();
  await button(page, "Versions").click();
  await page
    .getByRole("button", { name: /^Restore/ })
    .last()
    .click();
  await page.locator(".cm-line", { hasText: "GAIN = 8" }).waitFor();
});

pageTest("a match with a secret is the one that the program plays, and a link carries the secret", async (lab) => {
  const page = await enter(lab, await serve(lab));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const draws = "7 8f3a61c2d94e07b5a1f06d2c9be37418";
  await setUp(page, { opponent: "builtin:random", map: "tiny", seed: draws, turns: 20 });
  await page.keyboard.press("Control+Enter");
  await untilStatus(page, ended);
  const replay = await lab.download(page, () => button(page, "Save replay").click());
  writeFileSync(join(lab.folder, "page.blast"), replay.content);
  unzip((await lab.download(page, () => button(page, "Download").click())).content, lab.folder);
  const told = /blastyard (play .*)$/.exec(await status(page))?.[1] ?? "";
  assert.match(told, / --seed 7 --secret 8f3a61c2d94e07b5a1f06d2c9be37418$/);
  must(lab.folder, ...told.split(" "), "--quiet", "--replay", "program.blast", "--turn-time", "60s");
  assert.equal(hashOf(lab.folder, "page.blast"), hashOf(lab.folder, "program.blast"));
  await button(page, "Copy link").click();
  await untilStatus(page, /^Copied/);
  const other = await enter(lab, await page.evaluate(() => navigator.clipboard.readText()));
  assert.equal(await other.getByLabel("Seed", { exact: true }).inputValue(), draws);
});

pageTest("a link carries the bot, the map and the seed", async (lab) => {
  const page = await enter(lab, await serve(lab));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await changeLine(page, "GAIN = 8", "const BOMB = { range: 4, delay: 3 }, GAIN = 4; // linked");
  await setUp(page, { map: "arena3", seed: 99 });
  await button(page, "Copy link").click();
  await untilStatus(page, /^Copied/);
  const other = await enter(lab, await page.evaluate(() => navigator.clipboard.readText()));
  await other.locator(".cm-line", { hasText: "linked" }).waitFor();
  assert.equal(await other.getByLabel("Map").inputValue(), "arena3");
  assert.equal(await other.getByLabel("Seed", { exact: true }).inputValue(), "99");
});

pageTest("the keyboard alone: run, look, run again, and 200 matches that are stopped", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  /** @param {string} name */
  const tabTo = async (name) => {
    for (let i = 0; i < 80; i++) {
      if (await page.evaluate(() => document.activeElement?.className === "editor-code"))
        await page.keyboard.press("Escape"); // in the code, Tab indents
      await page.keyboard.press("Tab");
      if (
        (
          await page.evaluate(
            () => document.activeElement?.textContent || document.activeElement?.getAttribute("aria-label"),
          )
        )?.startsWith(name)
      )
        return;
    }
    assert.fail(`Tab does not come to ${name}`);
  };
  await page.keyboard.press("Control+Enter");
  await untilStatus(page, ended);
  await tabTo("Run again from turn");
  await untilOver(page, () => page.keyboard.press("Enter"));
  await untilStatus(page, ended);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  await untilTurn(page, (turn) => turn > 0);
  await page.getByRole("spinbutton", { name: "Turns" }).fill("2000");
  await tabTo("200 matches");
  await page.keyboard.press("Enter");
  await until(
    () => page.locator(":focus").textContent(),
    (text) => text === "Stop",
    "the button that stops it",
  );
  await page.keyboard.press("Enter");
  await untilStatus(page, /^Stopped after/);
});

pageTest("the laboratory as one file works from a disk", async (lab) => {
  must(lab.folder, "lab", "-o", "lab.html");
  const page = await enter(lab, pathToFileURL(join(lab.folder, "lab.html")).href, { colorScheme: "dark" });
  await setUp(page, { map: "tiny", seed: 7, turns: 20 });
  await page.keyboard.press("Control+Enter");
  await untilStatus(page, ended);
  await playSeries(page);
  await shot(page, "lab-file");
});

pageTest("1280x720: the board is large beside what came of a match and of a series", async (lab) => {
  const page = await enter(lab, await serve(lab), { viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" });
  const large = async () => {
    const box = await page.locator(".stage .view").boundingBox();
    assert.ok(box && box.width >= 350 && box.height >= 350, JSON.stringify(box));
  };
  /** Asserts that the name of a version is legible, even beside a large score. @param {string} part */
  const readable = async (part) =>
    assert.ok(
      await page
        .locator(`${part} tbody tr`)
        .first()
        .evaluate((row) => {
          const name = row.querySelector(".name");
          const score = row.querySelector("td:nth-child(3)");
          if (!name || !score) return false;
          name.textContent = "version 12";
          if (!score.classList.contains("wins")) score.textContent = "19,441";
          return name.scrollWidth <= name.clientWidth;
        }),
      part,
    );
  await setUp(page, { opponent: "builtin:hunter", map: "tiny", turns: 20 });
  await button(page, "Run").click();
  await untilStatus(page, ended);
  await large();
  await readable(".desk-match .standings:not(.series)");
  await playSeries(page);
  await large();
  await readable(".desk-series");
  await page.locator(".games li button").first().click();
  await untilStatus(page, /^Match \d+: /);
  await large();
  await shot(page, "lab-large");
});

pageTest("1024x576: beside the code the board is large, and the results take its place", async (lab) => {
  const page = await enter(lab, await serve(lab), { viewport: { width: 1024, height: 576 }, reducedMotion: "reduce" });
  const views = page.getByRole("group", { name: "What is shown" });
  const board = page.locator(".stage .view");
  const standings = page.locator(".standings:not(.series) table");
  await setUp(page, { map: "tiny", turns: 20 });
  await untilOver(page, () => button(page, "Run").click());
  const box = await board.boundingBox();
  assert.ok(box && box.width >= 350 && box.height >= 120, JSON.stringify(box));
  assert.equal(await standings.isVisible(), false);
  await views.getByRole("button", { name: "Results" }).click();
  await standings.waitFor();
  assert.equal(await board.isVisible(), false);
  await page.locator(".cm-content").waitFor();
  await button(page, "Learn").click(); // the code of the lesson is open beside it
  await button(page, "Open the code").click();
  await page.locator(".learn h3").waitFor();
  await untilOver(page, () => page.keyboard.press("Control+Enter"));
  await board.waitFor();
  await button(page, "Learn").click();

  await page.getByLabel("Your seat").selectOption("human"); // the person's choices replace the code
  await button(page, "Run").click();
  await untilStatus(page, /^You play: /);
  const byHand = await board.boundingBox();
  const give = await button(page, "Give up").boundingBox();
  assert.ok(byHand && byHand.height >= 150, JSON.stringify(byHand));
  assert.ok(give && give.y + give.height <= 576, JSON.stringify(give));
  await button(page, "Stop").click();
  await page.locator(".cm-content").waitFor();
});

pageTest("1280x720: names of 2016-Bomberman can be read beside the board", async (lab) => {
  const page = await enter(lab, await serve(lab), { viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" });
  await page.getByLabel("Game", { exact: true }).selectOption("bomberman");
  await page.locator(".cm-line", { hasText: "2016-Bomberman" }).first().waitFor();
  await setUp(page, { turns: 20 });
  await untilOver(page, () => button(page, "Run").click());
  const names = page.locator(".standings .name");
  assert.equal(await names.count(), 2);
  assert.deepEqual(
    await names.evaluateAll((all) =>
      all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
    ),
    [],
  );
});

/**
 * The fields and buttons of the bar whose right end is covered.
 * @param {Page} page
 */
const covered = (page) =>
  page.locator(".desk-bar :is(select, input, button):visible").evaluateAll((elements) =>
    elements
      .filter((element) => {
        element.scrollIntoView({ block: "center" });
        const { right, top, height } = element.getBoundingClientRect();
        return !element.contains(document.elementFromPoint(right - 6, top + height / 2));
      })
      .map((element) => element.getAttribute("aria-label") ?? element.textContent),
  );

for (const [name, viewport] of /** @type {const} */ ([
  ["phone", { width: 360, height: 740 }],
  ["zoom", { width: 320, height: 256 }],
])) {
  pageTest(`${name}: code, board and results each fit the width`, async (lab) => {
    const page = await enter(lab, await serve(lab), { viewport, reducedMotion: "reduce" });
    const views = page.getByRole("group", { name: "What is shown" });
    const fits = async () =>
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        "the page is wider than the window",
      );
    await fits();
    await shot(page, `lab-${name}-code`);
    await page.locator(".desk-bar .open").click();
    assert.deepEqual(await covered(page), []);
    await setUp(page, { map: "tiny", turns: 20 });
    await page.keyboard.press("Enter"); // in the field for the number of turns
    await untilStatus(page, ended);
    await page.locator(".stage").waitFor();
    assert.equal(await page.locator("#desk-fields").isVisible(), false, "the fields have the room of the board");
    assert.equal(await page.locator(":focus").getAttribute("aria-controls"), "desk-fields");
    await fits();
    await shot(page, `lab-${name}-board`);
    await playSeries(page);
    await page.locator(".games li").first().waitFor();
    await fits();
    await shot(page, `lab-${name}-results`);
    await views.getByRole("button", { name: "Code" }).click();
    await page.locator(".cm-content").waitFor();
  });
}

pageTest("1,000 matches leave no more memory in use than 200", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await setUp(page, { map: "tiny", turns: 5 });
  const session = await page.context().newCDPSession(page);
  const used = async () => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize;
  };
  await playSeries(page);
  const before = await used();
  for (let i = 0; i < 4; i++) {
    await button(page, "Another seed").click();
    await playSeries(page);
  }
  const after = await used();
  console.log(`${(before / 1e6).toFixed(1)} MB after 200 matches, ${(after / 1e6).toFixed(1)} MB after 1,000`);
  assert.ok(after < before + 8e6, `${before} bytes after 200 matches, ${after} after 1,000`);
  await until(
    () => page.workers().length,
    (n) => n <= 2,
    "the end of the series' workers",
  ); // if the match was lost, its analysis follows
});
