// The page in a window of 320×256 pixels, which is the size of 1280×1024 at 400 % zoom (WCAG 1.4.10).
import assert from "node:assert/strict";
import { hexabomb, bomberman, pageTest } from "./lab.mjs";
import { untilTurn } from "./view.mjs";

pageTest("at 400 % zoom everything is there, below each other, without scrolling sideways", async (lab) => {
  lab.record("one.blast", ...hexabomb);
  lab.record("two.blast", ...bomberman);
  const address = await lab.watch(".");
  for (const match of ["one", "two"]) {
    const page = await lab.open(`${address}#match=${match}&turn=20`, { viewport: { width: 320, height: 256 } });
    await untilTurn(page, 20);
    const { width, board, boxes } = await page.evaluate(() => {
      const box = (/** @type {Element} */ element) => {
        const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
        return {
          what: element.outerHTML.slice(0, 60),
          left,
          right,
          top: top + scrollY,
          bottom: bottom + scrollY,
          width,
          height,
        };
      };
      const canvas = document.querySelector(".stage canvas");
      if (!canvas) throw new Error("no board");
      return {
        width: document.documentElement.scrollWidth,
        board: box(canvas),
        boxes: [
          ...document.querySelectorAll(
            ".top button, .top h1, .stage .tools button, .tabs button, .standings .name, .transport button, .transport input, .transport select",
          ),
        ]
          .filter((element) => element.checkVisibility())
          .map(box),
      };
    });
    assert.ok(width <= 320, `the page is ${width} wide`);
    assert.ok(board.width >= 280 && board.height >= 200, JSON.stringify(board));
    assert.ok(boxes.length > 20, `${boxes.length} controls`);
    assert.deepEqual(
      boxes.filter(({ left, right, height }) => left < 0 || right > 321 || height < 12),
      [],
    );
    await page.getByRole("tab", { name: "Events" }).click();
    await page.locator(".log li button").first().scrollIntoViewIfNeeded();
    await page.keyboard.press("ArrowRight");
    await untilTurn(page, 21);
  }
});
