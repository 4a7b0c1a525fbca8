// Charts of lead, score, share and time by turn. A click goes to the turn.
import uPlot from "../../vendor/uplot/uPlot.esm.js";
import { byLetter, lookOf, markOf } from "../model";
import { patternOf } from "../palette";
import { h, setAttribute } from "../ui/dom";
import { badge, isSpecial, lineColour, playerName, type Panel, type Scene } from "../match/scene";
import type { ChartKind, Settings } from "../page/settings";
import {
  axisTexts,
  ChartData,
  firstTurns,
  inLane,
  kindOf,
  laneBase,
  leaderAt,
  lineStyle,
  type LineKind,
  valueText,
  wholeSteps,
  type Values,
} from "./chartdata";
import { columnsFor, labelLines } from "./linelabels";
import { Readout } from "./readout";

const titles: readonly (readonly [ChartKind, string, string])[] = [
  ["lead", "Lead", "the score less the mean of the others"],
  ["score", "Score", "points"],
  ["share", "Share", "of all cells"],
  ["time", "Time", "milliseconds that answers took"],
];
/** In place of the lead where the last one alive wins. */
const living = ["Alive", "the characters that live, a lane for each player"] as const;
const redrawEvery = 250; // milliseconds

/** Line dashes by pattern, so that lines differ by more than colour. */
const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

export class Charts implements Panel {
  readonly element = h("section", { class: "panel charts", "aria-label": "Charts" });
  private readonly buttons = new Map<ChartKind, HTMLButtonElement>();
  private readonly whole = h(
    "button",
    { type: "button", class: "chip", title: "the turns after the present one, too" },
    "Whole match",
  );
  private readonly readout = new Readout();
  private readonly place = h("div", { class: "plot", role: "img" });
  private readonly cursor = h("i", { class: "at" });
  private readonly note = h(
    "p",
    { class: "chart-note", hidden: true },
    "Thin and dashed: the match that this one was played on from.",
  );
  private plot: uPlot | undefined;
  private scene: Scene | undefined;
  private values: ChartData | undefined;
  private other: ChartData | undefined; // of the match for comparison
  /** The players in the order of drawing: the one who stands out comes last. */
  private order: number[] = [];
  private look = "";
  private drawn = "";
  private drawnAt = 0;
  private later: ReturnType<typeof setTimeout> | undefined;
  private readonly resizing = new ResizeObserver(() => this.resize());

  constructor(
    private readonly jump: (turn: number) => void,
    choose: (choice: Partial<Settings>) => void,
    private readonly suddenDeath: boolean,
  ) {
    const group = h("div", { class: "segments", role: "group", "aria-label": "What the chart shows" });
    for (const [kind, usual, about] of titles) {
      const [title, hint] = kindOf(kind, suddenDeath) === "living" ? living : [usual, about];
      const button = h("button", { type: "button", title: hint }, title);
      button.addEventListener("click", () => choose({ chart: kind }));
      this.buttons.set(kind, button);
      group.append(button);
    }
    this.whole.addEventListener("click", () => choose({ whole: !this.scene?.whole }));
    this.element.append(
      h("div", { class: "chart-head" }, group, this.whole),
      this.place,
      this.note,
      this.readout.element,
    );
    this.resizing.observe(this.place);
  }

  render(scene: Scene): void {
    this.scene = scene;
    for (const [kind, button] of this.buttons) button.setAttribute("aria-pressed", String(kind === scene.chart));
    this.whole.setAttribute("aria-pressed", String(scene.whole));
    this.note.hidden = !scene.compare;
    if (!this.element.checkVisibility()) return;
    const look = [scene.chart, scene.dark, scene.me, scene.projector, scene.compare !== undefined].join(" ");
    if (look !== this.look) {
      this.look = look;
      this.make(scene);
    } else if (this.drawn !== this.stateOf(scene)) {
      this.refresh(scene);
    }
    this.moveCursor();
  }

  destroy(): void {
    clearTimeout(this.later);
    this.resizing.disconnect();
    this.plot?.destroy();
  }

  /** A key of all data that the lines depend on. */
  private stateOf(scene: Scene): string {
    return [scene.history.version, scene.compare?.history.version, this.length(scene), scene.newest].join(" ");
  }

  /** The number of turns drawn: up to the current one, or all. */
  private length({ history, turn, whole, compare }: Scene): number {
    return whole
      ? Math.max(history.length, compare?.history.length ?? 0)
      : Math.min(turn + 1, Math.max(history.length, 1));
  }

  /** Draws new turns, but not more often than every redrawEvery milliseconds. */
  private refresh(scene: Scene): void {
    const wait = this.drawnAt + redrawEvery - performance.now();
    if (wait > 0) {
      this.later ??= setTimeout(() => {
        this.later = undefined;
        if (this.scene) this.render(this.scene);
      }, wait);
      return;
    }
    if (!this.plot) return;
    this.strengthen(this.plot.series, scene);
    this.plot.setData(this.data(scene));
  }

