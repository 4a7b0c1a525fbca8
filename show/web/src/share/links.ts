// The menu items that copy links.
import type { MenuItem } from "../match/menu";
import { copyText } from "./copy";

/** What the items need of the page. */
export interface LinkHost {
  readonly turn: number;
  /** The mark and name of the player who stands out; "" if there is none. */
  readonly meName: string;
  /** A link to what is shown, without secrets; me: with the player who stands out. */
  link(me: boolean): string;
  say(text: string): void;
}

export function linkItems(host: LinkHost): MenuItem[] {
  const copy = async (me: boolean): Promise<void> => {
    const link = host.link(me);
    try {
      await copyText(link);
      host.say(`Copied: the link to turn ${host.turn}${me ? `, as ${host.meName}` : ""}`);
    } catch {
      host.say(`This browser does not let the page copy. The link: ${link}`);
    }
  };
  const disk = (): string =>
    location.protocol === "file:" ? "This page is a file of this machine: pass on the file itself." : "";
  return [
    {
      label: "Copy link to this turn",
      hint: "Others see the same picture; nobody stands out.",
      disabled: disk,
      run: () => void copy(false),
    },
    {
      label: "Copy link with Me",
      hint: "The player that you chose stands out for others, too.",
      disabled: () => disk() || (host.meName ? "" : "No player is chosen: choose one as Me (m)."),
      run: () => void copy(true),
    },
  ];
}
