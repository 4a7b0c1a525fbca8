// The commands that change how matches are shown; they are the same on every page with a board.
import type { Source } from "../source/source";
import type { Command } from "./keys";
import { nextTheme } from "./theme";
import type { Settings } from "./settings";

/** The state that these commands change. */
export interface Display {
  readonly settings: Settings;
  /** The id of the player who stands out; -1: none. */
  me: number;
  readonly view: { readonly source: Source } | undefined;
  say(text: string): void;
}

/** Carries out a command that changes how matches are shown; false: it is another command. */
export function changeDisplay(display: Display, command: Command): boolean {
  const { settings, view } = display;
  switch (command.name) {
    case "danger":
    case "covers":
    case "coordinates":
    case "patterns":
    case "labels":
    case "captions":
    case "drawings":
      settings[command.name] = !settings[command.name];
      return true;
    case "theme":
      settings.theme = nextTheme(settings.theme);
      display.say(`Theme: ${settings.theme === "auto" ? "as the system" : settings.theme}`);
      return true;
    case "me": {
      const players = view?.source.header.players.length ?? 0;
      display.me = display.me + 1 >= players ? -1 : display.me + 1;
      return true;
    }
    default:
      return false;
  }
}
