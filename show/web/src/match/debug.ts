// The items of the menu that make the board a debugger: playing on from a turn, and the messages of a turn.
import { BranchDialog, type Branched } from "../play/branch";
import { MessageDialog } from "../panels/messages";
import type { MatchView } from "./matchview";

/** What the items need of the page. */
export interface DebugPage {
  readonly me: number;
  /** Goes to a turn of another match. */
  choose(match: string, turn: number): Promise<unknown>;
  /** Goes to a match that is played on, which goes its own way after a turn. */
  branched(made: Branched, turn: number): Promise<void>;
}

/** Adds the items to the menu of a match. The dialogs are to be put into the page. */
export function addDebugItems(view: MatchView, id: string | undefined, page: DebugPage): HTMLElement[] {
  const { menu } = view.topBar, { header } = view.source;
  const host = {
    id, header,
    get turn() { return view.playback.turn; },
    get newest() { return view.source.newest; },
    get me() { return page.me; },
    branched: (made: Branched, turn: number) => void page.branched(made, turn),
  };
  const branch = new BranchDialog(host), messages = new MessageDialog(host);
  menu.add({
    label: "Play on from here…", hint: "By hand, or with other bots, from the turn that is shown.",
    disabled: () => branch.reason, run: () => void branch.open(),
  });
  const from = header.branch;
  if (from) {
    menu.add({ label: "Back to the match it came from", hint: `At turn ${from.turn}, where this one goes its own way.`, run: () => void page.choose(from.match, from.turn) });
  }
  menu.add({
    label: "Messages of this turn…", hint: "What a bot got, byte by byte, and what it answered.",
    disabled: () => messages.reason, run: () => messages.open(),
  });
  if (branch.reason === "") void branch.ask().then(() => menu.refresh());
  return [branch.element, messages.element];
}
