// The page while a match waits: who has connected, who is missing, and where to connect.
import assert from "node:assert/strict";
import { pageTest } from "./lab.mjs";
import { Peer, portOf } from "./netorcai.mjs";
import { api, until } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page */
function seatsOf(page) {
  return page
    .locator(".lobby-seats li")
    .evaluateAll((list) =>
      list.map((item) => `${item.querySelector(".name")?.textContent} ${item.querySelector(".what")?.textContent}`),
    );
}

/** @param {Page} page */
async function assertOnScreen(page) {
  const outside = await page.evaluate(() =>
    [...document.querySelectorAll(".lobby h2, .lobby li, .lobby code, .lobby .qr")]
      .filter((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
      })
      .map((element) => element.outerHTML.slice(0, 90)),
  );
  assert.deepEqual(outside, []);
}

for (const projector of [false, true]) {
  pageTest(
    `bots that are waited for: ${projector ? "on a projector" : "on the page"} each one that comes is told, then the match is shown`,
    async (lab) => {
      const address = await lab.play(
        "--map",
        "tiny",
        "--turns",
        "40",
        "--seed",
        "3",
        "--wait",
        "2",
        "--bot",
        "builtin:greedy",
        "--bot",
        "builtin:hunter",
      );
      const page = await (await lab.visitor({ viewport: { width: 1024, height: 768 } })).open(
        address + (projector ? "?projector" : ""),
      );
      await page.getByRole("heading", { name: "Waiting for 2 of 4 players" }).waitFor();
      const lobby = await api(page, "/api/lobby");
      assert.deepEqual(await page.locator(".lobby-where code").allTextContents(), [...lobby.addresses, ...lobby.page]);
      const port = portOf(lobby);
      assert.equal((await seatsOf(page)).filter((text) => text.endsWith("is there")).length, 2);
      await assertOnScreen(page);
      const first = await Peer.dial(port);
      await first.login("ann", "player");
      await page.getByRole("heading", { name: "Waiting for 1 of 4 players" }).waitFor();
      assert.equal((await seatsOf(page)).filter((text) => text.endsWith("is missing")).length, 1);
      const second = await Peer.dial(port);
      await second.login("bob", "player");
      await page.locator(".match").waitFor();
      await until(
        () => page.locator(".lobby").isVisible(),
        (seen) => !seen,
        "the match instead of the lobby",
      );
      assert.equal(
        await page
          .getByText(/[Ww]aiting for/)
          .filter({ visible: true })
          .count(),
        0,
      );
      for (const peer of [first, second]) peer.close();
    },
  );
}

/** A pattern as wide and as irregular as a QR code. */
const matrix = Array.from({ length: 25 }, (_, y) =>
  Array.from({ length: 25 }, (_, x) => ((x * x * 7 + y * 13 + x * y) % 5 < 2 ? "1" : "0")).join(""),
);

for (const [width, height, seats] of /** @type {const} */ ([
  [1280, 720, 12],
  [1024, 768, 12],
  [390, 844, 4],
])) {
  pageTest(
    `a lobby of ${seats} with addresses and a QR code fits ${width} by ${height}, and the code has every module`,
    async (lab) => {
      const address = await lab.play("--map", "tiny", "--turns", "20", "--wait", "1", "--bot", "builtin:greedy");
      const visitor = await lab.visitor({ viewport: { width, height }, colorScheme: "dark" });
      // Without these the page uses a stream of its own.
      await visitor.context.addInitScript("delete globalThis.SharedWorker; delete globalThis.BroadcastChannel;");
      const page = await visitor.context.newPage();
      const lobby = {
        waiting: true,
        seats: Array.from({ length: seats }, (_, i) => ({
          name: `${"<b>team</b> of the long name ".repeat(i % 3)}number ${i}`,
          joined: i % 2 === 0,
        })),
        addresses: ["192.168.1.5:4242", "[fd00::1234:5678]:4242", "127.0.0.1:4242"],
        page: ["http://192.168.1.5:8080/", "http://127.0.0.1:8080/"],
        qr: matrix,
      };
      await page.route("**/api/lobby", (route) => route.fulfill({ json: lobby }));
      await page.route(/\/api\/live\?list&/, (route) =>
        route.fulfill({
          contentType: "text/event-stream",
          body: `retry: 60000\nevent: lobby\ndata: ${JSON.stringify(lobby)}\n\n`,
        }),
      );
      await page.goto(address);
      await page.getByRole("heading", { name: `Waiting for ${seats / 2} of ${seats} players` }).waitFor();
      assert.equal(await page.locator(".lobby b").count(), 0, "names are text");
      if (width > 900) await assertOnScreen(page);
      else
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          "nothing is wider than the screen",
        );
      const code = page.getByRole("img", { name: "QR code of http://192.168.1.5:8080/" });
      const seen = await code.evaluate(async (svg, size) => {
        const copy = /** @type {SVGElement} */ (svg.cloneNode(true));
        const modules = size + 8;
        copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
        copy.setAttribute("width", String(modules * 4));
        copy.setAttribute("height", String(modules * 4));
        for (const mark of [".qr-light", ".qr-dark"])
          copy.querySelector(mark)?.setAttribute("fill", getComputedStyle(svg.querySelector(mark) ?? svg).fill);
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
        await image.decode();
        const context = new OffscreenCanvas(modules * 4, modules * 4).getContext("2d", { willReadFrequently: true });
        context?.drawImage(image, 0, 0);
        const dark = (/** @type {number} */ x, /** @type {number} */ y) =>
          (context?.getImageData(x * 4 + 2, y * 4 + 2, 1, 1).data[0] ?? 0) < 128 ? "1" : "0";
        return Array.from({ length: modules }, (_, y) =>
          Array.from({ length: modules }, (_, x) => dark(x, y)).join(""),
        );
      }, matrix.length);
      const quiet = "0".repeat(4);
      const empty = "0".repeat(matrix.length + 8);
      assert.deepEqual(seen, [
        ...Array(4).fill(empty),
        ...matrix.map((row) => quiet + row + quiet),
        ...Array(4).fill(empty),
      ]);
    },
  );
}
