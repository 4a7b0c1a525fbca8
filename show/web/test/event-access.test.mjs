// An event for everybody: axe-core finds no serious fault on any of its pages, and the keyboard alone joins a team, submits
// a bot, pauses the event and announces.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { axeFaults } from "./axe.mjs";
import { pageTest } from "./lab.mjs";
import { must, run } from "./program.mjs";
import { focus } from "./reading.mjs";
import { until, untilAddress } from "./view.mjs";

/** @typedef {import("./lab.mjs").Lab} Lab */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */

const patience = 240_000; // milliseconds for a check of a bot, on a busy machine
const schemes = /** @type {const} */ (["light", "dark"]);

/**
 * Serves an event, and returns its address.
 * @param {Lab} lab
 * @param {string} more lines of event.toml
 */
async function serve(lab, more) {
  writeFileSync(
    join(lab.folder, "event.toml"),
    `name = "For everybody"\ngame = "hexabomb"\nmaps = ["tiny"]\nturns = 10\nseed = 7\nplayers = 2\n${more}`,
  );
  const served = lab.start("tournament", "serve", "event.toml", "--listen", "127.0.0.1:0", "--quiet");
  return String((await served.says(/the event is at (http:\/\/127\.[\d.]+:\d+\/)/))[1]);
}

/**
 * The address that a command prints.
 * @param {Lab} lab
 * @param {string[]} args
 */
function link(lab, ...args) {
  const { code, stdout, stderr } = run(lab.folder, "tournament", ...args);
  assert.equal(code, 0, stderr);
  return String(/http:\S+#\S+/.exec(stdout)?.[0]);
}

/**
 * Presses Tab until an element has the focus, which has to be seen.
 * @param {Page} page
 * @param {Locator} element
 */
async function tabTo(page, element) {
  await element.waitFor();
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press("Tab");
    if (!(await element.evaluate((it) => it === document.activeElement))) continue;
    const { name, seen } = await focus(page);
    assert.ok(seen, `the focus on ${name} is not seen`);
    return;
  }
  throw new Error(`Tab does not reach ${element} at ${page.url()}`);
}

/**
 * The page has no serious fault in any colours.
 * @param {Page} page
 */
async function assertForAll(page) {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await axeFaults(page), [], `${page.url()} ${colorScheme}`);
  }
}

/**
 * Follows the skip link: the next Tab goes on in the text.
 * @param {Page} page
 */
async function assertSkips(page) {
  await page.reload();
  await page.keyboard.press("Tab");
  assert.match((await focus(page)).name, /^Skip/i, `the first stop at ${page.url()}`);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.ok(
    await page.evaluate(
      () => document.activeElement?.closest("main") !== null || document.activeElement === document.body,
    ),
    `after the skip link of ${page.url()}`,
  );
}

pageTest("the pages of an event, and the organiser's desk by the keyboard", async (lab) => {
  const url = await serve(
    lab,
    `format = "round-robin"\n${["hunter", "greedy", "random"]
      .map((bot) => `[[bot]]\ncommand = "builtin:${bot}"\nname = "${bot}"\n`)
      .join("")}`,
  );
  const page = await (await lab.visitor()).open(url);
  await until(
    async () => (await (await fetch(`${url}api/progress`)).json()).played,
    (played) => played > 0,
    "a match that was played",
  );
  for (const path of ["", "entrants/1", "matches", "orders"]) {
    await page.goto(url + path);
    await assertForAll(page);
    await assertSkips(page);
  }
  await page.goto(`${url}matches`);
  await tabTo(page, page.locator("main table a").first());
  await page.keyboard.press("Enter");
  await untilAddress(page, /matches\/|replays\/|#match/);
  await assertForAll(page);

  await page.goto(link(lab, "desk", "event.toml", "--name", "anna", "--server", url));
  await assertForAll(page);
  await tabTo(page, page.getByRole("button", { name: "Open the desk" }));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "The play" }).waitFor();
  await assertForAll(page);
  await assertSkips(page);
  const text = page.getByRole("textbox", { name: "Text" });
  await tabTo(page, text);
  await page.keyboard.type("lunch is at one");
  await page.keyboard.press("Enter");
  await until(
    async () => {
      await page.goto(`${url}desk/`);
      return page.locator(".notice").first().textContent();
    },
    (notice) => /lunch is at one/.test(notice ?? ""),
    "the announcement",
  );
  await assertForAll(page);
});

pageTest("a team joins, submits and reads what was found, by the keyboard", async (lab) => {
  const url = await serve(lab, 'format = "ladder"\ncloses = 2099-01-01T00:00:00Z\n');
  must(lab.folder, "bot", "new", "ada", "--lang", "python");
  const page = await (await lab.visitor()).open(url);
  await assertForAll(page);
  await assertSkips(page);
  await page.goto(link(lab, "invite", "event.toml", "Ada", "--server", url));
  await untilAddress(page, /^[^#]*#?$/); // the invitation is not in the address any more
  await assertForAll(page);
  await tabTo(page, page.getByRole("button", { name: "Join" }));
  await page.keyboard.press("Enter");
  await page.locator("#upload, #folder").first().waitFor();
  await assertForAll(page);
  await assertSkips(page);
  await tabTo(page, page.locator("#files"));
  const chosen = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await chosen).setFiles(join(lab.folder, "ada"));
  await tabTo(page, page.getByRole("button", { name: "Submit the folder" }));
  await page.keyboard.press("Enter");
  await page.locator("#state").waitFor({ timeout: patience });
  await assertForAll(page);
  await page.locator("#state.ok, #state.bad").waitFor({ timeout: patience });
  assert.match((await page.locator("#state").textContent()) ?? "", /accepted: version 1 plays/);
  await assertForAll(page);
  await tabTo(page, page.getByRole("link", { name: "Back to your team" }));
  await page.keyboard.press("Enter");
  await page.getByText("Version 1 of your bot plays").waitFor();
  await assertForAll(page);
});
