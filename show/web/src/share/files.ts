// The menu items that save files of the match: its replay, a page with it inside, a picture, an animation.
import { CheckDialog } from "../lab/check";
import { hasRules } from "../lab/start";
import type { MenuItem } from "../match/menu";
import type { Held } from "../source/held";
import { fetchFile } from "../source/server";
import { errorText } from "../ui/format";
import { namePart, saveFile } from "./copy";
import { GIFDialog, type GIFRange } from "./gif";

/** For each file, why it is not available; "" if it is. As the server sends it. */
interface Downloads {
  replay: string;
  page: string;
  gif: string;
  gifTurns: number;
}

/** What the items need of the page. */
export interface FileHost {
  /** The match's id at the server; undefined: the match is in the page itself. */
  readonly id: string | undefined;
  /** The replay of a match in the page. */
  readonly held: Held | undefined;
  /** The title of the match. */
  readonly title: string;
  readonly turn: number;
  readonly newest: number;
  /** More turns may come. */
  readonly live: boolean;
  readonly dark: boolean;
  readonly patterns: boolean;
  readonly coordinates: boolean;
  /** A function that makes a picture of what is shown; undefined if there is no board. */
  readonly picture: (() => Promise<Blob | undefined>) | undefined;
  jump(turn: number): void;
  say(text: string): void;
}

const asking: Downloads = {
  replay: "Asking the server…",
  page: "Asking the server…",
  gif: "Asking the server…",
  gifTurns: 0,
};
const silent = "This server gives no files of matches.";
const noRules =
  "This file was made without the rules: blastyard replay export --lab puts them in. Or use blastyard replay verify.";

export class FileItems {
  private asked: Downloads = asking; // of the server
  private readonly dialog: GIFDialog;
  private readonly check: CheckDialog;

  constructor(private readonly host: FileHost) {
    this.dialog = new GIFDialog((range) => void this.gif(range));
    this.check = new CheckDialog({ replay: () => this.bytes(), jump: (turn) => host.jump(turn) });
  }

  private get known(): Downloads {
    const { held } = this.host;
    return held ? inPage(held) : this.asked;
  }

  /** Why there is no replay; "" if there is one. */
  get missing(): string {
    return this.known.replay;
  }

  /** The dialogs, to be put into the page. */
  get elements(): HTMLElement[] {
    return [this.dialog.element, this.check.element];
  }

  get items(): MenuItem[] {
    const { host } = this;
    return [
      {
        label: "Download the replay (.blast)",
        hint: "For blastyard watch, replay verify, explain and more.",
        disabled: () => this.known.replay,
        run: () => void this.replay(),
      },
      {
        label: "Check the replay",
        hint: "Plays it again in this browser: are all turns as recorded?",
        disabled: () => this.unchecked,
        run: () => void this.check.open(),
      },
      {
        label: "Download as a page (.html)",
        hint: "One file with the match inside that any browser opens.",
        disabled: () => this.known.page,
        run: () => void this.fetch("export.html"),
      },
      {
        label: "Picture of this turn (.png)",
        hint: "The whole board as it is drawn now, with the standings.",
        disabled: () => (host.picture ? "" : "This game has no board."),
        run: () => void this.png(),
      },
      {
        label: "Animation of turns (.gif)…",
        hint: "The board and the standings, from one turn to another.",
        disabled: () => this.known.gif,
        run: () => this.dialog.open(host.turn, host.newest, this.known.gifTurns),
      },
    ];
  }

  /** Asks the server which files exist, and calls changed after its answer. */
  async ask(changed: () => void): Promise<void> {
    const { id } = this.host;
    if (id === undefined) return;
    try {
      const response = await fetch(`api/matches/${encodeURIComponent(id)}/downloads`);
      const downloads: Downloads = await response.json();
      this.asked = response.ok ? downloads : { replay: silent, page: silent, gif: silent, gifTurns: 0 };
    } catch {
      const lost = "The server does not answer.";
      this.asked = { replay: lost, page: lost, gif: lost, gifTurns: 0 };
    }
    changed();
  }

  /** Why the replay cannot be checked; "" if it can. */
  private get unchecked(): string {
    const { held } = this.host;
    if (held) return hasRules() ? held.missing : noRules;
    return this.host.live ? "The match goes on: its replay can be checked at the end." : this.known.replay;
  }

  /** The replay, for the check. */
  private async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const { held } = this.host;
    if (held) return held.bytes();
    const { content } = await fetchFile(this.host.id ?? "", "replay");
    return new Uint8Array(await content.arrayBuffer());
  }

  private async replay(): Promise<void> {
    const { held } = this.host;
    if (!held) return this.fetch("replay");
    saveFile(held.name, new Blob([held.bytes()]));
  }

  private async png(): Promise<void> {
    const { host } = this;
    const picture = await host.picture?.();
    if (picture) saveFile(`${namePart(host.id ?? host.title) || "match"}-turn-${host.turn}.png`, picture);
  }

  private gif(range: GIFRange): Promise<void> {
    const { dark, patterns, coordinates } = this.host;
    const query = new URLSearchParams({ from: String(range.from), to: String(range.to) });
    for (const [name, on] of Object.entries({ dark, patterns, coordinates })) if (on) query.set(name, "1");
    return this.fetch(`turns.gif?${query}`);
  }

  /** Fetches a file from the server and saves it; an error is shown to the reader. */
  private async fetch(path: string): Promise<void> {
    const { host } = this;
    host.say("Making the file…");
    try {
      const { name, content } = await fetchFile(host.id ?? "", path);
      saveFile(name, content);
      host.say("");
    } catch (problem) {
      host.say(`No file: ${errorText(problem)}`);
    }
  }
}

/** The files that a page without a server can give. */
function inPage({ missing }: Held): Downloads {
  const gif = "An animation needs the program: open the replay with blastyard watch.";
  return { replay: missing, page: "This page is that file.", gif, gifTurns: 0 };
}
