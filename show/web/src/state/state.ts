// All that decides what the page shows, as one plain value. Matches, lists and series are data that sources bring; all
// else is here. The functions beside this file change it, and views draw it.
import { newChoice, type Choice } from "./choice";
import type { MatchState } from "./match";
import { newSearch, type Search } from "./search";
import type { Settings } from "../page/settings";

/** What a large screen without a user shows: see projecting.ts. */
export interface Projecting {
  on: boolean;
  phase: "match" | "moments" | "final" | "series" | "done" | "opening";
  /** Increases with each phase, and when a match is left: reports on an older step are not used any more. */
  step: number;
  /** What was shown before. */
  back: { id: string | undefined; turn: number | undefined; playing: boolean } | undefined;
  /** Matches are played live here, so old ones are not repeated. */
  sawLive: boolean;
  /** The table of the series that covers the match; over: no match follows. */
  table: { over: boolean } | undefined;
}

/** The secrets of seats: whoever knows one plays the seat. */
export interface Secrets {
  /** That of the seat that is played here; undefined: none. */
  own: string | undefined;
  /** The address contained it. */
  invited: boolean;
  /** By match: of one that is played, and of those that were played on from it. */
  byMatch: Map<string, string>;
}

export interface State {
  settings: Settings;
  /** The id of the player who stands out; -1: none. */
  me: number;
  /** A replay plays from its start, even on a projector, and only the match of the address is shown. */
  plays: boolean;
  choice: Choice;
  projecting: Projecting;
  address: {
    /** The part of the address from the # on, as it was last read or written. */
    known: string;
    /** It asks for the decisive moments. */
    tells: boolean;
  };
  secrets: Secrets;
  /** The search in the list of matches. */
  search: Search;
  /** What is shown of the match; undefined: none is shown. */
  match: MatchState | undefined;
}

export function newState(settings: Settings, own?: string): State {
  return {
    settings,
    me: -1,
    plays: false,
    choice: newChoice(),
    projecting: { on: false, phase: "match", step: 0, back: undefined, sawLive: false, table: undefined },
    address: { known: "", tells: false },
    secrets: { own, invited: false, byMatch: new Map() },
    search: newSearch(),
    match: undefined,
  };
}
