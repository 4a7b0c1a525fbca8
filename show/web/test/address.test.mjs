// The address of the page while it changes: no request of the reader is lost.
import assert from "node:assert/strict";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { turnOf, until, untilAddress, untilTurn } from "./view.mjs";

pageTest("the turn of an address counts that comes while its match is opened", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  lab.record("b.blast", ...bomberman);
  const page = await lab.open((await lab.watch(".")) + "#match=a&turn=2");
  await untilTurn(page, 2);
  /** @type {import("playwright-core").Route[]} */
  const held = [];
  await page.route("**/api/matches/b", (route) => void held.push(route));
  await page.evaluate(() => (location.hash = "#match=b&turn=3"));
  await until(
    () => held.length,
    (requests) => requests === 1,
    "the request for the match",
  );
  await page.evaluate(() => (location.hash = "#match=b&turn=7"));
  await until(
    () => held.length,
    (requests) => requests === 2,
    "the request of the second address",
  );
  assert.equal(await turnOf(page), 2, "the match that is still shown stays where it is");
  for (const route of held.reverse()) await route.continue();
  await page.getByRole("heading", { name: /2016-Bomberman/ }).waitFor();
  await untilTurn(page, 7);
  await untilAddress(page, /#match=b&turn=7$/);
});

pageTest("a turn without a match is that of the match that is shown", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("a.blast")) + "#turn=5");
  await untilAddress(page, /#match=a&turn=\d+$/);
  assert.match(page.url(), /turn=5$/);
});

pageTest("the page does not write over an address that it has not read yet", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const visitor = await lab.visitor();
  await visitor.context.addInitScript(() => {
    const usual = window.setTimeout;
    /** @type {(handler: TimerHandler, time?: number, ...rest: any[]) => number} */
    const timer = (handler, time, ...rest) => {
      if (time !== 500) return usual(handler, time, ...rest);
      Reflect.set(window, "write", handler); // it writes the turn into the address; the test decides when
      return 1;
    };
    Reflect.set(window, "setTimeout", timer);
  });
  const page = await visitor.open((await lab.watch("h.blast")) + "#match=h&turn=20");
  await untilTurn(page, 20);
  const write = () => page.evaluate(() => Reflect.get(window, "write")());
  await page.keyboard.press("ArrowRight");
  await untilTurn(page, 21);
  await write();
  await untilAddress(page, /turn=21$/); // the test sees it a little later
  await page.keyboard.press("ArrowRight");
  await untilTurn(page, 22);
  await page.evaluate(() => {
    location.hash = "#match=h&turn=5"; // the page is notified of it later
    Reflect.get(window, "write")();
  });
  await untilTurn(page, 5);
  await write();
  await untilAddress(page, /turn=5$/);
});
