// A picture of a turn: the whole board as on the page, with the match above it and the standings below.
import { Board, type BoardOptions } from "../board/board";
import { geometryOf } from "../board/geometry";
import { ranking } from "../match/history";
import { playerName } from "../match/scene";
import { lookOf, markOf, type Frame, type Header } from "../model";

import { colourOf, inkOn } from "../palette";

const width = 1600; // pixels
const edge = 40;
const line = 52; // pixels from one line of text to the next
const columns = 3; // columns of the standings

/** Draws a frame as a PNG file. */
export async function pictureOf(header: Header, frame: Frame, options: BoardOptions): Promise<Blob> {
  const { left, right, top, bottom } = geometryOf(header).bounds;
  const boardWidth = width - 2 * edge;
  const boardHeight = Math.round(Math.min(boardWidth, (boardWidth * (bottom - top + 1)) / (right - left + 1)));
  const order = ranking(frame.players ?? [], (player) => header.players[player]?.special === true);
  const rows = Math.ceil(order.length / columns);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = edge + line + boardHeight + edge / 2 + rows * line + edge;
  const ctx = canvas.getContext("2d");
  if (!ctx) throw new Error("this browser draws no canvas");
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  ctx.fillStyle = colour("--panel");
  ctx.fillRect(0, 0, width, canvas.height);
  const family = getComputedStyle(document.body).fontFamily;
  ctx.textBaseline = "middle";
  const text = (
    words: string,
    x: number,
    y: number,
    room: number,
    bold: boolean,
    ink: string,
    align: CanvasTextAlign = "left",
  ): void => {
    ctx.font = `${bold ? 650 : 400} 28px ${family}`;
    ctx.fillStyle = ink;
    ctx.textAlign = align;
    ctx.fillText(shortened(ctx, words, room), x, y);
  };
  const turn = `Turn ${frame.turn}${header.turns > 0 ? ` of ${header.turns}` : ""}`;
  text(turn, width - edge, edge + line / 2 - 10, 400, true, colour("--text"), "right");
  text(header.title || header.game, edge, edge + line / 2 - 10, width - 2 * edge - 420, true, colour("--text"));
  drawBoard(ctx, header, frame, options, boardWidth, boardHeight);
  const wide = boardWidth / columns;
  for (const [place, player] of order.entries()) {
    const x = edge + (place % columns) * wide;
    const y = edge + line + boardHeight + edge / 2 + (Math.floor(place / columns) + 0.5) * line;
    const ground = colourOf(lookOf(header, player) + 1, options.dark);
    ctx.fillStyle = ground;
    ctx.fillRect(x, y - 19, 46, 38);
    ctx.font = `700 24px ${family}`;
    text(markOf(header, player), x + 23, y + 1, 42, true, inkOn(ground), "center");
    const score = String(frame.players?.[player]?.score ?? 0);
    text(score, x + wide - 30, y + 1, 200, true, colour("--text"), "right");
    text(playerName(header, player), x + 60, y + 1, wide - 110 - ctx.measureText(score).width, false, colour("--text"));
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be made"))), "image/png");
  });
}

/** Draws the board as the page does, on a hidden canvas. */
function drawBoard(
  ctx: CanvasRenderingContext2D,
  header: Header,
  frame: Frame,
  options: BoardOptions,
  wide: number,
  high: number,
): void {
  const ratio = Math.max(1, window.devicePixelRatio || 1);
  const canvas = document.createElement("canvas");
  canvas.className = "off-page";
  canvas.style.width = `${wide / ratio}px`;
  canvas.style.height = `${high / ratio}px`;
  document.body.append(canvas);
  const board = new Board(canvas, header);
  try {
    board.options = { ...options, still: true };
    board.show(frame, undefined, 0);
    board.resize(); // draws immediately
    ctx.drawImage(canvas, edge, edge + line, wide, high);
  } finally {
    board.destroy();
    canvas.remove();
  }
}

/** Shortens a text to fit into room pixels. */
function shortened(ctx: CanvasRenderingContext2D, words: string, room: number): string {
  if (ctx.measureText(words).width <= room) return words;
  const letters = Array.from(new Intl.Segmenter().segment(words), ({ segment }) => segment);
  while (letters.length > 1 && ctx.measureText(`${letters.join("")}…`).width > room) letters.pop();
  return `${letters.join("")}…`;
}
