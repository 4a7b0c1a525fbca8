// The commands that change how matches are shown; they are the same on every page with a board.
import type { Command } from "./keys";
import { nextTheme } from "./theme";
import type { State } from "../state/state";

/**
 * Carries out a command that changes how matches are shown. players is the number of players in the match that is
 * shown, say tells the reader what has changed. Returns false if it is another command.
 */
export function changeDisplay(
  state: Pick<State, "settings" | "me">,
  command: Command,
  players: number,
  say: (text: string) => void,
): boolean {
  const { settings } = state;
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
      say(`Theme: ${settings.theme === "auto" ? "as the system" : settings.theme}`);
      return true;
    case "me":
      state.me = state.me + 1 >= players ? -1 : state.me + 1;
      return true;
    default:
      return false;
  }
}
