// Applies the light or dark theme, chosen by the system or by the reader.
import type { Theme } from "./settings";
import { Media } from "../ui/media";

const themes: readonly Theme[] = ["auto", "light", "dark"];

const system = new Media("(prefers-color-scheme: dark)");

export function isDark(theme: Theme): boolean {
  return theme === "auto" ? system.matches : theme === "dark";
}

export function nextTheme(theme: Theme): Theme {
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? "auto";
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = isDark(theme) ? "dark" : "light";
}

export function onSystemTheme(changed: () => void): void {
  system.onChange(changed);
}
