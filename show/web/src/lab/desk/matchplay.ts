// One match: it is played, shown from its first turns on, and then analysed for what cost most.
import type { BotEvents } from "../bot/host";
import type { Bytes } from "../messages";
import type { Order } from "../order";
import type { Lesson } from "../../model";
import type { Problem } from "../output";
import type { Source } from "../../source/source";
import { errorText } from "../../ui/format";
import type { Who } from "./branching";
import type { Played } from "./engine";
import type { Parts } from "./parts";
import { byPlayer, costliest, others, own, type Plan } from "./plan";
import { inSeats, outcomeOf, type Result } from "./result";
import type { SeriesMatch } from "./seriespane";
import type { ShownMatch } from "./shownmatch";
import type { StatusKind, Way } from "./status";
import { keyless, resultText, troubleText } from "./words";

const later = 2; // a bot's turn n decides turn n + 2 of the match: the first board that bots see is that of turn 1
const silence = 2000; // milliseconds without a first answer, after which the page says that it waits for a bot

export class MatchPlay {
  constructor(
    private readonly parts: Parts,
    private readonly shown: ShownMatch,
  ) {}

  /** Plays a match and shows it. Whatever was being played ends. */
  async play(plan: Plan): Promise<void> {
    const { engine, runs, status, views, pane, bot, learning, seriesPane } = this.parts;
    const { shown } = this;
    const mine = runs.begin("match");
    const { from, of, at, setup, seats, who } = plan;
    const problems: Problem[] = [];
    let lost = "";
    bot.problems(problems);
    seriesPane.mark(of);
    shown.clear();
    const playing = from ? `Playing on from turn ${from.turn}…` : "Playing…";
    status.tell("", playing);
    const on: BotEvents = {
      problem: (problem) => {
        problems.push(problem.turn === undefined ? problem : { ...problem, turn: problem.turn + later });
        if (runs.isNewest(mine)) bot.problems(problems);
      },
      gone: (why) => (lost = why),
    };
    const order: Order = { config: plan.config };
    if (plan.lesson !== undefined) order.lesson = plan.lesson;
    if (from) Object.assign(order, { from: from.turn, refeed: true });
    let played: Played | undefined;
    let board: Source | undefined;
    const telling = this.tellSilence(
      mine,
      playing,
      () => plan.programs.size === 0 || (board?.newest ?? 0) >= (from?.turn ?? 0) + later,
    );
    try {
      played = await engine.play(
        order,
        from ? byPlayer(plan.programs, from.shown.players) : plan.programs,
        from?.shown.players[own] ?? own,
        on,
        from?.shown.replay,
      );
      if (!runs.isNewest(mine)) return played.stop();
      runs.playing = played;
      const { running } = played;
      running.source.then(
        (source) => {
          if (!runs.isNewest(mine)) return;
          board = source;
          const me =
            who === ""
              ? -1
              : (from?.shown.players[own] ?? source.header.players.findIndex(({ entrant }) => entrant === 1));
          views.showResults(of ? "series" : "match");
          views.show("board");
          const stays = of ? of.lesson !== null : at !== undefined;
          pane.show(source, me, of ? of.lesson?.turn : (from?.turn ?? at), !stays, running.seat);
          if (!running.seat) return;
          clearInterval(telling); // the match also waits for the person
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur(); // keys now play
          status.tell(
            "",
            keyless() ? "You play: use the buttons." : "You play: use the buttons or the keys (? lists them).",
          );
        },
        () => {},
      ); // the match also fails, and reports why
      const { result, replay } = await running.done;
      clearInterval(telling); // keep the result on display during the analysis
      if (!runs.isNewest(mine)) return;
      runs.over();
      const players = from?.shown.players ?? result.seats.map(({ player }) => player);
      const seated = inSeats(result, players);
      const { lesson } = result;
      const text = ending(seated, of, who, lost);
      const kind = who !== "" && seated.seats[own]?.won ? "good" : "over";
      if (lesson) {
        learning.verdict(lesson);
        status.tell(
          lesson.done ? "good" : "bad",
          `Lesson ${lesson.lesson}: ${lesson.done ? "done. " : ""}${lesson.text}`,
          this.toLine(problems),
        );
        bot.tell(plan.version, `lesson ${lesson.lesson}: ${lesson.done ? "done" : "not done"}`);
      } else {
        status.tell(kind, text, this.toLine(problems));
      }
      if (!from && !lesson && who === "bot")
        bot.tell(plan.version, `against ${others(setup)}${setup.map && ` on ${setup.map}`}: ${resultText(seated)}`);
      if (replay) {
        const name = from?.shown.name ?? `${setup.map || "match"}-${setup.seed}.blast`;
        shown.show({
          name,
          setup,
          config: from ? from.shown.config : plan.config,
          seats,
          who,
          programs: plan.programs,
          players,
          replay,
          lesson: lesson?.lesson,
        });
        const lessons = await this.learn(mine, replay, players[own] ?? own, of);
        if (lesson || !runs.isNewest(mine) || who === "" || outcomeOf(seated, own) !== "loss" || problems.length > 0)
          return;
        this.tellWhy(kind, text, costliest(lessons, players[own] ?? own), of);
      }
    } catch (problem) {
      if (!runs.isNewest(mine)) return;
      runs.over();
      status.tell("bad", `The match cannot be played: ${errorText(problem)}`, this.toLine(problems));
    } finally {
      clearInterval(telling);
    }
  }

