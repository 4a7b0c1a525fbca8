// Matches from files: the board's pixels, and moving between turns.
import assert from "node:assert/strict";
import {
  canvasSize,
  coloursAt,
  cornersOf,
  difference,
  hueDistance,
  picture,
  placeOf,
  playerColours,
} from "./board.mjs";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { api, button, firstFrames, goTo, slider, turnOf, until, untilAddress, untilState, untilTurn } from "./view.mjs";

/**
 * The letter of a player, which depends on its entrant.
 * @type {(header: any, player: number) => string}
 */
const markOf = (header, player) => String.fromCharCode(64 + (header.players[player].entrant ?? player + 1));

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  pageTest(`the ground of a start cell has its player's colour (${colorScheme})`, async (lab) => {
    lab.record("h.blast", ...hexabomb);
    const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=0", { colorScheme });
    await button(page, "Patterns").click();
    await picture(page);
    const { header } = await api(page, "/api/matches/h");
    const [start] = await firstFrames(page, "h");
    const size = await canvasSize(page);
    const colours = await playerColours(page);
    assert.equal(start.tokens.length, 4);
    for (const [, player, cell] of start.tokens) {
      const place = placeOf(header, cell, size);
      const own = colours[markOf(header, player)] ?? [];
      for (const seen of await coloursAt(page, cornersOf(place))) {
        assert.equal(seen[3], 255);
        assert.ok(hueDistance(seen, own) < 8, `player ${player}: ${seen} on the board, ${own} in the standings`);
      }
      await page.locator(".stage canvas").hover({ position: place });
      const mark = markOf(header, player);
      await until(
        () => page.locator(".words").textContent(),
        (text) => (text ?? "").includes(`ground of ${mark} ${header.players[player].name}; character ${mark}`),
        "the cell in words",
      );
    }
    const free = start.owners.indexOf(0);
    const [neutral = []] = await coloursAt(page, [placeOf(header, free, size)]);
    assert.ok(Math.max(...neutral.slice(0, 3)) - Math.min(...neutral.slice(0, 3)) < 20, `neutral ground is ${neutral}`);
    const [outside = []] = await coloursAt(page, [{ x: 2, y: 2 }]);
    assert.equal(outside[3], 0);
  });
}

pageTest("walls, open ground and players of 2016-Bomberman are drawn apart", async (lab) => {
  lab.record("b.blast", ...bomberman);
  const page = await lab.open((await lab.watch("b.blast")) + "#match=b&turn=0");
  await picture(page);
  const { header } = await api(page, "/api/matches/b");
  const [start] = await firstFrames(page, "b");
  const size = await canvasSize(page);
  const colours = await playerColours(page);
  /** @type {(wall: number) => Promise<string>} */
  const wallColour = async (wall) =>
    String((await coloursAt(page, [placeOf(header, start.walls.indexOf(wall), size)]))[0]);
  assert.equal(new Set([await wallColour(1), await wallColour(2)]).size, 2);
  for (const [, player, cell] of start.tokens) {
    const { x, y, unit } = placeOf(header, cell, size);
    const ring = Array.from({ length: 24 }, (_, i) => ({
      x: x + 0.62 * unit * Math.sin(i / 3.82),
      y: y + 0.62 * unit * Math.cos(i / 3.82),
    }));
    const own = colours[markOf(header, player)] ?? [];
    const like = (await coloursAt(page, ring)).filter((seen) => hueDistance(seen, own) < 10 && seen[3] === 255);
    assert.ok(like.length >= 12, `player ${player}: ${like.length} of 24 pixels have its colour`);
    await page.locator(".stage canvas").hover({ position: { x, y } });
    await until(
      () => page.locator(".words").textContent(),
      (text) => (text ?? "").includes(`player ${markOf(header, player)}`),
      "the player in words",
    );
  }
});

