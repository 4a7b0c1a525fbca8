// The view of one match: the board, the panels beside it, and the controls of the turns.
import { markOf, type End, type Frame } from "../model";
import { horizon, isCalm, paceOf } from "./calm";
import { CaptionLine } from "./captions";
import { Charts } from "../panels/charts";
import { Comparison } from "./compare";
import { h } from "../ui/dom";
import { Media } from "../ui/media";
import { EventLog } from "../panels/eventlog";
import { Final } from "../panels/final";
import type { PersonClient } from "../play/client";
import { SeatController } from "../play/controller";
import { TopBar } from "./topbar";
import { History } from "./history";
import type { Command } from "../page/keys";
import { Layers } from "../panels/layers";
import { Lessons } from "../panels/lessons";
import { Losses } from "../panels/losses";
import { playerName, type Scene } from "./scene";
import type { Listed } from "../list/listing";
import type { Series } from "../list/series";
import { quietOf, type Settings } from "../page/settings";
import { SeriesPanel } from "../panels/series";
import { Shares } from "../panels/shares";
import type { Source } from "../source/source";
import { Stage } from "./stage";
import { Story } from "./story";
import { Standings } from "../panels/standings";
import { Tabs } from "../panels/tabs";
import { nextSpeed } from "../state/clock";
import { drawFrame, hasEnded, hasTurned, newMatch, type MatchState } from "../state/match";
import type { State } from "../state/state";
import { advance, factorOf, follow, goTo, startPlaying, stepBy, stopPlaying, togglePlaying } from "../state/playback";
import { Transport } from "./transport";
import { OutputLog, RefusedLog } from "../panels/turnlog";

/** What the page provides for all matches. */
export interface Host {
  readonly state: State;
  /** There is room for only one panel at a time beside the board. */
  readonly tabsOnly?: boolean;
  readonly still: boolean;
  readonly dark: boolean;
  /** The seat that is played here; undefined: none. */
  readonly person: PersonClient | undefined;
  run(command: Command): void;
  /** Settings, or the state that the address shows, have changed. */
  changed(): void;
  /** Shows a message to the reader. */
  say(text: string): void;
  /** The match has ended while it was watched. */
  ended(): void;
  /** The server does not have the match any more. */
  lost(source: Source): void;
  /** over: the last turn of a match that is over has come to rest on the screen; else it was left again. */
  reached(over: boolean): void;
  /** The title of what the matches belong to; may be empty. */
  readonly event: string;
  /** The series that the match belongs to; undefined: none. */
  readonly series: Series | undefined;
  /** Whether the state of the series is hidden. */
  readonly seriesHidden: boolean;
  /** Whether the end of a match is hidden. */
  hides(match: Listed): boolean;
}

const moving: readonly string[] = [
  "toggle",
  "step",
  "first",
  "last",
  "live",
  "nextEvent",
  "previousEvent",
] satisfies Command["name"][];

export class MatchView {
  readonly element: HTMLElement;
  readonly state: MatchState;
  readonly topBar: TopBar;
  private readonly history: History;
  private readonly stage: Stage;
  private readonly transport: Transport;
  private readonly controller: SeatController;
  private readonly tabs: Tabs;
  private readonly charts: Charts;
  private readonly log: EventLog;
  private readonly layers: Layers;
  private readonly panels;
  private readonly final = new Final(() => this.showFinal(false));
  private readonly story: Story;
  private readonly captions: CaptionLine;
  private readonly comparison: Comparison;
  private readonly wide = new Media("(min-width: 1200px)");
  private readonly closed = new AbortController();
  private drawing = 0; // the pending animation frame; 0: none
  private dirty = true; // something other than the time has changed