  /**
   * Tells the reader if a bot takes long to give its first answer. The caller clears the timer when the match is over.
   */
  private tellSilence(mine: number, playing: string, answered: () => boolean): ReturnType<typeof setInterval> {
    const { runs, status } = this.parts;
    const began = performance.now();
    let told = false;
    const timer = setInterval(() => {
      if (!runs.isNewest(mine)) return clearInterval(timer);
      if (answered()) {
        clearInterval(timer);
        if (told) status.tell("", playing);
      } else if (!told && performance.now() - began >= silence) {
        told = true;
        status.tell("", `${playing} A bot has not answered yet: it has 10 seconds for its first answer.`);
      }
    }, 200);
    return timer;
  }

  /** Tells the reader what cost most in a match that was lost. */
  private tellWhy(kind: StatusKind, text: string, costly: Lesson | null, of: SeriesMatch | undefined): void {
    const { status, views, pane } = this.parts;
    if (!costly) return status.tell(kind, `${text} No turn stands out.`);
    if (of) return; // the match is shown at that turn
    status.tell(kind, text, {
      title: `Turn ${costly.turn} cost most`,
      go: () => {
        views.show("board");
        pane.jump(costly.turn);
      },
    });
  }

  /** Finds what cost most in the match that is shown. */
  private async learn(
    mine: number,
    replay: Bytes,
    player: number,
    of: SeriesMatch | undefined,
  ): Promise<readonly Lesson[]> {
    const { rules, runs, pane, seriesPane } = this.parts;
    const lessons = await rules.lessons(replay);
    if (!runs.isNewest(mine)) return lessons;
    pane.teach(lessons);
    if (!of) return lessons;
    const known = of.lesson !== undefined;
    of.lesson = costliest(lessons, player);
    seriesPane.learned(of);
    if (!known && of.lesson) pane.jump(of.lesson.turn);
    else if (!known) pane.play();
    return lessons;
  }

  /** A link to the line of the first problem; undefined: there is none. */
  private toLine([problem]: readonly Problem[]): Way | undefined {
    const { views, bot } = this.parts;
    return (
      problem && {
        title: "Show the line",
        go: () => {
          views.show("code");
          bot.show(problem);
        },
      }
    );
  }
}

/** The result of a match, in words. */
function ending(result: Result, of: SeriesMatch | undefined, who: Who, lost: string): string {
  const differs = of?.result.scores.some((score, player) => score !== result.scores[player]);
  const other = differs ? "Played again, this match went differently: your bot does not always do the same." : "";
  return [of && `Match ${of.i + 1}:`, resultText(result, who), who === "bot" ? troubleText(result, lost) : "", other]
    .filter((text) => text)
    .join(" ");
}
