// What was wrong with the turns of a bot: the same words and counts in the result, on the page of the match, on that of an
// event, and in the check of the bot.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pageTest } from "./lab.mjs";
import { must, run } from "./program.mjs";
import { untilState } from "./view.mjs";

/** Bots of Bomberman by what is wrong with them. */
const scripts = {
  silent: `printf '[]' > "$2/move.txt"`,
  crashed: 'echo "no way out of here" >&2; exit 1',
  refused: `printf 3 > "$2/move.txt"`, // into a wall, in the end
};

const turns = 6;

/** @typedef {{ name: string, reason: string, late_turns: number, silent_turns?: number, crashed_turns?: number, refused_actions: number, first?: Record<string, { turn: number, why: string }> }} Player */

pageTest("what is wrong with bots has the same words and counts everywhere", async (lab) => {
  const names = Object.keys(scripts);
  for (const [name, script] of Object.entries(scripts)) {
    mkdirSync(join(lab.folder, name));
    writeFileSync(
      join(lab.folder, name, "bot.json"),
      JSON.stringify({
        Author: "a",
        Email: "a@b.c",
        NickName: name,
        BotType: "CPlusPlus",
        ProjectLocation: ".",
        RunFile: "bot.sh",
      }),
    );
    writeFileSync(join(lab.folder, name, "bot.sh"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const bots = names.flatMap((name) => ["--bot", name]);
  const args = ["bomberman", "--seed", "4", "--turns", String(turns), "--quiet"];
  const { stdout } = run(lab.folder, "play", ...args, ...bots, "--json", "--replay", "a.blast");
  const told = /** @type {Player[]} */ (JSON.parse(stdout).players);
  assert.equal(told.length, names.length, stdout);

  /** @param {Player} player */
  const countsOf = (player) => [
    player.late_turns,
    player.silent_turns ?? 0,
    player.crashed_turns ?? 0,
    player.refused_actions,
  ];
  const of = (/** @type {string} */ name) => {
    const player = told.find((other) => other.name.toLowerCase() === name);
    assert.ok(player, `${name} is not in ${stdout}`);
    return player;
  };
  assert.equal(of("silent").silent_turns, turns);
  assert.equal(of("crashed").crashed_turns, turns);
  assert.ok(of("refused").refused_actions > 0, stdout);
  assert.match(of("crashed").first?.["crashed"]?.why ?? "", /no way out of here/);

  // The page.
  const page = await lab.open(await lab.watch("a.blast"));
  await page.keyboard.press("End");
  await untilState(page, /wins|No winner/);
  for (const name of names) {
    const player = of(name);
    const row = page.locator(".standings tbody tr", { hasText: player.name });
    const text = await row.textContent();
    const words = ["late", "silent", "crashed", "refused"];
    for (const [i, n] of countsOf(player).entries()) {
      const word = words[i] ?? "";
      if (n > 0) assert.ok(text?.includes(`${n} ${word}`), `${name}: ${n} ${word} is not in ${text}`);
      else assert.doesNotMatch(text ?? "", new RegExp(`\\d ${word}`));
      const first = player.first?.[word];
      if (!first) continue;
      const why = await row.locator("[title]").evaluateAll((all) => all.map((e) => e.getAttribute("title")).join("\n"));
      assert.ok(why.includes(`first ${word} in turn ${first.turn}: ${first.why}`), `${name}: ${why}`);
    }
  }

  // The pages of an event, which has matches of two.
  mkdirSync(join(lab.folder, "cup"));
  const entries = names.map((name) => `[[bot]]\nname = "${name}"\nfolder = "../${name}"\n`).join("");
  writeFileSync(
    join(lab.folder, "cup", "event.toml"),
    `name = "Told"\ngame = "bomberman"\nturns = ${turns}\nformat = "round-robin"\nplayers = 2\nrounds = 1\n${entries}`,
  );
  must(lab.folder, "tournament", "run", "cup", "--quiet");
  const matches = run(lab.folder, "tournament", "matches", "cup", "--json").stdout.trim().split("\n");
  must(lab.folder, "tournament", "export", "cup", "pages");
  const files = readdirSync(join(lab.folder, "pages"), { recursive: true, encoding: "utf8" });
  assert.ok(matches.length >= 3, matches.join("\n"));
  for (const line of matches) {
    const match = JSON.parse(line);
    const file = files.find(
      (path) => path.endsWith(`matches/${match.id}.html`) || path.endsWith(`matches/${match.id}/index.html`),
    );
    assert.ok(file, `${match.id} has no page among ${files.join(" ")}`);
    const html = readFileSync(join(lab.folder, "pages", file), "utf8");
    for (const [i, name] of match.names.entries()) {
      const at = (/** @type {number[] | undefined} */ list) => list?.[i] ?? 0;
      const expected = [at(match.late), at(match.silent), at(match.crashed), at(match.refused)];
      const row = html.split("<tr>").find((part) => part.includes(`>${name}<`) && part.includes("<code>"));
      // The last number is the time used.
      const cells = [...(row ?? "").matchAll(/<td class="number">(\d+)/g)].map(([, n]) => Number(n));
      assert.deepEqual(cells.slice(-5, -1), expected, `${name} in ${row}`);
      if (name === "silent") assert.equal(at(match.silent), turns);
      if (name === "crashed") assert.equal(at(match.crashed), turns);
    }
  }

  // The check plays 12 turns.
  for (const [name, key] of /** @type {const} */ ([
    ["silent", "silent_turns"],
    ["crashed", "crashed_turns"],
  ])) {
    const check = run(lab.folder, "bot", "check", name, "--game", "bomberman", "--json");
    assert.equal(JSON.parse(check.stdout).situations[0][key], 12, check.stdout);
    assert.match(run(lab.folder, "bot", "check", name, "--game", "bomberman").stdout, new RegExp(`12 turns ${name}`));
  }
});
