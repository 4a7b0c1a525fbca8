// The laboratory: the reader writes a bot, plays it, looks at what it did, and changes it.
import { makeHelp } from "../../page/help";
import { BotHost } from "../bot/host";
import { loadsPyodide } from "../bot/pyodide";
import { lab } from "../client";
import { Learning } from "../learn/learning";
import type { Files } from "../files";
import type { Kind } from "../messages";
import { byHand, type Config } from "../order";
import { parseAddress } from "../../page/address";
import { h, iconButton } from "../../ui/dom";
import { errorText } from "../../ui/format";
import { parseMatch } from "../../source/embedded";
import { Bar } from "./bar";
import { BotPane } from "./botpane";
import { Engine, type Programs } from "./engine";
import { languages, languageTitles, usualLanguage, type Language } from "./language";
import { MatchPane } from "./matchpane";
import { MatchPlay } from "./matchplay";
import type { Parts } from "./parts";
import { folder, own, planOf } from "./plan";
import { ReplayFile } from "./replayfile";
import { Runs } from "./runs";
import { SeriesPane } from "./seriespane";
import { SeriesPlay } from "./seriesplay";
import { builtin, handsOf, many, ofPage, usualGame, type Setup } from "./setup";
import { ShownMatch } from "./shownmatch";
import { Status } from "./status";
import { Views } from "./views";
import { howToRun } from "./words";

export class Desk implements Parts {
  readonly element = h("div", { class: "desk-page", role: "main" });
  readonly rules = lab;
  readonly bots = new BotHost(
    this.element,
    loadsPyodide((text) => {
      if (this.bot.language === "python" && !this.runs.playing) this.status.tell("", text);
    }),
  );
  readonly engine = new Engine(this.rules, this.bots);
  readonly status = new Status();
  private readonly bar = new Bar({
    run: () => void this.run(),
    series: () => void this.series(),
    stop: () => this.runs.stop(),
    changed: () => this.bot.changed(),
    game: (game) => void this.choose({ game }),
    language: (language) => void this.choose({ language }),
  });
  readonly pane = new MatchPane({
    turned: () => this.shown.turned(),
    say: (text) => this.status.say(text),
    help: () => this.help.showModal(),
  });
  readonly bot: BotPane;
  readonly seriesPane = new SeriesPane(
    (match) => void this.seriesPlay.open(match),
    () => this.pane.dark,
  );
  readonly views = new Views(this.element, many);
  readonly learning = new Learning({
    lessons: () => this.rules.learn(),
    open: (files) => {
      this.views.show("code");
      void this.openLesson(files);
    },
    run: () => void this.run(),
    changed: () => this.learns(),
    failed: (problem) => this.status.tell("bad", `The lessons cannot be shown: ${errorText(problem)}`),
  });
  private readonly help = makeHelp();
  private readonly replays = new ReplayFile({
    open: async (name, replay, at) => {
      if (this.learning.lesson !== undefined) await this.learning.toggle();
      await this.shown.openReplay(name, replay, at);
    },
    refuse: (text) => this.status.say(text),
  });
  readonly runs = new Runs(this.element, this.bar, this.status);
  private readonly shown: ShownMatch = new ShownMatch(this, {
    play: (plan) => this.match.play(plan),
    choose: async (game) => {
      if (this.kinds.some((kind) => kind.game === game)) await this.choose({ game });
    },
  });
  private readonly match = new MatchPlay(this, this.shown);
  private readonly seriesPlay = new SeriesPlay(this, this.match);
  private kinds: Kind[] = []; // one kind for each game
  private chosen: Promise<unknown> = Promise.resolve(); // settles after the last change of game or language
  private putBack: (() => void) | undefined; // restores the match that was shown before the lessons
  private wanted: (() => void) | undefined; // what was asked for before the page was ready
  private linked = 0; // the turn of a link, to be shown in the first match; 0: none

