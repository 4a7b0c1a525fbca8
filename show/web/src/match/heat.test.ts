import assert from "node:assert/strict";
import { test } from "node:test";
import { binsOf, pulseOf, type Pulse } from "./heat";

function historyOf(pulses: (Pulse | undefined)[]): { pulse(turn: number): Pulse | undefined } {
  return { pulse: (turn) => pulses[turn] };
}

const calm: Pulse = { deaths: 0, blown: 0, leads: 0 };

test("every turn is in one column, in order", () => {
  for (const [newest, most] of [
    [0, 300],
    [9, 300],
    [150, 300],
    [4999, 300],
    [65_535, 421],
  ] as const) {
    const bins = binsOf(historyOf([]), newest, most);
    assert.ok(bins.length <= most);
    assert.equal(bins[0]?.first, 0);
    assert.equal(bins.at(-1)?.last, newest);
    for (const [i, bin] of bins.entries()) {
      assert.ok(bin.first <= bin.last);
      if (i > 0) assert.equal(bin.first, (bins[i - 1]?.last ?? 0) + 1);
    }
  }
});

test("5,000 turns of which each has something are no solid bar", () => {
  const pulses = Array.from({ length: 5000 }, (_, turn) => ({
    deaths: turn % 3 === 0 ? 1 : 0,
    blown: 10 + ((turn * 7919) % 50) + (turn > 3000 && turn < 3200 ? 120 : 0),
    leads: 0,
  }));
  const bins = binsOf(historyOf(pulses), 4999, 320);
  const levels = bins.map(({ blown }) => blown).sort((a, b) => a - b);
  const median = levels[Math.floor(levels.length / 2)] ?? 1;
  assert.ok(median < 0.5, `the median is ${median}`);
  assert.equal(levels.at(-1), 1);
  const loudest = bins.filter(({ blown }) => blown > 0.8);
  assert.ok(
    loudest.every(({ first, last }) => last > 2980 && first < 3220),
    "the loud stretch stands out",
  );
  assert.ok(bins.every(({ leads }) => leads === 0));
});

test("turns that are not known are told from calm ones", () => {
  const bins = binsOf(historyOf([calm, calm, undefined, undefined]), 3, 4);
  assert.deepEqual(
    bins.map(({ known }) => known),
    [1, 1, 0, 0],
  );
  assert.deepEqual(
    binsOf(historyOf([calm, undefined]), 1, 1).map(({ known }) => known),
    [0.5],
  );
});

test("a pulse counts what a frame tells", () => {
  const event = (kind: "death" | "lead" | "note") => ({ kind, player: 0, text: "" });
  assert.deepEqual(
    pulseOf({
      turn: 1,
      events: [event("death"), event("note"), event("lead"), event("death")],
      explosions: [
        [1, 1],
        [2, 1],
      ],
    }),
    { deaths: 2, blown: 2, leads: 1 },
  );
  assert.deepEqual(pulseOf({ turn: 1 }), calm);
});
