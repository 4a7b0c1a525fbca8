// Formats numbers and texts for the reader.

const grouped = new Intl.NumberFormat("en", { useGrouping: true, maximumFractionDigits: 0 });

/** Formats 12345 as 12,345. */
export function count(n: number): string {
  return grouped.format(n);
}

/** Formats a share from 0 to 1 as a percentage. */
export function percent(share: number): string {
  const value = share * 100;
  return `${value > 0 && value < 10 ? value.toFixed(1) : value.toFixed(0)} %`;
}

/** Formats a time in microseconds; "–" for -1. */
export function duration(micros: number): string {
  if (micros < 0) return "–";
  if (micros < 1000) return `${micros} µs`;
  if (micros < 9950) return `${(micros / 1000).toFixed(1)} ms`;
  if (micros < 1_000_000) return `${Math.round(micros / 1000)} ms`;
  return `${(micros / 1_000_000).toFixed(1)} s`;
}

/** Formats 0.25 as ¼×. */
export function speedText(speed: number): string {
  const fractions: Record<string, string> = { "0.25": "¼", "0.5": "½", "0.75": "¾", "1.5": "1½" };
  return `${fractions[String(speed)] ?? speed}×`;
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** Formats an RFC 3339 time in the reader's locale and time zone; other text is returned unchanged. */
export function when(time: string): string {
  const date = new Date(time);
  return time === "" || Number.isNaN(date.getTime())
    ? time
    : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * Cleans a name for display: one line without control characters, never empty (mark is used instead). Joiners and the
 * tag characters of flags stay.
 */
export function nameText(name: string, mark: string): string {
  const text = name.replace(/(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ").trim();
  return text.replace(/\u200c|\u200d|[\u{e0020}-\u{e007f}]/gu, "").trim() === "" ? `player ${mark}` : text;
}

/** Isolates a name in a sentence, so that a right-to-left name does not change the order of the words around it. */
export function isolated(name: string): string {
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u.test(
    name,
  )
    ? `\u2068${name}\u2069`
    : name;
}

/** The message of a thrown value. */
export function errorText(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
