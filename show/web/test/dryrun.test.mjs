import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { dryRun, patience } from "./dryrun.mjs";
import { Lab } from "./lab.mjs";
import { shot } from "./shot.mjs";

test("a dry run: twelve teams at a desk, a ladder, a final of four", { timeout: patience }, async () => {
  const lab = new Lab();
  const taken = /** @type {string[]} */ ([]);
  try {
    await dryRun(lab, async (name, page) => {
      const file = await shot(page); // one of the manual, which pictures.mjs keeps
      if (process.env["BLASTYARD_SHOTS"]) writeFileSync(`${process.env["BLASTYARD_SHOTS"]}/${name}.png`, file);
      taken.push(name);
    });
    for (const visitor of lab.visitors) assert.deepEqual(visitor.complaints, []);
    assert.deepEqual(taken, ["phone-team", "desk", "event", "phone-event", "podium", "phone-rounds"]);
  } catch (error) {
    for (const program of lab.programs) program.signal("SIGKILL");
    await lab.close().catch(() => {}); // the first error is the one that matters
    throw error;
  }
  await lab.close();
});
