// Matches exported as HTML files, opened from disk.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { difference, picture } from "./board.mjs";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { must } from "./program.mjs";
import { goTo, slider, untilAddress, untilState, untilTurn } from "./view.mjs";

for (const [game, args, turns] of /** @type {const} */ ([
  ["hexabomb", hexabomb, 60],
  ["2016-Bomberman", bomberman, 119],
])) {
  pageTest(`${game} as one HTML file opens from disk and asks for nothing`, async (lab) => {
    lab.record("m.blast", ...args);
    must(lab.folder, "replay", "export", "m.blast", "-o", "m.html");
    const visitor = await lab.visitor();
    await visitor.context.setOffline(true);
    const address = pathToFileURL(join(lab.folder, "m.html")).href;
    const page = await visitor.open(address);
    await page.locator(".match").waitFor();
    await untilTurn(page, (turn) => turn > 0); // it starts to play by itself
    await page.keyboard.press("End");
    await untilTurn(page, turns);
    await untilState(page, /wins|No winner/);
    await slider(page).fill("30");
    await untilTurn(page, 30);
    await page.keyboard.press("n");
    const event = await untilTurn(page, (turn) => turn > 30);
    await untilAddress(page, new RegExp(`#turn=${event}$`));
    await goTo(page, 20);
    await page.keyboard.press("d");
    await untilAddress(page, /#turn=20&danger$/);
    assert.deepEqual(
      visitor.requests.filter((url) => !url.startsWith("data:")),
      [address],
    );

    const served = await lab.open((await lab.watch("m.blast")) + "#match=m&turn=20&danger");
    await untilTurn(served, 20);
    assert.equal(difference(await picture(page), await picture(served)), 0);
    const linked = await lab.open(page.url());
    await untilTurn(linked, 20);
    assert.equal(difference(await picture(linked), await picture(page)), 0);
  });
}