  constructor(
    readonly source: Source,
    readonly host: Host,
    tab?: string,
  ) {
    this.state = host.state.match = newMatch(source.live, tab);
    this.story = new Story(this);
    this.captions = new CaptionLine(this.state.captions, () => this.refresh());
    const run = (command: Command): void => host.run(command);
    const jump = (turn: number): void => this.jump(turn);
    const pick = (player: number): void => {
      host.state.me = host.state.me === player ? -1 : player;
      host.changed();
    };
    this.history = new History((frame) => isCalm(source.header, frame));
    this.comparison = new Comparison(source.origin, () => this.refresh());
    this.topBar = new TopBar(run, (player) => {
      host.state.me = player;
      host.changed();
    });
    this.stage = new Stage(
      source.header,
      this.state,
      run,
      (cell) => this.controller.pick(cell),
      this.story.moments.element,
      this.captions.element,
      this.story.moments.text,
    );
    this.transport = new Transport(run, jump);
    this.controller = new SeatController(this.state.seat, host.person, {
      header: source.header,
      live: () => run({ name: "live" }),
      sit: (player) => {
        host.state.me = player;
        host.changed();
      },
      mark: (marks) => this.stage.mark(marks),
    });
    this.layers = new Layers(host.state.settings, {
      toggle: () => run({ name: "drawings" }),
      pick,
      changed: () => host.changed(),
    });
    this.stage.tools.append(this.layers.element, this.layers.list);
    this.log = new EventLog(jump, this.state.kinds, () => this.refresh());
    const choose = (choice: Partial<Settings>): void => {
      Object.assign(host.state.settings, choice);
      host.changed();
    };
    this.charts = new Charts(jump, choose, source.header.suddenDeath);
    const standings = new Standings(source.header, pick);
    const shares = new Shares();
    standings.element.prepend(shares.element);
    const output = new OutputLog();
    const refused = new RefusedLog();
    const lessons = new Lessons(jump);
    const series = new SeriesPanel();
    const losses = new Losses();
    standings.element.append(losses.element);
    this.panels = [
      standings,
      shares,
      this.charts,
      this.log,
      output,
      refused,
      lessons,
      series,
      losses,
      this.layers,
      this.topBar,
    ];
    this.tabs = new Tabs(
      [
        { id: "standings", title: "Standings", panel: standings.element, fixed: host.tabsOnly !== true },
        { id: "charts", title: "Charts", panel: this.charts.element, fixed: host.tabsOnly !== true },
        { id: "events", title: "Events", panel: this.log.element, fixed: false },
        { id: "output", title: "Output", panel: output.element, fixed: false },
        { id: "refused", title: "Refused", panel: refused.element, fixed: false },
        { id: "lessons", title: "Lessons", panel: lessons.element, fixed: false },
        { id: "series", title: "Series", panel: series.element, fixed: false },
      ],
      this.state,
      () => this.refresh(),
    );
    this.element = h(
      "div",
      { class: "match" },
      this.topBar.element,
      h(
        host.tabsOnly ? "div" : "main", // the laboratory is one as a whole
        host.tabsOnly ? { class: "parts" } : {},
        this.stage.element,
        this.tabs.element,
        this.final.element,
      ),
      this.controller.element,
      this.transport.element,
    );
    if (source.header.shape !== "tree") {
      this.placeTools();
      this.wide.onChange(() => this.placeTools(), this.closed.signal);
    }
  }

  /** Puts the tools of the board where there is room for them. */
  private placeTools(): void {
    if (this.wide.matches && !this.host.tabsOnly) this.topBar.hold(this.stage.bar);
    else this.stage.element.prepend(this.stage.bar);
  }

  /** Starts at a turn. Without one, follows a live match, or plays a replay from its start. */
  start(turn: number | undefined): void {
    this.source.start({
      frame: (frame) => {
        this.history.add(frame);
        this.layers.add(frame);
      },
      changed: () => this.sourceChanged(),
      lost: () => this.host.lost(this.source),
    });
    if (turn !== undefined) this.goTo(turn);
    else if (this.source.live) this.follow();
    else if (this.host.still && !this.host.state.projecting.on) this.goTo(0);
    else this.play();
  }

