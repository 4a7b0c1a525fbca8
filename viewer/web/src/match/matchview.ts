// One match on the page: the board, what stands beside it, and the turns.
import type { Frame } from "../model";
import { Charts } from "../panels/charts";
import { nextSpeed } from "./clock";
import { h } from "../ui/dom";
import { EventLog } from "../panels/eventlog";
import { Final } from "../panels/final";
import { SeatController } from "../play/controller";
import { TopBar } from "./topbar";
import { History } from "./history";
import type { Command } from "../page/keys";
import { Lessons } from "../panels/lessons";
import { Playback } from "./playback";
import type { Scene } from "./scene";
import type { Settings } from "../page/settings";
import { Shares } from "../panels/shares";
import type { Source } from "../source/source";
import { Stage } from "./stage";
import { Standings } from "../panels/standings";
import { Tabs } from "../panels/tabs";
import { Transport } from "./transport";
import { OutputLog, RefusedLog } from "../panels/turnlog";

/** What the page decides for all matches. */
export interface Host {
  readonly settings: Settings;
  readonly projector: boolean;
  readonly still: boolean;
  readonly dark: boolean;
  me: number;
  /** The secret of the seat that is played here. */
  readonly seat: string | undefined;
  run(command: Command): void;
  /** Something changed that the address may tell, or settings. */
  changed(): void;
  /** The match ended while it was watched. */
  ended(): void;
}

const stepTime = 350; // milliseconds that a single step is animated

export class MatchView {
  readonly element: HTMLElement;
  readonly playback: Playback;
  readonly topBar: TopBar;
  private readonly history = new History();
  private readonly stage: Stage;
  private readonly transport: Transport;
  private readonly controller: SeatController;
  private readonly tabs: Tabs;
  private readonly charts: Charts;
  private readonly log: EventLog;
  private readonly panels;
  private readonly final = new Final();
  private shown: Frame | undefined;
  private shownAt = 0;
  private stepped = false; // the reader asked for a single step
  private drawing = 0; // the request of the next picture
  private dirty = true; // more has changed than time
  private wasLive: boolean;

  constructor(readonly source: Source, private readonly host: Host) {
    const run = (command: Command): void => host.run(command);
    const jump = (turn: number): void => this.jump(turn);
    const pick = (player: number): void => {
      host.me = host.me === player ? -1 : player;
      host.changed();
    };
    this.wasLive = source.live;
    this.playback = new Playback(source);
    this.playback.speed = host.settings.speed;
    this.topBar = new TopBar(run, (player) => {
      host.me = player;
      host.changed();
    });
    this.stage = new Stage(source.header, run);
    this.transport = new Transport(run, jump);
    this.controller = new SeatController(host.seat, {
      shape: source.header.shape,
      live: () => run({ name: "live" }),
      sit: (player) => {
        host.me = player;
        host.changed();
      },
      mark: (marks) => this.stage.mark(marks),
    });
    this.stage.onPick = (cell) => this.controller.pick(cell);
    this.log = new EventLog(jump, () => this.refresh());
    this.charts = new Charts(jump, (kind) => {
      host.settings.chart = kind;
      host.changed();
    });
    const standings = new Standings(source.header, pick), shares = new Shares();
    standings.element.prepend(shares.element);
    const output = new OutputLog(), refused = new RefusedLog(), lessons = new Lessons(jump);
    this.panels = [standings, shares, this.charts, this.log, output, refused, lessons, this.topBar];
    this.tabs = new Tabs([
      { id: "standings", title: "Standings", panel: standings.element, fixed: true },
      { id: "charts", title: "Charts", panel: this.charts.element, fixed: true },
      { id: "events", title: "Events", panel: this.log.element, fixed: false },
      { id: "output", title: "Output", panel: output.element, fixed: false },
      { id: "refused", title: "Refused", panel: refused.element, fixed: false },
      { id: "lessons", title: "Lessons", panel: lessons.element, fixed: false },
    ], () => this.refresh());
    this.element = h("div", { class: "match" }, this.topBar.element,
      h("main", {}, this.stage.element, this.tabs.element, this.final.element), this.controller.element, this.transport.element);
  }

  /** Begins at a turn; without one with the newest of a live match, else plays from the start. */
  start(turn: number | undefined): void {
    this.source.start({
      frame: (frame) => this.history.add(frame),
      changed: () => this.sourceChanged(),
    });
    if (turn !== undefined) this.playback.jump(turn);
    else if (this.source.live || this.host.projector) this.playback.follow();
    else if (this.host.still) this.playback.jump(0);
    else this.playback.play(performance.now());
    this.refresh();
  }

