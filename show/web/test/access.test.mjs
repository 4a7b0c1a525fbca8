// Accessibility of the page: for people who use only the keyboard, use a screen reader, or need contrast.
import assert from "node:assert/strict";
import { hexabomb, bomberman, pageTest } from "./lab.mjs";
import { assertNamed, faintTexts, tabAround } from "./reading.mjs";
import { button, until, untilTurn } from "./view.mjs";

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  pageTest(`every control has a name and every text stands out (${colorScheme})`, async (lab) => {
    lab.record("one.blast", ...hexabomb);
    lab.record("two.blast", ...bomberman);
    const address = await lab.watch(".");
    for (const match of ["one", "two"]) {
      const page = await lab.open(`${address}#match=${match}&turn=20&me=1`, { colorScheme });
      await untilTurn(page, 20);
      for (const tab of ["Events", "Output", "Refused"]) {
        await page.getByRole("tab", { name: tab }).click();
        assert.deepEqual(await faintTexts(page), [], tab);
        await assertNamed(page);
      }
      await page.keyboard.press("o");
      await page.getByRole("dialog", { name: "Matches" }).waitFor();
      assert.deepEqual(await faintTexts(page), []);
      await assertNamed(page, 3); // elements behind the dialog cannot be focused
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
      assert.deepEqual(await faintTexts(page), []);
    }
  });
}

pageTest("Tab reaches every control, in order, with a focus that is seen", async (lab) => {
  lab.record("one.blast", ...hexabomb);
  lab.record("two.blast", ...bomberman);
  const page = await lab.open((await lab.watch(".")) + "#match=one&turn=20");
  await untilTurn(page, 20);
  await page.locator(".log li button").first().waitFor();
  const reached = await tabAround(page);
  for (const name of ["Turn", "Go to turn", "Speed", "Board: arrows go from cell to cell", "Keys (?)"])
    assert.ok(reached.includes(name), name);
});

pageTest("the keyboard alone works controls, tabs and dialogs", async (lab) => {
  lab.record("one.blast", ...hexabomb);
  lab.record("two.blast", ...bomberman);
  const page = await lab.open((await lab.watch(".")) + "#match=one&turn=20");
  await untilTurn(page, 20);
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
    );
  const tabTo = async (/** @type {RegExp} */ name) => {
    for (let i = 0; i < 60; i++) {
      if (name.test(await focused())) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await tabTo(/^Keys/);
  await page.keyboard.press("Enter");
  const help = page.getByRole("dialog", { name: "Keys" });
  await help.waitFor();
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press("Tab");
    assert.ok(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null,
      ),
      "the focus stays in the dialog",
    );
  }
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  assert.match(await focused(), /^Keys/); // the focus is back where it was
  await tabTo(/^Danger$/);
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Danger", pressed: true }).waitFor();
  await tabTo(/^Events$/);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: "Output", selected: true }).waitFor();
  await tabTo(/^A turn forward/);
  await page.keyboard.press("Enter");
  await untilTurn(page, 21);
  await tabTo(/^Turn$/);
  await page.keyboard.press("ArrowRight");
  await untilTurn(page, 22);
  await page.keyboard.press("Escape");
  await page.keyboard.press("o");
  await page.getByRole("dialog", { name: "Matches" }).waitFor();
  await until(focused, (name) => /hexabomb/.test(name), "the focus on the match that is shown");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Matches" }).waitFor({ state: "hidden" });
  assert.equal(await button(page, "Keys").isVisible(), true);
});

pageTest("who wants nothing to move sees no animation", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open(await lab.watch("h.blast"), { reducedMotion: "reduce" });
  await button(page, "Play").waitFor(); // it does not start by itself
  await page.keyboard.press("ArrowRight");
  await untilTurn(page, 1);
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  pageTest(
    `a series, a list with hidden results, the table in large and a lobby: names and contrast (${colorScheme})`,
    async (lab) => {
      for (const [file, seed] of [
        ["a", 4],
        ["b", 5],
        ["c", 6],
      ])
        lab.record(
          `${file}.blast`,
          "--map",
          "tiny",
          "--seed",
          `${seed}`,
          "--turns",
          "6",
          "--bot",
          "builtin:hunter",
          "--bot",
          "builtin:greedy",
          "--bot",
          "builtin:random",
        );
      const page = await lab.open((await lab.watch(".")) + "#match=a&turn=3", { colorScheme });
      await untilTurn(page, 3);
      await page.getByRole("tab", { name: "Series" }).click();
      await page.locator(".series tbody tr").first().waitFor();
      assert.deepEqual(await faintTexts(page), [], "series");
      await assertNamed(page);
      await page.keyboard.press("o");
      await page.locator(".matches li button").first().waitFor();
      assert.deepEqual(await faintTexts(page), [], "list");
      await page.getByRole("button", { name: "Hide results" }).click();
      await page.getByText("result hidden").first().waitFor();
      assert.deepEqual(await faintTexts(page), [], "hidden results");
      await assertNamed(page, 3);
      await page.getByRole("button", { name: "Hide results" }).click();
      await page.keyboard.press("Escape");
      await page.keyboard.press("9");
      await page.keyboard.press("Shift+P");
      await page.getByRole("region", { name: "Series" }).waitFor();
      assert.deepEqual(await faintTexts(page), [], "the table in large");
      const waiting = await (await lab.visitor({ colorScheme })).open(
        await lab.play("--map", "tiny", "--wait", "1", "--bot", "builtin:greedy"),
      );
      await waiting.locator(".lobby-seats li").first().waitFor();
      assert.deepEqual(await faintTexts(waiting), [], "lobby");
    },
  );
}
