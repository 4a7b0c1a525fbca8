// Converts between the setup of a match and the form that a link has.
import type { Shared } from "../edit/share";
import { byHand } from "../order";
import { parseSeed } from "./seeds";
import { builtin, type Setup } from "./setup";

/** The form of a setup in a link. Versions of one's own bot as opponents are left out: only this browser has them. */
export function sharedSetup({ map, own, opponents, seed, turns }: Setup): Partial<Shared> {
  const others = opponents.map(({ bot }) => bot).filter((bot) => bot.startsWith(builtin) || bot === byHand);
  return {
    ...(map !== "" && { map }),
    ...(own && { own }),
    ...(others.length > 0 && { opponents: others }),
    seed: String(seed),
    turns,
  };
}

/** The setup that a link holds. */
export function setupOf({ map, own, opponents, seed, turns, turn }: Shared): Partial<Setup> & { turn?: number } {
  const known = seed === undefined ? undefined : parseSeed(seed);
  return {
    ...(map !== undefined && { map }),
    ...(own && { own }),
    ...(opponents && { opponents: opponents.map((bot) => ({ bot })) }),
    ...(known !== undefined && { seed: known }),
    ...(turns !== undefined && { turns }),
    ...(turn !== undefined && { turn }),
  };
}
