// The menu items that make the board a debugger: playing on from a turn, and the messages of a turn.
import { BranchDialog } from "../play/branch";
import type { Brancher } from "../play/brancher";
import { OwnBot } from "../play/ownbot";
import { MessageDialog } from "../panels/messages";
import type { Origin } from "../source/source";
import type { MatchView } from "./matchview";

/** What the items need of the page. */
export interface DebugPage {
  readonly me: number;
  /** Plays the match on. */
  readonly brancher: Brancher;
  /** Why there is no replay; "" if there is one. */
  readonly missing: string;
  /** Asks the server again which files exist. */
  ask(): Promise<void>;
  /** Goes to the match from which this one was played on. */
  back(origin: Origin): Promise<unknown>;
}

/**
 * Adds the items to the menu of a match. Returns the dialogs, to be put into the page, and opened, to be called
 * whenever the menu opens.
 */
export function addDebugItems(
  view: MatchView,
  id: string | undefined,
  page: DebugPage,
): { elements: HTMLElement[]; opened: () => void } {
  const { menu } = view.topBar;
  const { header, origin } = view.source;
  const host = {
    id,
    header,
    brancher: page.brancher,
    ask: () => page.ask(),
    get turn() {
      return view.state.playback.turn;
    },
    get newest() {
      return view.source.newest;
    },
    get me() {
      return page.me;
    },
    get missing() {
      return page.missing;
    },
    get ownBot() {
      return ownBot;
    },
  };
  const ownBot = new OwnBot(host);
  const branch = new BranchDialog(host);
  const messages = new MessageDialog(host);
  menu.add({
    label: "Play on from here…",
    hint: "By hand, or with other bots, from the turn that is shown.",
    disabled: () => branch.reason,
    run: () => void branch.open(),
  });
  menu.add({
    label: "Play on with your own bot…",
    hint: "In the laboratory: write it, and play on from the turn that is shown.",
    disabled: () => ownBot.reason,
    run: () => ownBot.link().click(),
  });
  if (origin) {
    menu.add({
      label: "Back to the match it came from",
      hint: `At turn ${origin.turn}, where this one goes its own way.`,
      run: () => void page.back(origin),
    });
  }
  menu.add({
    label: "Messages of this turn…",
    hint: "What a bot got, byte by byte, and what it answered.",
    disabled: () => messages.reason,
    run: () => messages.open(),
  });
  const ask = (): void => {
    if (id !== undefined) void branch.ask().then(() => menu.refresh());
  };
  ask();
  return {
    elements: [branch.element, messages.element],
    opened: () => {
      if (branch.reason !== "") ask(); // for a live match, more may be recorded by now
    },
  };
}
