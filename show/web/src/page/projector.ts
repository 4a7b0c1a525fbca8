// Decides what a large screen without a user shows next: matches one after the other, with their results in between.
import type { Catalog } from "../list/catalog";
import type { Series } from "../list/series";
import type { MatchView } from "../match/matchview";
import { addressTurn, isOver } from "../state/match";
import { stopPlaying } from "../state/playback";

/** What the projector needs of the page. */
export interface Screen {
  readonly view: MatchView | undefined;
  /** The id of the match that is shown. */
  readonly id: string | undefined;
  readonly catalog: Catalog | undefined;
  readonly series: Series | undefined;
  /** Only the match of the address is shown: another page decides what comes next. */
  readonly alone: boolean;
  /** Shows a match; false: it cannot be opened. */
  choose(id: string, turn?: number): Promise<boolean>;
  /** Shows or hides the table of the series, on top of the match. */
  showSeries(shown: boolean, over: boolean): void;
}

const retryAfter = 2000; // milliseconds, if a match cannot be opened
const finalTime = 4000; // milliseconds that the result of a match is shown
const seriesTime = 6000; // milliseconds that the table of the series is shown

type Rest = "none" | "moments" | "final" | "series" | "done";

export class Projector {
  on = false;
  private rest: Rest = "none";
  private sequence = 0; // increases whenever a pending operation is cancelled
  private back: { id: string | undefined; turn: number | undefined; playing: boolean } | undefined;
  private sawLive = false; // matches are played live here, so old ones are not repeated

  constructor(private readonly screen: Screen) {}

  enter(): void {
    this.on = true;
    const { view, id } = this.screen;
    this.back = view && { id, turn: addressTurn(view.state), playing: view.state.playback.playing };
    this.begin();
  }

  /** Returns to what was shown before. */
  leave(): void {
    this.on = false;
    this.stop();
    const { back, screen } = this;
    this.back = undefined;
    if (!back) return;
    if (back.id !== undefined && back.id !== screen.id) {
      if (back.turn !== undefined) void screen.choose(back.id, back.turn); // else it was live and is over now
      return;
    }
    if (back.turn === undefined || !screen.view) return;
    stopPlaying(screen.view.state.playback);
    screen.view.jump(back.turn);
    if (back.playing) screen.view.play();
  }

  /** A match was opened, or projector mode was turned on. */
  begin(): void {
    const { view } = this.screen;
    if (!this.on || !view) return;
    this.stop();
    if (view.source.live) {
      this.sawLive = true;
      view.follow();
    } else if (isOver(view.state, view.source)) void this.rests();
    else view.play();
    view.refresh();
  }

  /** The match on the screen has reached its end, or left it again. */
  reached(over: boolean): void {
    if (!this.on) return;
    if (this.rest === "moments") return; // the instant replay moves between turns
    if (!over) this.stop();
    else if (this.rest === "none") void this.rests();
  }

  /** Matches began or ended. */
  listed(): void {
    const { catalog } = this.screen;
    if (catalog?.matches.some((match) => match.live)) this.sawLive = true;
    if (this.on && this.rest === "done") void this.next();
  }

  private stop(): void {
    this.sequence++;
    this.rest = "none";
    this.screen.view?.leaveStory();
    this.screen.view?.showFinal(false);
    this.screen.showSeries(false, false);
  }

  /** Shows what comes between two matches. */
  private async rests(): Promise<void> {
    const { screen } = this;
    const { view } = screen;
    const mine = ++this.sequence;
    if (!view) return;
    this.rest = "moments";
    await view.highlights();
    if (mine !== this.sequence) return;
    this.rest = "final";
    view.showFinal(true);
    if (screen.alone) return;
    await wait(finalTime);
    if (mine !== this.sequence) return;
    if (screen.series) {
      this.rest = "series";
      screen.showSeries(true, await this.isLast());
      await wait(seriesTime);
      if (mine !== this.sequence) return;
    }
    this.rest = "done";
    await this.next();
  }

  /** Goes on to the newest live match, else to the next replay. If there is neither, the result stays. */
  private async next(): Promise<void> {
    const { screen } = this;
    const { catalog, series } = screen;
    const mine = this.sequence;
    if (!catalog || screen.alone) return;
    const live = catalog.matches.findLast((match) => match.live && match.id !== screen.id);
    if (live) return void (await screen.choose(live.id));
    if (series) screen.showSeries(true, await this.isLast());
    if (this.isPlayedHere) return;
    const next = await catalog.after(screen.id);
    if (mine !== this.sequence || !next) return;
    if (next !== screen.id) {
      if (await screen.choose(next, 0)) return;
      await wait(retryAfter);
      if (mine === this.sequence) await this.next();
      return;
    }
    this.stop(); // there is only this match
    screen.view?.goTo(0);
    this.begin();
  }

  private get isPlayedHere(): boolean {
    return this.sawLive || (this.screen.series?.planned ?? 0) > 0;
  }

  /** Whether no match follows this one. */
  private async isLast(): Promise<boolean> {
    const { series, catalog, id } = this.screen;
    if (this.isPlayedHere) return series !== undefined && !series.live;
    return catalog !== undefined && (await catalog.isNewest(id));
  }
}

function wait(duration: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, duration));
}
