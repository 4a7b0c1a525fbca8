// The pages behind real proxies with their default buffering: news arrives without delay, twelve tabs and a projector
// find a restarted server, and a person plays.
import assert from "node:assert/strict";
import { request as plain } from "node:http";
import { request as secure } from "node:https";
import { alone } from "../browser.mjs";
import { pageTest } from "../lab.mjs";
import { until, untilState, untilTurn } from "../view.mjs";
import { freePort, host, proxies, startProxy } from "./proxies.mjs";

alone(`--host-resolver-rules=MAP ${host} 127.0.0.1`, "--ignore-certificate-errors");

// What a browser prints while a server is down, and about a page without HTTPS.
const expected = /Failed to load resource|ERR_|502|Cross-Origin-Opener-Policy header has been ignored/;

const game = [
  "--map",
  "tiny",
  "--seed",
  "4",
  "--turns",
  "25",
  "--bot",
  "human:ann",
  "--bot",
  "builtin:idle",
  "--replay",
  "none",
  "--no-browser",
];

/**
 * Starts a match by hand behind a proxy.
 * @param {import("../lab.mjs").Lab} lab
 * @param {string} website
 * @param {number} target
 */
async function begin(lab, website, target) {
  const program = lab.start(
    "play",
    ...game,
    "--listen",
    `127.0.0.1:${target}`,
    "--website",
    website,
    "--trusted-proxy",
    "127.0.0.1",
  );
  const [, seat = ""] = await program.says(/play ann at (\S+)/);
  assert.ok(seat.startsWith(website), `${seat} is not below ${website}`);
  const token = new URLSearchParams(new URL(seat).hash.slice(1)).get("seat");
  const inside = `http://127.0.0.1:${target}/api/seat/${token}`;
  const look = async () => /** @type {Promise<any>} */ ((await fetch(inside)).json());
  /** Sends the answer for the turn that the match waits for. */
  const answer = async () => {
    const { choices } = await until(look, (state) => state.choices !== null, "a turn of ann");
    await fetch(`${inside}/turn/${choices.turn}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "[]",
    });
    await until(look, (state) => state.choices?.turn > choices.turn, "the turn after it");
    return choices.turn + 1;
  };
  /** Kills the program without a warning. */
  const kill = async () => {
    program.signal("SIGKILL");
    await program.ended;
    lab.programs.splice(lab.programs.indexOf(program), 1);
  };
  const { match } = await until(look, (state) => state.match !== "", "the match"); // the match begins when ann has come
  return { seat, answer, kill, match };
}

/**
 * Follows a match, through a proxy or directly, and records when each of its turns arrived.
 * @param {string} website
 * @param {number} port to which requests go
 * @param {string} match
 */
function follow(website, port, match) {
  const url = new URL(`api/live?match=${match}`, website);
  const ask = url.protocol === "https:" ? secure : plain;
  const came = /** @type {Map<number, number>} */ (new Map());
  const asked = ask(
    {
      host: "127.0.0.1",
      port,
      path: url.pathname + url.search,
      headers: { Host: url.host },
      servername: host,
      rejectUnauthorized: false,
    },
    (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (more) => {
        text += more;
        for (const [, turn] of text.matchAll(/\ndata: \{"turn":(\d+)[^\n]*\n\n/g))
          if (!came.has(Number(turn))) came.set(Number(turn), performance.now());
      });
    },
  );
  asked.on("error", () => {}); // expected at its end
  asked.end();
  return { came, stop: () => asked.destroy() };
}

for (const name of Object.keys(proxies)) {
  pageTest(`${name}: events arrive when they happen`, async (lab) => {
    const target = await freePort();
    const proxy = await startProxy(lab.folder, name, target);
    try {
      const { answer, match } = await begin(lab, proxy.website, target);
      const { came, stop } = follow(proxy.website, proxy.port, match);
      const direct = follow(`http://127.0.0.1:${target}/`, target, match);
      await until(
        () => Math.min(came.size, direct.came.size),
        (n) => n > 0,
        "the newest turn at once",
      );
      const took = [];
      for (let i = 0; i < 5; i++) {
        const turn = await answer(); // the match stops here until the turn has arrived
        const at = await until(
          () => came.get(turn),
          (time) => time !== undefined,
          `turn ${turn} through the proxy`,
        );
        took.push(
          Number(at) -
            Number(
              await until(
                () => direct.came.get(turn),
                (time) => time !== undefined,
                `turn ${turn}`,
              ),
            ),
        );
      }
      stop();
      direct.stop();
      console.log(`${name}: turns arrive ${took.map((time) => time.toFixed(1)).join(", ")} ms later than without it`);
    } finally {
      await proxy.stop();
    }
  });

  pageTest(`${name}: twelve tabs and a projector follow through two new starts`, async (lab) => {
    const target = await freePort();
    const proxy = await startProxy(lab.folder, name, target);
    try {
      let play = await begin(lab, proxy.website, target);
      const visitor = await lab.visitor({ ignoreHTTPSErrors: true });
      visitor.expected = expected;
      const tabs = [];
      for (let i = 0; i < 12; i++) tabs.push(await visitor.open(proxy.website));
      const projector = await visitor.open(`${proxy.website}#projector`);
      for (const page of [...tabs, projector]) await page.locator(".match").waitFor();
      for (let start = 0; ; start++) {
        const turn = await play.answer();
        for (const page of [...tabs, projector]) await untilTurn(page, turn);
        if (start === 2) break;
        await play.kill();
        for (const page of [...tabs, projector]) await page.getByText("Connection lost").waitFor({ state: "attached" });
        play = await begin(lab, proxy.website, target);
        const shows = new RegExp(`match=${play.match}`);
        await until(
          () => projector.url(),
          (url) => shows.test(url),
          "the new match on the projector",
        );
        for (const page of tabs) await page.getByRole("button", { name: "Watch the newest" }).click();
        for (const page of tabs)
          await until(
            () => page.url(),
            (url) => shows.test(url),
            "the new match on a page",
          );
      }
    } finally {
      await proxy.stop();
    }
  });

  pageTest(`${name}: a person plays, and the manual is there`, async (lab) => {
    const target = await freePort();
    const proxy = await startProxy(lab.folder, name, target);
    try {
      const { seat } = await begin(lab, proxy.website, target);
      const visitor = await lab.visitor({ ignoreHTTPSErrors: true });
      visitor.expected = expected;
      const page = await visitor.open(seat);
      await page.locator(".seat .seat-actions").waitFor();
      const asked = Number(await page.locator(".seat").getAttribute("data-turn"));
      await page.keyboard.press("Enter");
      await untilTurn(page, asked + 1);
      await untilState(page, /^Live$/);
      const manual = await page.context().newPage();
      await manual.goto(new URL("docs/", proxy.website).href);
      await manual.getByRole("heading", { name: "The blastyard manual" }).waitFor();
    } finally {
      await proxy.stop();
    }
  });
}
