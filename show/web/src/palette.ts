// The colours of the board and of everything about players.
import { neutral, players } from "./colours";

export { ash, brick, neutral, players, stone } from "./colours";

/** Neutral ground on a light page. */
export const neutralLight = "#dfe2e8";
/** Stone on a light page. */
export const stoneLight = "#9ba1ac";
/** Brick on a light page. */
export const brickLight = "#b98a70";

/** The number of patterns. */
export const patterns = 12;

/** The colour of an owner: 0 is neutral, else the look + 1. */
export function colourOf(owner: number, dark: boolean): string {
  if (owner <= 0) return dark ? neutral : neutralLight;
  return players[(owner - 1) % players.length] ?? players[0];
}

/**
 * The pattern of a look, from 0 (plain) to patterns - 1. Any two of the first 144 looks differ in colour or pattern.
 */
export function patternOf(look: number): number {
  if (look < 0) return 0;
  return (look + Math.floor(look / players.length)) % patterns;
}

/** Black or white, whichever is more legible on the colour (#rrggbb). */
export function inkOn(colour: string): string {
  return contrast(colour, "#14161b") >= contrast(colour, "#ffffff") ? "#14161b" : "#ffffff";
}

/** The contrast of two colours by WCAG 2, from 1 (none) to 21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** A colour between two, as #rrggbb: a at share 0, b at share 1. */
export function mix(a: string, b: string, share: number): string {
  const from = channels(a);
  const to = channels(b);
  return (
    "#" +
    from
      .map((v, i) =>
        Math.round(v + ((to[i] ?? v) - v) * share)
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")
  );
}

/** The colour with an opacity from 0 to 1. */
export function faded(colour: string, opacity: number): string {
  return `rgba(${channels(colour).join(",")},${opacity})`;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = channels(colour).map((v) => {
    const c = v / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
