// What a person has entered for a turn and not sent: kept for this tab, so that a reload loses nothing.
import type { Entered } from "./choices";

const key = "blastyard.entry";

/** For which turn something was entered: of which match, by whom. */
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

/** What was entered for a turn, as it was kept; nothing if that was another one. */
export function keptEntry({ match, turn, player }: Asked): Entered {
  try {
    const kept: Asked & { entered: Entered } = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    if (kept.match === match && kept.turn === turn && kept.player === player && Array.isArray(kept.entered))
      return kept.entered;
  } catch {
    // not what this page has kept
  }
  return [];
}
