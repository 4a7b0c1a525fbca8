// What a person has entered for a turn and not sent yet. It is kept for this tab, so that a reload loses nothing.
import type { Entered } from "./choices";

const key = "blastyard.entry";

/** The turn that something was entered for, with its match and player. */
export interface Asked {
  match: string;
  turn: number;
  player: number;
}

export function keepEntry({ match, turn, player }: Asked, entered: Entered): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ match, turn, player, entered }));
  } catch {
    // a page in a frame may have no storage
  }
}

/** What was kept for a turn; empty if it was for another turn. */
export function keptEntry({ match, turn, player }: Asked): Entered {
  try {
    const kept: Asked & { entered: Entered } = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    if (kept.match === match && kept.turn === turn && kept.player === player && Array.isArray(kept.entered))
      return kept.entered;
  } catch {
    // not a valid value
  }
  return [];
}