  /** Schedules a new drawing. */
  refresh(): void {
    this.dirty = true;
    this.goOn();
  }

  play(): void {
    startPlaying(this.state.playback, this.source, performance.now());
    this.refresh();
  }

  follow(): void {
    follow(this.state.playback, this.source);
    this.refresh();
  }

  /** Goes to a turn; plays on from there if it was playing. */
  goTo(turn: number): void {
    goTo(this.state.playback, this.source, turn);
    this.refresh();
  }

  /**
   * Shows the decisive moments. Resolves at the last turn: to true if they were all shown, to false if they were
   * skipped.
   */
  highlights(): Promise<boolean> {
    return this.story.highlights();
  }

  /** Shows the decisive moments and then the standings with the reason, because the reader asked for it. */
  tell(): Promise<void> {
    return this.story.tell();
  }

  /** Ends the presentation of moments and standings, because something else will be shown. */
  leaveStory(): void {
    this.story.leave();
  }

  get attached(): boolean {
    return this.element.isConnected;
  }

  flyTo(cells: readonly number[], duration: number): void {
    this.stage.flyTo(cells, duration);
  }

  /** Removes the standings from the board; returns whether they were shown. */
  closeFinal(): boolean {
    const shown = !this.final.element.hidden;
    this.showFinal(false);
    return shown;
  }

  /** Sets whether the standings cover the board once the match is over. */
  showFinal(shown: boolean): void {
    this.state.final = shown;
    this.refresh();
  }

  /** A function that makes a picture of what is shown; undefined if there is no board. */
  get picture(): (() => Promise<Blob | undefined>) | undefined {
    return this.source.header.shape === "tree" ? undefined : () => this.stage.picture();
  }

  /** The mark and name of the player who stands out; "" if there is none. */
  get meName(): string {
    const { header } = this.source;
    return this.host.state.me < 0
      ? ""
      : `${markOf(header, this.host.state.me)} ${playerName(header, this.host.state.me)}`;
  }

  jump(turn: number): void {
    this.leaveStory();
    this.goTo(turn);
    this.host.changed();
  }

  run(command: Command): void {
    const { source, stage, host } = this;
    const { playback } = this.state;
    if (moving.includes(command.name)) this.leaveStory();
    switch (command.name) {
      case "toggle":
        togglePlaying(playback, source, performance.now());
        break;
      case "step":
        this.state.stepped = command.turns === 1;
        stepBy(playback, source, command.turns);
        break;
      case "first":
        goTo(playback, source, 0);
        break;
      case "last":
      case "live":
        if (source.live) follow(playback, source);
        else goTo(playback, source, source.newest);
        break;
      case "nextEvent":
      case "previousEvent":
        this.toEvent(command.name === "nextEvent");
        break;
      case "speed":
        host.state.settings.speed = command.speed;
        break;
      case "faster":
      case "slower":
        host.state.settings.speed = nextSpeed(host.state.settings.speed, command.name === "faster");
        break;
      case "zoom":
        stage.zoomBy(command.by);
        break;
      case "pan":
        stage.panBy(command.dx, command.dy);
        break;
      case "cursor":
        stage.moveCursor(command.dx, command.dy);
        break;
      case "fit":
        stage.fit();
        break;
      case "menu":
        return this.topBar.menu.toggle();
      case "quiet":
        host.state.settings.quiet = quietOf(host.state.settings, source.header) ? "off" : "on";
        break;
      case "highlights":
        void this.tell();
        break;
      default:
        return;
    }
    this.host.changed();
  }

  destroy(): void {
    cancelAnimationFrame(this.drawing);
    this.drawing = -1;
    this.closed.abort();
    this.leaveStory();
    this.source.close();
    this.comparison.close();
    this.tabs.destroy();
    this.charts.destroy();
    this.captions.destroy();
    this.stage.destroy();
    this.controller.destroy();
    this.transport.destroy();
    this.element.remove();
  }