  private data(scene: Scene): uPlot.AlignedData {
    this.drawn = this.stateOf(scene);
    this.drawnAt = performance.now();
    const length = this.length(scene);
    const { chart, compare, header } = scene;
    const kind = kindOf(chart, this.suddenDeath);
    const values = this.values?.values(kind) ?? [];
    const others = this.other?.values(kind) ?? [];
    const drawn = (player: number, line: Values): Values =>
      kind === "living" ? inLane(line, this.baseOf(player, header)) : line;
    const lines = this.order.map((player) => drawn(player, firstTurns(values[player] ?? [], length)));
    const dashed = compare
      ? this.order.map((player) => drawn(player, firstTurns(others[player] ?? [], length, compare.from)))
      : [];
    const turns = Array.from({ length }, (_, turn) => turn);
    const limit = chart === "time" && header.limit > 0 ? [turns.map(() => header.limit)] : [];
    const present = length - 1;
    setAttribute(
      this.place,
      "aria-label",
      `${kind === "living" ? living[0] : (titles.find(([title]) => title === chart)?.[1] ?? "")} at turn ${present}: ` +
        header.players
          .map((_, player) => [playerName(header, player), values[player]?.[present] ?? null] as const)
          .flatMap(([name, value]) => (value === null ? [] : `${name} ${valueText(kind, value)}`))
          .join(", "),
    );
    return [turns, ...lines, ...dashed, ...limit];
  }

  private make(scene: Scene): void {
    this.plot?.destroy();
    const { header, history, compare, me, chart } = scene;
    const special = header.players.map((_, player) => isSpecial(header, player));
    this.values = new ChartData(history, special);
    this.other = compare && new ChartData(compare.history, special);
    this.order = header.players.map((_, player) => player).sort((a, b) => Number(a === me) - Number(b === me));
    const options = this.options(scene);
    this.strengthen(options.series, scene);
    this.plot = new uPlot(options, this.data(scene), this.place);
    this.readout.hide();
    this.plot.over.append(this.cursor);
    this.plot.over.addEventListener("click", () => {
      const turn = this.plot && turnAt(this.plot);
      if (turn !== undefined) this.jump(turn);
    });
    setAttribute(this.place, "data-chart", kindOf(chart, this.suddenDeath));
  }

  private options(scene: Scene): uPlot.Options {
    const { header, chart, dark, compare } = scene;
    const style = getComputedStyle(this.element);
    const ink = style.getPropertyValue("--soft").trim();
    const grid = style.getPropertyValue("--line").trim();
    const size = Math.max(11, Math.round(parseFloat(style.fontSize) * 0.75)); // larger on a projector
    const axis: uPlot.Axis = {
      stroke: ink,
      font: `${size}px system-ui, sans-serif`,
      grid: { stroke: grid, width: 1 },
      ticks: { stroke: grid, width: 1, size: 4 },
    };
    const time = chart === "time";
    const kind = kindOf(chart, this.suddenDeath);
    const lanes = kind === "living";
    const stepped = uPlot.paths.stepped?.({ align: 1 });
    const line = (player: number, more: Partial<uPlot.Series>): uPlot.Series => ({
      label: markOf(header, player),
      stroke: lineColour(header, player, dark),
      spanGaps: !lanes,
      points: { show: false },
      ...(lanes && stepped ? { paths: stepped } : {}),
      ...more,
    });
    const series = this.order.map((player) =>
      line(player, {
        dash: lanes ? [] : (dashes[patternOf(lookOf(header, player)) % dashes.length] ?? []),
        ...(lanes ? { fill: lineColour(header, player, dark), fillTo: () => this.baseOf(player, header) } : {}),
      }),
    );
    if (compare) series.push(...this.order.map((player) => line(player, { width: 1, dash: [3, 4], alpha: 0.8 })));
    if (time && header.limit > 0) {
      series.push({
        label: "limit",
        stroke: style.getPropertyValue("--alarm").trim(),
        width: 1.5,
        dash: [4, 4],
        points: { show: false },
      });
    }
    const steps = [...wholeSteps];
    const mark = Math.max(...header.players.map((_, player) => markOf(header, player).length));
    return {
      padding: [null, () => 10 + this.columns(size) * (0.75 * mark * size + 3), null, null], // room for the letters
      width: Math.max(60, this.place.clientWidth),
      height: Math.max(60, this.place.clientHeight),
      legend: { show: false },
      scales: {
        x: { time: false, range: () => [0, this.lastTurn()] },
        y: time
          ? { distr: 3 }
          : { range: (_, low, high) => (lanes ? [-0.1, header.players.length] : range(low, high)) },
      },
      axes: [
        { ...axis, size: 13 + size, space: 4.5 * size, incrs: steps },
        {
          ...axis,
          show: !lanes,
          size: (_, texts) => 15 + size * Math.max(3, ...(texts ?? []).map((text) => 0.65 * text.length)),
          space: 1.9 * size,
          ...(time ? {} : { incrs: steps }),
          values: (_, marks, __, ___, step) => axisTexts(kind, marks, step),
        },
      ],
      series: [{ label: "turn" }, ...series],
      cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
      hooks: {
        setCursor: [(plot) => this.read(plot)],
        drawClear: [(plot) => zeroLine(plot, kind, ink)],
        draw: [
          (plot) => {
            this.moveCursor();
            this.labels(plot, size);
          },
        ],
      },
    };
  }

