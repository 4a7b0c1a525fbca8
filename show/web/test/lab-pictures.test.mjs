// The manual's pictures of the laboratory: they can be made, and the existing ones show what the laboratory shows now.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pageTest } from "./lab.mjs";
import { scenes, told } from "./lab-scenes.mjs";
import { describe } from "./png.mjs";
import { shot } from "./shot.mjs";

for (const [name, scene] of Object.entries(scenes)) {
  pageTest(`${name}: the manual's picture of the laboratory can be made, and is as it is now`, async (lab) => {
    const page = await scene(lab);
    const made = describe(await shot(page, await told(page)));
    const kept = describe(readFileSync(new URL(`../../../docs/pictures/page-${name}.png`, import.meta.url)));
    assert.deepEqual(kept, made, `the picture is out of date: npm run pictures ${name}`);
  });
}
