// The random numbers of a series, the same as in the Go package match: the seeds and secrets of its matches, and the
// player of each seat.
import { hmac } from "./hmac";

const mask = (1n << 64n) - 1n;
const wide = (1n << 128n) - 1n;
const factor = (2549297995355413924n << 64n) | 4865540595714422341n;
const step = (6364136223846793005n << 64n) | 1442695040888963407n;
const cheap = 0xda942042e4dd58b5n;
const useIDs = 2n;
const useMatch = 3n;

/** What everything random comes from: a secret, or, if there is none, the seed. */
export interface Draws {
  seed: bigint;
  /** 32 hexadecimal digits. */
  secret?: string;
}

/** The key for a use of a secret, as 64 hexadecimal digits: docs/replay-format.md describes it. */
export function keyOf(secret: string, use: string, ...numbers: number[]): string {
  const text = [...new TextEncoder().encode(`blastyard ${use}`), 0];
  for (const n of numbers) text.push(...bytesOf(n.toString(16).padStart(16, "0")));
  const key = hmac(Uint8Array.from(bytesOf(secret)), Uint8Array.from(text));
  return Array.from(key, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const bytesOf = (digits: string): number[] => (digits.match(/../g) ?? []).map((two) => parseInt(two, 16));

/** The two halves of the state of a generator that a use of a secret starts. */
const wordsOf = (secret: string, use: string): [bigint, bigint] => {
  const key = keyOf(secret, use);
  return [BigInt(`0x${key.slice(0, 16)}`), BigInt(`0x${key.slice(16, 32)}`)];
};

/** PCG with 128 bits of state and DXSM output, like math/rand/v2 in Go. */
function pcg(high: bigint, low: bigint): () => bigint {
  let state = ((high & mask) << 64n) | (low & mask);
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

/** The draws of match i (from 0) of a series. */
export function drawsOf({ seed, secret }: Draws, i: number): Draws {
  return { seed: seedOf(seed, i), ...(secret !== undefined && { secret: keyOf(secret, "match", i).slice(0, 32) }) };
}

/** The player of each of n seats. */
export function dealIDs({ seed, secret }: Draws, n: number): number[] {
  const ids = Array.from({ length: n }, (_, i) => i);
  const random = secret === undefined ? pcg(seed, useIDs) : pcg(...wordsOf(secret, "ids"));
  for (let i = n - 1; i > 0; i--) {
    const j = Number(((random() >> 32n) * BigInt(i + 1)) >> 32n);
    [ids[i], ids[j]] = [ids[j] ?? 0, ids[i] ?? 0];
  }
  return ids;
}

/** The player of each seat in match i of a series: over n matches every seat plays every player once. */
export function idsOf(draws: Draws, i: number, n: number): number[] {
  return dealIDs(draws, n).map((id) => (id + i) % n);
}

/** Parses a seed: a whole number of 64 bits; undefined if the text is not one. */
export function parseSeed(text: string): bigint | undefined {
  if (!/^\d{1,20}$/.test(text.trim())) return undefined;
  const seed = BigInt(text.trim());
  return seed <= mask ? seed : undefined;
}

/** Parses a seed, and a secret behind it, also as "repeat:" names them; undefined if the text is neither. */
export function parseDraws(text: string): Draws | undefined {
  const parts = /^\s*(?:--seed\s+)?(\d+)(?:\s+(?:--secret\s+)?([0-9a-f]{32}))?\s*$/i.exec(text);
  const seed = parseSeed(parts?.[1] ?? "");
  if (seed === undefined) return undefined;
  const secret = parseSecret(parts?.[2]);
  return parts?.[2] === undefined ? { seed } : secret === undefined ? undefined : { seed, secret };
}

/** Parses a secret: 32 hexadecimal digits that are not all 0; undefined if the value is none. */
export function parseSecret(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^[0-9a-f]{32}$/i.test(value) || /^0+$/.test(value)) return undefined;
  return value.toLowerCase();
}

/** The text that parseDraws reads. */
export const drawsText = ({ seed, secret }: Draws): string => (secret === undefined ? `${seed}` : `${seed} ${secret}`);
