// The benchmark page of the board. Its result is printed, not judged, because it depends on what else the machine does.
import assert from "node:assert/strict";
import { hexabomb, pageTest } from "./lab.mjs";

pageTest("the benchmark page measures how fast the board is drawn", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await (await lab.visitor()).open((await lab.watch("h.blast")) + "bench.html?turns=20");
  const text = (await page.locator("p").textContent()) ?? "";
  const result = await page.evaluate(() => window.benchResult);
  assert.ok(result);
  assert.deepEqual(
    [result.cells, result.characters, result.bombs, result.width, result.height],
    [415, 28, 60, 1280, 800],
  );
  assert.ok(
    result.frames > 0 && result.draw.median > 0 && result.draw.p95 >= result.draw.median,
    JSON.stringify(result),
  );
  const { drawn } = result;
  assert.ok(drawn.shapes === 1000 && drawn.frames > 0 && drawn.draw.median > 0, JSON.stringify(drawn));
  console.log(text);
});
