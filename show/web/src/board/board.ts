import type { Frame, Header } from "../model";
import { drawBombs } from "./bombs";
import { between, Camera, type View } from "./camera";
import { drawDead, drawLiving, type Play } from "./characters";
import { chainOrder } from "./danger";
import { Drawings } from "./drawings";
import { drawEmbers, drawFlashes } from "./explosions";
import { type BoardStats, FrameTimes } from "./frametimes";
import { type Geometry, geometryOf } from "./geometry";
import { Ground } from "./ground";
import { type BoardMark, drawMarks } from "./marks";
import { contextOf, Sprites } from "./layer";
import { arrival, blastTimes, tokensByName } from "./motion";
import { drawCursors, Overlay } from "./overlay";
import { listen } from "./pointer";
import { type BoardOptions, defaultOptions, type Scene } from "./scene";

export { type BoardOptions, defaultOptions } from "./scene";
export type { BoardStats, Times } from "./frametimes";

const noBlasts = new Float32Array(0);

/**
 * A board on a canvas. It draws only while something changes or moves. Positions (x, y) are CSS pixels from the
 * canvas's upper left corner; cells are indices, -1 for none.
 */
export class Board {
  /** Called when the pointer or the keyboard's cursor moves to another cell (-1: to none). */
  onHover?: ((cell: number) => void) | undefined;
  /** Called when a cell is clicked or tapped. */
  onPick?: ((cell: number) => void) | undefined;

