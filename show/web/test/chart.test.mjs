// The charts: which turns and players they show.
import assert from "node:assert/strict";
import { hexabomb, pageTest } from "./lab.mjs";
import { must } from "./program.mjs";
import { api, firstFrames, goTo, until, untilTurn } from "./view.mjs";

/**
 * The number of pixels right of a turn in the chart that have a colour: lines have one, the grid does not.
 * @param {import("playwright-core").Page} page
 */
function colouredAfter(page, /** @type {number} */ share) {
  return page.locator(".plot canvas").evaluate((canvas, share) => {
    if (!(canvas instanceof HTMLCanvasElement)) return -1;
    const over = document.querySelector(".plot .u-over")?.getBoundingClientRect();
    const box = canvas.getBoundingClientRect();
    if (!over) return -1;
    const ratio = canvas.width / box.width;
    const x = Math.round((over.left - box.left + share * over.width) * ratio);
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy?.drawImage(canvas, 0, 0);
    const data =
      copy?.getImageData(x, 0, Math.round((over.right - box.left) * ratio) - x, canvas.height).data ??
      new Uint8ClampedArray();
    let coloured = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [r = 0, g = 0, b = 0, a = 0] = data.slice(i, i + 4);
      if (a > 128 && Math.max(r, g, b) - Math.min(r, g, b) > 60) coloured++;
    }
    return coloured;
  }, share);
}

pageTest("the chart shows the lead up to the present turn, and the whole match on request", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=30");
  await page.locator(".segments").getByRole("button", { name: "Lead", pressed: true }).waitFor();
  const { header } = await api(page, "/api/matches/h");
  const [frame] = (await firstFrames(page, "h")).slice(30);
  /** @type {number[]} */
  const scores = frame.players.map((/** @type {{ score: number }} */ row) => row.score);
  const leads = scores.map(
    (score, i) => score - scores.reduce((sum, other, j) => (i === j ? sum : sum + other), 0) / (scores.length - 1),
  );
  const told = await until(
    () => page.locator(".plot").getAttribute("aria-label"),
    (text) => /at turn 30:/.test(text ?? ""),
    "the chart in words",
  );
  for (const [player, lead] of leads.entries()) {
    const text =
      Math.abs(lead) < 10 ? String(Number(Math.abs(lead).toFixed(1))) : Math.round(Math.abs(lead)).toLocaleString("en");
    assert.ok(
      told?.includes(`${header.players[player].name} ${lead > 0 ? "+" : "−"}${text}`),
      `${told} tells ${lead} of ${header.players[player].name}`,
    );
  }
  assert.ok((await colouredAfter(page, 0)) > 100, "lines of the past");
  assert.equal(await colouredAfter(page, 0.58), 0, "nothing of the future");
  await page.getByRole("button", { name: "Whole match" }).click();
  await until(
    () => colouredAfter(page, 0.58),
    (n) => n > 50,
    "lines of the future",
  );
  await page.getByRole("button", { name: "Whole match" }).click();
  await until(
    () => colouredAfter(page, 0.58),
    (n) => n === 0,
    "nothing of the future again",
  );
  await goTo(page, 60);
  await until(
    () => colouredAfter(page, 0.58),
    (n) => n > 50,
    "the lines at the end",
  );
});

