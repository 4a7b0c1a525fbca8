// Networks and proxies that do not behave: they hold streams back, cut them, let them die without a word, or answer with
// pages of their own.
import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { Course } from "./course.mjs";
import { pageTest } from "./lab.mjs";
import { until, untilState, untilTurn } from "./view.mjs";

const game = ["--map", "tiny", "--seed", "4", "--turns", "25", "--bot", "builtin:idle"]; // ann plays in each turn

/**
 * What a proxy does with event streams: passes them on; holds back all of them, or all but their head; cuts each after a
 * second; or, of all requests, answers with a page of its own.
 * @typedef {"passes" | "holds" | "head" | "cuts" | "refuses" | "page"} Mode
 */

/**
 * Starts a proxy before a server. What it has let through dies without a word when die is called.
 * @param {string} address
 * @param {Mode} mode
 */
async function unreliable(address, mode) {
  const target = new URL(address);
  /** @type {(() => void)[]} */
  let alive = [];
  const server = createServer((from, to) => {
    if (proxy.mode === "refuses" || proxy.mode === "page") {
      const code = proxy.mode === "page" ? 200 : 502;
      to.writeHead(code, { "Content-Type": "text/html" }).end("<html><h1>The proxy has something to say</h1></html>");
      return;
    }
    const inner = request(
      { host: target.hostname, port: target.port, path: from.url, method: from.method, headers: from.headers },
      (answer) => {
        const stream = answer.headers["content-type"] === "text/event-stream";
        const kind = stream ? proxy.mode : "passes";
        if (stream) proxy.streams++;
        if (kind !== "holds") {
          to.writeHead(answer.statusCode ?? 502, answer.headers);
          to.flushHeaders();
        }
        if (kind === "holds" || kind === "head") {
          /** @type {Buffer[]} */
          const parts = [];
          answer.on("data", (part) => parts.push(part));
          answer.on("end", () => {
            if (!to.headersSent) to.writeHead(answer.statusCode ?? 502, answer.headers);
            to.end(Buffer.concat(parts));
          });
          return;
        }
        answer.pipe(to);
        if (kind === "cuts") setTimeout(() => to.destroy(), 1000);
        if (stream) alive.push(() => answer.unpipe(to).resume());
      },
    );
    inner.on("error", () => to.destroy());
    to.on("close", () => inner.destroy());
    from.pipe(inner);
  });
  const proxy = {
    mode,
    page: "",
    streams: 0,
    die: () => {
      for (const end of alive) end();
      alive = [];
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const own = server.address();
  proxy.page = `http://127.0.0.1:${typeof own === "object" ? own?.port : ""}/`;
  return proxy;
}

for (const mode of /** @type {Mode[]} */ (["holds", "head", "cuts"])) {
  pageTest(`a page behind a proxy that ${mode} streams follows, also without shared workers`, async (lab) => {
    const course = await Course.begin(lab, ...game);
    const proxy = await unreliable(course.page, mode);
    try {
      const visitor = await lab.visitor();
      visitor.expected = /Failed to load resource|ERR_/;
      const pages = [await visitor.open(proxy.page), await visitor.open(`${proxy.page}#projector`)];
      const other = await lab.visitor();
      other.expected = visitor.expected;
      await other.context.addInitScript("delete globalThis.SharedWorker");
      pages.push(await other.open(proxy.page));
      for (const page of pages) await page.locator(".match").waitFor();
      for (const turn of [2, 5, 9]) {
        await course.reach(turn);
        for (const page of pages) await untilTurn(page, turn);
      }
      await course.finish();
      for (const page of pages) await untilState(page, /wins|No winner/);
    } finally {
      await proxy.close();
    }
  });
}

pageTest("a person plays behind a proxy that holds streams back", async (lab) => {
  const seat = (await Course.begin(lab, ...game)).seat;
  const proxy = await unreliable(new URL("/", seat).href, "holds");
  try {
    const visitor = await lab.visitor();
    const page = await visitor.open(`${proxy.page}#seat=${seat.split("/").pop()}`);
    for (let i = 0; i < 3; i++) {
      await page.locator('.seat:not([data-turn=""]) .seat-actions').waitFor();
      const turn = Number(await page.locator(".seat").getAttribute("data-turn"));
      await page.keyboard.press("Enter");
      await untilTurn(page, turn + 1);
    }
  } finally {
    await proxy.close();
  }
});

pageTest("a stream that dies without a word is opened again", async (lab) => {
  const course = await Course.begin(lab, ...game);
  const proxy = await unreliable(course.page, "passes");
  try {
    const page = await (await lab.visitor()).open(proxy.page);
    await course.reach(2);
    await untilTurn(page, 2);
    proxy.die();
    await course.reach(5);
    await untilTurn(page, 5);
    assert.ok(proxy.streams > 1);
  } finally {
    await proxy.close();
  }
});

for (const mode of /** @type {Mode[]} */ (["refuses", "page"])) {
  pageTest(
    `pages find their way back after a proxy that ${mode === "page" ? "answers with a page" : mode}`,
    async (lab) => {
      const course = await Course.begin(lab, ...game);
      const proxy = await unreliable(course.page, "passes");
      try {
        const visitor = await lab.visitor();
        visitor.expected = /Failed to load resource|ERR_|MIME type/;
        const page = await visitor.open(proxy.page);
        const late = await visitor.open(proxy.page);
        await course.reach(2);
        for (const each of [page, late]) await untilTurn(each, 2);
        proxy.mode = mode;
        proxy.die();
        await late.evaluate(() => {
          Object.defineProperty(document, "hidden", { value: true, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
          Object.defineProperty(document, "hidden", { value: false, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        });
        await course.reach(5);
        await page.getByText("Connection lost").waitFor({ state: "attached" });
        proxy.mode = "passes";
        for (const each of [page, late]) await untilTurn(each, 5);
        await course.reach(7);
        for (const each of [page, late]) await untilTurn(each, 7);
        const fresh = await visitor.open(proxy.page);
        await untilTurn(fresh, 7);
        await until(
          () => fresh.locator(".match").count(),
          (n) => n === 1,
          "the match",
        );
      } finally {
        await proxy.close();
      }
    },
  );
}
