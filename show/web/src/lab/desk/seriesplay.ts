// A series: plays many matches on several cores, then finds what cost most in the lost ones.
import { LabClient } from "../client";
import { errorText, plural } from "../../ui/format";
import { Engine, type Programs } from "./engine";
import type { MatchPlay } from "./matchplay";
import type { Parts } from "./parts";
import { costliest, folder, others, own, planOf } from "./plan";
import type { Result } from "./result";
import { seedOf } from "./seeds";
import { playAll, type Worker } from "./series";
import type { SeriesMatch } from "./seriespane";
import { builtin, commandOf, many, seriesConfig, type Setup } from "./setup";
import { Tally } from "./tally";

const mostCores = 8; // each core has the rules in memory
const mostLessons = 20; // lost matches that are analysed without being asked for

export class SeriesPlay {
  private played: { setup: Setup; programs: Programs } | undefined; // the last series

  constructor(
    private readonly parts: Parts,
    private readonly match: MatchPlay,
  ) {}

  /** Plays a series on several cores. */
  async play(setup: Setup, programs: Programs): Promise<void> {
    const { runs, status, views, bot, seriesPane } = this.parts;
    const version = await bot.keep();
    const mine = runs.begin("series");
    const abort = new AbortController();
    runs.playing = { stop: () => abort.abort(), keeps: true };
    this.played = { setup, programs };
    const tally = new Tally(
      [
        { name: folder, bot: `./${folder}` },
        ...setup.opponents.map(({ bot, name }) => ({ name: name ?? bot.replace(builtin, ""), bot })),
      ],
      many,
    );
    seriesPane.begin(many, commandOf(setup, folder, many));
    views.showResults("series");
    views.show("results");
    status.tell("", `Playing ${many} matches…`);
    const workers = Array.from({ length: Math.min(navigator.hardwareConcurrency || 2, mostCores, many) }, () =>
      this.worker(setup, programs),
    );
    try {
      const counted = await playAll<Result>(
        many,
        workers,
        {
          over: (i, result) => {
            tally.add(result);
            seriesPane.add({ i, seed: seedOf(setup.seed, i), result }, tally);
          },
        },
        abort.signal,
      );
      seriesPane.end(tally);
      if (!runs.isNewest(mine)) return;
      runs.over();
      status.tell(
        "over",
        counted < many
          ? `Stopped after ${plural(counted, "match", "matches")}.`
          : `${many} matches were played. ${seriesPane.lost.length > 0 ? "The lost ones come first: each opens at the turn that cost most." : "None was lost: choose a stronger opponent."}`,
      );
      const stand = tally.seat(own);
      if (stand && counted > 0)
        bot.tell(
          version,
          `against ${others(setup)}${setup.map && ` on ${setup.map}`}: won ${stand.wins} of ${stand.matches}`,
        );
      await this.learnFromLost(mine, setup, programs);
    } catch (problem) {
      seriesPane.end(tally);
      if (!runs.isNewest(mine)) return;
      runs.over();
      status.tell("bad", `The matches cannot be played: ${errorText(problem)}`);
    }
  }

  /** Plays a match of the last series again, and shows it at the turn that cost most. */
  async open(match: SeriesMatch): Promise<void> {
    if (!this.played) return;
    const { setup, programs } = this.played;
    await this.match.play({ ...planOf(setup), programs, config: seriesConfig(setup, folder, match.i), of: match });
  }

  /** The worker of a series on one core. */
  private worker(setup: Setup, programs: Programs): Worker<Result> {
    const engine = new Engine(new LabClient(), this.parts.bots);
    return {
      play: async (i) => {
        const { running } = await engine.play(
          { config: seriesConfig(setup, folder, i), keep: false },
          programs,
          own,
          {},
        );
        return (await running.done).result;
      },
      close: () => engine.close(),
    };
  }

  /** Finds what cost most in the lost matches of a series, one by one, until something else is played. */
  private async learnFromLost(mine: number, setup: Setup, programs: Programs): Promise<void> {
    const { rules, engine, runs, seriesPane } = this.parts;
    for (const match of seriesPane.lost.slice(0, mostLessons)) {
      const { running, stop } = await engine.play({ config: seriesConfig(setup, folder, match.i) }, programs, own, {});
      if (!runs.isNewest(mine)) return stop();
      runs.playing = { stop };
      const { result, replay } = await running.done;
      const lessons = replay && runs.isNewest(mine) ? await rules.lessons(replay) : [];
      if (!runs.isNewest(mine)) return;
      match.lesson = costliest(lessons, result.seats[own]?.player ?? own);
      seriesPane.learned(match);
    }
  }
}
