// Plays a match on from one of its turns, at the server or in the page itself.
import { lab, type Running } from "../lab/client";
import { branchOrder, type Offer } from "../lab/order";
import { hasRules } from "../lab/start";
import { fetchJSON } from "../source/server";
import type { Held } from "../source/held";
import type { Source } from "../source/source";

/** Plays a match on. Errors have messages for the reader. */
export interface Brancher {
  /** Why the match cannot be played on, as far as it is known without asking; else "". */
  readonly reason: string;
  offer(): Promise<Offer>;
  /** Plays on after a turn, and shows the new match. seats has for each player a bot, byHand or standIn. */
  begin(offer: Offer, turn: number, seats: readonly string[]): Promise<void>;
}

/** A match that the server plays on: its id, and the secret of the seat that is played here. */
export interface Branched {
  match: string;
  seat?: string;
}

export class ServerBrancher implements Brancher {
  readonly reason = "";
  private readonly path: string;

  constructor(
    id: string,
    private readonly branched: (made: Branched, turn: number) => void,
  ) {
    this.path = `api/matches/${encodeURIComponent(id)}/branch`;
  }

  async offer(): Promise<Offer> {
    try {
      return await fetchJSON<Offer>(this.path);
    } catch {
      throw new Error(silent);
    }
  }

  async begin(_: Offer, turn: number, seats: readonly string[]): Promise<void> {
    const headers = { "Content-Type": "application/json" };
    let response: Response;
    let made: Branched & { error?: string };
    try {
      response = await fetch(this.path, { method: "POST", headers, body: JSON.stringify({ turn, seats }) });
      made = await response.json();
    } catch {
      throw new Error(silent);
    }
    if (!response.ok) throw new Error(made.error ?? response.statusText);
    this.branched(made, turn);
  }
}

const silent = "The server does not answer.";

/** What playing on in the page needs of it. */
export interface LabHost {
  /** The replay of the match. The match itself is source. */
  readonly held: Held;
  readonly source: Source;
  say(text: string): void;
  /** Shows a match that is played in the page and differs from source after a turn. */
  playing(running: Running, source: Source, turn: number): void;
}

export class LabBrancher implements Brancher {
  constructor(private readonly host: LabHost) {}

  get reason(): string {
    const noRules =
      "This file was made without the rules: blastyard replay export --lab puts them in. Or open the replay (.blast) with 'blastyard watch'.";
    return hasRules() ? this.host.held.missing : noRules;
  }

  async offer(): Promise<Offer> {
    this.host.say("Loading the rules…");
    try {
      return await lab.withNews((text) => this.host.say(text), lab.offer(this.host.held.bytes()));
    } finally {
      this.host.say("");
    }
  }

  async begin(offer: Offer, turn: number, seats: readonly string[]): Promise<void> {
    const { host } = this;
    const running = lab.match(branchOrder(offer, turn, seats), {}, host.held.bytes(), () =>
      Promise.resolve(host.source),
    );
    host.playing(running, await running.source, turn);
  }
}
