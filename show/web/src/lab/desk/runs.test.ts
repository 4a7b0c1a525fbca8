import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bar } from "./bar";
import { Runs } from "./runs";
import type { Status } from "./status";

test("a match that has not started yet can be stopped", () => {
  const told: string[] = [];
  const busy: string[] = [];
  const runs = new Runs(
    { dataset: {} } as HTMLElement,
    { busy: (what: string) => busy.push(what) } as unknown as Bar,
    { tell: (_: string, text: string) => told.push(text) } as unknown as Status,
  );
  const match = runs.begin("match");
  runs.stop();
  assert.equal(runs.isNewest(match), false);
  assert.deepEqual([busy, told], [["match", ""], ["Stopped."]]);
});
