// The page plays like `play`: the same seeds give the same matches of built-in bots, in both games and by all rules.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Visitor } from "./browser.mjs";
import { must, newFolder, run } from "./program.mjs";
import { serve } from "./sandbox.mjs";

const bots = (/** @type {string[]} */ ...names) => names.map((name) => ({ bot: `builtin:${name}` }));

test("equal seeds give the same replays in the browser and with play", { timeout: 480_000 }, async () => {
  const site = await serve();
  const visitor = await Visitor.enter();
  const folder = newFolder();
  try {
    const page = await visitor.open(site.page);
    await page.waitForFunction("window.begin");
    for (const [i, [words, config]] of /** @type {const} */ ([
      [
        "--map tiny --bot builtin:hunter --bot builtin:random --turns 60 --seed 11",
        { map: "tiny", seed: 11, turns: 60, seats: bots("hunter", "random") },
      ],
      ["--rules 2018 --turns 60 --seed 5", { rules: "2018", seed: 5, turns: 60 }],
      [
        "--special builtin:ghost --bot builtin:greedy --turns 40 --seed 3",
        { seed: 3, turns: 40, seats: [{ bot: "builtin:ghost", special: true }, ...bots("greedy")] },
      ],
      ["bomberman --players 4 --seed 2", { game: "bomberman", players: 4, seed: 2 }],
      [
        "bomberman --bot builtin:reference --bot builtin:random --failed keep --seed 9",
        { game: "bomberman", seed: 9, failed: "keep", seats: bots("reference", "random") },
      ],
    ]).entries()) {
      must(folder, "play", ...words.split(" "), "--quiet", "--replay", `play-${i}.blast`);
      const text = await page.evaluate(`(async () => {
        const lab = new LabClient(), { replay } = await lab.match({ config: ${JSON.stringify(config)} }).done;
        lab.close();
        return btoa(Array.from(replay, (byte) => String.fromCharCode(byte)).join(""));
      })()`);
      writeFileSync(join(folder, `page-${i}.blast`), Buffer.from(text, "base64"));
      const [play = "", same] = run(folder, "replay", "hash", `play-${i}.blast`, `page-${i}.blast`)
        .stdout.trim()
        .split("\n")
        .map((line) => line.split(/\s+/)[0]);
      assert.match(play, /^[0-9a-f]{16,}$/);
      assert.equal(same, play, words);
      must(folder, "replay", "verify", `page-${i}.blast`);
    }
    assert.deepEqual(visitor.complaints, []);
  } finally {
    await visitor.context.close();
    site.close();
  }
});
