// What cost the players most: in a tab, and as marks above the turns.
import assert from "node:assert/strict";
import { hexabomb, pageTest } from "./lab.mjs";
import { api, goTo, turnOf, until, untilTurn } from "./view.mjs";

pageTest("lessons of a match from a file: marks, the list, a click", async (lab) => {
  lab.record("h.blast", ...hexabomb, "--turns", "500");
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=0");
  const { end } = await api(page, "/api/matches/h");
  const { lessons } = end;
  assert.ok(lessons.length > 5, `${lessons.length} lessons`);
  await page.getByRole("tab", { name: "Lessons" }).click();
  const lines = page.locator(".lessons li button");
  await until(
    () => lines.count(),
    (n) => n > 5 && n <= lessons.length,
    "the lessons",
  );
  const [dearest] = [...lessons].sort((a, b) => b.cost - a.cost || a.turn - b.turn);
  assert.equal(await lines.first().locator(".what").textContent(), dearest.text);
  const account = page.locator(".lessons .account");
  const { over } = end.account[0];
  const parts = end.account.filter((/** @type {any} */ part) => part.over === over);
  assert.ok(parts.length > 1, `${parts.length} parts`);
  assert.deepEqual(
    await account.locator(".what").allTextContents(),
    parts.map((/** @type {any} */ part) => part.text),
  );
  const sum = parts.reduce((/** @type {number} */ points, /** @type {any} */ part) => points + part.points, 0);
  assert.ok(sum > 0, `the winner leads by ${sum}`);
  const digits = (await account.locator("h3").textContent())?.match(/[+](.*) points$/)?.[1]?.replaceAll(/\D/g, "");
  assert.equal(digits, String(sum));
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/account.png` });
  await lines.first().click();
  await untilTurn(page, dearest.turn);
  await page.locator(".lessons li.now").first().waitFor();
  const marked = await page.locator(".marks").evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return 0;
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, 1).data ?? new Uint8ClampedArray();
    return pixels.filter((value, i) => i % 4 === 3 && value > 200).length;
  });
  assert.ok(marked > 20, `${marked} pixels of marks`);

  const turns = (await lines.locator(".turn").allTextContents()).map(Number);
  const last = Math.max(...turns);
  await goTo(page, 0);
  await page.keyboard.press("1"); // slow speed
  await page.keyboard.press(" ");
  await lines.nth(turns.indexOf(last)).hover();
  await page.mouse.down();
  await untilTurn(page, (turn) => turn > 1); // turns pass while the button is down
  await page.mouse.up();
  assert.ok(last > 100, `the last lesson is of turn ${last}`);
  await until(
    () => turnOf(page),
    (turn) => turn >= last,
    "its turn, long before the match gets there",
  );
  await page.keyboard.press(" ");

  const player = lessons[lessons.length - 1].player;
  await page.getByRole("combobox", { name: /^Me/ }).selectOption(String(player));
  const own = lessons.filter((/** @type {{player: number}} */ lesson) => lesson.player === player).length;
  await until(
    () => lines.count(),
    (n) => n === own,
    "the lessons of one player",
  );
});

pageTest("a live match has its lessons at its end", async (lab) => {
  const page = await lab.open(
    await lab.play(
      "--map",
      "tiny",
      "--turns",
      "60",
      "--seed",
      "5",
      "--delay",
      "20ms",
      "--bot",
      "builtin:random",
      "--bot",
      "builtin:idle",
    ),
  );
  await page.getByRole("tab", { name: "Lessons" }).click();
  await page.locator(".lessons li button").first().waitFor();
});