pageTest("with 12 players the readout tells all of them, the first at the top", async (lab) => {
  must(lab.folder, "map", "generate", "hexabomb", "--players", "12", "--cells", "250", "--out", "twelve.json");
  lab.record("t.blast", "--map", "twelve.json", "--seed", "3", "--turns", "40", "--players", "12");
  const page = await lab.open((await lab.watch("t.blast")) + "#match=t&turn=40", {
    viewport: { width: 1280, height: 720 },
  });
  await untilTurn(page, 40);
  const rows = () =>
    page.locator(".standings tbody tr").evaluateAll((elements) => {
      const { bottom } = elements[0]?.closest(".panel")?.getBoundingClientRect() ?? { bottom: 0 };
      return elements.filter((element) => element.getBoundingClientRect().bottom <= bottom).length;
    });
  await until(rows, (n) => n === 12, "rows that are not cut off");
  const over = page.locator(".plot .u-over");
  const lines = page.locator(".readout li");
  await until(
    async () => {
      const box = await over.boundingBox();
      if (box) await page.mouse.move(box.x + box.width / 4 + Math.random() * 10, box.y + box.height / 2);
      return lines.count();
    },
    (n) => n === 12,
    "the values of all",
  );
  const values = (await page.locator(".readout .value").allTextContents()).map((text) =>
    Number(text.replace("−", "-").replace(/[+,]/g, "")),
  );
  assert.deepEqual(
    values,
    values.toSorted((a, b) => b - a),
  );
  const marks = await page.locator(".readout .badge").allTextContents();
  assert.equal(new Set(marks).size, 12);
  const cut = await page.evaluate(() => {
    return [...document.querySelectorAll(".readout li")].filter((line) => {
      const { left, right, top, bottom } = line.getBoundingClientRect();
      const x = (left + right) / 2;
      const seen = [top + 1, bottom - 1].every((y) => document.elementsFromPoint(x, y).length > 0);
      return !seen || left < 0 || right > innerWidth || top < 0 || bottom > innerHeight;
    }).length;
  });
  assert.equal(cut, 0, "lines that are cut off");
  const covered = await page.evaluate(() => {
    const plot = document.querySelector(".plot .u-over")?.getBoundingClientRect();
    const readout = document.querySelector(".readout")?.getBoundingClientRect();
    return !plot || !readout
      ? 1
      : Math.max(0, Math.min(plot.bottom, readout.bottom) - Math.max(plot.top, readout.top)) / plot.height;
  });
  assert.ok(covered < 0.2, `the values cover ${covered} of the lines' height`);
});

pageTest("the texts beside an axis never repeat", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const visitor = await lab.visitor();
  await visitor.context.addInitScript(() => {
    /** @type {{ text: string, align: string, x: number, y: number }[]} */
    const written = [];
    Reflect.set(window, "written", written);
    const write = CanvasRenderingContext2D.prototype.fillText;
    Object.defineProperty(CanvasRenderingContext2D.prototype, "fillText", {
      /** @type {(this: CanvasRenderingContext2D, text: string, x: number, y: number) => void} */
      value(text, x, y) {
        if (this.canvas.closest(".u-wrap"))
          written.push({ text, align: this.textAlign, x: Math.round(x), y: Math.round(y) });
        write.call(this, text, x, y);
      },
    });
  });
  const page = await visitor.open((await lab.watch("h.blast")) + "#match=h&turn=0");
  await page.locator(".match").waitFor();
  for (const turn of [0, 1, 3, 60]) {
    await goTo(page, turn);
    for (const kind of ["Score", "Share", "Lead"]) {
      await until(
        () => page.locator(".plot").getAttribute("aria-label"),
        (text) => (text ?? "").includes(`at turn ${turn}:`),
        `the chart of turn ${turn}`,
      );
      await page.evaluate(() => {
        const written = Reflect.get(window, "written");
        if (Array.isArray(written)) written.length = 0;
      });
      await page.locator(".segments").getByRole("button", { name: kind }).click();
      /** @type {{ text: string, align: string, x: number, y: number }[]} */
      const written = await until(
        () => page.evaluate(() => Reflect.get(window, "written")),
        (list) => list.some((/** @type {any} */ { align }) => align === "right"),
        "texts of an axis",
      );
      const places = new Map(written.filter(({ align }) => align === "right").map(({ text, y }) => [y, text]));
      assert.equal(
        new Set(places.values()).size,
        places.size,
        `${kind} at turn ${turn}: ${[...places.values()].join(" ")}`,
      );
    }
  }
});