for (const [game, args] of /** @type {const} */ ([
  ["hexabomb", [...hexabomb, "--turns", "500"]],
  ["2016-Bomberman", bomberman],
])) {
  pageTest(`${game} from a file: slider, steps, jumps, events and speeds`, async (lab) => {
    lab.record("m.blast", ...args);
    const page = await lab.open((await lab.watch("m.blast")) + "#match=m&turn=0");
    const newest = (await api(page, "/api/matches/m")).turn;
    await until(
      () => slider(page).getAttribute("max"),
      (max) => Number(max) === newest,
      "the length",
    );
    const before = await picture(page);
    await slider(page).fill("37");
    await untilTurn(page, 37);
    assert.ok(difference(await picture(page), before) > 1000, "the board has changed");
    await button(page, "A turn forward").click();
    await untilTurn(page, 38);
    await button(page, "A turn back").click();
    await untilTurn(page, 37);
    await button(page, "Newest turn").click();
    await untilTurn(page, newest);
    await untilState(page, /wins|No winner/);
    await button(page, "First turn").click();
    await untilTurn(page, 0);
    assert.equal(difference(await picture(page), before), 0);
    await button(page, "Next event").click();
    const event = await untilTurn(page, (turn) => turn > 0);
    await page.locator(".log li.now").first().waitFor();
    await button(page, "Next event").click();
    await untilTurn(page, (turn) => turn > event);
    await button(page, "Previous event").click();
    await untilTurn(page, event);
    await goTo(page, 20);
    await page.getByRole("combobox", { name: "Speed" }).selectOption("1"); // its end is far away
    await button(page, "Play").click();
    await untilTurn(page, (turn) => turn >= 22);
    await button(page, "Pause").click();
    await button(page, "Play").waitFor();
    const paused = await turnOf(page);
    await untilAddress(page, new RegExp(`turn=${paused}\\b`));
    assert.equal(await turnOf(page), paused);
  });
}

pageTest("playing goes to the end and stops there; play begins anew", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open(await lab.watch("h.blast"));
  await page.keyboard.press("9");
  await untilTurn(page, 60);
  await page.keyboard.press("1"); // slow, so that it does not reach the end before the test looks
  await button(page, "Play").click();
  await untilTurn(page, (turn) => turn < 60);
  await button(page, "Pause").click();
});

pageTest("a link shows the same turn and the same picture", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=3");
  await goTo(page, 23);
  for (const key of ["d", "c", "m"]) await page.keyboard.press(key);
  await untilAddress(page, /turn=23.*me=0.*danger.*coordinates/);
  const other = await lab.open(page.url());
  await untilTurn(other, 23);
  await until(
    () => other.getByRole("combobox", { name: /^Me/ }).inputValue(),
    (me) => me === "0",
    "me",
  );
  assert.equal(difference(await picture(other), await picture(page)), 0);
  await other.evaluate(() => (location.hash = "#match=h&turn=41"));
  await untilTurn(other, 41);
  assert.ok(difference(await picture(other), await picture(page)) > 1000, "the board has changed");
});

pageTest(
  "panels: output of built-in bots, refused actions, charts, a click on the chart and on an event",
  async (lab) => {
    lab.record("h.blast", ...hexabomb);
    const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=30");
    await page.getByRole("tab", { name: "Output" }).click();
    await page.getByText("The bots printed nothing in this turn.").waitFor();
    await page.getByRole("tab", { name: "Refused" }).click();
    const frames = await firstFrames(page, "h");
    const bad = frames.findIndex((frame) => frame.refused?.length > 0);
    assert.ok(bad >= 0, "the match has a refused action");
    await goTo(page, bad);
    await until(
      () => page.locator(".refused code").count(),
      (n) => n === frames[bad].refused.length,
      "the refused actions",
    );
    assert.equal(await page.locator(".refused .reason").first().textContent(), frames[bad].refused[0].reason);
    for (const kind of ["Share", "Time", "Score"]) {
      await page.getByRole("button", { name: kind, exact: true }).click();
      await page.getByRole("button", { name: kind, exact: true, pressed: true }).waitFor();
      await page.locator(".plot .u-over").waitFor();
    }
    const plot = await page.locator(".plot .u-over").boundingBox();
    assert.ok(plot);
    await page.mouse.click(plot.x + plot.width / 2, plot.y + plot.height / 2);
    await untilTurn(page, (turn) => Math.abs(turn - 30) <= 1);
    await page.getByRole("tab", { name: "Events" }).click();
    await page.keyboard.press("End");
    const last = page.locator(".log li button").last();
    const turn = Number(/\d+/.exec((await last.textContent()) ?? "")?.[0]);
    await last.click();
    await untilTurn(page, turn);
  },
);