  /** Draws at the next chance. */
  refresh(): void {
    this.dirty = true;
    this.goOn();
  }

  /** Where the address should point: undefined while the newest turn is followed. */
  get addressTurn(): number | undefined {
    return this.playback.following ? undefined : this.playback.turn;
  }

  jump(turn: number): void {
    this.playback.jump(turn);
    this.host.changed();
  }

  run(command: Command): void {
    const { playback, stage } = this;
    switch (command.name) {
      case "toggle": playback.toggle(performance.now()); break;
      case "step":
        this.stepped = command.turns === 1;
        playback.step(command.turns);
        break;
      case "first": playback.jump(0); break;
      case "last":
      case "live":
        if (this.source.live) playback.follow();
        else playback.jump(this.source.newest);
        break;
      case "nextEvent":
      case "previousEvent": this.toEvent(command.name === "nextEvent"); break;
      case "speed": this.setSpeed(command.speed); break;
      case "faster":
      case "slower": this.setSpeed(nextSpeed(playback.speed, command.name === "faster")); break;
      case "zoom": stage.zoomBy(command.by); break;
      case "pan": stage.panBy(command.dx, command.dy); break;
      case "cursor": stage.moveCursor(command.dx, command.dy); break;
      case "fit": stage.fit(); break;
      default: return;
    }
    this.host.changed();
  }

  destroy(): void {
    cancelAnimationFrame(this.drawing);
    this.drawing = -1;
    this.source.close();
    this.tabs.destroy();
    this.charts.destroy();
    this.stage.destroy();
    this.controller.destroy();
    this.transport.destroy();
    this.element.remove();
  }

  private setSpeed(speed: number): void {
    this.playback.speed = speed;
    this.host.settings.speed = speed;
  }

  private toEvent(forward: boolean): void {
    const turn = this.history.nextEvent(this.playback.turn, forward, this.log.shown);
    this.playback.pause();
    if (turn !== undefined) this.playback.jump(turn);
  }

  private sourceChanged(): void {
    if (this.wasLive && !this.source.live) {
      this.wasLive = false;
      this.host.ended();
    }
    this.refresh();
  }

  private goOn(): void {
    if (this.drawing === 0 && this.element?.isConnected) this.drawing = requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    this.drawing = 0;
    const { playback, host } = this;
    const { turn, playing, following } = playback;
    playback.tick(now);
    const changed = playback.turn !== turn || playback.playing !== playing || playback.following !== following;
    if (changed || this.dirty || this.shown?.turn !== playback.turn) this.draw(now);
    if (changed) host.changed();
    if (playback.playing) this.goOn();
  }

  private draw(now: number): void {
    const { playback, source, host } = this;
    this.dirty = false;
    const frame = source.frame(playback.turn);
    if (!frame) source.want(playback.turn);
    const scene = this.scene(frame ?? this.shown);
    this.stage.look(scene, host.settings, host.still);
    if (frame && frame !== this.shown) this.show(frame, now);
    for (const panel of this.panels) panel.render(scene, source.connected);
    this.tabs.count("output", scene.frame?.output?.length ?? 0);
    this.tabs.count("refused", scene.frame?.refused?.length ?? 0);
    this.transport.render(scene, playback);
    this.controller.render(scene, source.waiting);
    this.final.render(scene);
  }

  private show(frame: Frame, now: number): void {
    const { playback, host, shown } = this;
    const next = shown !== undefined && frame.turn === shown.turn + 1;
    let duration = 0;
    if (next && !host.still) {
      if (playback.playing) duration = playback.turnTime * 0.9;
      else if (playback.following) duration = Math.min(500, now - this.shownAt);
      else if (this.stepped) duration = stepTime;
    }
    this.stepped = false;
    const previous = this.source.frame(frame.turn - 1) ?? (next ? shown : undefined);
    this.stage.draw(frame, previous, duration < 40 ? 0 : duration);
    this.shown = frame;
    this.shownAt = now;
  }

  private scene(frame: Frame | undefined): Scene {
    const { source, host, playback, history } = this;
    return {
      header: source.header, frame, turn: playback.turn, newest: source.newest, live: source.live, end: source.end, history,
      me: host.me, dark: host.dark, projector: host.projector, chart: host.settings.chart,
    };
  }
}
