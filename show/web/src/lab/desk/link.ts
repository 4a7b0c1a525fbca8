// Converts between the setup of a match and the form that a link has.
import type { Shared } from "../edit/share";
import { byHand } from "../order";
import { parseSecret, parseSeed } from "./seeds";
import { builtin, type Setup } from "./setup";

/** The form of a setup in a link. Versions of one's own bot as opponents are left out: only this browser has them. */
export function sharedSetup({ map, own, opponents, seed, secret, turns }: Setup): Partial<Shared> {
  const others = opponents.map(({ bot }) => bot).filter((bot) => bot.startsWith(builtin) || bot === byHand);
  return {
    ...(map !== "" && { map }),
    ...(own && { own }),
    ...(others.length > 0 && { opponents: others }),
    seed: String(seed),
    ...(secret !== undefined && { secret }),
    turns,
  };
}

/** The setup that a link holds. */
export function setupOf({
  map,
  own,
  opponents,
  seed,
  secret,
  turns,
  turn,
}: Shared): Partial<Setup> & { turn?: number } {
  const known = seed === undefined ? undefined : parseSeed(seed);
  const hidden = parseSecret(secret);
  return {
    ...(map !== undefined && { map }),
    ...(own && { own }),
    ...(opponents && { opponents: opponents.map((bot) => ({ bot })) }),
    ...(known !== undefined && { seed: known }),
    ...(hidden !== undefined && { secret: hidden }),
    ...(turns !== undefined && { turns }),
    ...(turn !== undefined && { turn }),
  };
}
