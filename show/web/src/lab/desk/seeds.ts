// The random numbers of a series, the same as in the Go package match: the seeds of its matches, and the player of each
// seat.

const mask = (1n << 64n) - 1n;
const wide = (1n << 128n) - 1n;
const factor = (2549297995355413924n << 64n) | 4865540595714422341n;
const step = (6364136223846793005n << 64n) | 1442695040888963407n;
const cheap = 0xda942042e4dd58b5n;
const useIDs = 2n;
const useMatch = 3n;

/** PCG with 128 bits of state and DXSM output, like math/rand/v2 in Go. */
function pcg(seed: bigint, use: bigint): () => bigint {
  let state = ((seed & mask) << 64n) | (use & mask);
  return () => {
    state = (state * factor + step) & wide;
    let high = state >> 64n;
    high ^= high >> 32n;
    high = (high * cheap) & mask;
    high ^= high >> 48n;
    return (high * ((state & mask) | 1n)) & mask;
  };
}

/** The seed of match i (from 0) of a series. */
export function seedOf(seed: bigint, i: number): bigint {
  return pcg(seed, (useMatch << 32n) + BigInt(i))();
}

/** The player of each of n seats, dealt from the seed. */
export function dealIDs(seed: bigint, n: number): number[] {
  const ids = Array.from({ length: n }, (_, i) => i);
  const random = pcg(seed, useIDs);
  for (let i = n - 1; i > 0; i--) {
    const j = Number(((random() >> 32n) * BigInt(i + 1)) >> 32n);
    [ids[i], ids[j]] = [ids[j] ?? 0, ids[i] ?? 0];
  }
  return ids;
}

/** The player of each seat in match i of a series: over n matches every seat plays every player once. */
export function idsOf(seed: bigint, i: number, n: number): number[] {
  return dealIDs(seed, n).map((id) => (id + i) % n);
}

/** Parses a seed: a whole number of 64 bits; undefined if the text is not one. */
export function parseSeed(text: string): bigint | undefined {
  if (!/^\d{1,20}$/.test(text.trim())) return undefined;
  const seed = BigInt(text.trim());
  return seed <= mask ? seed : undefined;
}
