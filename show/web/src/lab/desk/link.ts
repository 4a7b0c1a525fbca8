// What a link tells of the match that is to be played.
import type { Shared } from "../edit/share";
import { byHand } from "../order";
import { parseSeed } from "./seeds";
import { builtin, type Setup } from "./setup";

/** A setup for a link; versions of one's own bot stay where they are kept. */
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

/** What a link says. */
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
