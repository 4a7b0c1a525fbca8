// The laboratory: one writes a bot, plays it, looks at what it did, and changes it.
import { makeHelp } from "../../page/help";
import { BotHost, type BotEvents, type Problem } from "../bot/host";
import { CheckDialog } from "../check";
import { lab, LabClient } from "../client";
import { Learning } from "../learn/learning";
import type { Files } from "../edit/files";
import type { Version } from "../edit/versions";
import type { Bytes, Kind } from "../messages";
import { byHand, type Config, type Offer, type Order, type OrderSeat } from "../order";
import type { Lesson } from "../../model";
import { parseAddress, type Address } from "../../page/address";
import { BranchDialog } from "../../play/branch";
import { parseMatch } from "../../source/embedded";
import { saveFile } from "../../share/copy";
import { h, iconButton, setText } from "../../ui/dom";
import { errorText, plural } from "../../ui/format";
import { Bar } from "./bar";
import { BotPane } from "./botpane";
import { againSeats, branchOf, isOfReader, type Who } from "./branching";
import { Engine, type Played, type Programs } from "./engine";
import { MatchPane } from "./matchpane";
import { ReplayFile } from "./replayfile";
import { inSeats, type Result } from "./result";
import { seedOf } from "./seeds";
import { playAll, type Worker } from "./series";
import { SeriesPane, type SeriesMatch } from "./seriespane";
import { builtin, commandOf, handsOf, many, matchConfig, ofPage, seatsOf, seriesConfig, usualGame, type Setup } from "./setup";
import { Status } from "./status";
import { Tally } from "./tally";
import { Views } from "./views";
import { resultText, troubleText } from "./words";

const language = "javascript", folder = "mybot";
const own = 0; // the seat of one's own bot
const mostCores = 8; // each has the rules in memory
const mostLessons = 20; // lost matches that are looked at without being asked for
const later = 2; // a program's turn n decides turn n + 2 of the match: nobody sees the board before turn 1

/** A match that was played or opened, and what it takes to play it on. */
interface Shown {
  /** Of its file. */
  name: string;
  setup: Setup;
  /** How it began; undefined: by a replay that was opened. */
  config: Config | undefined;
  seats: readonly OrderSeat[];
  who: Who;
  programs: Programs;
  /** The player of each seat. */
  players: readonly number[];
  replay: Bytes;
  lesson?: number | undefined;
}

/** How a match is played. */
interface Plan {
  setup: Setup;
  config: Config;
  /** Who is in the seats, the reader's first. */
  seats: readonly OrderSeat[];
  who: Who;
  programs: Programs;
  /** Goes on from this turn of a match that was played. */
  from?: { turn: number; shown: Shown };
  /** A match of a series, at the turn that cost most. */
  of?: SeriesMatch;
  lesson?: number;
  /** What is played of one's own bot. */
  version?: Version | undefined;
}

