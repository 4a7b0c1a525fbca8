// What a bot of the laboratory draws with the starter's draw function appears on the board, in the right turns.
import assert from "node:assert/strict";
import { picture } from "./board.mjs";
import { pageTest } from "./lab.mjs";
import { changeLine, ended, enter, serve, setUp, untilOver, untilStatus } from "./lab-desk.mjs";
import { goTo } from "./view.mjs";

/**
 * The number of magenta pixels on the board; no player has this colour.
 * @param {import("playwright-core").Page} page
 */
async function magenta(page) {
  const { pixels } = await picture(page);
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(i, i + 3);
    if (r > g + 60 && b > g + 60) count++;
  }
  return count;
}

pageTest("what a bot draws is on the board, in the turns that it draws in", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await setUp(page, { map: "tiny", seed: 5, turns: 30 });
  await changeLine(
    page,
    "const actions =",
    '  const actions = []; if (free.size < 100 && drawn++ > 8) draw({ cell: [0, 0], color: "#ff00ff" });',
  );
  await changeLine(page, "GAIN = 8", "const BOMB = { range: 3, delay: 3 }, GAIN = 8; let drawn = 0;");
  await untilOver(page, () => page.keyboard.press("Control+Enter"));
  assert.doesNotMatch(await untilStatus(page, ended), /left/);
  await goTo(page, 5);
  assert.equal(await magenta(page), 0);
  await goTo(page, 20);
  const seen = await magenta(page);
  assert.ok(seen > 200, `${seen} magenta pixels`);
});
