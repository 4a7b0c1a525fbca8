import assert from "node:assert/strict";
import { test } from "node:test";
import { parse, spansOf, type Block, type Span } from "./markdown";

const text = (t: string): Span => ({ kind: "text", text: t });
const code = (t: string): Span => ({ kind: "code", text: t });

test("the parts of a line", () => {
  const cases: [string, Span[]][] = [
    ["", []],
    ["plain", [text("plain")]],
    [
      "`a` is *not* **b**",
      [code("a"), text(" is "), { kind: "em", text: "not" }, text(" "), { kind: "strong", text: "b" }],
    ],
    ["`x * y * z` and 2 * 3 * 4", [code("x * y * z"), text(" and 2 * 3 * 4")]],
    ["an ` alone, and **", [text("an ` alone, and **")]],
    ["<b onclick=x>`<i>`</b>", [text("<b onclick=x>"), code("<i>"), text("</b>")]],
    ["[a](javascript:x)", [text("[a](javascript:x)")]],
  ];
  for (const [line, want] of cases) assert.deepEqual(spansOf(line), want, line);
});

test("the blocks of a text", () => {
  const cases: [string, Block[]][] = [
    ["", []],
    [
      "one\ntwo\n\nthree",
      [
        { kind: "paragraph", spans: [text("one two")] },
        { kind: "paragraph", spans: [text("three")] },
      ],
    ],
    [
      "Before:\n- a\n  b\n- `c`\n\nafter",
      [
        { kind: "paragraph", spans: [text("Before:")] },
        { kind: "list", items: [[text("a b")], [code("c")]] },
        { kind: "paragraph", spans: [text("after")] },
      ],
    ],
    [
      "- a\n\n- b",
      [
        { kind: "list", items: [[text("a")]] },
        { kind: "list", items: [[text("b")]] },
      ],
    ],
    [
      "x\n```js\nlet a;\n\n- no `list`\n```\ny",
      [
        { kind: "paragraph", spans: [text("x")] },
        { kind: "code", text: "let a;\n\n- no `list`" },
        { kind: "paragraph", spans: [text("y")] },
      ],
    ],
    ["```\nopen", [{ kind: "code", text: "open" }]],
    [
      "# no heading\n<script>alert(1)</script>",
      [{ kind: "paragraph", spans: [text("# no heading <script>alert(1)</script>")] }],
    ],
  ];
  for (const [source, want] of cases) assert.deepEqual(parse(source), want, source);
});