  constructor() {
    const { pane, bar, status } = this;
    const desk = this;
    this.bot = new BotPane(folder, {
      starter: (game, language) => this.rules.starter(game, language, folder),
      play: (game, language) => this.choose({ game, language }),
      say: (text) => status.say(text),
      jump: (turn) => pane.jump(turn),
      run: () => void this.run(),
      opened: () => this.status.tell("", `Opened. Now ${howToRun()}.`),
      listed: () => bar.offerVersions(this.bot.sparring),
      get setup() {
        return typeof bar.setup === "string" ? undefined : bar.setup;
      },
      get turn() {
        return desk.pane.turn;
      },
    });
    this.help.append(
      h(
        "p",
        {},
        "In the laboratory Ctrl+Enter runs the bot, wherever the focus is. In the code Esc, then Tab goes on to what follows.",
      ),
    );
    this.element.append(
      h(
        "header",
        { class: "desk-top" },
        h("h1", {}, "Laboratory"),
        this.bar.element,
        h(
          "div",
          { class: "actions" },
          this.replays.button,
          this.learning.button,
          iconButton("theme", "Theme (t)", () => pane.run({ name: "theme" })),
          iconButton("help", "Keys (?)", () => this.help.showModal()),
        ),
      ),
      this.views.tabs,
      this.bot.element,
      h("div", { class: "desk-status" }, this.status.element),
      this.pane.element,
      h("div", { class: "desk-acts" }, ...this.shown.buttons, this.views.segments),
      this.seriesPane.element,
      this.learning.element,
      this.help,
      this.replays.input,
    );
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** Opens the bot of the address, the last draft, or the starter. */
  async start(): Promise<void> {
    this.status.tell("", "Loading the rules…");
    const address = parseAddress(location.hash);
    try {
      const kinds = await this.rules.withNews((text) => this.status.tell("", text), this.rules.kinds());
      // The first kind of a game has its usual rules.
      this.kinds = kinds.filter(({ game }, i) => kinds.findIndex((kind) => kind.game === game) === i);
      const setup = await this.bot.open(this.kinds);
      this.offer(setup);
      await this.speak();
      this.linked = setup.turn ?? 0;
      if (this.linked > 0) this.status.tell("", `Run plays the match of the link and shows turn ${this.linked}.`);
      await this.replays.ask(address);
      this.element.dataset["ready"] = "true";
      const { wanted } = this;
      this.wanted = undefined;
      wanted?.();
    } catch (problem) {
      this.status.tell("bad", `The laboratory does not work here: ${errorText(problem)}`);
    }
  }

  /**
   * Changes the game or the language, and opens the last draft for it or its starter. Choices are carried out one after
   * the other.
   */
  private async choose(choice: { game?: string; language?: Language }): Promise<void> {
    const changes = this.chosen.then(() => this.change(choice));
    this.chosen = changes;
    if (await changes) await this.speak();
  }

  /** Carries out a choice; false: it changed nothing. */
  private async change({
    game = this.bot.game,
    language = this.bot.language,
  }: {
    game?: string;
    language?: Language;
  }): Promise<boolean> {
    if (game === this.bot.game && language === this.bot.language) return false;
    try {
      this.offer(await this.bot.choose(game, language));
      this.bot.changed();
      this.shown.turned();
      return true;
    } catch (problem) {
      this.status.tell("bad", `This game cannot be played: ${errorText(problem)}`);
      return false;
    }
  }

  /** Shows the language, and loads what it needs. */
  private async speak(): Promise<void> {
    const { language, trouble } = this.bot;
    const { begun } = this.runs;
    this.bar.speak(languages(), language);
    try {
      if (language === "python") {
        this.status.tell("", "Loading Python…");
        await this.bots.prepare();
      }
      if (!this.runs.isNewest(begun) || language !== this.bot.language) return;
      this.status.tell(trouble ? "bad" : "", trouble || this.advice);
    } catch (problem) {
      if (language !== this.bot.language) return;
      this.status.tell("bad", `Python cannot be used: ${errorText(problem)}`);
    }
  }

  /** Shows in the bar what can be played in the bot's game. */
  private offer(setup: Partial<Setup>): void {
    const { kinds } = this;
    const { game } = this.bot;
    const kind = kinds.find((kind) => kind.game === game);
    if (!kind) throw new Error(`the rules know no ${game}`);
    this.bar.offer(kinds, kind, setup);
  }

  /** The lessons were opened or closed, or another lesson was chosen. */
  private learns(): void {
    const { lesson } = this.learning;
    this.element.dataset["learn"] = String(lesson !== undefined);
    if (lesson === undefined) {
      this.putBack?.();
      this.putBack = undefined;
    } else {
      this.views.show("results");
      void this.choose({ game: usualGame });
      if (!this.runs.playing?.keeps) this.runs.stop();
      if (this.putBack) this.shown.put();
      else this.putBack = this.shown.put();
      this.showBoard(lesson).catch((problem: unknown) =>
        this.status.tell("bad", `The board of the lesson cannot be shown: ${errorText(problem)}`),
      );
    }
    this.pane.teachesCells(lesson !== undefined);
    this.status.tell("", this.advice);
  }

  /** What the reader can do before a match is played. */
  private get advice(): string {
    const { lesson } = this.learning;
    return lesson === undefined
      ? `Change something, then ${howToRun()}.`
      : `Lesson ${lesson}: open its code, change it, then ${howToRun()}.`;
  }

  /** Opens the code of a lesson, which is in JavaScript. */
  private async openLesson(files: Files): Promise<void> {
    const { language } = this.bot;
    await this.choose({ game: usualGame, language: usualLanguage });
    await this.bot.replace(files);
    if (language !== usualLanguage)
      this.status.tell(
        "",
        `Opened. The lessons are in ${languageTitles[usualLanguage]}. Your bot in ${languageTitles[language]} is kept: choose its language to go on with it.`,
      );
  }

  /** Shows the board of a lesson at its start. */
  private async showBoard(lesson: number): Promise<void> {
    const { begun } = this.runs;
    const running = this.rules.match({ config: { seats: [{ bot: `${builtin}idle`, name: folder }] }, lesson });
    const [source] = await Promise.all([running.source, running.done]);
    const { header } = source;
    const start = source.frame(0);
    if (!start || !this.runs.isNewest(begun) || this.learning.lesson !== lesson) return;
    this.pane.show(
      parseMatch([header, null, start].map((part) => JSON.stringify(part)).join("\n")),
      header.players.findIndex(({ entrant }) => entrant === 1),
      0,
      false,
    );
  }

  /** The setup from the bar; if it is not valid, says why and returns undefined. */
  private asked(): Setup | undefined {
    const { setup } = this.bar;
    if (typeof setup !== "string") return setup;
    this.status.tell("bad", setup);
    return undefined;
  }

  /** Remembers what the reader wants before the page is ready, and does it then; returns whether it is too early. */
  private tooEarly(act: () => void): boolean {
    if (this.element.dataset["ready"] === "true") return false;
    this.wanted = act;
    this.status.tell("", "Still loading: this starts as soon as the page is ready…");
    return true;
  }

  /** Plays one match with the setup from the bar. */
  private async run(): Promise<void> {
    if (this.tooEarly(() => void this.run())) return;
    const { lesson } = this.learning;
    if (lesson !== undefined) return this.runLesson(lesson);
    const setup = this.asked();
    if (!setup || this.kinds.length === 0) return;
    const programs = this.programs(setup);
    if (!programs) return;
    const { linked } = this;
    this.linked = 0;
    await this.match.play({
      ...planOf(setup),
      programs,
      ...(linked > 0 && { at: linked }),
      version: await this.bot.keep(),
    });
  }

  /** Plays the match of a lesson, which has a board and opponents of its own. */
  private async runLesson(lesson: number): Promise<void> {
    const setup: Setup = { map: `lesson ${lesson}`, opponents: [], seed: 0n, turns: 0 };
    const config: Config = { seats: [{ bot: ofPage, name: folder }] };
    await this.match.play({
      setup,
      config,
      seats: config.seats ?? [],
      who: "bot",
      lesson,
      programs: new Map([[own, this.bot.files]]),
      version: await this.bot.keep(),
    });
  }

  /** Plays a series with the setup from the bar. */
  private async series(): Promise<void> {
    if (this.tooEarly(() => void this.series())) return;
    const setup = this.asked();
    if (!setup || this.kinds.length === 0) return;
    if (handsOf(setup) > 0)
      return this.status.tell("bad", `Nobody plays ${many} matches by hand: choose a bot for that seat.`);
    const programs = this.programs(setup);
    if (programs) await this.seriesPlay.play(setup, programs);
  }

  /** The programs of the page by seat: one's own bot as it is now, and versions of it. */
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

  private key(event: KeyboardEvent): void {
    if (
      event.key !== "Enter" ||
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      document.querySelector("dialog[open]")
    )
      return;
    event.preventDefault();
    event.stopPropagation();
    void this.run();
  }
}