  private readonly ctx: CanvasRenderingContext2D;
  private readonly geometry: Geometry;
  private readonly camera: Camera;
  private readonly ground: Ground;
  private readonly overlay = new Overlay();
  private readonly drawings = new Drawings();
  private readonly sprites = new Sprites();
  private readonly times = new FrameTimes();
  private readonly stop: () => void;
  private chosen: BoardOptions = { ...defaultOptions };
  private ratio = 1;
  private frame: Frame = { turn: 0 };
  private previous: Frame | undefined;
  private play: Play = { before: new Map(), blasts: noBlasts, t: 1 };
  /** The cells that will change their look during the animation, soonest first. */
  private changes: { cell: number; time: number }[] = [];
  private begun = 0;
  private duration = 0;
  private hovered = -1;
  private cursor = -1;
  private marked: readonly BoardMark[] = [];
  private request = 0;
  private lastTick = 0;
  private detail = 0;
  private settling = 0;
  /** The animated change from one view to another. */
  private flight: { from: View; to: View; whole: boolean; begun: number; duration: number } | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly match: Header,
  ) {
    this.ctx = contextOf(canvas);
    this.geometry = geometryOf(match);
    this.camera = new Camera(this.geometry.bounds);
    this.ground = new Ground(this.geometry.count);
    this.stop = listen(canvas, {
      hover: (x, y) => this.point(this.cellAt(x, y)),
      leave: () => this.point(-1),
      pick: (x, y) => this.pick(this.cellAt(x, y)),
      pan: (dx, dy) => this.panBy(dx, dy),
      zoom: (factor, x, y) => this.zoomBy(factor, x, y),
      fit: () => this.fit(),
    });
    this.resize();
  }

  get options(): BoardOptions {
    return this.chosen;
  }

  set options(options: BoardOptions) {
    this.chosen = { ...options };
    this.sprites.clear();
    this.draw();
  }

  /** The cell of the keyboard's cursor; -1: none. */
  get selected(): number {
    return this.cursor;
  }

  set selected(cell: number) {
    this.cursor = cell >= 0 && cell < this.geometry.count ? cell : -1;
    this.draw();
  }

  /** Marks cells for a person who plays. */
  set marks(marks: readonly BoardMark[]) {
    if (marks.length === 0 && this.marked.length === 0) return;
    this.marked = marks;
    this.draw();
  }

  /**
   * Shows a frame. The changes since the previous frame are animated for duration milliseconds; 0 shows the result at
   * once.
   */
  show(frame: Frame, previous: Frame | undefined, duration: number): void {
    const moving = previous !== undefined && duration > 0 && !this.chosen.still;
    this.frame = frame;
    this.previous = moving ? previous : undefined;
    this.duration = moving ? duration : 0;
    this.begun = performance.now();
    this.changes = [];
    if (!moving) {
      this.ground.setAll(frame);
      this.play = { before: new Map(), blasts: noBlasts, t: 1 };
    } else {
      this.ground.setAll(previous);
      const blasts = blastTimes(this.geometry.count, chainOrder(this.match, previous), frame.explosions);
      this.play = { before: tokensByName(previous), blasts, t: 0 };
      for (let cell = 0; cell < this.geometry.count; cell++) {
        const blast = blasts[cell] ?? -1;
        if (this.ground.differs(cell, frame)) this.changes.push({ cell, time: blast >= 0 ? blast : arrival * 0.7 });
      }
      this.changes.sort((a, b) => a.time - b.time);
    }
    this.draw();
  }

  /** Adapts to the canvas's size on the page and the screen's resolution. */
  resize(): void {
    const ratio = Math.max(1, window.devicePixelRatio || 1);
    if (ratio !== this.ratio) this.sprites.clear();
    this.ratio = ratio;
    const width = Math.max(1, Math.round(this.canvas.clientWidth * this.ratio));
    const height = Math.max(1, Math.round(this.canvas.clientHeight * this.ratio));
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    this.camera.resize(width, height);
    this.paint();
  }

  /** Zooms by a factor around a point, by default the middle. */
  zoomBy(factor: number, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2): void {
    this.flight = undefined;
    this.camera.zoomBy(factor, x * this.ratio, y * this.ratio);
    window.clearTimeout(this.settling);
    this.settling = window.setTimeout(() => {
      this.settling = 0;
      this.draw();
    }, 140);
    this.draw();
  }

  panBy(dx: number, dy: number): void {
    this.flight = undefined;
    this.camera.panBy(dx * this.ratio, dy * this.ratio);
    this.draw();
  }

  /** Moves the view to these cells, enlarged, in duration milliseconds; without cells, to the whole board. */
  flyTo(cells: readonly number[], duration: number): void {
    const whole = cells.length === 0;
    const { camera } = this;
    const to = whole ? camera.wholeView : camera.viewOf(this.geometry.around(cells));
    this.flight = {
      from: camera.view,
      to,
      whole,
      begun: performance.now(),
      duration: this.chosen.still ? 0 : duration,
    };
    this.draw();
  }

  /** Shows the whole board. */
  fit(): void {
    this.flight = undefined;
    this.camera.fit();
    this.draw();
  }

  /** Marks a cell as if the pointer were on it. */
  hover(cell: number): void {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.draw();
  }

  cellAt(x: number, y: number): number {
    return this.geometry.pick(this.camera.worldX(x * this.ratio), this.camera.worldY(y * this.ratio));
  }

  /**
   * Moves the keyboard's cursor by one cell; dx and dy are -1, 0 or 1, with y downwards. The first call puts the cursor
   * on the board.
   */
  moveCursor(dx: number, dy: number): void {
    if (this.geometry.count === 0) return;
    this.cursor = this.cursor < 0 ? this.firstCell() : this.geometry.towards(this.cursor, dx, dy);
    this.camera.reveal(this.geometry.x[this.cursor] ?? 0, this.geometry.y[this.cursor] ?? 0, this.camera.scale);
    this.point(this.cursor);
    this.draw();
  }

  /** How fast the board is drawn; reset starts a new measurement. */
  stats(reset = false): BoardStats {
    const stats = this.times.stats();
    if (reset) this.times.clear();
    return stats;
  }

  /** Removes all listeners and stops drawing. */
  destroy(): void {
    this.stop();
    window.clearTimeout(this.settling);
    cancelAnimationFrame(this.request);
    this.request = -1;
    this.sprites.clear();
  }

  private point(cell: number): void {
    if (cell === this.hovered) return;
    this.hover(cell);
    this.onHover?.(cell);
  }

  private pick(cell: number): void {
    this.selected = cell;
    if (cell >= 0) this.onPick?.(cell);
  }

  /** Where the cursor starts: at a living character of the player who stands out, or of any player. */
  private firstCell(): number {
    const living = (this.frame.tokens ?? []).filter((t) => t[3] && t[2] >= 0);
    return (living.find((t) => t[1] === this.chosen.me) ?? living[0])?.[2] ?? Math.floor(this.geometry.count / 2);
  }

  private draw(): void {
    if (this.request === 0) this.request = requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    this.request = 0;
    const start = performance.now();
    this.paint();
    this.times.add(performance.now() - start, this.lastTick > 0 ? now - this.lastTick : 0);
    const moving = this.play.t < 1 || this.flight !== undefined;
    this.lastTick = moving ? now : 0;
    if (moving || this.drawings.unfinished) this.draw();
  }

  /** Makes sprites for the camera's scale. While the view zooms, existing sprites are reused. */
  private refine(): void {
    const zoom = this.camera.scale / this.detail;
    if (zoom === 1 || ((this.settling !== 0 || this.flight) && zoom > 0.6 && zoom < 1.7)) return;
    this.detail = this.camera.scale;
    this.sprites.clear();
  }

  /** Moves the view along its flight. */
  private fly(): void {
    if (!this.flight) return;
    const { from, to, whole, begun, duration } = this.flight;
    const share = duration > 0 ? Math.min(1, (performance.now() - begun) / duration) : 1;
    this.camera.view = between(from, to, share);
    if (share < 1) return;
    this.flight = undefined;
    if (whole) this.camera.fit();
  }

  private paint(): void {
    this.fly();
    const t = this.duration > 0 ? Math.min(1, (performance.now() - this.begun) / this.duration) : 1;
    this.play = { ...this.play, t };
    while (this.changes[0] && this.changes[0].time <= t)
      this.ground.set((this.changes.shift() as { cell: number }).cell, this.frame);
    const { ctx, camera, sprites, play } = this;
    this.refine();
    const scene: Scene = {
      header: this.match,
      geometry: this.geometry,
      camera,
      options: this.chosen,
      frame: this.frame,
      ratio: this.ratio,
      detail: this.detail,
    };
    ctx.clearRect(0, 0, camera.width, camera.height);
    if (this.geometry.count === 0) return;
    ctx.drawImage(this.ground.picture(scene), 0, 0);
    const marks = this.overlay.picture(scene, sprites, this.hovered);
    if (marks) ctx.drawImage(marks, 0, 0);
    this.drawings.drawUnder(ctx, scene);
    drawEmbers(ctx, scene, sprites, play, this.previous?.explosions);
    if (this.overlay.numbers) ctx.drawImage(this.overlay.numbers, 0, 0);
    drawDead(ctx, scene, sprites, play);
    drawLiving(ctx, scene, sprites, play);
    drawBombs(ctx, scene, sprites, play, this.previous);
    drawFlashes(ctx, scene, sprites, play);
    this.drawings.drawOver(ctx);
    drawMarks(ctx, scene, this.marked);
    drawCursors(ctx, scene, this.hovered, this.cursor);
  }
}