export class Desk {
  readonly element = h("div", { class: "desk-page" });
  private readonly rules = lab;
  private readonly bots = new BotHost(this.element);
  private readonly engine = new Engine(this.rules, this.bots);
  private readonly status = new Status();
  private readonly bar = new Bar({ run: () => void this.run(), series: () => void this.series(), stop: () => this.stop(), changed: () => this.bot.changed(), game: (name) => void this.choose(name) });
  private readonly pane = new MatchPane({ turned: () => this.turned(), say: (text) => this.status.say(text), help: () => this.help.showModal() });
  private readonly bot: BotPane;
  private readonly seriesPane = new SeriesPane((match) => void this.open(match), () => this.pane.dark);
  private readonly views = new Views(this.element, many);
  private readonly learning = new Learning({
    lessons: () => this.rules.learn(),
    open: (files) => {
      this.views.show("code");
      void this.choose(usualGame).then(() => this.bot.replace(files));
    },
    run: () => void this.run(),
    changed: () => this.learns(),
    failed: (problem) => this.status.tell("bad", `The lessons cannot be shown: ${errorText(problem)}`),
  });
  private readonly help = makeHelp();
  private readonly save = h("button", { type: "button", class: "act save", hidden: true, title: "The match as a file: blastyard replay and watch read it" }, "Save replay");
  private readonly checks = h("button", { type: "button", class: "act check", hidden: true, title: "Plays the match again by the rules and compares every turn" }, "Check");
  private readonly on = h("button", { type: "button", class: "act on", hidden: true, title: "From the turn that is shown: with your bot, by hand, or with other bots" }, "Play on…");
  private readonly check = new CheckDialog({
    replay: () => Promise.resolve(this.shown?.replay ?? new Uint8Array()),
    jump: (turn) => this.pane.jump(turn),
  });
  private readonly replays = new ReplayFile({
    open: (name, replay, at) => this.openReplay(name, replay, at),
    refuse: (text) => this.status.say(text),
  });
  private readonly again = h("button", { type: "button", class: "act again", hidden: true });
  private kinds: Kind[] = []; // one for each game
  private runs = 0; // matches and series that were begun
  private playing: { stop(): void; keeps?: boolean } | undefined;
  private shown: Shown | undefined;
  private played: { setup: Setup; programs: Programs } | undefined; // the last series

