// The page in a frame of another page: only pages of a named origin may show it.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { hexabomb, pageTest } from "./lab.mjs";
import { until } from "./view.mjs";

/**
 * A server of another origin with a page that shows an address in a frame.
 * @returns {Promise<{ origin: string, frame: (address: string) => void, close: () => Promise<void> }>}
 */
async function school() {
  let framed = "";
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><title>school</title><body style="margin:0"><iframe width="480" height="420" src="${framed}"></iframe>`,
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    frame: (address) => {
      framed = address;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

pageTest("a page of the origin that was named may frame the page, others may not", async (lab) => {
  lab.record("replays/a.blast", ...hexabomb);
  lab.record("replays/b.blast", ...hexabomb);
  const allowed = await school();
  const other = await school();
  try {
    const address = await lab.watch("replays", "--embed", allowed.origin);
    const visitor = await lab.visitor({ viewport: { width: 600, height: 500 } });
    visitor.expected = /^request to|frame-ancestors|autofocusing/; // the last one is from Chromium's error page
    allowed.frame(`${address}?embed#match=a&turn=7`);
    other.frame(`${address}?embed#match=a&turn=7`);
    const page = await visitor.open(allowed.origin);
    const inner = page.frameLocator("iframe");
    await inner.locator(".match").waitFor();
    await until(
      () => inner.locator(".scrub").inputValue(),
      (turn) => turn === "7",
      "turn 7 in the frame",
    );
    for (const hidden of [".side", "dialog[open]", ".stage .bar", ".words"])
      assert.equal(await inner.locator(hidden).first().isVisible(), false, hidden);
    const board = await inner.locator(".stage canvas").boundingBox();
    assert.ok(board && board.width > 440 && board.height > 240, JSON.stringify(board));
    await inner.getByRole("button", { name: /^Play/ }).click();
    await until(
      () => inner.locator(".scrub").inputValue(),
      (turn) => Number(turn) > 7,
      "it to play",
    );
    if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/embed.png` });

    const stranger = await visitor.open(other.origin);
    const frame = await until(
      () => stranger.frames()[1],
      (frame) => frame !== undefined && frame.url() !== "about:blank",
      "the frame",
    );
    await frame?.waitForLoadState();
    assert.equal(await stranger.frameLocator("iframe").locator(".match, .top, noscript").count(), 0);

    const plain = await lab.watch("replays");
    allowed.frame(`${plain}?embed`);
    const refused = await visitor.open(allowed.origin);
    await until(
      () => refused.frames()[1],
      (frame) => frame !== undefined && frame.url() !== "about:blank",
      "the frame",
    );
    assert.equal(await refused.frameLocator("iframe").locator(".match, .top, noscript").count(), 0);
  } finally {
    await Promise.all([allowed.close(), other.close()]);
  }
});
