import assert from "node:assert/strict";
import { test } from "node:test";
import { format } from "node:util";
import { Formatter } from "./format";

const formatter = new Formatter((error) => String(error.stack));

class Cell {
  constructor(
    readonly q: number,
    readonly r: number,
  ) {}
}

const circle: Record<string, unknown> = { a: 1 };
circle["self"] = circle;

test("values are printed as Node prints them", () => {
  for (const values of [
    [],
    ["text"],
    ["two", "texts"],
    [1, -0, 2n, true, null, undefined, Symbol("s")],
    ["%s is %d", "a", 3, "rest"],
    ["%d %i %f", "4.5", "4.5", "4.5"],
    ["%j %% %o", { a: 1 }],
    ["%s", { a: { b: 1 } }],
    ["%s and %s", "one"],
    ["100%", 5],
    ["%x", 1],
    [5, "%s", 6],
    [{}],
    [[]],
    [{ a: 1, "b-c": "it's", d: [1, 2, 3] }],
    [[1, [2, [3, [4, [5]]]]]],
    [{ a: { b: { c: { d: 1 } } } }],
    [["a", 'b"c', "d'e", "\n"]],
    [
      new Map([
        ["0,0", 1],
        ["1,0", 2],
      ]),
    ],
    [new Set([1, "a"])],
    [new Map(), new Set()],
    [new Cell(1, 2)],
    [[new Cell(0, 0)]],
    [new Uint8Array([1, 2, 3])],
    [Object.create(null)],
    [() => 1],
    [function named() {}],
    [Cell],
    [class extends Cell {}],
    [/a+/g],
    [new Date(0)],
    [[1, , 3]],
    [[undefined, null]],
    [
      {
        get a() {
          return 1;
        },
        set b(_: unknown) {},
      },
    ],
    [{ [Symbol("k")]: 1 }],
    [Object.assign([1], { more: 2 })],
  ] as unknown[][]) {
    assert.equal(formatter.format(values), format(...values));
  }
});

test("errors with their stack, circles, long lists, and what cannot be looked at", () => {
  const error = new Error("no");
  assert.equal(formatter.format(["it:", error]), `it: ${error.stack}`);
  assert.match(formatter.format([new Error("outer", { cause: 5 })]), /\{\n  \[cause\]: 5\n\}$/);
  assert.equal(formatter.format([circle]), "{ a: 1, self: [Circular *1] }");
  const many = formatter.format([Array.from({ length: 415 }, (_, i) => i)]);
  assert.match(many, /^\[\n  0, 1, 2, [\s\S]* 99,\n  \.\.\. 315 more items\n\]$/);
  assert.ok(many.split("\n").every((line) => line.length <= 76));
  assert.equal(
    formatter.format([
      new Proxy(
        {},
        {
          ownKeys() {
            throw new Error("harm");
          },
        },
      ),
    ]),
    "[object that cannot be shown]",
  );
  const wide = formatter.format([{ first: "x".repeat(40), second: "y".repeat(40) }]);
  assert.equal(wide, `{\n  first: '${"x".repeat(40)}',\n  second: '${"y".repeat(40)}'\n}`);
});