  constructor() {
    const { pane, bar, status } = this, desk = this;
    this.bot = new BotPane(folder, {
      starter: (game) => this.rules.starter(game, language, folder),
      play: (game) => this.choose(game),
      changed: () => {},
      say: (text) => status.say(text),
      jump: (turn) => pane.jump(turn),
      run: () => void this.run(),
      opened: () => this.status.tell("", "Opened. Run: Ctrl+Enter."),
      listed: () => bar.offerVersions(this.bot.sparring),
      get setup() { return typeof bar.setup === "string" ? undefined : bar.setup; },
      get turn() { return desk.pane.turn; },
    });
    this.help.append(h("p", {}, "In the laboratory Ctrl+Enter runs the bot, wherever the focus is. In the code Esc, then Tab goes on to what follows."));
    this.again.addEventListener("click", () => void this.runAgain());
    this.checks.addEventListener("click", () => void this.check.open());
    this.on.addEventListener("click", () => this.branch());
    this.save.addEventListener("click", () => this.saveReplay());
    this.element.append(
      h("header", { class: "desk-top" }, h("h1", {}, "Laboratory"), this.bar.element, h("div", { class: "actions" },
        this.replays.button, this.learning.button, iconButton("theme", "Theme (t)", () => pane.run({ name: "theme" })), iconButton("help", "Keys (?)", () => this.help.showModal()))),
      this.views.tabs, this.bot.element,
      h("div", { class: "desk-status" }, this.status.element, this.checks, this.save, this.on, this.again),
      this.pane.element, this.views.segments, this.seriesPane.element, this.learning.element, this.help, this.check.element, this.replays.input);
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** Opens what the address holds, what was written last, or the starter. */
  async start(): Promise<void> {
    this.status.tell("", "Loading the rules…");
    const address = parseAddress(location.hash);
    try {
      const kinds = await this.rules.kinds();
      this.kinds = kinds.filter(({ game }, i) => kinds.findIndex((kind) => kind.game === game) === i); // the usual rules come first
      const setup = await this.bot.open(this.kinds.map(({ game }) => game));
      this.offer(setup);
      this.status.tell("", "Change something, then Run: Ctrl+Enter.");
      await this.replays.ask(address);
      this.element.dataset["ready"] = "true";
    } catch (problem) {
      this.status.tell("bad", `The laboratory does not work here: ${errorText(problem)}`);
    }
  }

  /** Plays another game, with the last bot of it or its starter. */
  private async choose(game: string): Promise<void> {
    if (game === this.bot.game) return;
    try {
      this.offer(await this.bot.choose(game));
      this.bot.changed();
      this.status.tell("", "Change something, then Run: Ctrl+Enter.");
    } catch (problem) {
      this.status.tell("bad", `This game cannot be played: ${errorText(problem)}`);
    }
  }

  /** Shows what can be played of the bot's game. */
  private offer(setup: Partial<Setup>): void {
    const { kinds } = this, { game } = this.bot, kind = kinds.find((kind) => kind.game === game);
    if (!kind) throw new Error(`the rules know no ${game}`);
    this.bar.offer(kinds, kind, setup);
  }

  /** Whether and what one learns has changed. */
  private learns(): void {
    const { lesson } = this.learning;
    this.element.dataset["learn"] = String(lesson !== undefined);
    if (lesson !== undefined) {
      this.views.show("results");
      void this.choose(usualGame);
    }
    this.status.tell("", lesson === undefined ? "Change something, then Run: Ctrl+Enter." : `Lesson ${lesson}: open its code, change it, then Run: Ctrl+Enter.`);
  }

  /** What is to be played; says what is wrong with it. */
  private asked(): Setup | undefined {
    const { setup } = this.bar;
    if (typeof setup !== "string") return setup;
    this.status.tell("bad", setup);
    return undefined;
  }

  /** One match, as the bar asks for it. */
  private async run(): Promise<void> {
    const { lesson } = this.learning;
    if (lesson !== undefined) return this.runLesson(lesson);
    const setup = this.asked();
    if (!setup || this.kinds.length === 0) return;
    const programs = this.programs(setup);
    if (!programs) return;
    await this.play({ ...planOf(setup), programs, version: await this.bot.keep() });
  }

  /** The match of a lesson, which brings its board and its rivals. */
  private async runLesson(lesson: number): Promise<void> {
    const setup: Setup = { map: `lesson ${lesson}`, opponents: [], seed: 0n, turns: 0 };
    const config: Config = { seats: [{ bot: ofPage, name: folder }] };
    await this.play({ setup, config, seats: config.seats ?? [], who: "bot", lesson, programs: new Map([[own, this.bot.files]]), version: await this.bot.keep() });
  }

  /** The match that is shown, from its turn on with the bot as it is now. */
  private async runAgain(): Promise<void> {
    const { shown, againFrom } = this;
    if (!shown) return;
    const { setup, seats, who, config, players } = shown, programs = new Map(shown.programs);
    if (who === "bot") programs.set(own, this.bot.files);
    const plan = { setup, seats, who, programs, version: await this.bot.keep() };
    if (againFrom === 0 && config) return this.play({ ...plan, config });
    await this.play({ ...plan, config: { seats: againSeats(seats, players) }, from: { turn: Math.max(1, againFrom), shown } });
  }

  /** Shows a replay. */
  private async openReplay(name: string, replay: Bytes, { turn, me = -1 }: Address): Promise<void> {
    const source = parseMatch(await this.rules.film(replay)), { header } = source;
    if (this.kinds.some(({ game }) => game === header.game)) await this.choose(header.game);
    this.begin("match");
    this.over();
    const setup: Setup = { map: "", opponents: [], seed: 0n, turns: 0 };
    this.shown = { name, setup, config: undefined, seats: [], who: "", programs: new Map(), players: header.players.map((_, player) => player), replay };
    this.bot.problems([]);
    this.views.showResults("match");
    this.views.show("board");
    this.pane.show(source, -1, turn, turn === undefined);
    this.pane.me = header.players[me] ? me : -1;
    const title = `${name}: ${header.title || header.game}${source.end ? "" : ", as far as it is recorded"}`;
    this.status.tell("", `${title}. ${turn === undefined ? "Check it, or play it on from a turn." : "Change your bot, then Play on…"}`);
    this.turned();
  }

  /** Asks who plays the match on from the turn that is shown. */
  private branch(): void {
    const { shown, pane, rules } = this, source = pane.view?.source;
    if (!shown || !source) return;
    const fits = source.header.game === this.bot.game;
    const dialog = new BranchDialog({
      header: source.header, turn: pane.turn, me: pane.me,
      programs: fits ? [{ value: ofPage, title: `${folder}, as in the editor` }] : [],
      brancher: {
        reason: "",
        offer: () => rules.offer(shown.replay),
        begin: (offer, turn, chosen) => this.playOn(shown, offer, turn, chosen),
      },
    });
    this.element.append(dialog.element);
    dialog.element.addEventListener("close", () => dialog.element.remove());
    void dialog.open();
  }

  /** Plays a match on; the seats chosen go by player. */
  private async playOn(shown: Shown, offer: Offer, turn: number, chosen: readonly string[]): Promise<void> {
    const { seats, players, who } = branchOf(offer, turn, chosen, folder);
    const seated = players.map((player) => seats[player] ?? { bot: "" });
    const programs = new Map(seated.flatMap(({ bot }, seat): [number, Files][] => (bot === ofPage ? [[seat, this.bot.files]] : [])));
    const version = who === "bot" ? await this.bot.keep() : undefined;
    const name = shown.name.replace(/(-on)?\.blast$/, "-on.blast"), from = { turn, shown: { ...shown, name, players, config: undefined } };
    void this.play({ setup: shown.setup, config: { seats }, seats: seated, who, programs, from, version });
  }

  /** A match of the series that was played last. */
  private async open(match: SeriesMatch): Promise<void> {
    if (!this.played) return;
    const { setup, programs } = this.played;
    await this.play({ ...planOf(setup), programs, config: seriesConfig(setup, folder, match.i), of: match });
  }

  /** Who plays: one's own bot as it is now, and versions of it. */
  private programs(setup: Setup): Programs | undefined {
    const programs = new Map<number, Files>(setup.own ? [] : [[own, this.bot.files]]);
    for (const [i, { bot }] of setup.opponents.entries()) {
      if (bot.startsWith(builtin) || bot === byHand) continue;
      const files = this.bot.filesOf(bot);
      if (!files) {
        this.status.tell("bad", "This version of your bot is not there any more: choose another opponent.");
        return undefined;
      }
      programs.set(1 + i, files);
    }
    return programs;
  }

  private async play(plan: Plan): Promise<void> {
    const mine = this.begin("match"), { from, of, setup, seats, who } = plan;
    const problems: Problem[] = [];
    this.bot.problems(problems);
    this.shown = undefined;
    this.again.hidden = this.on.hidden = this.checks.hidden = this.save.hidden = true;
    this.status.tell("", from ? `Playing on from turn ${from.turn}…` : "Playing…");
    const on: BotEvents = {
      problem: (problem) => {
        problems.push(problem.turn === undefined ? problem : { ...problem, turn: problem.turn + later });
        if (mine === this.runs) this.bot.problems(problems);
      },
    };
    const order: Order = { config: plan.config };
    if (plan.lesson !== undefined) order.lesson = plan.lesson;
    if (from) Object.assign(order, { from: from.turn, refeed: true });
    let played: Played | undefined;
    try {
      played = await this.engine.play(order, from ? byPlayer(plan.programs, from.shown.players) : plan.programs, from?.shown.players[own] ?? own, on, from?.shown.replay);
      if (mine !== this.runs) return played.stop();
      this.playing = played;
      const { running } = played;
      running.source.then((source) => {
        if (mine !== this.runs) return;
        const me = who === "" ? -1 : (from?.shown.players[own] ?? source.header.players.findIndex(({ entrant }) => entrant === 1));
        this.views.showResults(of ? "series" : "match");
        this.views.show("board");
        this.pane.show(source, me, of ? of.lesson?.turn : from?.turn, of === undefined || of.lesson === null, running.seat);
        if (!running.seat) return;
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur(); // keys are moves now
        this.status.tell("", "You play: the row below the board and the keys (?) say how.");
      }, () => {}); // the match fails, and says why
      const { result, replay } = await running.done;
      if (mine !== this.runs) return;
      this.over();
      const players = from?.shown.players ?? result.seats.map(({ player }) => player);
      const seated = inSeats(result, players);
      const { lesson } = result;
      if (lesson) {
        this.learning.verdict(lesson);
        this.status.tell(lesson.done ? "good" : "bad", `Lesson ${lesson.lesson}: ${lesson.done ? "done. " : ""}${lesson.text}`, this.toLine(problems));
        this.bot.tell(plan.version, `lesson ${lesson.lesson}: ${lesson.done ? "done" : "not done"}`);
      } else {
        this.status.tell(who !== "" && seated.seats[own]?.won ? "good" : "over", ending(seated, of, who), this.toLine(problems));
      }
      if (!from && !lesson && who === "bot") this.bot.tell(plan.version, `against ${others(setup)}${setup.map && ` on ${setup.map}`}: ${resultText(seated)}`);
      if (replay) {
        const name = from?.shown.name ?? `${setup.map || "match"}-${setup.seed}.blast`;
        this.shown = { name, setup, config: from ? from.shown.config : plan.config, seats, who, programs: plan.programs, players, replay, lesson: lesson?.lesson };
        this.turned();
        await this.learn(mine, replay, of);
      }
    } catch (problem) {
      if (mine !== this.runs) return;
      this.over();
      this.status.tell("bad", `The match cannot be played: ${errorText(problem)}`, this.toLine(problems));
    }
  }

  /** Finds what cost most in the match that is shown. */
  private async learn(mine: number, replay: Bytes, of: SeriesMatch | undefined): Promise<void> {
    const lessons = await this.rules.lessons(replay);
    if (mine !== this.runs) return;
    const { shown } = this;
    this.pane.teach(lessons);
    if (!of || !shown) return;
    const known = of.lesson !== undefined;
    of.lesson = costliest(lessons, shown.players[own] ?? own);
    this.seriesPane.learned(of);
    if (!known && of.lesson) this.pane.jump(of.lesson.turn);
    else if (!known) this.pane.view?.playback.play(performance.now());
  }

  /** Many matches on all cores. */
  private async series(): Promise<void> {
    const setup = this.asked();
    if (!setup || this.kinds.length === 0) return;
    if (handsOf(setup) > 0) return this.status.tell("bad", `Nobody plays ${many} matches by hand: choose a bot for that seat.`);
    const programs = this.programs(setup);
    if (!programs) return;
    const version = await this.bot.keep();
    const mine = this.begin("series"), abort = new AbortController();
    this.playing = { stop: () => abort.abort(), keeps: true };
    this.played = { setup, programs };
    const tally = new Tally([{ name: folder, bot: `./${folder}` }, ...setup.opponents.map(({ bot, name }) => ({ name: name ?? bot.replace(builtin, ""), bot }))], many);
    this.seriesPane.begin(many, commandOf(setup, folder, many));
    this.views.showResults("series");
    this.views.show("results");
    this.status.tell("", `Playing ${many} matches…`);
    const workers = Array.from({ length: Math.min(navigator.hardwareConcurrency || 2, mostCores, many) }, () => this.worker(setup, programs));
    try {
      const counted = await playAll<Result>(many, workers, {
        over: (i, result) => {
          tally.add(result);
          this.seriesPane.add({ i, seed: seedOf(setup.seed, i), result }, tally);
        },
      }, abort.signal);
      if (mine !== this.runs) return;
      this.over();
      this.status.tell("over", counted < many ? `Stopped after ${plural(counted, "match", "matches")}.` : `${many} matches were played. The lost ones come first: each opens at the turn that cost most.`);
      this.seriesPane.end(tally);
      const stand = tally.seat(own);
      if (stand && counted > 0) this.bot.tell(version, `against ${others(setup)}${setup.map && ` on ${setup.map}`}: won ${stand.wins} of ${stand.matches}`);
      await this.learnFromLost(mine, setup, programs);
    } catch (problem) {
      if (mine !== this.runs) return;
      this.over();
      this.seriesPane.end(tally);
      this.status.tell("bad", `The matches cannot be played: ${errorText(problem)}`);
    }
  }

  /** One core of a series. */
  private worker(setup: Setup, programs: Programs): Worker<Result> {
    const engine = new Engine(new LabClient(), this.bots);
    return {
      play: async (i) => {
        const { running } = await engine.play({ config: seriesConfig(setup, folder, i), keep: false }, programs, own, {});
        return (await running.done).result;
      },
      close: () => engine.close(),
    };
  }

  /** Looks for what cost most in the lost matches of a series, one after the other, until something else is played. */
  private async learnFromLost(mine: number, setup: Setup, programs: Programs): Promise<void> {
    for (const match of this.seriesPane.lost.slice(0, mostLessons)) {
      const { running, stop } = await this.engine.play({ config: seriesConfig(setup, folder, match.i) }, programs, own, {});
      if (mine !== this.runs) return stop();
      this.playing = { stop };
      const { result, replay } = await running.done;
      const lessons = replay && mine === this.runs ? await this.rules.lessons(replay) : [];
      if (mine !== this.runs) return;
      match.lesson = costliest(lessons, result.seats[own]?.player ?? own);
      this.seriesPane.learned(match);
    }
  }

  /** Ends what is played, and begins with something else. */
  private begin(what: "match" | "series"): number {
    this.playing?.stop();
    this.playing = undefined;
    this.bar.busy(what);
    this.element.dataset["played"] = "true";
    return ++this.runs;
  }

  /** The reader ends what is played: a series keeps the matches that are over. */
  private stop(): void {
    const { playing } = this;
    if (!playing) return;
    if (!playing.keeps) {
      this.runs++;
      this.over();
      this.status.tell("over", "Stopped.");
    }
    playing.stop();
  }

  /** Goes to the line of the first problem, if there is one. */
  private toLine([problem]: readonly Problem[]): (() => void) | undefined {
    return problem && (() => {
      this.views.show("code");
      this.bot.show(problem);
    });
  }

  private over(): void {
    this.playing = undefined;
    this.element.dataset["over"] = String(this.runs);
    this.bar.busy("");
  }

  /** The turn from which the match that is shown can be run again. */
  private get againFrom(): number {
    return Math.max(0, Math.min(this.pane.turn, (this.pane.view?.source.newest ?? 1) - 1));
  }

  private saveReplay(): void {
    const { shown } = this;
    if (shown) saveFile(shown.name, new Blob([shown.replay]));
  }

  /** Another turn is shown. */
  private turned(): void {
    const { pane, shown } = this, turn = pane.turn, newest = pane.view?.source.newest ?? 0;
    this.bot.prints(pane.prints, turn);
    const nothing = shown === undefined || newest < 1, lesson = shown?.lesson !== undefined; // a lesson begins at its start
    this.save.hidden = this.checks.hidden = nothing;
    this.on.hidden = nothing || lesson;
    this.again.hidden = nothing || lesson || !shown.seats.some(isOfReader);
    setText(this.again, `Run again from turn ${this.againFrom}`);
  }

  private key(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation();
    void this.run();
  }
}

/** What a match came to, in words. */
function ending(result: Result, of: SeriesMatch | undefined, who: Who): string {
  const differs = of !== undefined && of.result.scores.some((score, player) => score !== result.scores[player]);
  const other = differs ? "Played again, this match went differently: your bot does not always do the same." : "";
  return [of && `Match ${of.i + 1}:`, resultText(result, who), who === "bot" ? troubleText(result) : "", other].filter((text) => text).join(" ");
}

/** The match that a setup asks for. */
const planOf = (setup: Setup): Pick<Plan, "setup" | "config" | "seats" | "who"> =>
  ({ setup, config: matchConfig(setup, folder), seats: seatsOf(setup, folder), who: setup.own ? "you" : "bot" });

const others = ({ opponents }: Setup): string => opponents.map(({ bot, name }) => name ?? bot.replace(builtin, "")).join(", ");

const costliest = (lessons: readonly Lesson[], player: number): Lesson | null =>
  lessons.filter((lesson) => lesson.player === player).sort((a, b) => b.cost - a.cost)[0] ?? null;

/** Programs of seats as those of players. */
function byPlayer(programs: Programs, players: readonly number[]): Programs {
  return new Map([...programs].map(([seat, files]) => [players[seat] ?? seat, files]));
}
