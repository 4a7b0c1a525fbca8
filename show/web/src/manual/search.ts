// The search of the manual: finds the places that contain all words of a query, the best first.

/** A section of a page, from one heading to the next, as the server lists it in index.json. */
export interface Place {
  at: string;
  page: string;
  title: string;
  text: string;
}

export interface Found {
  place: Place;
  /** A part of the text around the first match. */
  excerpt: string;
}

const between = "[^\\p{L}\\p{N}]+";
const signs = /[^\p{L}\p{N}]+/u;

/** Words of questions that say nothing of what is looked for. They are left out if other words remain. */
const asking =
  /^(an?|am|and|are|at|by|can|does?|for|from|how|i|if|in|is|it|me|my|of|on|one|the|this|to|was|what|when|where|which|who|why)$/;

/**
 * The words of a query. "--turn-time" is one word of two parts; a plural also matches the singular. Of "how strong am I"
 * only "strong" is looked for.
 */
export function wordsOf(query: string): string[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .map((word) => {
      const plain = word
        .split(signs)
        .filter((part) => part !== "")
        .join("-");
      return /[^s]s$/.test(plain) && plain.length > 3 ? plain.slice(0, -1) : plain;
    });
  const all = [...new Set(words.filter((word) => word !== ""))];
  const telling = all.filter((word) => !asking.test(word));
  return telling.length > 0 ? telling : all;
}

/** A pattern that matches words beginning with one of these; undefined if there are no words. */
export function patternOf(words: readonly string[]): RegExp | undefined {
  if (words.length === 0) return undefined;
  const longestFirst = [...words].sort((a, b) => b.length - a.length).map((word) => word.replaceAll("-", between));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join("|")})`, "giu");
}

/**
 * The places that contain every word, the best first. If there are none, those that contain the most words, and more
 * than half of them.
 */
export function search(places: readonly Place[], query: string): Found[] {
  const words = wordsOf(query);
  for (let least = words.length; 2 * least > words.length; least--) {
    const found = searchFor(places, query, least);
    if (found.length > 0) return found;
  }
  return [];
}

/** The places that contain at least so many of a query's words. */
function searchFor(places: readonly Place[], query: string, least: number): Found[] {
  const words = wordsOf(query);
  const all = patternOf(words);
  if (!all) return [];
  const each = words.map((word) => patternOf([word]) ?? all);
  const phrase = words.length > 1 ? patternOf([words.join("s?-")]) : undefined;
  const exact = query.trim().toLowerCase();
  const scored: { found: Found; score: number }[] = [];
  for (const place of places) {
    let score = 0;
    let missing = 0;
    for (const pattern of each) {
      const points =
        8 * +has(pattern, place.title) + 5 * +has(pattern, place.page) + Math.min(4, count(pattern, place.text));
      missing += +(points === 0);
      score += points;
    }
    if (words.length - missing < least) continue;
    if (phrase) score += 12 * +has(phrase, place.title) + 8 * +has(phrase, place.text);
    if (place.text.toLowerCase().includes(exact)) score += 6;
    const start = phrase && has(phrase, place.text) ? phrase : all;
    scored.push({ found: { place, excerpt: excerptOf(place.text, start) }, score });
  }
  return scored.sort((a, b) => b.score - a.score).map(({ found }) => found);
}

function has(pattern: RegExp, text: string): boolean {
  return text.search(pattern) >= 0;
}

function count(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

const before = 50;
const length = 180;

/** A part of a text around the first match, cut at spaces. */
export function excerptOf(text: string, pattern: RegExp): string {
  const hit = Math.max(0, text.search(pattern));
  const start = hit <= before ? 0 : text.indexOf(" ", hit - before) + 1;
  const space = text.lastIndexOf(" ", start + length);
  const end = text.length <= start + length ? text.length : space > hit ? space : start + length;
  return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}

/** Splits a text into pieces; those at odd indices are matches. */
export function piecesOf(text: string, pattern: RegExp): string[] {
  const pieces: string[] = [];
  let past = 0;
  for (const match of text.matchAll(pattern)) {
    pieces.push(text.slice(past, match.index), match[0]);
    past = match.index + match[0].length;
  }
  return [...pieces, text.slice(past)];
}
