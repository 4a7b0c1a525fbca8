import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Files } from "../files";
import { Progress, type Lessons, type Store } from "./lesson";
import { LearnPanel } from "./panel";

/** Imitates the part of an element that the panel uses. */
class FakeElement extends EventTarget {
  children: (FakeElement | string)[] = [];
  attributes = new Map<string, string>();
  dataset: Record<string, string> = {};
  hidden = false;
  scrollTop = 0;
  focused = 0;

  constructor(readonly tag: string) {
    super();
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  append(...children: (FakeElement | string)[]): void {
    this.children.push(...children);
  }

  replaceChildren(...children: (FakeElement | string)[]): void {
    this.children = children;
  }

  focus(): void {
    this.focused++;
  }

  set textContent(text: string) {
    this.children = [text];
  }

  get textContent(): string {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  /** All visible elements with a tag. */
  all(tag: string): FakeElement[] {
    return this.children.flatMap((child) =>
      typeof child === "string" || child.hidden ? [] : [...(child.tag === tag ? [child] : []), ...child.all(tag)],
    );
  }
}

const real = Object.getOwnPropertyDescriptor(globalThis, "document");
before(() =>
  Object.defineProperty(globalThis, "document", {
    configurable: true,
    value: { createElement: (tag: string) => new FakeElement(tag) },
  }),
);
after(() => {
  if (real) Object.defineProperty(globalThis, "document", real);
  else Reflect.deleteProperty(globalThis, "document");
});

const lesson = (number: number) => ({
  number,
  title: `Title ${number}`,
  text: `Text \`${number}\` <b>`,
  board: "a0 . .",
  task: "Do it.",
  hint: "Look.",
  start: `start ${number}`,
  solution: `solution ${number}`,
});
const lessons: Lessons = {
  files: { "board.js": "helpers" },
  frame: ["// before\n", "\n// after"],
  lessons: [lesson(1), lesson(2), lesson(3)],
};

/** A store in memory. */
function memory(content: Record<string, string> = {}): Store & { content: Record<string, string> } {
  return { content, getItem: (key) => content[key] ?? null, setItem: (key, value) => void (content[key] = value) };
}

const key = "blastyard.lab.lessons";
const none: Store = {
  getItem: () => {
    throw new Error("no storage");
  },
  setItem: () => {
    throw new Error("no storage");
  },
};

/** Makes a panel, with the calls to its host and a function that clicks. */
function made(store: Store) {
  const asked: (string | Files)[] = [];
  const panel = new LearnPanel(
    lessons,
    { open: (files) => asked.push(files), run: () => asked.push("run"), changed: () => asked.push("changed") },
    new Progress(store),
  );
  const element = panel.element as unknown as FakeElement;
  const click = (name: string): void => {
    const found = element.all("button").filter((b) => b.textContent.includes(name));
    assert.equal(found.length, 1, name);
    found[0]?.dispatchEvent(new Event("click"));
  };
  const status = (): string => element.all("p").find((p) => p.attributes.get("role") === "status")?.textContent ?? "";
  return { panel, element, asked, click, status };
}

test("a lesson is read, opened, run, and the next one follows", () => {
  const store = memory();
  const { panel, element, asked, click, status } = made(store);
  assert.equal(panel.lesson, 1);
  assert.match(element.textContent, /0 of 3 done.*1\. Title 1.*Text 1 <b>TaskDo it\..*The boarda0 \. \./);
  click("Open the code");
  click("Run");
  click("Open the solution");
  assert.deepEqual(asked.splice(0), [
    { "board.js": "helpers", "bot.js": "// before\nstart 1\n// after" },
    "run",
    { "board.js": "helpers", "bot.js": "// before\nsolution 1\n// after" },
  ]);
  panel.verdict({ lesson: 1, done: false, text: "You have 5 cells; the task is 12." });
  assert.equal(status(), "You have 5 cells; the task is 12.");
  assert.equal(store.content[key], undefined);
  assert.equal(
    element.all("button").some((b) => b.textContent === "Next lesson"),
    false,
  );
  panel.verdict({ lesson: 1, done: true, text: "You have 12 cells." });
  assert.equal(status(), "Done. You have 12 cells.");
  assert.equal(store.content[key], "[1]");
  assert.match(element.textContent, /1 of 3 done✓ 1\. Title 1/);
  click("Next lesson");
  assert.equal(panel.lesson, 2);
  assert.equal(status(), "");
  assert.deepEqual(asked, ["changed"]);
});

test("what comes of another lesson counts, and is not told here", () => {
  const { panel, click, status, asked } = made(memory());
  click("3. Title 3");
  panel.verdict({ lesson: 2, done: true, text: "late" });
  assert.equal(status(), "");
  panel.verdict({ lesson: 3, done: true, text: "last" });
  assert.equal(status(), "Done. last");
  assert.throws(() => click("Next lesson"));
  click("3. Title 3");
  panel.show(7);
  assert.equal(panel.lesson, 3);
  assert.deepEqual(asked, ["changed"]);
});

test("what was done before is remembered, and the panel begins with what is left", () => {
  assert.equal(made(memory({ [key]: "[1,2]" })).panel.lesson, 3);
  assert.equal(made(memory({ [key]: "[1,2,3]" })).panel.lesson, 1);
  for (const bad of ["", "{}", "[", '["1", null, 1.5]', "null"])
    assert.equal(made(memory({ [key]: bad })).panel.lesson, 1, bad);
});

test("without a store it is known for this visit", () => {
  const { panel, element } = made(none);
  panel.verdict({ lesson: 1, done: true, text: "" });
  assert.match(element.textContent, /1 of 3 done/);
});

test("two pages do not lose what the other has added", () => {
  const store = memory();
  const here = new Progress(store);
  const there = new Progress(store);
  here.add(2);
  there.add(1);
  assert.equal(store.content[key], "[1,2]");
  assert.ok(there.has(2));
});
