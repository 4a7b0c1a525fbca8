// The laboratory of a program with a game of its own, the light cycles, as one file.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pageTest } from "./lab.mjs";
import { ended, enter, setUp, untilOver, untilStatus } from "./lab-desk.mjs";
import { newFolder, source } from "./program.mjs";

/** The page of the laboratory, written by that program. It finds its sources, as it is started there. */
function labFile() {
  const folder = newFolder();
  const program = join(folder, "cycles");
  const env = { ...process.env };
  delete env["BLASTYARD_LAB"]; // that module has no game but those of blastyard
  execFileSync("go", ["build", "-o", program, "./cmd/program/testdata/cycles"], { cwd: source });
  execFileSync(program, ["lab", "-o", join(folder, "lab.html")], {
    cwd: join(source, "cmd/program/testdata/cycles"),
    env,
  });
  return pathToFileURL(join(folder, "lab.html")).href;
}

pageTest("a game of one's own is played by its starter, against its own bots, and shown as it is", async (lab) => {
  const page = await enter(lab, labFile(), { reducedMotion: "reduce" });
  const game = page.getByLabel("Game", { exact: true });
  assert.deepEqual(await game.locator("option").allTextContents(), ["hexabomb", "2016-Bomberman", "lightcycles"]);
  await game.selectOption("lightcycles");
  await page.locator(".cm-line", { hasText: "A starter bot for lightcycles" }).waitFor();
  const opponent = page.getByLabel("Opponent 1");
  assert.deepEqual((await opponent.locator("option").allTextContents()).slice(0, 2), ["careful", "straight"]);
  assert.equal(await opponent.inputValue(), "builtin:straight");
  assert.equal(await page.getByLabel("Map", { exact: true }).isVisible(), false);

  await setUp(page, { opponent: "builtin:careful", seed: 7 });
  await untilOver(page, () => page.keyboard.press("Control+Enter"));
  assert.doesNotMatch(await untilStatus(page, ended), /left|refused/);
  const standings = await page.getByRole("table").first().innerText();
  assert.match(standings, /Rides/);
  assert.match(standings, /Wall/);
});
