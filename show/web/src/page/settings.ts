// The reader's settings, kept from one visit to the next if the browser allows it.
import { legendOf } from "../legend";
import type { Header } from "../model";

export type Theme = "auto" | "light" | "dark";
export type ChartKind = "lead" | "score" | "share" | "time";

export interface Settings {
  theme: Theme;
  speed: number;
  patterns: boolean;
  labels: boolean;
  coordinates: boolean;
  danger: boolean;
  covers: boolean;
  /** Shows what the bot of the player who stands out has drawn. */
  drawings: boolean;
  /** Layers of drawings that are hidden. */
  hiddenLayers: string[];
  chart: ChartKind;
  /** Whether turns pass faster while nothing happens; auto: as the game says. */
  quiet: "auto" | "on" | "off";
  /** Shows captions about what mattered in a turn. */
  captions: boolean;
  /** Charts also show the turns after the current one. */
  whole: boolean;
  /** Hides the results of a match until the reader has watched it to the end. */
  hideResults: boolean;
}

export const usual: Settings = {
  theme: "auto",
  speed: 1,
  patterns: true,
  labels: true,
  coordinates: false,
  danger: false,
  covers: false,
  chart: "lead",
  whole: false,
  captions: true,
  quiet: "auto",
  hideResults: false,
  drawings: true,
  hiddenLayers: [],
};

const key = "blastyard.viewer";

/** The default settings, with those values of a JSON object that have the right type. */
export function mergeSettings(text: string | null): Settings {
  const settings = { ...usual };
  let saved: unknown;
  try {
    saved = JSON.parse(text ?? "{}");
  } catch {
    return settings;
  }
  if (typeof saved !== "object" || saved === null) return settings;
  const values = new Map<string, unknown>(Object.entries(saved));
  for (const name of [
    "patterns",
    "labels",
    "coordinates",
    "danger",
    "covers",
    "drawings",
    "whole",
    "captions",
    "hideResults",
  ] as const) {
    const value = values.get(name);
    if (typeof value === "boolean") settings[name] = value;
  }
  const hidden = values.get("hiddenLayers");
  if (Array.isArray(hidden)) settings.hiddenLayers = hidden.filter((name) => typeof name === "string").slice(0, 64);
  const theme = values.get("theme");
  const chart = values.get("chart");
  const speed = values.get("speed");
  if (theme === "light" || theme === "dark") settings.theme = theme;
  const quiet = values.get("quiet");
  if (quiet === "on" || quiet === "off") settings.quiet = quiet;
  if (chart === "score" || chart === "share" || chart === "time") settings.chart = chart;
  if (typeof speed === "number" && speed >= 0.25 && speed <= 16) settings.speed = speed;
  return settings;
}

/** Whether turns of a match pass faster while nothing happens. */
export function quietOf({ quiet }: Settings, header: Pick<Header, "legend">): boolean {
  return quiet === "on" || (quiet === "auto" && legendOf(header).quiet === true);
}

export function loadSettings(): Settings {
  try {
    return mergeSettings(localStorage.getItem(key));
  } catch {
    return { ...usual }; // a page from disk may have no storage
  }
}

export function saveSettings(settings: Settings): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // kept for this visit only
  }
}