  /** Sets the strength of each line by its present importance. */
  private strengthen(series: uPlot.Series[], scene: Scene): void {
    const { header, me, projector, history } = scene;
    const leader = leaderAt(
      history,
      this.length(scene) - 1,
      header.players.map((_, player) => isSpecial(header, player)),
    );
    for (const [i, player] of this.order.entries()) {
      const line = series[i + 1];
      if (!line) continue;
      const { width, alpha } = lineStyle(header.players.length, player === me, player === leader, me >= 0);
      line.width = width * (projector ? 2 : 1);
      line.alpha = alpha;
    }
  }

  /** The bottom of a player's lane in the chart of who lives. */
  private baseOf(player: number, header: Scene["header"]): number {
    return laneBase(byLetter(header).indexOf(player), header.players.length);
  }

  /** The columns that the letters at the ends of the lines need. */
  private columns(size: number): number {
    const under = 13 + size; // the axis of the turns
    return columnsFor(this.order.length, size, Math.max(1, this.place.clientHeight - under - size));
  }

  /** Writes letters at the ends of all lines. */
  private labels(plot: uPlot, size: number): void {
    const scene = this.scene;
    if (!scene) return;
    const { header, dark } = scene;
    const last = plot.data[0].length - 1;
    const ends = this.order.map((player, i) => ({
      text: markOf(header, player),
      colour: lineColour(header, player, dark),
      value: [...(plot.data[i + 1] ?? [])].reverse().find((value) => typeof value === "number") ?? null,
    }));
    labelLines(plot, last, ends, size, getComputedStyle(plot.root).getPropertyValue("--panel"));
  }

  private lastTurn(): number {
    const scene = this.scene;
    return Math.max(1, scene?.newest ?? 1, (scene?.compare?.history.length ?? 1) - 1);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.place;
    if (width === 0 || height === 0) return;
    this.plot?.setSize({ width, height });
    if (this.scene) this.render(this.scene);
  }

  private moveCursor(): void {
    if (!this.plot || !this.scene) return;
    const turn = Math.min(this.scene.turn, this.lastTurn());
    this.cursor.style.transform = `translateX(${this.plot.valToPos(turn, "x").toFixed(1)}px)`;
  }

  /** Shows the values of all players at the pointer. */
  private read(plot: uPlot): void {
    const turn = turnAt(plot);
    const scene = this.scene;
    if (turn === undefined || !scene) return this.readout.hide();
    const { header, dark, chart } = scene;
    const kind = kindOf(chart, this.suddenDeath);
    const values = this.values?.values(kind) ?? [];
    const readings = this.order.flatMap((player, i) => {
      const value = typeof plot.data[i + 1]?.[turn] === "number" ? values[player]?.[turn] : undefined;
      if (typeof value !== "number") return [];
      return {
        badge: badge(header, player, dark),
        name: playerName(header, player),
        text: valueText(kind, value),
        value,
      };
    });
    this.readout.show(`Turn ${turn}`, readings, (plot.cursor.left ?? 0) > plot.over.clientWidth / 2, this.place);
  }
}

/** The turn under the pointer; undefined: none. */
function turnAt(plot: uPlot): number | undefined {
  const { left = -1 } = plot.cursor;
  return left < 0 ? undefined : Math.max(0, Math.round(plot.posToVal(left, "x")));
}

/** The range of an axis: it includes 0, and a little more than the values. */
function range(low: number | null, high: number | null): [number, number] {
  const from = Math.min(0, (low ?? 0) * 1.05);
  const to = Math.max(0, (high ?? 0) * 1.05);
  return [from, Math.max(to, from + 1)];
}

/** Draws the line on which nobody leads. */
function zeroLine(plot: uPlot, kind: LineKind, colour: string): void {
  if (kind !== "lead") return;
  const { left, width } = plot.bbox;
  const y = Math.round(plot.valToPos(0, "y", true));
  plot.ctx.fillStyle = colour;
  plot.ctx.fillRect(left, y, width, Math.max(1, window.devicePixelRatio));
}
