// The chance of a series, as package match of the program has it: seeds of its matches, and which player each seat gets.

const mask = (1n << 64n) - 1n;
const wide = (1n << 128n) - 1n;
const factor = (2549297995355413924n << 64n) | 4865540595714422341n;
const step = (6364136223846793005n << 64n) | 1442695040888963407n;
const cheap = 0xda942042e4dd58b5n;
const useIDs = 2n;
const useMatch = 3n;

/** PCG with 128 bits of state and DXSM output, as math/rand/v2 of Go has it. */
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

/** The player of each seat in match i of a series: over as many matches as seats everybody plays every player. */
export function idsOf(seed: bigint, i: number, n: number): number[] {
  return dealIDs(seed, n).map((id) => (id + i) % n);
}

/** A seed as typed: a whole number of 64 bits; undefined where the text is none. */
export function parseSeed(text: string): bigint | undefined {
  if (!/^\d{1,20}$/.test(text.trim())) return undefined;
  const seed = BigInt(text.trim());
  return seed <= mask ? seed : undefined;
}
