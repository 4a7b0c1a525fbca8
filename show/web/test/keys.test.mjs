// What each key does.
import assert from "node:assert/strict";
import { canvasSize, difference, picture, placeOf } from "./board.mjs";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { api, button, firstFrames, goTo, turnOf, until, untilAddress, untilTurn } from "./view.mjs";

pageTest("keys go from turn to turn", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=20");
  await untilTurn(page, 20);
  for (const [key, turn] of /** @type {const} */ ([
    ["ArrowRight", 21],
    ["ArrowLeft", 20],
    ["Shift+ArrowRight", 30],
    ["Shift+ArrowLeft", 20],
    ["End", 60],
    ["ArrowRight", 60],
    ["Home", 0],
    ["ArrowLeft", 0],
  ])) {
    await page.keyboard.press(key);
    assert.equal(await untilTurn(page, turn), turn, key);
  }
  const frames = await firstFrames(page, "h");
  const events = frames.filter(({ events }) => events?.length > 0).map(({ turn }) => turn);
  for (const turn of events.slice(0, 3)) {
    await page.keyboard.press("n");
    await untilTurn(page, turn);
  }
  await page.keyboard.press("p");
  await untilTurn(page, events[1]);
  await page.keyboard.press("Space");
  await untilTurn(page, (turn) => turn > events[1]);
  await page.keyboard.press("Space");
  await button(page, "Play").waitFor();
});

pageTest("keys 1 to 9, < and > set the speed", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=20");
  const speed = page.getByRole("combobox", { name: "Speed" });
  for (const [i, wanted] of ["0.25", "0.5", "0.75", "1", "1.5", "2", "4", "8", "16"].entries()) {
    await page.keyboard.press(String(i + 1));
    await until(
      () => speed.inputValue(),
      (value) => value === wanted,
      `speed ${wanted}`,
    );
  }
  await page.keyboard.press("<");
  await until(
    () => speed.inputValue(),
    (value) => value === "8",
    "speed 8",
  );
  await page.keyboard.press(">");
  await until(
    () => speed.inputValue(),
    (value) => value === "16",
    "speed 16",
  );
  assert.equal(await turnOf(page), 20);
});

pageTest("keys change what the board shows, and change it back", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=0");
  const bombs = (await firstFrames(page, "h")).findIndex(({ bombs }) => bombs?.length > 0);
  await goTo(page, bombs);
  const plain = await picture(page);
  for (const [key, chip] of /** @type {const} */ ([
    ["d", "Danger"],
    ["y", "Bombs"],
    ["c", "Coordinates"],
    ["x", "Patterns"],
    ["i", "Labels"],
  ])) {
    const pressed = () => button(page, chip).getAttribute("aria-pressed");
    const usual = await pressed();
    await page.keyboard.press(key);
    await until(pressed, (now) => now !== usual, `${key} presses ${chip}`);
    assert.ok(difference(await picture(page), plain) > 50, `${key} changes the picture`);
    await page.keyboard.press(key);
    assert.equal(difference(await picture(page), plain), 0, `${key} again changes it back`);
    for (const changed of [true, false]) {
      await button(page, chip).click();
      await until(pressed, (now) => (now !== usual) === changed, `a click on ${chip}`);
    }
  }
  for (const [there, back] of /** @type {const} */ ([
    ["+", "0"],
    ["-", "0"],
    ["Alt+ArrowLeft", "0"],
    ["Alt+ArrowDown", "0"],
  ])) {
    await page.keyboard.press(there);
    assert.ok(difference(await picture(page), plain) > 1000, `${there} moves the board`);
    await page.keyboard.press(back);
    assert.equal(difference(await picture(page), plain), 0, "0 shows the whole board");
  }
});

pageTest("m lets one player after the other stand out; a click on a name, too", async (lab) => {
  lab.record("b.blast", ...bomberman);
  const page = await lab.open((await lab.watch("b.blast")) + "#match=b&turn=5");
  const me = page.getByRole("combobox", { name: /^Me/ });
  for (const wanted of ["0", "1", "2", "3", "-1"]) {
    await page.keyboard.press("m");
    await until(
      () => me.inputValue(),
      (value) => value === wanted,
      `me ${wanted}`,
    );
    await until(
      () => page.locator(".standings tr.me").count(),
      (n) => n === (wanted === "-1" ? 0 : 1),
      "the player's row",
    );
  }
  await page.locator(".standings .name", { hasText: "reference" }).click();
  await page.locator(".standings tr.me", { hasText: "reference" }).waitFor();
  await me.selectOption({ label: "nobody" });
  await until(
    () => page.locator(".standings tr.me").count(),
    (n) => n === 0,
    "nobody",
  );
});

