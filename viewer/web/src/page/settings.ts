// What the reader chose, kept from one visit to the next where the browser allows it.

export type Theme = "auto" | "light" | "dark";
export type ChartKind = "score" | "share" | "time";

export interface Settings {
  theme: Theme;
  speed: number;
  patterns: boolean;
  labels: boolean;
  coordinates: boolean;
  danger: boolean;
  covers: boolean;
  chart: ChartKind;
}

export const usual: Settings = {
  theme: "auto", speed: 1, patterns: true, labels: true, coordinates: false, danger: false, covers: false, chart: "score",
};

const key = "blastyard.viewer";

/** The usual settings with those of text, a JSON object, where they have the right type. */
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
  for (const name of ["patterns", "labels", "coordinates", "danger", "covers"] as const) {
    const value = values.get(name);
    if (typeof value === "boolean") settings[name] = value;
  }
  const theme = values.get("theme"), chart = values.get("chart"), speed = values.get("speed");
  if (theme === "light" || theme === "dark") settings.theme = theme;
  if (chart === "share" || chart === "time") settings.chart = chart;
  if (typeof speed === "number" && speed >= 0.25 && speed <= 16) settings.speed = speed;
  return settings;
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
