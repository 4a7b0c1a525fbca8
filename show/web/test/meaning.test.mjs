// One frame, one meaning: the page draws and says the same of frames of four games as pictures and terminals do (see
// package show/internal/meaning, which makes the frames).
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { canvasSize, picture, placeOf } from "./board.mjs";
import { hexabomb, pageTest } from "./lab.mjs";
import { must } from "./program.mjs";
import { goTo, untilTurn } from "./view.mjs";

/**
 * @typedef {{ header: { shape: string, cells: [number, number][], players: { name: string }[], legend?: { columns: { title: string }[] } },
 *   frames: { turn: number }[], holds: string[][], figures: string[][][], least: number }} Told
 */

/** @type {Record<string, Told>} */
const games = JSON.parse(readFileSync(new URL("../testdata/meaning.json", import.meta.url), "utf8"));

const apart = 40; // by which a colour must differ
const enough = 5; // points that must differ

for (const [game, { header, frames, holds, figures, least }] of Object.entries(games)) {
  pageTest(
    `${game}: cells that hold something else look different, and the standings have all figures`,
    async (lab) => {
      lab.record("m.blast", ...hexabomb);
      must(lab.folder, "replay", "export", "m.blast", "-o", "m.html");
      const turns = frames.map((frame, turn) => JSON.stringify({ ...frame, turn, caption: undefined }));
      const data = deflateRawSync([JSON.stringify(header), "null", ...turns, ""].join("\n")).toString("base64");
      const page = readFileSync(join(lab.folder, "m.html"), "utf8").replace(
        /id="data">[^<]*</,
        () => `id="data">${data}<`,
      );
      const file = join(lab.folder, "told.html");
      writeFileSync(file, page);
      const visitor = await lab.visitor({ viewport: { width: 1900, height: 1500 } });
      const shown = await visitor.open(pathToFileURL(file).href + "#turn=0");
      await untilTurn(shown, 0);

      /** @type {Map<string, number[][]>} */
      const looks = new Map(); // the colours of a cell by what it holds
      for (const turn of frames.keys()) {
        await goTo(shown, turn);
        const rows = await shown
          .locator(".standings tbody tr")
          .evaluateAll((list) =>
            list.map((row) => [
              row.querySelector(".name")?.textContent,
              ...[...row.querySelectorAll("td.number")].map((cell) => cell.textContent),
            ]),
          );
        for (const [player, { name }] of header.players.entries()) {
          const row = rows.find(([first]) => first === name);
          const said = row?.slice(1, 1 + (header.legend?.columns.length ?? 0)).map((text) => text?.replaceAll(",", ""));
          assert.deepEqual(said, figures[turn]?.[player] ?? [], `turn ${turn}: ${name}`);
        }
        if (header.cells.length === 0 || header.shape === "tree") continue;
        const { width, pixels } = await picture(shown);
        const canvas = await canvasSize(shown);
        for (const [cell, held] of holds[turn]?.entries() ?? []) {
          if (held === "" || looks.has(held)) continue;
          const { x, y, unit } = placeOf(header, cell, canvas);
          const look = [];
          for (let dy = -0.8; dy <= 0.8; dy += 0.02) {
            for (let dx = -0.8; dx <= 0.8; dx += 0.02) {
              if (Math.hypot(dx, dy) > 0.8) continue;
              const at = 4 * (Math.round(y + dy * unit) * width + Math.round(x + dx * unit));
              look.push([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]);
            }
          }
          looks.set(held, look);
        }
      }
      if (header.shape === "tree") return;
      assert.ok(looks.size >= least, `only ${looks.size} different cells`);
      const all = [...looks];
      const alike = all.flatMap(([a, look], i) =>
        all.slice(i + 1).flatMap(([b, other]) => (differ(look, other) < enough ? [`${a} looks like ${b}`] : [])),
      );
      assert.deepEqual(alike, []);
    },
  );
}

/**
 * The number of points at which two looks differ clearly.
 * @param {number[][]} a
 * @param {number[][]} b
 */
function differ(a, b) {
  return a.filter((colour, i) => colour.some((value, k) => Math.abs(value - (b[i]?.[k] ?? 0)) > apart)).length;
}