pageTest("t changes the theme, and the next visit keeps it", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open(await lab.watch("h.blast"));
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.keyboard.press("t"); // light, whatever the system prefers
  await page.keyboard.press("t"); // dark
  await until(ground, (colour) => colour !== light, "a dark page");
  const dark = await ground();
  await until(
    () => page.evaluate(() => localStorage.getItem("blastyard.viewer")),
    (text) => /"theme":"dark"/.test(text ?? ""),
    "the kept setting",
  );
  await page.reload();
  await page.locator(".match").waitFor();
  assert.equal(await ground(), dark);
  await button(page, "Theme").click(); // as the system prefers
  await until(ground, (colour) => colour === light, "a light page");
  await page.emulateMedia({ colorScheme: "dark" });
  await until(ground, (colour) => colour === dark, "a page as dark as the system");
});

pageTest("the page follows the system's theme, although it has asked for it just before the change", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const visitor = await lab.visitor();
  await visitor.context.addInitScript(() => {
    // As in Chromium: a list that was read after a change, but before its event, gets no event.
    const usual = window.matchMedia;
    Reflect.set(window, "matchMedia", (/** @type {string} */ query) => {
      const list = usual.call(window, query);
      let asked = false;
      return {
        get matches() {
          asked = true;
          return list.matches;
        },
        addEventListener: (/** @type {"change"} */ type, /** @type {(event: MediaQueryListEvent) => void} */ heard) =>
          list.addEventListener(type, (event) => asked || heard(event)),
      };
    });
  });
  const page = await visitor.open((await lab.watch("h.blast")) + "#match=h&turn=20");
  await untilTurn(page, 20);
  const theme = () => page.evaluate(() => document.documentElement.dataset["theme"]);
  assert.equal(await theme(), "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await until(theme, (name) => name === "dark", "a dark page");
  await page.emulateMedia({ colorScheme: "light" });
  await until(theme, (name) => name === "light", "a light page");
});

pageTest("? shows the keys, f the full screen, o the matches, Shift P the projector", async (lab) => {
  lab.record("one.blast", ...hexabomb);
  lab.record("two.blast", ...bomberman);
  const page = await lab.open((await lab.watch(".")) + "#match=one&turn=20");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await help.waitFor();
  await page.keyboard.press("ArrowRight"); // the dialog handles the key
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  assert.equal(await turnOf(page), 20);
  await page.keyboard.press("f");
  await until(
    () => page.evaluate(() => document.fullscreenElement !== null),
    (full) => full,
    "full screen",
  );
  await page.keyboard.press("f");
  await until(
    () => page.evaluate(() => document.fullscreenElement === null),
    (small) => small,
    "its end",
  );
  await page.keyboard.press("Shift+P");
  await button(page, "Pause").waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^(Play|Pause) / }).waitFor();
  await page.keyboard.press("o");
  const list = page.getByRole("dialog", { name: "Matches" });
  await list.getByRole("button", { name: /2016-Bomberman/ }).click();
  await page.getByRole("heading", { name: /2016-Bomberman/ }).waitFor();
  await list.waitFor({ state: "hidden" });
  await untilAddress(page, /match=two/);
  assert.equal((await api(page, "/api/matches")).matches.length, 2);
});

pageTest("arrows move from cell to cell once the board has the focus", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=20");
  await untilTurn(page, 20);
  await page.getByRole("application").focus();
  const words = () => page.locator(".words").textContent();
  await page.keyboard.press("ArrowRight");
  const first = await until(words, (text) => /^\(-?\d+, -?\d+\): /.test(text ?? ""), "a cell in words");
  await page.keyboard.press("ArrowDown");
  await until(words, (text) => text !== first && text !== "", "another cell");
  assert.equal(await turnOf(page), 20);
  await page.keyboard.press("Escape"); // leaves the board
  await page.keyboard.press("ArrowRight");
  await untilTurn(page, 21);
});

pageTest("the board is zoomed by the wheel and dragged", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=20");
  const { header } = await api(page, "/api/matches/h");
  const size = await canvasSize(page);
  const box = await page.locator(".stage canvas").boundingBox();
  assert.ok(box);
  const { x, y, unit } = placeOf(header, 18, size);
  await page.mouse.move(box.x + x, box.y + y);
  const whole = await picture(page);
  await page.mouse.wheel(0, -400);
  await until(
    async () => difference(await picture(page), whole),
    (n) => n > 1000,
    "another size",
  );
  await button(page, "Whole board").click();
  await page.mouse.move(box.x + x + 2, box.y + y);
  const words = await until(
    () => page.locator(".words").textContent(),
    (text) => text?.startsWith(`(${header.cells[18].join(", ")}): `) ?? false,
    "the cell in words",
  );
  await page.mouse.down();
  await page.mouse.move(box.x + x + 2 * unit, box.y + y, { steps: 5 });
  await page.mouse.up();
  await until(
    async () => difference(await picture(page), whole),
    (n) => n > 1000,
    "another place",
  );
  await until(
    () => page.locator(".words").textContent(),
    (text) => text === words,
    "the cell that has gone with the pointer",
  );
});
