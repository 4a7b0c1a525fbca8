// What follows a match: its decisive moments as an instant replay, then the standings with the reason.
import type { Source } from "../source/source";
import { Highlights, pause } from "./highlights";
import type { MatchState } from "../state/match";
import type { Projecting } from "../state/state";
import { goTo, stopPlaying } from "../state/playback";

/** What the story needs of the view of a match. */
export interface Viewing {
  readonly source: Source;
  readonly state: Pick<MatchState, "playback" | "story" | "drawn">;
  readonly host: {
    readonly state: { readonly projecting: Pick<Projecting, "on"> };
    readonly still: boolean;
    readonly dark: boolean;
    say(text: string): void;
  };
  /** Whether the view is on the page. */
  readonly attached: boolean;
  /** Moves the view to these cells, enlarged, in duration milliseconds; without cells, to the whole board. */
  flyTo(cells: readonly number[], duration: number): void;
  /** Sets whether the standings cover the board. */
  showFinal(shown: boolean): void;
  refresh(): void;
}

const lastLook = 1500; // milliseconds between the end of a live match and its moments
const patience = 10_000; // milliseconds to wait for a turn

export class Story {
  readonly moments: Highlights;
  private telling: Promise<boolean> | undefined;
  private left = new AbortController(); // aborted when the reader goes elsewhere

  constructor(private readonly view: Viewing) {
    this.moments = new Highlights(view.state.story);
  }

  /**
   * Shows the moments. Resolves to true if all were shown, to false if they were skipped; then the last turn is shown.
   * If the reader goes elsewhere, the turn stays where the reader goes.
   */
  highlights(): Promise<boolean> {
    if (this.telling) return this.telling;
    const telling = this.show(this.left.signal).finally(() => {
      if (this.telling === telling) this.end();
      this.view.refresh();
    });
    this.view.state.story.told = true;
    return (this.telling = telling);
  }

  /** Ends the moments because the reader goes elsewhere; the turn stays where the reader goes. */
  leave(): void {
    if (!this.telling) return;
    this.end();
    this.left.abort();
    this.left = new AbortController();
    this.moments.skip();
    this.lookUp();
  }

  private end(): void {
    this.telling = undefined;
    this.view.state.story.told = false;
  }

  /** Shows the moments and then the standings with the reason, because the reader asked for it. */
  async tell(): Promise<void> {
    const { source, host } = this.view;
    const { playback } = this.view.state;
    if (host.state.projecting.on || this.telling) return; // a projector always shows them
    if (!source.end?.moments?.length) {
      return host.say(
        source.live
          ? "The moments that decide this match are shown after its end."
          : "No moments are known that decided this match.",
      );
    }
    const back = playback.turn;
    const left = this.left.signal;
    const seen = await this.highlights();
    if (left.aborted) return;
    if (seen) this.view.showFinal(true);
    else goTo(playback, source, back);
  }

  /** Calls tell for a match that has just ended, unless the reader goes elsewhere. */
  async tellSoon(): Promise<void> {
    const { source } = this.view;
    const { playback } = this.view.state;
    if (!source.end?.moments?.length || !(await this.reach(source.newest, this.left.signal))) return;
    await new Promise((resolve) => setTimeout(resolve, lastLook));
    if (
      playback.turn === source.newest &&
      !playback.playing &&
      this.view.attached &&
      !document.querySelector("dialog[open]")
    )
      await this.tell();
  }

  private async show(left: AbortSignal): Promise<boolean> {
    const { view } = this;
    const { source, host } = view;
    const { playback, story } = view.state;
    const moments = source.end?.moments ?? [];
    if (moments.length === 0 || source.live) return false;
    stopPlaying(playback);
    const seen = await this.moments.run(moments, {
      header: source.header,
      dark: host.dark,
      still: host.still,
      show: (turn, duration, signal) => {
        story.slow = duration;
        goTo(playback, source, turn);
        view.refresh();
        return this.reach(turn, signal);
      },
      look: (cells, duration) => view.flyTo(cells, duration),
    });
    if (left.aborted) return false;
    this.lookUp();
    goTo(playback, source, source.newest);
    if (seen || host.state.projecting.on) await this.reach(source.newest, left);
    return seen && !left.aborted;
  }

  /** Returns to the whole board and the normal speed. */
  private lookUp(): void {
    this.view.state.story.slow = 0;
    this.view.flyTo([], lastLook / 3);
  }

  /** Waits until a turn is shown. Resolves to false if another turn is wanted, or the turn does not come. */
  private async reach(turn: number, signal: AbortSignal): Promise<boolean> {
    const { view } = this;
    const end = performance.now() + patience;
    while (!signal.aborted && performance.now() < end && view.state.playback.turn === turn && view.attached) {
      if (view.state.drawn?.turn === turn) return true;
      view.refresh();
      await pause(20, signal);
    }
    return false;
  }
}
