// Decides which turn is shown, and moves on from it.
import { Clock, turnTime } from "./clock";
import type { Source } from "../source/source";

export class Playback {
  turn = 0;
  playing = false;
  /** Always shows the newest turn of a live match. */
  following = false;
  private readonly clock = new Clock();

  /** pace tells how many times faster the turns after a turn may pass. */
  constructor(
    private readonly source: Pick<Source, "newest" | "live" | "frame" | "want">,
    private readonly pace: (turn: number) => number = () => 1,
  ) {}

  get speed(): number {
    return this.clock.speed;
  }

  set speed(speed: number) {
    this.clock.speed = speed;
  }

  /** How many times faster turns pass at present. */
  get factor(): number {
    return this.playing ? this.clock.factor : 1;
  }

  /** The duration of a turn in milliseconds. */
  get turnTime(): number {
    return turnTime(this.clock.speed * this.clock.factor);
  }

  play(now: number): void {
    if (this.turn >= this.source.newest) {
      if (this.source.live) return this.follow();
      this.turn = 0;
    }
    this.playing = true;
    this.following = false;
    this.clock.start(now);
  }

  pause(): void {
    this.playing = false;
    this.following = false;
  }

  toggle(now: number): void {
    if (this.playing || this.following) this.pause();
    else this.play(now);
  }

  follow(): void {
    this.following = true;
    this.playing = false;
    this.turn = this.source.newest;
  }

  /** Goes to a turn; keeps playing if it was playing. */
  jump(turn: number): void {
    this.turn = Math.max(0, Math.min(this.source.newest, Math.round(turn)));
    this.following = false;
  }

  step(turns: number): void {
    this.playing = false;
    this.jump(this.turn + turns);
  }

  /**
   * Advances to the time now. Waits for turns that are not loaded yet; at the end it stops, or follows a live match.
   */
  tick(now: number): void {
    if (this.following) this.turn = this.source.newest;
    if (this.following && !this.source.live) this.following = false;
    if (!this.playing) return;
    this.clock.factor = this.pace(this.turn);
    for (let due = this.clock.due(now); due > 0 && this.turn < this.source.newest; due--) {
      if (!this.source.frame(this.turn + 1)) {
        this.source.want(this.turn + 1);
        break;
      }
      this.turn++;
    }
    if (this.turn < this.source.newest) this.source.want(Math.min(this.source.newest, this.turn + 32));
    else if (this.source.live) this.follow();
    else this.playing = false;
  }
}
