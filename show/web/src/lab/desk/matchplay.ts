// One match: it is played, watched from its first turns on, and then looked at for what cost most.
import type { BotEvents } from "../bot/host";
import type { Bytes } from "../messages";
import type { Order } from "../order";
import type { Problem } from "../output";
import { errorText } from "../../ui/format";
import type { Who } from "./branching";
import type { Played } from "./engine";
import type { Parts } from "./parts";
import { byPlayer, costliest, others, own, type Plan } from "./plan";
import { inSeats, type Result } from "./result";
import type { SeriesMatch } from "./seriespane";
import type { ShownMatch } from "./shownmatch";
import { resultText, troubleText } from "./words";

const later = 2; // a program's turn n decides turn n + 2 of the match: nobody sees the board before turn 1

export class MatchPlay {
  constructor(private readonly parts: Parts, private readonly shown: ShownMatch) {}

  /** Plays a match and shows it; whatever was played before ends. */
  async play(plan: Plan): Promise<void> {
    const { engine, runs, status, views, pane, bot, learning } = this.parts, { shown } = this;
    const mine = runs.begin("match"), { from, of, at, setup, seats, who } = plan;
    const problems: Problem[] = [];
    let lost = "";
    bot.problems(problems);
    shown.clear();
    status.tell("", from ? `Playing on from turn ${from.turn}…` : "Playing…");
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
    try {
      played = await engine.play(order, from ? byPlayer(plan.programs, from.shown.players) : plan.programs, from?.shown.players[own] ?? own, on, from?.shown.replay);
      if (!runs.isNewest(mine)) return played.stop();
      runs.playing = played;
      const { running } = played;
      running.source.then((source) => {
        if (!runs.isNewest(mine)) return;
        const me = who === "" ? -1 : (from?.shown.players[own] ?? source.header.players.findIndex(({ entrant }) => entrant === 1));
        views.showResults(of ? "series" : "match");
        views.show("board");
        const stays = of ? of.lesson !== null : at !== undefined;
        pane.show(source, me, of ? of.lesson?.turn : from?.turn ?? at, !stays, running.seat);
        if (!running.seat) return;
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur(); // keys are moves now
        status.tell("", "You play: the row below the board and the keys (?) say how.");
      }, () => {}); // the match fails, and says why
      const { result, replay } = await running.done;
      if (!runs.isNewest(mine)) return;
      runs.over();
      const players = from?.shown.players ?? result.seats.map(({ player }) => player);
      const seated = inSeats(result, players);
      const { lesson } = result;
      if (lesson) {
        learning.verdict(lesson);
        status.tell(lesson.done ? "good" : "bad", `Lesson ${lesson.lesson}: ${lesson.done ? "done. " : ""}${lesson.text}`, this.toLine(problems));
        bot.tell(plan.version, `lesson ${lesson.lesson}: ${lesson.done ? "done" : "not done"}`);
      } else {
        status.tell(who !== "" && seated.seats[own]?.won ? "good" : "over", ending(seated, of, who, lost), this.toLine(problems));
      }
      if (!from && !lesson && who === "bot") bot.tell(plan.version, `against ${others(setup)}${setup.map && ` on ${setup.map}`}: ${resultText(seated)}`);
      if (replay) {
        const name = from?.shown.name ?? `${setup.map || "match"}-${setup.seed}.blast`;
        shown.show({ name, setup, config: from ? from.shown.config : plan.config, seats, who, programs: plan.programs, players, replay, lesson: lesson?.lesson });
        await this.learn(mine, replay, players[own] ?? own, of);
      }
    } catch (problem) {
      if (!runs.isNewest(mine)) return;
      runs.over();
      status.tell("bad", `The match cannot be played: ${errorText(problem)}`, this.toLine(problems));
    }
  }

  /** Finds what cost most in the match that is shown. */
  private async learn(mine: number, replay: Bytes, player: number, of: SeriesMatch | undefined): Promise<void> {
    const { rules, runs, pane, seriesPane } = this.parts;
    const lessons = await rules.lessons(replay);
    if (!runs.isNewest(mine)) return;
    pane.teach(lessons);
    if (!of) return;
    const known = of.lesson !== undefined;
    of.lesson = costliest(lessons, player);
    seriesPane.learned(of);
    if (!known && of.lesson) pane.jump(of.lesson.turn);
    else if (!known) pane.view?.playback.play(performance.now());
  }

  /** Goes to the line of the first problem, if there is one. */
  private toLine([problem]: readonly Problem[]): (() => void) | undefined {
    const { views, bot } = this.parts;
    return problem && (() => {
      views.show("code");
      bot.show(problem);
    });
  }
}

/** What a match came to, in words. */
function ending(result: Result, of: SeriesMatch | undefined, who: Who, lost: string): string {
  const differs = of !== undefined && of.result.scores.some((score, player) => score !== result.scores[player]);
  const other = differs ? "Played again, this match went differently: your bot does not always do the same." : "";
  return [of && `Match ${of.i + 1}:`, resultText(result, who), who === "bot" ? troubleText(result, lost) : "", other].filter((text) => text).join(" ");
}
