// Score, share and time over the turns; a click goes to the turn.
import uPlot from "../../vendor/uplot/uPlot.esm.js";
import { lookOf, markOf } from "../model";
import { patternOf } from "../palette";
import { h, setText } from "../ui/dom";
import { count } from "../ui/format";
import { lineColour, type Panel, type Scene } from "../match/scene";
import type { ChartKind } from "../page/settings";

const titles: readonly (readonly [ChartKind, string])[] = [["score", "Score"], ["share", "Share"], ["time", "Time"]];
const redrawEvery = 250; // milliseconds

/** Dashes by pattern, so that lines differ by more than their colour. */
const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

export class Charts implements Panel {
  readonly element = h("section", { class: "panel charts", "aria-label": "Charts" });
  private readonly buttons = new Map<ChartKind, HTMLButtonElement>();
  private readonly readout = h("span", { class: "readout" });
  private readonly place = h("div", { class: "plot" });
  private readonly cursor = h("i", { class: "at" });
  private plot: uPlot | undefined;
  private scene: Scene | undefined;
  private look = "";
  private version = -1;
  private drawnAt = 0;
  private later: ReturnType<typeof setTimeout> | undefined;
  private readonly resizing = new ResizeObserver(() => this.resize());

  constructor(private readonly jump: (turn: number) => void, choose: (kind: ChartKind) => void) {
    const group = h("div", { class: "segments", role: "group", "aria-label": "What the chart shows" });
    for (const [kind, title] of titles) {
      const button = h("button", { type: "button" }, title);
      button.addEventListener("click", () => choose(kind));
      this.buttons.set(kind, button);
      group.append(button);
    }
    this.element.append(h("div", { class: "chart-head" }, group, this.readout), this.place);
    this.resizing.observe(this.place);
  }

  render(scene: Scene): void {
    this.scene = scene;
    for (const [kind, button] of this.buttons) button.setAttribute("aria-pressed", String(kind === scene.chart));
    if (!this.element.checkVisibility()) return;
    const look = [scene.chart, scene.dark, scene.me, scene.projector].join(" ");
    if (look !== this.look) {
      this.look = look;
      this.version = scene.history.version;
      this.make(scene);
    } else if (this.version !== scene.history.version) {
      this.refresh(scene);
    }
    this.moveCursor();
  }

  destroy(): void {
    clearTimeout(this.later);
    this.resizing.disconnect();
    this.plot?.destroy();
  }

  /** Takes over new turns, not more often than eyes need. */
  private refresh(scene: Scene): void {
    const wait = this.drawnAt + redrawEvery - performance.now();
    if (wait > 0) {
      this.later ??= setTimeout(() => {
        this.later = undefined;
        if (this.scene) this.render(this.scene);
      }, wait);
      return;
    }
    this.version = scene.history.version;
    this.drawnAt = performance.now();
    this.plot?.setData(this.data(scene));
  }

  private data(scene: Scene): uPlot.AlignedData {
    const turns = Array.from({ length: scene.history.length }, (_, turn) => turn);
    const players = scene.header.players.map((_, player) => scene.history.series(scene.chart, player));
    const limit = scene.chart === "time" && scene.header.limit > 0 ? [turns.map(() => scene.header.limit)] : [];
    return [turns, ...players, ...limit];
  }

  private make(scene: Scene): void {
    this.plot?.destroy();
    this.drawnAt = performance.now();
    const style = getComputedStyle(this.element);
    const ink = style.getPropertyValue("--soft").trim(), grid = style.getPropertyValue("--line").trim();
    const size = Math.max(11, Math.round(parseFloat(style.fontSize) * 0.75)); // larger on a projector
    const axis: uPlot.Axis = {
      stroke: ink, font: `${size}px system-ui, sans-serif`, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1, size: 4 },
    };
    const time = scene.chart === "time";
    const series: uPlot.Series[] = scene.header.players.map((_, player) => ({
      label: markOf(scene.header, player), stroke: lineColour(scene.header, player, scene.dark), width: (player === scene.me ? 3.5 : 2) * (scene.projector ? 2 : 1), spanGaps: true,
      points: { show: false }, alpha: scene.me >= 0 && player !== scene.me ? 0.4 : 1,
      dash: dashes[patternOf(lookOf(scene.header, player)) % dashes.length] ?? [],
    }));
    if (time && scene.header.limit > 0) {
      series.push({ label: "limit", stroke: style.getPropertyValue("--alarm").trim(), width: 1.5, dash: [4, 4], points: { show: false } });
    }
    const options: uPlot.Options = {
      width: Math.max(60, this.place.clientWidth), height: Math.max(60, this.place.clientHeight), legend: { show: false },
      scales: { x: { time: false, range: (_, low, high) => [low, Math.max(high, 1)] }, y: time ? { distr: 3 } : { range: (_, low, high) => [Math.min(0, low), Math.max(1, high * 1.05)] } },
      axes: [
        { ...axis, size: 13 + size, space: 4.5 * size },
        { ...axis, size: 15 + 3 * size, space: 2.4 * size, values: (_, ticks) => ticks.map((v) => (v === null ? "" : axisText(scene.chart, v))) },
      ],
      series: [{ label: "turn" }, ...series],
      cursor: { drag: { x: false, y: false }, points: { show: false } },
      hooks: { setCursor: [(plot) => this.read(plot)], draw: [() => this.moveCursor()] },
    };
    this.plot = new uPlot(options, this.data(scene), this.place);
    this.plot.over.append(this.cursor);
    this.plot.over.addEventListener("click", () => {
      const index = this.plot?.cursor.idx;
      if (typeof index === "number") this.jump(index);
    });
    this.read(this.plot);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.place;
    if (width === 0 || height === 0) return;
    this.plot?.setSize({ width, height });
    if (this.scene) this.render(this.scene);
  }

  private moveCursor(): void {
    if (!this.plot || !this.scene) return;
    const turn = Math.min(this.scene.turn, Math.max(1, this.plot.data[0].length - 1));
    this.cursor.style.transform = `translateX(${this.plot.valToPos(turn, "x").toFixed(1)}px)`;
  }

  /** Says the values under the pointer. */
  private read(plot: uPlot): void {
    const index = plot.cursor.idx, scene = this.scene;
    if (typeof index !== "number" || !scene) return setText(this.readout, scene?.chart === "time" ? "ms a turn" : "");
    const values = scene.header.players.map((_, player) => {
      const value = plot.data[player + 1]?.[index];
      return typeof value === "number" ? `${markOf(scene.header, player)} ${axisText(scene.chart, value)}` : "";
    });
    setText(this.readout, `turn ${index}: ${values.filter((text) => text !== "").join("  ")}`);
  }
}

function axisText(kind: ChartKind, value: number): string {
  switch (kind) {
    case "score":
      return value >= 100_000 ? `${count(value / 1000)}k` : count(value);
    case "share":
      return `${Math.round(value)} %`;
    case "time":
      return value >= 10 ? count(value) : String(Number(value.toPrecision(1)));
  }
}
