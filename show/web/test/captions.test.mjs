// Captions: what mattered in a turn, in a line below the board.
import assert from "node:assert/strict";
import { pageTest } from "./lab.mjs";
import { api, button, firstFrames, goTo, until, untilTurn } from "./view.mjs";

const busy = [
  "--map",
  "arena4",
  "--seed",
  "11",
  "--turns",
  "60",
  "--bot",
  "builtin:hunter",
  "--bot",
  "builtin:greedy",
  "--bot",
  "builtin:hunter",
  "--bot",
  "builtin:greedy",
];

/** @param {import("playwright-core").Page} page */
const caption = (page) => page.locator(".caption > p").first();

pageTest("a turn's caption is below the board, with the player's mark; k takes captions away for good", async (lab) => {
  lab.record("h.blast", ...busy);
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=0");
  const { header } = await api(page, "/api/matches/h");
  const frames = (await firstFrames(page, "h")).filter((frame) => frame.caption?.player >= 0);
  assert.ok(frames.length > 2, `${frames.length} captions`);
  for (const {
    turn,
    caption: { player, text },
  } of frames.slice(0, 3)) {
    await goTo(page, turn);
    await until(
      () => caption(page).textContent(),
      (line) => (line ?? "").includes(text),
      text,
    );
    const mark = String.fromCharCode(64 + header.players[player].entrant);
    assert.equal(await caption(page).textContent(), `${mark} Turn ${turn}: ${text}`);
  }
  await until(
    () => page.locator(".caption [role=status]").textContent(),
    (text) => /^Turn \d+: /.test(text ?? ""),
    "a caption that is read out",
  );
  await page.keyboard.press("k");
  await caption(page).waitFor({ state: "hidden" });
  await until(
    () => page.evaluate(() => localStorage.getItem("blastyard.viewer")),
    (text) => /"captions":false/.test(text ?? ""),
    "the kept setting",
  );
  await page.reload();
  await page.locator(".match").waitFor();
  assert.equal(await caption(page).isVisible(), false);
  await button(page, "Captions").click();
  await caption(page).waitFor();
});

pageTest("a lesson of a turn is its caption, too", async (lab) => {
  lab.record("h.blast", ...busy);
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=0");
  const { header, end } = await api(page, "/api/matches/h");
  const frames = await firstFrames(page, "h");
  const lesson = end.lessons.find(
    (/** @type {any} */ { turn, kind, cost, player }) =>
      ["blast", "own bomb", "death"].includes(kind) &&
      (frames[turn]?.caption?.weight ?? 0) < cost &&
      end.lessons.every(
        (/** @type {any} */ other) => other.turn !== turn || (other.player === player && other.cost <= cost),
      ),
  );
  assert.ok(lesson, "the match has a lesson about a death");
  await goTo(page, lesson.turn);
  const text = `${header.players[lesson.player].name}: ${lesson.text}`;
  await until(
    () => caption(page).textContent(),
    (line) => (line ?? "").includes(text),
    text,
  );
});

pageTest("while a match plays a caption stays 2.5 seconds, unless a heavier one comes", async (lab) => {
  lab.record("h.blast", ...busy);
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=0");
  const { end } = await api(page, "/api/matches/h");
  await page.keyboard.press("7"); // four times the normal speed
  await page.evaluate(() => {
    /** @type {{ text: string, at: number }[]} */
    const seen = [];
    Reflect.set(window, "seen", seen);
    const line = document.querySelector(".caption > p");
    if (!line) throw new Error("there is no line for captions");
    new MutationObserver(() => {
      const text = line.textContent ?? "";
      // The page uses the timestamp of the frame, which may be drawn much later on a busy machine.
      if (text !== "" && text !== seen.at(-1)?.text) seen.push({ text, at: Number(document.timeline.currentTime) });
    }).observe(line, { childList: true });
  });
  await page.keyboard.press("Space");
  await untilTurn(page, (turn) => turn > 0);
  await untilTurn(page, 60);
  const seen = await page.evaluate(() => /** @type {{ text: string, at: number }[]} */ (Reflect.get(window, "seen")));
  const frames = await firstFrames(page, "h");
  /** @type {(line: string) => number} */
  const weightOf = (line) => {
    const turn = Number(/Turn (\d+): /.exec(line)?.[1]);
    const weights = [frames[turn].caption, ...end.lessons.filter((/** @type {any} */ lesson) => lesson.turn === turn)]
      .filter((told) => told && line.endsWith(told.text))
      .map((told) => told.weight ?? told.cost);
    assert.ok(weights.length > 0, line);
    return Math.max(...weights);
  };
  assert.ok(seen.length >= 3, `${seen.length} captions`);
  for (const [i, { text, at }] of seen.slice(0, -1).entries()) {
    const next = seen[i + 1];
    if (!next || /Turn 60:/.test(next.text)) continue; // that is the end of the match
    assert.ok(
      next.at - at > 2499 || weightOf(next.text) > weightOf(text),
      `“${text}” was followed by “${next.text}” after ${next.at - at} ms`,
    );
  }
});