  /** How many times faster turns pass: up to 4 times while nothing happens, if the reader wants that. */
  private paceAt(turn: number): number {
    if (!quietOf(this.host.state.settings, this.source.header)) return 1;
    return paceOf(this.state.playback.factor, this.history.calmAfter(turn, horizon));
  }

  private toEvent(forward: boolean): void {
    const { playback, kinds } = this.state;
    const turn = this.history.nextEvent(playback.turn, forward, kinds);
    stopPlaying(playback);
    if (turn !== undefined) goTo(playback, this.source, turn);
  }

  private sourceChanged(): void {
    if (hasEnded(this.state, this.source)) {
      if (this.state.playback.following && !this.host.state.projecting.on && !this.host.series?.live)
        void this.story.tellSoon();
      this.host.ended();
    }
    this.refresh();
  }

  private goOn(): void {
    if (this.drawing === 0 && this.element?.isConnected) this.drawing = requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    this.drawing = 0;
    const { host, source } = this;
    const { playback, drawn } = this.state;
    const changed = advance(playback, source, now, host.state.settings.speed, (turn) => this.paceAt(turn));
    if (changed || this.dirty || drawn?.turn !== playback.turn) this.draw(now);
    if (changed) host.changed();
    if (playback.playing) this.goOn();
  }

  private draw(now: number): void {
    const { source, host, state } = this;
    const { playback, story } = state;
    this.dirty = false;
    const frame = source.frame(playback.turn);
    if (!frame) source.want(playback.turn);
    const scene = this.scene(frame ?? state.drawn);
    this.stage.look(scene, host.state.settings, host.still, {
      danger: host.state.settings.danger || story.moment,
      playing: this.controller.playing,
    });
    this.element.classList.toggle("telling", story.moment);
    if (!host.state.projecting.on && playback.turn < source.newest) state.final = false;
    if (frame && frame !== state.drawn) this.show(frame, now);
    this.tabs.offer("series", host.series !== undefined);
    for (const panel of this.panels) panel.render(scene, source.connected);
    this.tabs.count("output", scene.frame?.output?.length ?? 0);
    this.tabs.count("refused", scene.frame?.refused?.length ?? 0);
    this.transport.render(scene, playback, host.state.settings.speed, quietOf(host.state.settings, source.header));
    this.stage.hurry(factorOf(playback));
    this.captions.render(
      scene,
      playback.playing || playback.following,
      host.state.settings.captions && !story.moment,
      now,
    );
    this.controller.render(scene, source.waiting);
    this.final.render(scene, state.final);
    if (hasTurned(state, source)) host.reached(state.rested);
  }

  private show(frame: Frame, now: number): void {
    const { host, state } = this;
    const before = state.drawn?.turn === frame.turn - 1 ? state.drawn : undefined;
    const duration = drawFrame(state, frame, now, host.state.settings.speed, host.still);
    this.stage.draw(frame, this.source.frame(frame.turn - 1) ?? before, duration);
  }

  private scene(frame: Frame | undefined): Scene {
    const { source, host, history } = this;
    const { playback } = this.state;
    const hidden = !source.live && source.entry !== undefined && host.hides(source.entry);
    const end = hidden && playback.turn < source.newest ? withoutResult(source.end) : source.end;
    return {
      header: source.header,
      frame,
      turn: playback.turn,
      newest: source.newest,
      live: source.live,
      end,
      history,
      me: host.state.me,
      dark: host.dark,
      projector: host.state.projecting.on,
      chart: host.state.settings.chart,
      whole: host.state.settings.whole,
      event: host.event,
      series: host.series,
      number: source.header.number ?? source.entry?.number ?? 0,
      hidden,
      seriesHidden: host.seriesHidden,
      compare: this.comparison.value,
    };
  }
}

/** The end of a match without the winner and the decisive moments. */
function withoutResult(end: End | undefined): End | undefined {
  return end && { turns: end.turns, winner: -1, why: "", players: [] };
}
