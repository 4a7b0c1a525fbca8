// Replays that are dropped on the page, or chosen in its menu.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { must } from "./program.mjs";
import { api, button, until, untilAddress } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Drops a file on the page, as a reader does with the mouse.
 * @param {Page} page
 * @param {string} name
 * @param {Buffer} content
 */
async function drop(page, name, content) {
  const dataTransfer = await page.evaluateHandle(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(text ?? ""), (c) => c.charCodeAt(0))], name ?? ""));
      return data;
    },
    [name, content.toString("base64")],
  );
  await page.dispatchEvent(".match", "dragenter", { dataTransfer });
  await page.locator(".drop").waitFor(); // it says what will happen
  await page.dispatchEvent(".match", "dragover", { dataTransfer });
  await page.dispatchEvent(".match", "drop", { dataTransfer });
  assert.equal(await page.locator(".drop").isVisible(), false);
}

/** @param {Page} page */
const title = (page) => page.locator(".top h1").textContent();
/** @param {Page} page */
const notice = (page) => page.locator(".notice").textContent();

pageTest(
  "a dropped replay is shown, is in the list and stays after a reload; what is no replay is refused",
  async (lab) => {
    lab.record("a.blast", ...hexabomb);
    lab.record("b.blast", ...bomberman);
    const visitor = await lab.visitor();
    visitor.expected = /422/;
    const page = await visitor.open(await lab.watch("a.blast"));
    await page.locator(".match").waitFor();
    assert.match((await title(page)) ?? "", /hexabomb/);
    const content = readFileSync(join(lab.folder, "b.blast"));
    await drop(page, "Äpfel <b>.blast", content);
    await until(
      () => title(page),
      (text) => /bomberman/i.test(text ?? ""),
      "the dropped match",
    );
    await untilAddress(page, /match=blastyard-dropped-/);
    const { matches } = await api(page, "/api/matches");
    assert.equal(matches.length, 2);
    await page.reload();
    await until(
      () => title(page),
      (text) => /bomberman/i.test(text ?? ""),
      "the dropped match after a reload",
    );

    await drop(page, "notes.txt", Buffer.from("these are notes"));
    await until(
      () => notice(page),
      (text) => /^notes\.txt cannot be shown: .*replay/.test(text ?? ""),
      "the refusal",
    );
    assert.match((await title(page)) ?? "", /bomberman/i);

    await button(page, "Menu").click();
    const open = page.getByRole("menuitem", { name: "Open a replay" });
    await until(
      () => open.getAttribute("aria-disabled"),
      (disabled) => disabled === "false",
      "the item",
    );
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), open.click()]);
    await chooser.setFiles(join(lab.folder, "a.blast"));
    await until(
      () => title(page),
      (text) => /hexabomb/.test(text ?? ""),
      "the chosen match",
    );
  },
);

pageTest("a page without a server says why it shows no dropped replay", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  must(lab.folder, "replay", "export", "a.blast", "-o", "a.html");
  const page = await lab.open(pathToFileURL(join(lab.folder, "a.html")).href);
  await drop(page, "a.blast", readFileSync(join(lab.folder, "a.blast")));
  await until(
    () => notice(page),
    (text) => /no server .*blastyard watch/.test(text ?? ""),
    "the reason",
  );
  await button(page, "Menu").click();
  assert.match((await page.getByRole("menuitem", { name: "Open a replay" }).textContent()) ?? "", /no server/);
});
